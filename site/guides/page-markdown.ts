import Turndown from 'turndown'
import { render } from '../../worker/pages/render.ts'

const turndown = new Turndown({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced' })

/** Text is not escaped: the places that the Worker fills in stay as they are, and a tool reads it as it is. */
turndown.escape = text => text
turndown.remove(['button', 'form', 'dialog'])
turndown.addRule('without the forms', { filter: node => node.classList.contains('try'), replacement: () => '' })
turndown.addRule('code', {
  filter: 'pre',
  replacement: (_, node) => `\n\n\`\`\`\n${node.textContent?.trimEnd()}\n\`\`\`\n\n`,
})
/** A link within the page is text: the Markdown has no anchors. A link to another page leads to its Markdown. */
turndown.addRule('links', {
  filter: 'a',
  replacement: (text, node) => {
    const [page = '', anchor] = (node as unknown as HTMLElement).getAttribute('href')?.split('#') ?? []
    if (!page) return text
    const isPage = page.startsWith('/docs/')
    return `[${text}](${page.startsWith('/') ? '{PUBLIC_URL}' : ''}${page}${isPage ? '.md' : ''}${anchor ? `#${anchor}` : ''})`
  },
})
turndown.addRule('folded parts', {
  filter: 'summary',
  replacement: text => `\n\n**${text.trim()}**\n\n`,
})
/** A cell is on one line. The first row is the head. */
turndown.addRule('tables', {
  filter: 'table',
  replacement: (_, node) => {
    const rows = Array.from((node as unknown as HTMLTableElement).querySelectorAll('tr'), row =>
      Array.from(row.querySelectorAll('th, td'), cell => turndown.turndown(cell.innerHTML).replaceAll('|', '\\|')),
    )
    const [head = [], ...others] = rows
    const lines = [head, head.map(() => '---'), ...others].map(cells => `| ${cells.join(' | ')} |`)
    return `\n\n${lines.join('\n')}\n\n`
  },
})

/** A page of the site as Markdown, of the same content. */
export const pageMarkdown = (main: unknown) => `${turndown.turndown(render(main))}\n`
