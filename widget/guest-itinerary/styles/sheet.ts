import { css } from './css.ts'

/** The ground: what a hotel may choose, what is mixed from it, and what every part uses. */
export const sheet = css`
  /* Pages that style everything style our tag, too: what the sheet needs of it holds, wherever the page lets it stand. */
  :host {
    display: block;
    min-inline-size: min(100%, 18em);
    color-scheme: light dark !important;
    color: light-dark(#1d2326, #e9ebe9);
  }

  :host([theme=light]) {
    color-scheme: light !important;
  }

  :host([theme=dark]) {
    color-scheme: dark !important;
  }

  :host([hidden]) {
    display: none !important;
  }

  *,
  ::before,
  ::after {
    box-sizing: border-box;
    margin: 0;
    padding: 0;
  }

  /*
   * Whatever colours a hotel has chosen: how light a tone is follows the surface, so that it can be read there, and its hue follows
   * what it comes from. What is written on the accent is black or white, whichever stands out more. A browser that cannot reckon
   * with colours writes all of it in the colour of the host above. Of the text around, the sheet takes the font and its size, and hides
   * where that is hidden. Its language is that of its own attribute.
   */
  .sheet {
    --accent: var(--innlet-accent, light-dark(#1d5a66, #92cad0));
    --surface: var(--innlet-surface, light-dark(#fff, #15191b));
    --text: var(--innlet-text, oklch(from var(--surface) calc(0.25 + 0.7 * clamp(0, (0.6 - l) * 99, 1)) 0.01 h));
    --tone: oklch(from var(--surface) calc(0.45 + 0.36 * clamp(0, (0.6 - l) * 99, 1)) none none);
    --muted: color-mix(in oklch, var(--text) 1%, var(--tone));
    --ink: color-mix(in oklch, var(--accent) 1%, var(--tone));
    --on-accent: color(from var(--accent) xyz calc((0.18 - y) * 99) calc((0.18 - y) * 99) calc((0.18 - y) * 99));
    --line: color-mix(in oklab, var(--text) 14%, var(--surface));
    --wash: color-mix(in oklab, var(--accent) 9%, var(--surface));
    --radius: var(--innlet-radius, 14px);
    --edge: clamp(1.25em, 5.5cqi, 3.5em);
    all: initial;
    -webkit-locale: revert-layer;
    display: block;
    flex: 1;
    container-type: inline-size;
    box-sizing: border-box;
    position: relative;
    overflow: clip;
    visibility: inherit;
    pointer-events: inherit;
    color-scheme: inherit;
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--text);
    font-family: var(--innlet-font, inherit);
    font-size: inherit;
    line-height: 1.55;
    overflow-wrap: anywhere;
    font-variant-numeric: lining-nums tabular-nums;
    -webkit-text-size-adjust: 100%;
  }

  .title,
  .date,
  .heading,
  .message {
    font-family: var(--innlet-heading-font, inherit);
    font-weight: var(--innlet-heading-weight, 500);
    line-height: 1.15;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }

  .heading {
    margin-block-end: 0.8em;
    font-size: 1.35em;
  }

  .name {
    font-size: 1.0625em;
    font-weight: 600;
    line-height: 1.35;
  }

  .list {
    list-style: none;
  }

  .facts,
  .text,
  .dates,
  .notes,
  .none,
  .advice {
    font-size: 0.9375em;
    color: var(--muted);
    text-wrap: pretty;
  }

  /* A dot before each fact; what begins a line is pulled out of sight with its dot. */
  .facts {
    overflow-x: clip;
  }

  .facts span {
    display: inline-block;
    position: relative;
    inset-inline-start: -0.75em;
    padding-inline-start: 0.75em;
  }

  .facts span::before {
    content: '·';
    position: absolute;
    inset-inline-start: 0.1em;
  }

  .mark {
    display: inline-block;
    padding: 0.1em 0.75em;
    border: 1px solid var(--line);
    border-radius: 99px;
    font-size: 0.8125em;
    font-weight: 500;
    line-height: 1.6;
    color: var(--muted);
  }

  .status::before,
  .plan::before {
    content: '';
    inline-size: 7px;
    block-size: 7px;
    border-radius: 50%;
    background: currentColor;
  }

  .unseen {
    position: absolute;
    clip-path: inset(50%);
  }

  :focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 3px;
  }

  .title:focus {
    outline: none;
  }

  .button,
  .add {
    border: 1px solid color-mix(in oklab, var(--ink) 45%, var(--surface));
    border-radius: 99px;
    background: none;
    font: inherit;
    font-weight: 600;
    line-height: 1.5;
    color: var(--ink);
    text-decoration: none;
    cursor: pointer;
  }

  .button {
    padding: 0.5em 1.05em;
    font-size: 0.9375em;
  }

  :is(.button, .add):hover {
    background: var(--wash);
  }

  :disabled {
    visibility: hidden;
  }

  .as-of,
  .change {
    background: var(--wash);
    color: var(--ink);
  }

  /* It comes and goes over what is there: nothing makes room for it. */
  .as-of {
    position: relative;
    z-index: 1;
    margin-block-end: -2em;
    padding-inline: var(--edge);
    font-size: 0.8125em;
    line-height: 2;
  }

  .change {
    border-color: transparent;
    font-family: inherit;
    white-space: nowrap;
  }

  .body {
    display: grid;
    gap: 3em;
    padding: 2.75em var(--edge) clamp(2.5em, 6cqi, 4em);
  }

  .body > * {
    min-inline-size: 0;
  }
`
