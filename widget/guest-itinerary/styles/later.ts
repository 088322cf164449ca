/** Rules for what comes after the first update: pointers and presses, and the marks of changes. The element loads them with those for paper. */
export const LATER = `
  :is(.button, .add, .copy):active {
    background: color-mix(in oklab, var(--ink) 22%, var(--surface));
    color: var(--text);
  }

  @media (hover: hover) {
    :is(.button, .add, .copy):hover:not(:active) {
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

  .changes p {
    flex: 1 0 100%;
    font-weight: 600;
  }

  .changes .button {
    max-inline-size: 100%;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }

  .changes [open] {
    flex-basis: 100%;
  }

  .changes summary {
    align-items: center;
    inline-size: fit-content;
  }

  .changes summary ~ .button {
    margin-block-start: 0.4em;
  }

  .changes summary::after {
    content: none;
  }

  .changes {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4em;
    margin: 1em var(--edge) 0;
  }

  [aria-disabled=true] {
    cursor: progress;
    opacity: 0.7;
  }

  .failure .kept {
    margin-block-start: 1em;
  }

  :focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 3px;
  }

  [tabindex] {
    scroll-margin-block-start: 1em;
  }

  [tabindex]:focus {
    outline: none;
  }

  [open] > summary::after {
    transform: translateY(2px) rotate(225deg);
  }
`
