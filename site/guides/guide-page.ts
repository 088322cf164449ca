import { html } from 'lit'
import { Marked, Renderer, type Tokens } from 'marked'
import { Markup, render } from '../../worker/pages/render.ts'
import type { Section } from '../reference/layout.ts'
import { escapedMarkup } from '../reference/markdown.ts'
import { codeBlock } from '../reference/samples.ts'
import { createSlugs } from './slugs.ts'

/** The names of the languages of code, where they are not the word after the fence. */
const LANGUAGES: Record<string, string> = {
  sh: 'Shell',
  js: 'JavaScript',
  ts: 'TypeScript',
  json: 'JSON',
  text: 'Text',
}

/** A cell with nothing but a link, which a finger must find. */
const LINK_ALONE = /^<t[dh][^>]*><a (?:(?!<\/a>).)*<\/a><\/t[dh]>\s*$/s

/** A guide, and its sections in order. */
interface GuidePage {
  main: Markup
  sections: Section[]
}

/**
 * A guide as HTML, of the Markdown of the site. Its headings have the anchors that GitHub gives them. `addressOf` returns the
 * address of the page that a code names, such as an operation.
 */
export function guidePage(markdown: string, addressOf: (code: string) => string | undefined): GuidePage {
  const slugOf = createSlugs()
  const sections: Section[] = []
  let section = ''
  let isInLink = false
  /** Code that names a page is a link to it. */
  const linkedCode = (text: string) => {
    const address = isInLink ? undefined : addressOf(text)
    return render(address ? html`<a href="${address}"><code>${text}</code></a>` : html`<code>${text}</code>`)
  }
  const marked = new Marked({
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapedMarkup(text),
      codespan: ({ text }) => linkedCode(text),
      heading({ tokens, depth, text }) {
        section = plainText(text)
        if (depth === 1) return `<h1>${this.parser.parseInline(tokens)}</h1>\n`
        const id = slugOf(section)
        if (depth === 2) sections.push({ id, title: section })
        return `<h${depth} id="${id}"><a href="#${id}">${withinLink(() => this.parser.parseInline(tokens))}</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        return render(html`<a href="${href}">${new Markup(withinLink(() => this.parser.parseInline(tokens)))}</a>`)
      },
      code({ text, lang = '' }) {
        const [language = '', ...mark] = lang.split(' ')
        const request = /(?:(\d{3}) )?([A-Z]+ \/.*)/.exec(mark.join(' '))
        const caption = request
          ? `<p class="type">${request[1] ? `Response ${request[1]} of` : 'Body of'} ${linkedCode(request[2] ?? '')}</p>`
          : ''
        return caption + render(codeBlock(`${LANGUAGES[language] ?? language}, ${section}`, text))
      },
      tablecell(token) {
        const cell = Renderer.prototype.tablecell.call(this, token)
        return LINK_ALONE.test(cell) ? cell.replace('<a ', '<a class="target" ') : cell
      },
      table(token) {
        const table = new Markup(Renderer.prototype.table.call(this, token))
        return render(
          html`<div class="table" role="group" tabindex="0" aria-label="${`Table, ${section}`}">${table}</div>`,
        )
      },
    },
  })
  function withinLink(write: () => string): string {
    isInLink = true
    const text = write()
    isInLink = false
    return text
  }
  return { main: new Markup(marked.parse(markdown, { async: false })), sections }
}

/** A line of Markdown without its marks of code and links. */
export const plainText = (line: string) => line.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
