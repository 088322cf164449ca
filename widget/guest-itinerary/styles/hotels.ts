/**
 * Where the hotels are: address and contacts, side by side where there is space, and the notes below. In a narrow column, or with
 * large text, each label is a line above its value.
 */
export const HOTELS = `
  .hotels {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2.5em;
  }

  .place,
  .contacts,
  .note {
    border-block-start: 1px solid var(--line);
  }

  .place {
    position: relative;
    padding-block-start: 1.25em;
  }

  .place + :is(.contacts, .note) {
    margin-block-start: 1.75em;
  }

  .address {
    font-style: normal;
  }

  .written {
    position: relative;
    padding-inline-end: 44px;
  }

  .ways + .written {
    margin-block-start: 1em;
  }

  .ways {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em 0.75em;
  }

  .copy {
    position: absolute;
    inset-block-start: -10px;
    inset-inline-end: -12px;
    inline-size: 44px;
    block-size: 44px;
    border: 0;
    border-radius: 50%;
    background: none;
    color: var(--ink);
    cursor: pointer;
  }

  .copy::before,
  .copy::after {
    content: '';
    position: absolute;
    inset: 16px 13px 12px 17px;
    border: 2px solid;
    border-radius: 3px;
    background: var(--surface);
  }

  .copy::before {
    inset: 12px 17px 16px 13px;
  }

  .contacts {
    display: grid;
    grid-template-columns: fit-content(9em) minmax(0, 1fr);
    column-gap: 1em;
    padding-block: 0.5em;
    font-size: 0.9375em;
  }

  .contacts li,
  .contact {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: baseline;
  }

  .contact {
    min-block-size: 44px;
    padding-block: 0.65em;
    color: inherit;
    text-decoration: none;
  }

  .contact .value {
    color: var(--ink);
    font-weight: 600;
  }

  .note {
    border-block-start: 1px solid var(--line);
  }

  summary {
    display: flex;
    align-items: baseline;
    gap: 0.75em;
    padding-block: 0.75em;
    cursor: pointer;
    list-style: none;
  }

  summary > * {
    overflow-wrap: break-word;
  }

  summary::-webkit-details-marker {
    display: none;
  }

  summary::after {
    content: '';
    flex: none;
    align-self: center;
    inline-size: 8px;
    block-size: 8px;
    margin-inline: auto 4px;
    border: solid var(--ink);
    border-width: 0 2px 2px 0;
    transform: translateY(-2px) rotate(45deg);
  }

  .topic {
    font-size: 1em;
    font-weight: 600;
  }

  .titles {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
    font-size: 0.9375em;
    color: var(--muted);
  }

  .note .text {
    margin-block: 0 1.25em;
    max-inline-size: 42em;
    white-space: pre-line;
  }

  @container (width < 19em) {
    .contact {
      display: block;
    }

    .contact > * {
      display: block;
    }
  }

  @container (min-width: 36em) {
    .hotel {
      display: grid;
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      column-gap: 3em;
      align-items: start;
    }

    .hotel > :is(.heading, .leg, .note),
    .heading + .contacts,
    :is(.place:not(:has(+ .contacts))) {
      grid-column: 1 / -1;
    }

    .place + .contacts {
      margin: 0;
      padding-block-start: 0.7em;
    }

    .contacts + .note {
      margin-block-start: 1.75em;
    }
  }
`
