import { html, nothing } from 'lit'
import { render } from '../../../worker/pages/render.ts'
import { credentialsDialog } from './credentials-dialog.ts'
import { type Endpoint, slugOf } from './document.ts'
import type { ReportPage } from './report-pages.ts'

/** A group of operations: a tag, and its page. */
export interface Group {
  name: string
  description: string | undefined
  endpoints: Endpoint[]
}

interface Layout {
  title: string
  description: string
  groups: Group[]
  reports: readonly ReportPage[]
  /** What the page is about; undefined: it is the first page. */
  current?: Group | ReportPage
  main: unknown
}

export const addressOfGroup = ({ name }: Group) => `/docs/${slugOf(name)}`

/** A complete page. `{PUBLIC_URL}`, `{AUDIENCE}` and the limits are filled in by the Worker (worker/reference/page.ts). */
export function layout({ title, description, main, ...contents }: Layout): string {
  const page = html`
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>${title}</title>
        <meta name="description" content="${description}">
        <link rel="icon" href="/favicon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="/docs/reference.css">
        <script type="module" src="/docs/reference.js"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <p class="brand"><a href="/">Innlet</a> <a href="/docs">API reference</a></p>
          <search class="scripted">
            <label for="search">Search</label>
            <input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Path, summary or field">
            <p class="found" role="status"></p>
            <ul class="results" hidden></ul>
          </search>
          <button type="button" class="plain scripted" data-open-credentials>Credentials</button>
        </header>
        <div class="columns">
          <nav aria-label="Reference" tabindex="0">${navigation(contents)}</nav>
          <main id="content" tabindex="-1">${main}</main>
        </div>
        <footer><p>The same as a document: <a href="/openapi.json">openapi.json</a>.</p></footer>
        ${credentialsDialog}
      </body>
    </html>
  `
  return `<!doctype html>\n${render(page)}\n`
}

/** The groups; of the current one also the operations. On a wide screen the list is always visible. */
const navigation = ({ groups, reports, current }: Pick<Layout, 'groups' | 'reports' | 'current'>) => html`
  <details class="contents">
    <summary>Contents</summary>
    <ul>
      <li><a href="/docs" aria-current="${current ? 'false' : 'page'}">Overview</a></li>
      ${groups.map(
        group => html`
          <li>
            <a href="${addressOfGroup(group)}" aria-current="${group === current ? 'page' : 'false'}">${group.name}</a>
            ${
              group === current
                ? html`<ul>${group.endpoints.map(
                    ({ operationId }) => html`<li><a href="${`#${operationId}`}">${operationId}</a></li>`,
                  )}</ul>`
                : nothing
            }
          </li>
        `,
      )}
      ${reports.map(
        page => html`
          <li>
            <a href="${`/docs/${page.name}`}" aria-current="${page === current ? 'page' : 'false'}">${page.title}</a>
          </li>
        `,
      )}
    </ul>
  </details>
`
