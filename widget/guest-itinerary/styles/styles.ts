import { css } from './css.ts'
import { firstScreen } from './first-screen.ts'
import { notices } from './notices.ts'

/**
 * The custom properties that a hotel may set, the colours derived from them, and the styles that every part uses. Comments are
 * here, because those inside the templates would reach the guests.
 *
 * - `:host`: without `theme` the colour scheme is inherited, so that the element is never dark on a light page. The page's own
 *   rules may match the tag too, such as those for `*`. What the sheet depends on is therefore !important.
 * - `.sheet`: text is readable with every accent and surface: the lightness of a derived colour follows the surface, its hue
 *   follows the colour that it is derived from. Text on the accent is black or white, whichever has more contrast. Browsers without
 *   relative colours use the text colour of the host. From the surrounding text the sheet inherits only font family, size and
 *   visibility. Its language is that of its own `lang` attribute.
 *   Parents that shrink to their content, such as table cells, take its intrinsic width: a query container has none of its own.
 *   Korean has spaces between words, but breaks anywhere by default.
 */
const base = css`
  :host {
    display: block;
    min-inline-size: min(100%, 18em);
    color: light-dark(#1d2326, #e9ebe9);
  }

  :host([theme=auto]) {
    color-scheme: light dark !important;
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
    --edge: clamp(min(1.25em, 8cqi), 5.5cqi, 3.5em);
    all: initial;
    -webkit-locale: revert-layer;
    display: block;
    flex: 1;
    container-type: inline-size;
    contain-intrinsic-inline-size: 18em;
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

  .sheet:lang(ko) {
    word-break: keep-all;
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

  .name {
    font-size: 1.0625em;
    font-weight: 600;
    line-height: 1.35;
  }

  .details,
  .text,
  .dates,
  .notes,
  .none,
  .advice {
    font-size: 0.9375em;
    color: var(--muted);
    text-wrap: pretty;
  }

  .unseen {
    position: absolute;
    clip-path: inset(50%);
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
    min-block-size: 44px;
    padding: 0.5em min(1.05em, 5cqi);
    font-size: min(0.9375em, 8cqi);
    overflow-wrap: break-word;
  }

  a.button {
    display: inline-grid;
    align-content: center;
  }

  :disabled {
    visibility: hidden;
  }

  .body {
    display: grid;
    gap: 2.25em;
    padding: 2em var(--edge) clamp(2.5em, 6cqi, 4em);
  }

  .body > * {
    min-inline-size: 0;
  }
`

/** The rules that the script has: those of the skeleton and of failures. Those of the stay are in `actions/overview-sheet.ts` and `actions/below-sheet.ts`. */
export const styles = [base, firstScreen, notices]
