import { css } from './css.ts'

/** The skeleton and the failures. Forced colours show no shapes: there the words of the loading state are visible. */
export const notices = css`
  .failure {
    display: grid;
    justify-items: center;
    align-content: center;
    gap: 0.5em;
    min-block-size: 24em;
    padding: 3em var(--edge);
    text-align: center;
  }

  .message {
    font-size: clamp(1.35em, 1.1em + 1.4cqi, 1.75em);
  }

  .failure > * {
    max-inline-size: 28em;
    text-wrap: balance;
  }

  .failure .button {
    margin-block-start: 1.25em;
  }

  [aria-busy=true] {
    min-block-size: 96em;
  }

  .bone {
    background: color-mix(in oklab, var(--text) 7%, var(--surface));
  }

  .bone {
    border: 1px solid transparent;
  }

  span.bone {
    display: block;
    inline-size: 9em;
    max-inline-size: 80%;
    block-size: 1em;
    margin-block: 0.3em;
    border-radius: 6px;
  }

  span.long {
    inline-size: 14em;
  }

  span.tall {
    block-size: 2.25em;
  }

  span.block {
    inline-size: 100%;
    max-inline-size: none;
    block-size: 7em;
    margin-block: 1.5em;
  }

  @media (forced-colors: active) {
    .live:has(+ [aria-busy=true]) {
      position: static;
      clip-path: none;
      padding: 2em;
    }
  }

  @keyframes pulse {
    to {
      opacity: 0.45;
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    .bone {
      animation: pulse 1.8s ease-in-out infinite alternate;
    }
  }
`
