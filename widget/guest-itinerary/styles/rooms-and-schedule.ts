/**
 * Rooms and schedule. Each day has a line (`.plan`) with a dot for each item. Below the button that adds an item to a calendar
 * (`.add`), the details use the full width. In a narrow column, or with large text, the times are a line above the plan.
 */
export const ROOMS_AND_SCHEDULE = `
  .room {
    padding-block: 0.75em;
    border-block-start: 1px solid var(--line);
  }

  .room .number {
    margin-inline-end: 0.4em;
    color: var(--ink);
  }

  .type {
    font-weight: 600;
  }

  .leg {
    margin-block-end: 1.25em;
  }

  .leg .list {
    margin-block-start: 0.75em;
  }

  .span {
    font-size: 1.0625em;
    font-weight: 600;
  }

  .strip {
    display: flex;
    gap: 0.4em;
    overflow-x: auto;
    margin-inline: calc(-1 * var(--edge));
    padding: 4px var(--edge) 0.9em;
  }

  .strip .button {
    flex: none;
    padding-inline: 0.9em;
    border-color: var(--line);
    color: var(--text);
  }

  .strip [aria-current] {
    border-color: var(--ink);
    color: var(--ink);
  }

  .text,
  .notes {
    margin-block-start: 0.4em;
  }

  .schedule > .list,
  .days,
  .day {
    display: grid;
    grid-template-columns: fit-content(7em) minmax(0, 1fr) auto;
    column-gap: 1em;
  }

  .day {
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    padding-block: 1.25em 0.5em;
    border-block-start: 1px solid var(--line);
  }

  .day > * {
    grid-column: 1 / -1;
  }

  .when {
    margin-block-end: 1em;
    font-weight: 400;
    color: var(--muted);
  }

  .schedule > .list > .past {
    padding-block: 0;
  }

  .past summary {
    align-items: baseline;
    min-block-size: 48px;
  }

  .past .when {
    margin: 0;
  }

  .past .when .date {
    font-size: 1em;
    color: inherit;
  }

  .past summary {
    flex-wrap: wrap;
  }

  .folded {
    max-inline-size: 100%;
    font-size: 0.9375em;
    color: var(--muted);
  }

  .removed {
    grid-column: 1 / -1;
    padding-block-end: 1.25em;
    color: var(--muted);
  }

  .move {
    margin-block-end: 1em;
    font-weight: 600;
    color: var(--ink);
  }

  @media screen {
    .over :is(.name, .times, .notes) {
      font-weight: 400;
      color: var(--muted);
    }
  }

  .when .date {
    font-size: 1.1875em;
    color: var(--text);
  }

  [aria-current] .date {
    color: var(--ink);
  }

  .mark.today {
    margin-inline-start: 0.2em;
    border-color: transparent;
    background: var(--accent);
    color: var(--on-accent);
  }

  .day .list {
    display: grid;
    grid-template-columns: subgrid;
    align-content: start;
  }

  .past > details > .list:not(.days) {
    grid-template-columns: fit-content(7em) minmax(0, 1fr) auto;
    column-gap: 1em;
    padding-block: 0.75em 0.5em;
  }

  .item {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
  }

  .plan {
    position: relative;
    padding-block-end: 1.25em;
    padding-inline-start: 1em;
    border-inline-start: 1px solid var(--line);
  }

  .plan::before {
    position: absolute;
    inset-block-start: 0.5em;
    inset-inline-start: -4px;
    color: var(--muted);
  }

  [aria-current] .plan::before {
    color: var(--ink);
  }

  .times {
    line-height: 1.45;
    font-weight: 600;
  }

  .times > * {
    display: block;
  }

  .times .end {
    font-size: 0.9375em;
    font-weight: 400;
    color: var(--muted);
  }

  .plan .name {
    display: inline;
    margin-inline-end: 0.5em;
  }

  .add {
    inline-size: 44px;
    block-size: 44px;
    margin-block: -0.6em;
    margin-inline-end: -0.6em;
    border: 0;
    font-size: 1.25em;
    font-weight: 400;
  }

  .add::before {
    content: '+';
  }

  .kind {
    font-size: 0.9375em;
    color: var(--muted);
  }

  .notes {
    color: var(--text);
  }

  @media screen {
    .plan:has(+ .add) :is(.details, .notes) {
      margin-inline-end: calc(-44px - 0.25em);
    }
  }

  @container (width < 19em) {
    .schedule > .list,
    .days,
    .past > details > .list:not(.days) {
      grid-template-columns: minmax(0, 1fr) auto;
    }

    .times {
      display: flex;
      flex-wrap: wrap;
      align-self: center;
      gap: 0 0.5em;
    }

    .add {
      grid-area: 1 / 2;
    }

    .plan {
      grid-column: 1 / -1;
      padding-inline-start: 0.75em;
    }

    .plan:has(+ .add) :is(.details, .notes) {
      margin-inline-end: 0;
    }
  }

  @container (min-width: 36em) {
    .rooms .list {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(16em, 1fr));
      column-gap: 3em;
    }

    .schedule > .list,
    .days {
      grid-template-columns: clamp(10em, 22cqi, 15em) fit-content(7em) minmax(0, 1fr) auto;
    }

    .day > .when {
      grid-column: 1;
      grid-row: 1 / span 2;
    }

    .day > :not(.when, details) {
      grid-column: 2 / -1;
    }

    .day > .when :is(.weekday, .date) {
      display: block;
    }

    .day > .when .separator {
      display: none;
    }

    .mark.today {
      margin: 0.6em 0 0;
    }
  }
`
