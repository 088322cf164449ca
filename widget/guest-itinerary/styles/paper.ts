/**
 * Rules for paper: black on white, without what is pressed. The notes are open, and side by side; the days are in two columns, each of them open. The element loads them
 * after its first update.
 */
export const PAPER = `
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

    .head {
      padding: 0;
    }

    .logo {
      float: inline-end;
      padding: 0;
      box-shadow: none;
    }

    .title {
      font-size: 1.5em;
    }

    .stay {
      margin-block-start: 1em;
    }

    .moment .date {
      font-size: 1.5em;
    }

    .heading {
      margin-block-end: 0.4em;
    }

    :is(.day, .room, .moment) {
      padding-block: 0.4em;
    }

    .schedule > .list {
      display: block;
      columns: 2;
      column-gap: 3em;
    }

    .day {
      display: block;
    }

    .day .list {
      grid-template-columns: fit-content(7em) minmax(0, 1fr);
      column-gap: 1em;
      padding: 0;
    }

    .plan {
      padding-block-end: 0.4em;
    }

    .day .when,
    .day summary {
      margin-block-end: 0.4em;
      padding: 0;
    }

    .day .when :is(.weekday, .date, .separator) {
      display: inline;
      font-size: 1em;
    }

    .day summary {
      min-block-size: 0;
    }

    .now:not([data-state=pending]),
    :is(.picture, .actions, .shortcuts, .strip, .add, .copy, .as-of, .changes, .change, .was, .removed, .mark.today, .folded),
    summary::after {
      display: none;
    }

    .types > :is(.name, .text) {
      display: inline;
      margin-inline-end: 0.5em;
    }

    .hotels {
      gap: 1em;
    }

    .ways,
    .titles {
      display: none;
    }

    .contact {
      min-block-size: 0;
      padding-block: 0;
    }

    .contact .value {
      font-weight: 400;
    }

    :is(.place, .place + .contacts) {
      padding-block: 0.5em;
    }

    .hotel > * + :is(.note, .wifi) {
      margin: 0;
    }

    .note summary {
      padding-block: 0.5em 0.25em;
    }

    .note .text {
      margin-block-end: 0.5em;
    }

    :is(.hotel > .note:has(~ .note)),
    .note ~ .note {
      grid-column: auto;
    }

    .wifi:not(:has(dl)) {
      display: none;
    }

    .wifi dl {
      gap: 0;
      margin-block: 0.25em 0;
    }

    .wifi svg {
      float: inline-start;
      inline-size: 22mm;
      margin-inline-end: 1em;
    }

    .ways + .written {
      margin: 0;
    }

    :is(.day, .item, .room, .when, .wifi) {
      break-inside: avoid;
    }

    .when {
      break-after: avoid;
    }

    ::details-content {
      content-visibility: visible;
      block-size: auto;
    }
  }
`
