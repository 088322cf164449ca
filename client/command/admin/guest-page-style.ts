/** The style sheet of the page of a guest, on screens and on paper. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#26221d, #ece7df);
  --muted: light-dark(#6b6259, #a89f94);
  --line: light-dark(#e2dbd1, #443d36);
  font: 1rem/1.5 system-ui, sans-serif;
  color: var(--ink);
  background: light-dark(#fff, #1d1a17);
}
* { box-sizing: border-box; }
body { max-width: 68rem; margin: 0 auto; padding: clamp(1.25rem, 5vw, 4rem); overflow-wrap: anywhere; }
h1, h2 { font-family: ui-serif, Georgia, serif; font-weight: 500; line-height: 1.2; text-wrap: balance; }
h1 { font-size: clamp(1.75rem, 5vw, 2.5rem); margin: 0 0 1rem; }
h2 { font-size: clamp(1.35rem, 4vw, 1.75rem); margin: 3.5rem 0 1rem; padding-top: 1.25rem; border-top: 2px solid; }
h3 { font-size: 1rem; font-weight: 600; margin: 0 0 0.5rem; }
p { margin: 0 0 0.5rem; max-width: 42rem; color: var(--muted); }
a { color: inherit; text-underline-offset: 0.2em; }
nav ol { margin: 1.5rem 0 0; padding: 0; list-style: none; }
nav a { display: inline-block; padding-block: 0.35rem; }
section section { border-top: 1px solid var(--line); padding: 1.25rem 0; }
h3 + p { font-size: 0.875rem; margin-top: -0.5rem; }
article { break-inside: avoid; }
article + article { margin-top: 1rem; padding-top: 1rem; border-top: 1px dotted var(--line); }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(8.5rem, 100%), 1fr)); gap: 0.75rem 1.5rem; margin: 0; }
dt { font-size: 0.8125rem; color: var(--muted); }
dd { margin: 0; text-align: left; white-space: pre-wrap; font-variant-numeric: tabular-nums; }
div:has(> dd > dl, > dd > ul, > dd > p) { grid-column: 1 / -1; }
dd > p { margin: 0; color: inherit; text-align: start; }
dd > ul { margin: 0; padding-inline: 1.25rem; white-space: normal; }
dd > ul > li { text-align: start; white-space: pre-wrap; }
dd small { color: var(--muted); }
details { border-top: 1px solid var(--line); }
summary { padding-block: 0.75rem; color: var(--muted); cursor: pointer; }
details h3, details h3 + p { font-size: 0.8125rem; }
details section { padding-block: 0.75rem; }
details dl, dd dl { display: flex; flex-wrap: wrap; gap: 0 1rem; font-size: 0.8125rem; color: var(--muted); }
details dl div, dd dl div { display: flex; gap: 0.4em; }
details dt::after, dd dt::after { content: ":"; }
details dt, dd dt { flex: none; }
footer { margin-top: 3.5rem; padding-top: 1.25rem; border-top: 2px solid; }
@media (min-width: 56rem) {
  section section { display: grid; grid-template-columns: 13rem 1fr; gap: 2rem; }
  dl { grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); }
}
@media print {
  :root { color-scheme: light; font-size: 10pt; }
  @page { margin: 18mm; }
  body { max-width: none; padding: 0; }
  h2, h3 { break-after: avoid; }
  main > section + section { break-before: page; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`
