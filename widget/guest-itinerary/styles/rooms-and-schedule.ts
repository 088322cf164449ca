import { css } from 'lit'

/**
 * Rooms and schedule. Each day has a line (`.plan`) with a dot for each item. Below the button that adds an item to a calendar
 * (`.add`), the details use the full width. In a narrow column, or with large text, the times are a line above the plan.
 */
export const roomsAndSchedule = css`
  .room {
    padding-block: 1.25em;
    border-block-start: 1px solid var(--line);
  }

  .text,
  .notes {
    margin-block-start: 0.4em;
  }

  .day {
    padding-block: 1.25em 0.5em;
    border-block-start: 1px solid var(--line);
  }

  .when {
    margin-block-end: 1em;
    font-weight: 400;
    color: var(--muted);
  }

  .when .date {
    font-size: 1.1875em;
    color: var(--text);
  }

  [aria-current] .date {
    color: var(--ink);
  }

  .mark.today {
    margin-inline-start: 0.6em;
    border-color: transparent;
    background: var(--accent);
    color: var(--on-accent);
  }

  .day .list {
    display: grid;
    grid-template-columns: fit-content(7em) minmax(0, 1fr) auto;
    column-gap: 1em;
    align-content: start;
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
    font-size: 0.875em;
    font-weight: 400;
    color: var(--muted);
  }

  .plan .name {
    display: inline;
    margin-inline-end: 0.5em;
  }

  .add {
    inline-size: 2em;
    block-size: 2em;
    border: 0;
  }

  .add::before {
    content: '+';
  }

  .kind {
    font-size: 0.8125em;
    color: var(--muted);
  }

  .notes {
    color: var(--text);
  }

  @media screen {
    .plan:has(+ .add) :is(.details, .notes) {
      margin-inline-end: -3em;
    }
  }

  @media print {
    .sheet {
      color-scheme: light;
      --accent: #333;
      --surface: #fff;
      --text: #000;
      --ink: #000;
      --edge: 0px;
      font-size: 8pt;
      line-height: 1.35;
    }

    .body {
      gap: 1em;
      padding-block: 1em 0;
    }

    .logo {
      padding: 0;
      box-shadow: none;
    }

    :is(.day, .room, .moment) {
      padding-block: 0.5em;
    }

    .plan {
      padding-block-end: 0.4em;
    }

    :is(.picture, .actions, .add, .as-of, .change, .mark.today) {
      display: none;
    }

    :is(.item, .room, .when) {
      break-inside: avoid;
    }
  }

  @container (width < 19em) {
    .day .list {
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
      gap: 1.5em 3em;
    }

    .room {
      padding-block-end: 0;
    }

    .day {
      display: grid;
      grid-template-columns: clamp(10em, 22cqi, 15em) minmax(0, 1fr);
      gap: 0 1.5em;
    }

    .when :is(.weekday, .date) {
      display: block;
    }

    .when .separator {
      display: none;
    }

    .mark.today {
      margin: 0.6em 0 0;
    }
  }
`
