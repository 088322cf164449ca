import { css } from './css.ts'

/**
 * The places of the first screen, which the skeleton fills: picture, title, what is now, and the dates. From 48em on, the dates are
 * beside what is now.
 */
export const firstScreen = css`
  .picture {
    block-size: min(max(30cqi, 7em), 200px);
    background: var(--wash);
  }

  .head {
    padding: clamp(1.25em, 4.5cqi, 3em) var(--edge) 0;
  }

  .title {
    font-size: clamp(1.25em, 0.95em + 1.4cqi, 2em);
  }

  .guest {
    margin-block-start: 0.35em;
    font-size: 1.125em;
    color: var(--muted);
  }

  .marks {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em 0.75em;
    margin-block-start: 0.7em;
  }

  .stay {
    display: flex;
    flex-wrap: wrap;
    column-gap: 1.5em;
    overflow: clip;
    margin: clamp(1.25em, 3.5cqi, 2.25em) var(--edge) 0;
    border-block: 1px solid var(--line);
  }

  .moment {
    flex: 1 0 0;
    max-inline-size: 100%;
    padding-block: 1em;
    overflow-wrap: break-word;
  }

  .now,
  .cancelled {
    margin: 1.25em var(--edge) 0;
    padding: 1em min(1.15em, 5cqi) 1.1em;
    border: 1px solid transparent;
    border-radius: calc(var(--radius) * 0.7);
    background: var(--wash);
  }

  @container (min-width: 36em) {
    .stay {
      flex-wrap: nowrap;
    }
  }

  @media screen {
    @container (min-width: 48em) {
      .beside {
        display: grid;
        grid-template: auto 1fr / minmax(0, 3fr) minmax(0, 2fr);
        column-gap: 2.5em;
        margin: 1.25em var(--edge) 0;
      }

      .beside > * {
        margin: 0;
      }

      .beside > .shortcuts {
        align-self: start;
        margin: 0.75em 0 0;
      }

      .beside > .stay {
        grid-area: 1 / 2 / span 2;
        flex-flow: column;
        align-self: start;
      }

      .beside .moment {
        flex: none;
      }

      .beside .departure,
      .beside .nights {
        border-block-start: 1px solid var(--line);
      }

      .beside .nights {
        order: 1;
        padding-block: 0.2em;
        background: none;
      }
    }
  }
`
