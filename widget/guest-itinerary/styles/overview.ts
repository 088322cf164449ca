/**
 * Picture, title, arrival and departure, actions. Where their dates do not fit, arrival and departure are one below the
 * other; a time is the hotel's own text, and may break. `.departure::before` draws the line between them, above or beside the
 * departure; its other edge is clipped. The line `.said` is there before its text, so that screen readers announce it. It is above
 * the next part, so that nothing moves.
 *
 * - `.status`, `.plan`: the border of the dot is visible in forced colours only, which remove backgrounds.
 * - `.details`: a dot before each detail. The dot at the start of a line is clipped.
 * - `.as-of`: it overlaps the content, so that nothing shifts when it appears or disappears.
 */
export const OVERVIEW = `
  .heading {
    margin-block-end: 0.8em;
    font-size: clamp(1.25em, 1em + 1cqi, 1.4em);
  }

  .list {
    list-style: none;
  }

  .details {
    overflow-x: clip;
  }

  .details span {
    display: inline-block;
    position: relative;
    inset-inline-start: -0.75em;
    padding-inline-start: 0.75em;
  }

  .details span::before {
    content: '·' / '';
    position: absolute;
    inset-inline-start: 0.1em;
  }

  .mark {
    display: inline-block;
    padding: 0.1em 0.75em;
    border: 1px solid var(--line);
    border-radius: 99px;
    font-size: min(0.9375em, 8cqi);
    font-weight: 500;
    line-height: 1.6;
    color: var(--muted);
  }

  .status::before,
  .plan::before {
    content: '';
    inline-size: 7px;
    block-size: 7px;
    border: 1px solid transparent;
    border-radius: 50%;
    background: currentColor;
  }

  .as-of {
    position: relative;
    z-index: 1;
    margin-block-end: -2em;
    padding-inline: var(--edge);
    font-size: 0.9375em;
    line-height: 2;
    background: var(--wash);
    color: var(--ink);
  }

  .picture img {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
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

  .room-numbers {
    color: var(--muted);
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
    font-size: clamp(min(1.25em, 8cqi), 0.4em + 3.8cqi, 2em);
    white-space: nowrap;
  }

  .short {
    display: none;
  }

  @container (width < 48em) {
    .long {
      display: none;
    }

    .short {
      display: inline;
    }
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
