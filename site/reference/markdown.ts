import { nothing } from 'lit'
import { Marked, Renderer, type Tokens } from 'marked'
import { Markup } from '../../worker/pages/render.ts'

/** HTML in Markdown, as text. */
export const escapedMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Descriptions contain no HTML: a `<` is text. Headings have the address of their text: `#identity`. A wide table scrolls in a box of
 * its own, also by the keyboard.
 */
const marked = new Marked({
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapedMarkup(text),
    heading({ tokens, depth, text }) {
      const id = text.toLowerCase().replace(/\W+/g, '-')
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>`
    },
    table(token) {
      return `<div class="table" role="group" tabindex="0" aria-label="Table">${Renderer.prototype.table.call(this, token)}</div>`
    },
  },
})

/** A description; nothing where there is none. */
export const markdown = (text = '') => (text ? new Markup(marked.parse(text, { async: false })) : nothing)

/** Markdown without a paragraph around it. */
export const inlineMarkdown = (text: string) => new Markup(marked.parseInline(text, { async: false }))
