import { html, nothing } from 'lit'
import type { Change } from './changes.ts'
import type { Translator } from './translator.ts'

/* Small templates that several parts of the stay use. */

const DEFAULT_LEVEL = 2

/** Parses `headingLevel`: a whole number from 1 to 6. Any other value counts as absent. */
export const headingLevel = (level: string | number | null | undefined): number =>
  /^[1-6]$/.test(String(level)) ? Number(level) : DEFAULT_LEVEL

interface HeadingAttributes {
  class: string
  part?: string
  tabindex?: string
}

/** A heading of a level; HTML has none below 6. A Lit template cannot have a variable tag name, so each level has its own. */
export function heading(level: number, { class: name, part, tabindex }: HeadingAttributes, content: unknown) {
  const [parts, order] = [part ?? nothing, tabindex ?? nothing]
  switch (level) {
    case 1:
      return html`<h1 class=${name} part=${parts} tabindex=${order}>${content}</h1>`
    case 2:
      return html`<h2 class=${name} part=${parts} tabindex=${order}>${content}</h2>`
    case 3:
      return html`<h3 class=${name} part=${parts} tabindex=${order}>${content}</h3>`
    case 4:
      return html`<h4 class=${name} part=${parts} tabindex=${order}>${content}</h4>`
    case 5:
      return html`<h5 class=${name} part=${parts} tabindex=${order}>${content}</h5>`
    default:
      return html`<h6 class=${name} part=${parts} tabindex=${order}>${content}</h6>`
  }
}

/** Marks what is new or changed since the last visit. */
export const changeMark = (change: Change | undefined, { words }: Translator) =>
  change ? html` <span class="mark change" part="change">${words[change]}</span>` : nothing

/** Secondary details on one line; empty ones are left out. */
export function detailLine(...details: (string | false | undefined)[]) {
  const present = details.filter(Boolean)
  return present.length
    ? html`<p class="details">${present.map(detail => html`<span><bdi>${detail}</bdi></span> `)}</p>`
    : nothing
}
