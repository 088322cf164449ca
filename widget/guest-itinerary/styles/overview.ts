import { css } from './css.ts'

/**
 * Picture, title, arrival and departure, actions. Where a word of them would break, arrival and departure are one below the
 * other; a time is the hotel's own text, and may break. `.departure::before` draws the line between them, above or beside the
 * departure; its other edge is clipped. The line `.said` is there before its text, so that screen readers announce it. It is above
 * the next part, so that nothing moves.
 */
export const overview = css`
  .picture {
    block-size: max(30cqi, 7em);
    background: var(--wash);
  }

  .picture img {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }

  .head {
    padding: clamp(1.25em, 4.5cqi, 3em) var(--edge) 0;
  }

  .logo {
    inline-size: fit-content;
    max-inline-size: 100%;
    margin-block-end: 0.9em;
    padding: 0.6em 0.8em;
    border-radius: calc(var(--radius) * 0.7);
    background: #fff;
    forced-color-adjust: none;
    box-shadow: 0 1px 2px #0002, 0 6px 20px #0002;
  }

  .logo img {
    display: block;
    block-size: 2.75em;
    inline-size: auto;
    min-inline-size: 2.75em;
    max-inline-size: 100%;
    object-fit: contain;
  }

  [hidden],
  :is(.logo:has([hidden])) {
    visibility: hidden;
  }

  @media screen {
    .picture + .head .logo {
      position: relative;
      margin-block-start: calc(-1 * clamp(1.25em, 4.5cqi, 3em) - 2em);
    }
  }

  .title {
    font-size: clamp(1.25em, 0.95em + 1.4cqi, 2em);
  }

  .guest {
    margin-block-start: 0.35em;
    font-size: 1.125em;
    color: var(--muted);
  }

  .marks {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em 0.75em;
    margin-block-start: 0.7em;
  }

  .status {
    border-color: transparent;
    background: var(--wash);
    color: var(--ink);
  }

  .status::before {
    display: inline-block;
    margin-inline-end: 0.5em;
    vertical-align: 0.1em;
  }

  .status:is([data-status=cancelled], [data-status=noshow]) {
    --accent: light-dark(#9c2f22, #f3a79b);
    background: light-dark(#fbeeec, #33201d);
    color: var(--accent);
  }

  .status:is([data-status=inquiry], [data-status=tentative]) {
    background: none;
    border-color: var(--line);
    color: var(--muted);
  }

  .stay {
    display: flex;
    flex-wrap: wrap;
    column-gap: 1.5em;
    overflow: clip;
    margin: clamp(1.25em, 3.5cqi, 2.25em) var(--edge) 0;
    border-block: 1px solid var(--line);
  }

  .moment {
    flex: 1 0 0;
    max-inline-size: 100%;
    padding-block: 1em;
    overflow-wrap: break-word;
  }

  .departure {
    position: relative;
  }

  .departure::before {
    content: '';
    position: absolute;
    inset-block: -1px 0;
    inset-inline: -0.75em 0;
    border-block-start: 1px solid var(--line);
    border-inline-start: 1px solid var(--line);
    pointer-events: none;
  }

  .label {
    font-size: 0.9375em;
    font-weight: 500;
    line-height: 1.5;
    color: var(--muted);
  }

  .moment .date {
    display: block;
    margin-block: 0.2em 0.25em;
    font-size: clamp(1.25em, 0.4em + 3.8cqi, 2.75em);
  }

  .clock {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.6em;
  }

  .clock time {
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .nights {
    order: 1;
    flex: 1 0 100%;
    padding-block: 0.7em;
    border-block-start: 1px solid var(--line);
    font-size: 0.9375em;
    color: var(--muted);
  }

  .reference {
    align-self: center;
    font-size: 0.9375em;
    color: var(--muted);
  }

  .reference strong {
    font-weight: 600;
    color: var(--text);
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
    position: relative;
    padding-block-start: 1.25em;
    border-block-start: 1px solid var(--line);
  }

  .said {
    position: absolute;
    inset-block-start: 100%;
    inset-inline: 0;
    font-size: 0.9375em;
    color: var(--muted);
  }

  @container (min-width: 36em) {
    .stay {
      flex-wrap: nowrap;
    }

    .departure::before {
      content: none;
    }

    .nights {
      order: 0;
      flex: none;
      display: grid;
      align-content: center;
      padding: 0;
      border: 0;
      background: linear-gradient(var(--line), var(--line)) center / 1px 100% no-repeat;
    }

    .nights span {
      padding-block: 0.5em;
      background: var(--surface);
    }
  }
`
