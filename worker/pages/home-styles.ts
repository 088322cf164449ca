/** Styles of the home page, in addition to those of every page (styles.ts). It looks like the page for hotels. */
export const homeStyles = `

:root {
  --card: light-dark(#fffdf9, #171b1d);
  --quiet: light-dark(#596265, #a3abab);
  --line: light-dark(#ddd6c9, #2c3335);
  --edge: clamp(1.25rem, 4vi, 3.5rem);
}

main {
  max-inline-size: 84rem;
  padding: 1.5rem var(--edge) clamp(1.5rem, 4vi, 2.5rem);
}

h1,
h2 {
  margin: 0;
  font-family: Fraunces, ui-serif, Georgia, serif;
  font-weight: 400;
  line-height: 1.15;
  text-wrap: balance;
}

h1 {
  max-inline-size: 20ch;
  font-size: clamp(2rem, 1.4rem + 2.6vi, 3.25rem);
  line-height: 1.06;
}

h2 {
  font-size: 1.5rem;
}

h3 {
  margin: 0 0 0.25rem;
  font-size: 1rem;
  font-weight: 600;
}

p,
ul,
ol {
  margin: 0;
  padding: 0;
  list-style: none;
}

a {
  color: var(--accent);
  text-underline-offset: 0.2em;
}

:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 3px;
  border-radius: 4px;
}

code {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  font-size: 0.9em;
  color: var(--text);
  overflow-wrap: anywhere;
}

.brand {
  margin-block-end: clamp(2rem, 5vi, 3.5rem);
  font-weight: 600;
}

.lead {
  max-inline-size: 36rem;
  margin-block-start: 1rem;
  font-size: 1.0625rem;
  color: var(--quiet);
  text-wrap: pretty;
}

.for {
  margin-block-end: 0.6rem;
  font-size: 0.875rem;
  font-weight: 600;
  color: var(--quiet);
}

.cards {
  display: grid;
  gap: 1rem;
  margin-block: clamp(2.25rem, 5vi, 3.5rem) 1rem;
}

.card,
.guests {
  position: relative;
  padding: 1.5rem;
  border: 1px solid var(--line);
  border-radius: 14px;
  background: var(--card);
}

.card {
  display: flex;
  flex-direction: column;
}

h2 + p,
.steps p {
  color: var(--quiet);
  text-wrap: pretty;
}

h2 + p {
  margin-block-start: 0.6rem;
}

.path {
  margin-block-start: auto;
  padding-block-start: 1.25rem;
  font-size: 0.875rem;
}

.path code {
  color: var(--quiet);
}

.card h2 a {
  text-decoration: none;
}

.card h2 a::after {
  content: "";
  position: absolute;
  inset: 0;
  border-radius: inherit;
}

.card:hover {
  border-color: var(--accent);
}

.card h2 a:hover {
  text-decoration: underline;
  text-decoration-thickness: 1px;
}

.card .also {
  position: relative;
}

.guests {
  display: grid;
  gap: 2rem;
}

.steps {
  display: grid;
  gap: 1.25rem;
  counter-reset: step;
}

.steps li {
  position: relative;
  padding-inline-start: 2.75rem;
  counter-increment: step;
}

.steps li::before {
  content: counter(step);
  position: absolute;
  inset-inline-start: 0;
  inline-size: 1.75rem;
  block-size: 1.75rem;
  border: 1px solid color-mix(in oklab, var(--accent) 45%, var(--card));
  border-radius: 50%;
  font-size: 0.875rem;
  font-weight: 600;
  line-height: 1.65rem;
  text-align: center;
  color: var(--accent);
}

.colophon {
  display: flex;
  flex-wrap: wrap;
  gap: 0.35rem 2rem;
  justify-content: space-between;
  margin-block-start: 2rem;
  font-size: 0.875rem;
  color: var(--quiet);
}

@media (min-width: 48rem) {
  .cards {
    grid-template-columns: repeat(3, 1fr);
  }

  .guests {
    padding: 2rem;
  }
}

@media (min-width: 64rem) {
  .card {
    padding: 1.75rem 2rem 2rem;
  }

  .guests {
    grid-template-columns: 2fr 3fr;
    gap: 4rem;
    padding: 2rem 2rem 2.25rem;
  }
}
`
