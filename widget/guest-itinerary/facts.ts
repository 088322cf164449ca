import { html, nothing } from './template.ts'

/** What there is to say, in one quiet line; empty words are left out. */
export function facts(...words: (string | false | undefined)[]) {
  const said = words.filter(Boolean)
  return said.length ? html`<p class="facts">${said.map(word => html`<span><bdi>${word}</bdi></span> `)}</p>` : nothing
}
