/** What is now and next, and the row of shortcuts. */
export const NOW = `
  .now .label {
    color: var(--ink);
    font-weight: 600;
  }

  .headline {
    font-family: var(--innlet-heading-font, inherit);
    font-weight: var(--innlet-heading-weight, 500);
    font-size: clamp(min(1.25em, 8.5cqi), 0.5em + 2.8cqi, 1.75em);
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

  .now > .button {
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

  .wifi-line {
    align-items: center;
  }

  .breakfast > :last-child {
    flex: 1 1 12em;
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
  }

  .struck :is(time, .name) {
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
