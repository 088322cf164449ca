import { html, nothing, type TemplateResult } from 'lit'
import type { Change } from './changes.ts'
import type { Translator } from './translator.ts'
import { asAttribute } from './untrusted.ts'

/* Small templates that several parts of the stay use. */

const DEFAULT_LEVEL = 2

/** Parses `headingLevel`: a whole number from 1 to 6. Any other value counts as absent. */
export const headingLevel = (level: unknown): number =>
  /^[1-6]$/.test(asAttribute(level) ?? '') ? Number(level) : DEFAULT_LEVEL

interface HeadingAttributes {
  class: string
  part?: string
  tabindex?: string
  id?: string
}

/** The id of the heading that names the whole. */
export const TITLE = 'title'

/** A heading of a level; HTML has none below 6. A Lit template cannot have a variable tag name, so each level has its own. */
export function heading(level: number, { class: name, part, tabindex, id }: HeadingAttributes, content: unknown) {
  const [parts, order, own] = [part ?? nothing, tabindex ?? nothing, id ?? nothing]
  switch (level) {
    case 1:
      return html`<h1 class=${name} part=${parts} tabindex=${order} id=${own}>${content}</h1>`
    case 2:
      return html`<h2 class=${name} part=${parts} tabindex=${order} id=${own}>${content}</h2>`
    case 3:
      return html`<h3 class=${name} part=${parts} tabindex=${order} id=${own}>${content}</h3>`
    case 4:
      return html`<h4 class=${name} part=${parts} tabindex=${order} id=${own}>${content}</h4>`
    case 5:
      return html`<h5 class=${name} part=${parts} tabindex=${order} id=${own}>${content}</h5>`
    default:
      return html`<h6 class=${name} part=${parts} tabindex=${order} id=${own}>${content}</h6>`
  }
}

/** Marks what is new or changed since the last visit, with its former time, and its day if it was another one. */
export const changeMark = (change: Change | undefined, { words, time, shortDay }: Translator) =>
  change && change.kind !== 'removed'
    ? html` <span class="mark change" part="change">${words[change.kind]}</span>${
        change.was || change.wasDay !== undefined
          ? html` <span class="was" part="was">${phrase(words.was, html`${change.wasDay === undefined ? nothing : `${shortDay(change.wasDay)} `}${change.was ? clockTime(change.was, time(change.was)) : nothing}`)}</span>`
          : nothing
      }`
    : nothing

/** The id of an entry that a button jumps to. */
export const changeId = (change: Change | undefined) => change?.id ?? nothing

/** Secondary details on one line; empty ones are left out. */
export function detailLine(...details: unknown[]) {
  const present = details.filter(Boolean)
  return present.length ? html`<p class="details">${present.map(detail => html`<span>${detail}</span> `)}</p>` : nothing
}

/** The hotel's own text, as written: its language is unknown, and its direction does not change the text around it. */
export const asWritten = (text: string) => text && html`<bdi lang="">${text}</bdi>`

/** A phrase with content in place of its `#`. */
export function phrase(words: string, content: unknown) {
  const [before, after = ''] = words.split('#')
  return html`${before}${content}${after}`
}

/** `hotel.example/rooms` of `https://www.hotel.example/rooms`. */
export const withoutScheme = (address: string) => address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

/** May break after `@`, dots and slashes only, so that no word breaks. */
export const breakable = (address: string): TemplateResult[] =>
  (address.match(/[^@./]*[@./]|[^@./]+/g) ?? []).map(part => html`${part}<wbr />`)

/** A time of day; `datetime` only where the text is one. */
export const clockTime = (text: string, shown: string) =>
  html`<time datetime=${/^\d\d:\d\d/.test(text) ? text.slice(0, 5) : nothing}>${shown}</time>`
