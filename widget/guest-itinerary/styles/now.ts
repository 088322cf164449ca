import { css } from './css.ts'

/** What is now and next, and the row of shortcuts. */
export const now = css`
  .now,
  .cancelled {
    margin: 1.25em var(--edge) 0;
    padding: 1em 1.15em 1.1em;
    border: 1px solid transparent;
    border-radius: calc(var(--radius) * 0.7);
    background: var(--wash);
  }

  .now .label {
    color: var(--ink);
    font-weight: 600;
  }

  .headline {
    font-family: var(--innlet-heading-font, inherit);
    font-weight: var(--innlet-heading-weight, 500);
    font-size: clamp(1.25em, 0.5em + 2.8cqi, 1.75em);
    line-height: 1.2;
    text-wrap: balance;
  }

  .now .label + .headline {
    margin-block-start: 0.15em;
  }

  .line {
    margin-block-start: 0.35em;
  }

  .where::before {
    content: '· ' / '';
  }

  .now .button {
    margin-block-start: 0.75em;
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
  }

  .now .list {
    margin-block-start: 0.85em;
    padding-block-start: 0.7em;
    border-block-start: 1px solid color-mix(in oklab, var(--ink) 22%, var(--wash));
  }

  .now li {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.75em;
    padding-block: 0.1em;
    font-size: 0.9375em;
  }

  .at {
    font-weight: 600;
  }

  li .wait {
    color: var(--muted);
  }

  .phone {
    display: inline-block;
    margin-block: -0.35em;
    padding-block: 0.65em;
    color: var(--ink);
    font-weight: 600;
    text-underline-offset: 0.25em;
  }

  .cancelled {
    --ink: light-dark(#9c2f22, #f3a79b);
    background: light-dark(#fbeeec, #33201d);
    color: var(--ink);
    font-weight: 600;
  }

  .struck time {
    text-decoration: line-through;
  }

  .shortcuts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
    margin: 0.75em var(--edge) 0;
  }

  .shortcuts .button {
    flex: 1 1 auto;
    padding-inline: 0.5em;
    text-align: center;
  }

  @container (min-width: 36em) {
    .shortcuts .button {
      flex: none;
      padding-inline: 1.05em;
    }
  }
`
