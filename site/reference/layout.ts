import { html, nothing } from 'lit'
import { render } from '../../worker/pages/render.ts'
import { siteHead, siteHeader } from '../../worker/pages/site-shell.ts'
import { type NavigationPart, navigation } from './navigation.ts'

/** A part of a page: the id and the text of its heading. */
export interface Section {
  id: string
  title: string
}

/** A page of the site. */
export interface Page {
  /** Empty: the page is for every address that nothing serves. */
  address: string
  title: string
  description: string
  main: unknown
  /** The sections, which a wide screen shows beside the page. */
  sections?: readonly Section[]
  /** The page that a reader continues with. */
  next?: { address: string; title: string }
  /** The page as Markdown, for tools. By default it is made from `main`. */
  markdown?: string
}

/** A complete page. `{PUBLIC_URL}`, `{AUDIENCE}` and the limits are filled in by the Worker (worker/reference/page.ts). */
export function layout(
  { address, title, description, main, sections = [], next }: Page,
  parts: readonly NavigationPart[],
): string {
  const page = html`
    <html lang="en">
      <head>
        ${siteHead}
        <title>${title}</title>
        <meta name="description" content="${description}">
        ${!address || address === '/docs' ? nothing : html`<link rel="alternate" type="text/markdown" href="${`${address}.md`}">`}
        <link rel="stylesheet" href="/docs/reference.css">
        <script type="module" src="/docs/reference.js"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        ${siteHeader({ ...(address && { current: '/docs' }), tools })}
        <div class="${sections.length > 1 ? 'columns with-sections' : 'columns'}">
          <nav aria-label="Documentation" tabindex="0">${navigation(parts, address)}</nav>
          <main id="content" tabindex="-1">
            ${main}
            ${next ? html`<p class="next"><a href="${next.address}">Next: ${next.title}</a></p>` : nothing}
          </main>
          ${sections.length > 1 ? sectionList(sections) : nothing}
        </div>
        <footer><p>For tools: <a href="/openapi.json">openapi.json</a>, <a href="/llms.txt">llms.txt</a>.</p></footer>
      </body>
    </html>
  `
  return `<!doctype html>\n${render(page)}\n`
}

const sectionList = (sections: readonly Section[]) => html`
  <nav class="sections" aria-label="On this page">
    <ul>${sections.map(({ id, title }) => html`<li><a href="${`#${id}`}">${title}</a></li>`)}</ul>
  </nav>
`

/** The search, which needs the script. */
const tools = html`
  <search class="scripted">
    <label for="search">Search</label>
    <input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Task, operation, field or error">
    <ul class="results" hidden></ul>
    <p class="found" role="status"></p>
  </search>
`
