/** Rules for what comes after the first update: pointers and presses, and the marks of changes. The element loads them with those for paper. */
export const LATER = `
  :is(.button, .add):active {
    background: color-mix(in oklab, var(--ink) 22%, var(--surface));
    color: var(--text);
  }

  @media (hover: hover) {
    :is(.button, .add):hover:not(:active) {
      background: var(--wash);
      color: var(--ink);
    }
  }

  .contact:active .value,
  summary:active :is(.topic, .when) {
    text-decoration: underline;
    text-underline-offset: 0.25em;
  }

  @media (hover: hover) {
    .contact:hover .value,
    summary:hover :is(.topic, .when) {
      text-decoration: underline;
      text-underline-offset: 0.25em;
    }
  }

  .change {
    background: var(--wash);
    color: var(--ink);
    background: var(--wash);
    color: var(--ink);
  }

  .as-of {
    position: relative;
    z-index: 1;
    margin-block-end: -2em;
    padding-inline: var(--edge);
    font-size: 0.9375em;
    line-height: 2;
  }

  .change {
    border-color: transparent;
    font-family: inherit;
    white-space: nowrap;
  }

  .change,
  .was {
    font-size: max(15px, 0.9375em);
  }

  .was {
    display: inline-block;
    font-weight: 500;
    color: var(--muted);
  }

  [id^=change-] {
    scroll-margin-block-start: 1em;
  }
`
