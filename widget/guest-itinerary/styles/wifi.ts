/** Rules for the Wi-Fi. The element loads them together with those for paper. */
export const WIFI = `
  .place + .wifi {
    margin-block-start: 1.75em;
  }

  .wifi dl {
    display: grid;
    gap: 0.35em;
    margin-block: 0.5em 1em;
  }

  .wifi bdi {
    white-space: pre-wrap;
  }

  .password {
    font-family: ui-monospace, monospace;
  }

  @container (min-width: 36em) {
    .contacts + .wifi {
      margin-block-start: 1.75em;
    }
  }
`
