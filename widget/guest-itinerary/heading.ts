import { html, nothing } from './template.ts'

/** The level of the title where the page does not say. */
const USUAL = 2

/** `heading-level` as a page writes it: a whole number from 1 to 6; anything else is as if it were absent. */
export const headingLevel = (written: string | null | undefined): number =>
  /^[1-6]$/.test(written ?? '') ? Number(written) : USUAL

interface Names {
  class: string
  part?: string
  tabindex?: string
}

/** A heading of a level; HTML has none below 6. A template cannot choose a tag, so that each level has its own. */
export function heading(level: number, { class: name, part, tabindex }: Names, content: unknown) {
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
