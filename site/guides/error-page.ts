import { html, nothing } from 'lit'
import { Marked, type Tokens } from 'marked'
import { ERRORS } from '../../worker/errors.ts'
import { type ApiDocument, type Endpoint, endpointsOf, resolve } from '../reference/document.ts'
import { addressOfOperation, nameOf } from '../reference/groups.ts'
import { inlineMarkdown } from '../reference/markdown.ts'
import { plainText } from './guide-page.ts'
import type { SiteGuide } from './site-guides.ts'
import { createSlugs } from './slugs.ts'

/** What to do after an error, in Markdown, and the section of the guide that says so. */
interface Advice {
  text: string
  title: string
  address: string
}

/** Up to this number of operations are named with a code. */
const MAX_OPERATIONS = 8

/** The page of all error codes by status: their meaning, and what the tables of the guides say to do. */
export function errorPage(guides: readonly SiteGuide[], document: ApiDocument) {
  const advice = adviceByCode(guides)
  const operations = operationsByCode(document)
  const codes = Object.entries(ERRORS)
  const statuses = [...new Set(codes.map(([, { status }]) => status))].sort()
  return html`
    <h1>Errors</h1>
    <p>
      Every error code, by status. Decide by the status and the code: the text of an error may change. A refused request
      changes nothing.
    </p>
    ${statuses.map(
      status => html`
        <section aria-labelledby="${`status-${status}`}">
          <h2 id="${`status-${status}`}"><a href="${`#status-${status}`}">${status}</a></h2>
          <ul class="fields">${codes
            .filter(([, each]) => each.status === status)
            .map(([code, { meaning }]) => errorItem(code, meaning, advice.get(code), operations.get(code) ?? []))}</ul>
        </section>
      `,
    )}
  `
}

const errorItem = (code: string, meaning: string, advice: Advice | undefined, operations: readonly Endpoint[]) => html`
    <li id="${code}">
      <p><a href="${`#${code}`}"><code class="name">${code}</code></a></p>
      <p>${inlineMarkdown(meaning)}</p>
      ${
        advice
          ? html`<p>What to do: ${inlineMarkdown(advice.text)}. See <a href="${advice.address}">${advice.title}</a>.</p>`
          : nothing
      }
      ${
        operations.length && operations.length <= MAX_OPERATIONS
          ? html`<p>Operations: ${operations.map((each, i) => html`${i ? ', ' : ''}<a href="${addressOfOperation(each)}">${nameOf(each)}</a>`)}.</p>`
          : nothing
      }
    </li>
  `

/** The operations that respond with each code. */
function operationsByCode(document: ApiDocument): Map<string, Endpoint[]> {
  const found = new Map<string, Endpoint[]>()
  for (const endpoint of endpointsOf(document)) {
    const descriptions = Object.values(endpoint.responses).map(response => resolve(response, document).description)
    for (const code of descriptions.join('\n').match(/(?<=`)[A-Z_]{5,}(?=`: )/g) ?? [])
      found.set(code, [...(found.get(code) ?? []), endpoint])
  }
  return found
}

const marked = new Marked()

/** The tables with a column *What to do*. A row for few codes has precedence, then a later one: that of the API over that of tokens. */
export function adviceByCode(guides: readonly SiteGuide[]): Map<string, Advice> {
  const found = new Map<string, Advice & { codes: number }>()
  for (const guide of guides) {
    const slugOf = createSlugs()
    let place = { title: guide.title, address: guide.address }
    for (const token of marked.lexer(guide.markdown)) {
      if (token.type === 'heading' && token.depth > 1) {
        place = { title: guide.title, address: `${guide.address}#${slugOf(plainText(token.text))}` }
      }
      if (token.type === 'table') for (const row of adviceRows(token as Tokens.Table)) add({ ...row, ...place })
    }
  }
  function add({ codes, ...advice }: Advice & { codes: string[] }) {
    for (const code of codes) {
      if ((found.get(code)?.codes ?? Number.POSITIVE_INFINITY) >= codes.length)
        found.set(code, { ...advice, codes: codes.length })
    }
  }
  return found
}

function adviceRows({ header, rows }: Tokens.Table): { codes: string[]; text: string }[] {
  const columnOf = (name: RegExp) => header.findIndex(({ text }) => name.test(text))
  const [code, advice] = [columnOf(/code/i), columnOf(/^What to do$/)]
  if (code < 0 || advice < 0) return []
  return rows.map(row => ({
    codes: row[code]?.text.match(/\b[A-Z_]{5,}\b/g) ?? [],
    text: row[advice]?.text ?? '',
  }))
}
