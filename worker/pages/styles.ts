import { EXTENDED_RANGE } from './fonts.ts'

/** Styles of the guest's page around the stay. */
export const pageStyles = `

@font-face {
  font-family: Figtree;
  src: url(/fonts/figtree.woff2) format("woff2");
  font-weight: 300 900;
  font-display: optional;
}

@font-face {
  font-family: Figtree;
  src: url(/fonts/figtree-ext.woff2) format("woff2");
  font-weight: 300 900;
  font-display: optional;
  unicode-range: ${EXTENDED_RANGE};
}

@font-face {
  font-family: Fraunces;
  src: url(/fonts/fraunces.woff2) format("woff2");
  font-weight: 400;
  font-display: optional;
}

@font-face {
  font-family: Fraunces;
  src: url(/fonts/fraunces-ext.woff2) format("woff2");
  font-weight: 400;
  font-display: optional;
  unicode-range: ${EXTENDED_RANGE};
}

:root {
  color-scheme: light dark;
  --paper: #f3efe8;
  --text: #22282a;
  --accent: #1d5a66;
}

/* Browsers that do not know light-dark(). On paper the page is light. */
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #0d1011;
    --text: #e9ebe9;
    --accent: #92cad0;
  }
}

@supports (color: light-dark(red, red)) {
  :root {
    --paper: light-dark(#f3efe8, #0d1011);
    --text: light-dark(#22282a, #e9ebe9);
    --accent: light-dark(#1d5a66, #92cad0);
  }
}

* {
  box-sizing: border-box;
}

body {
  margin: 0;
  min-block-size: 100vb;
  background: var(--paper);
  color: var(--text);
  font:
    1rem / 1.55 Figtree,
    system-ui,
    sans-serif;
  -webkit-text-size-adjust: 100%;
}

main {
  max-inline-size: 66rem;
  margin-inline: auto;
}

guest-itinerary {
  --innlet-heading-font: Fraunces, ui-serif, Georgia, serif;
  --innlet-heading-weight: 400;
  --innlet-radius: 18px;
}

/* The corners of the look are those of what is inside, too. On a narrow screen the sheet itself has none. */
guest-itinerary::part(sheet) {
  min-block-size: 100vb;
  border-radius: 0;
}

/* The button that deletes the saved copy. */
.kept {
  padding: 1.25rem 1.5rem 1.5rem;
  text-align: center;
  font-size: 0.9375rem;
}

.kept button {
  min-block-size: 44px;
  padding: 0.6rem 0.9rem;
  border: 0;
  border-radius: 99px;
  background: none;
  font: inherit;
  color: inherit;
  text-decoration: underline;
  text-decoration-color: color-mix(in oklab, currentColor 45%, transparent);
  text-underline-offset: 0.25em;
  cursor: pointer;
}

.kept button:hover {
  text-decoration-color: currentColor;
}

.kept button:focus-visible {
  outline: 2px solid var(--accent);
}

.kept button[aria-disabled=true] {
  text-decoration: none;
  opacity: 0.75;
  cursor: default;
}

.kept p {
  margin: 0;
  text-wrap: balance;
}

.kept [role=status] {
  min-block-size: 1.55em;
}

/* Messages of the page: the link is dead, or the page needs a script. */
.notice {
  max-inline-size: 34rem;
  margin-inline: auto;
  padding: 22vb 1.5rem 4rem;
  text-align: center;
  text-wrap: balance;
}

.notice h1 {
  margin: 0 0 0.75rem;
  font:
    400 clamp(1.5rem, 1.2rem + 1.5vi, 2rem) / 1.2 Fraunces,
    ui-serif,
    Georgia,
    serif;
}

.notice p {
  margin: 0;
}

.notice p + p {
  margin-block-start: 0.5rem;
}

/* The hotel of a dead link, and its telephone number. */
.notice .call {
  margin-block-start: 1.5rem;
}

.call > * {
  display: block;
}

.call a {
  padding-block: 0.6rem;
  font-weight: 600;
  color: var(--accent);
  text-underline-offset: 0.25em;
}

.call[hidden] {
  display: none;
}

@media (min-width: 48rem) {
  main {
    padding: clamp(1.5rem, 5vi, 4rem) clamp(1.5rem, 4vi, 3rem);
  }

  guest-itinerary::part(sheet) {
    min-block-size: 0;
    border-radius: var(--innlet-radius);
    box-shadow:
      0 1px 2px rgb(60 45 20 / 0.06),
      0 18px 48px rgb(60 45 20 / 0.07);
  }
}

/* Hide what only a script fills. */
@media (scripting: none) {
  guest-itinerary::part(share),
  guest-itinerary::part(print),
  guest-itinerary::part(driver),
  guest-itinerary::part(days),
  guest-itinerary::part(strip),
  guest-itinerary::part(copy),
  guest-itinerary::part(wifi-button) {
    display: none;
  }
}

/* Print without the frame, on one sheet. */
@page {
  margin: 14mm;
}

@media print {
  body {
    min-block-size: 0;
    background: none;
  }

  .kept {
    display: none;
  }

  main {
    max-inline-size: none;
    padding: 0;
  }

  guest-itinerary {
    font-size: 9pt;
    line-height: 1.35;
  }

  guest-itinerary::part(sheet) {
    min-block-size: 0;
    border-radius: 0;
    box-shadow: none;
  }
}
`
