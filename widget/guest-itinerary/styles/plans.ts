import { css } from './css.ts'

/** Rooms, and the days with their plans. */
export const plans = css`
  .room {
    padding-block: 1.25em;
    border-block-start: 1px solid var(--line);
  }

  .rooms .list .room:last-child {
    padding-block-end: 0;
  }

  .room .dates {
    color: var(--text);
  }

  .room .text {
    margin-block-start: 0.5em;
  }

  .day {
    padding-block: 1.25em 1.5em;
    border-block-start: 1px solid var(--line);
  }

  .day:last-child {
    padding-block-end: 0;
  }

  .when {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.25em 0.75em;
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
    border-color: transparent;
    background: var(--accent);
    color: var(--surface);
  }

  .day .list {
    display: grid;
    grid-template-columns: fit-content(7em) minmax(0, 1fr);
    column-gap: 1.25em;
    align-content: start;
  }

  .item {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    padding-block: 0.6em;
  }

  .item:first-child {
    padding-block-start: 0;
  }

  .times {
    line-height: 1.45;
    font-weight: 600;
  }

  .times time {
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

  .kind {
    font-size: 0.8125em;
    color: var(--muted);
  }

  .notes {
    margin-block-start: 0.35em;
    padding-inline-start: 0.9em;
    border-inline-start: 2px solid var(--line);
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
      grid-template-columns: minmax(0, 10em) minmax(0, 1fr);
      gap: 0 1.5em;
    }

    .when {
      display: block;
    }

    .when :is(.weekday, .date) {
      display: block;
    }

    .mark.today {
      margin-block-start: 0.6em;
    }
  }

  @container (min-width: 54em) {
    .day {
      grid-template-columns: minmax(0, 15em) minmax(0, 1fr);
    }

    .day .list {
      column-gap: 2em;
    }
  }
`
