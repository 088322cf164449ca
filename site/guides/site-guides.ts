import { html } from 'lit'
import type { Group } from '../reference/groups.ts'
import type { Section } from '../reference/layout.ts'
import { createCodeLinks } from './code-links.ts'
import { guidePage } from './guide-page.ts'
import { type Guide, readGuides } from './guides.ts'
import { siteMarkdown } from './site-markdown.ts'

/** A guide as the site has it. */
export interface SiteGuide {
  /** `/docs/guides/quick-start` */
  address: string
  title: string
  /** What it answers. */
  question: string
  reader: string
  /** With links between pages of the site. */
  markdown: string
  /** The same for a tool that reads it alone: every link is an address, and leads to Markdown. */
  file: string
  main: unknown
  sections: readonly Section[]
  /** Pages below it. */
  inner: SiteGuide[]
}

const GUIDES = '/docs/guides'
const addressOf = (name: string) => (name ? `${GUIDES}/${name}` : GUIDES)

export function siteGuides(groups: readonly Group[]): SiteGuide[] {
  const guides = readGuides()
  const all = guides.flatMap(guide => [guide, ...guide.inner])
  const linkOfCode = createCodeLinks(groups)
  const siteGuide = (guide: Guide): SiteGuide => {
    const markdown = siteMarkdown(guide, all, addressOf)
    const file = siteMarkdown(guide, all, name => `{PUBLIC_URL}${addressOf(name)}.md`)
    const { name, title, question, reader } = guide
    const page = guidePage(markdown, linkOfCode)
    const inner = guide.inner.map(siteGuide)
    return { address: addressOf(name), title, question, reader, markdown, file, ...page, inner }
  }
  return guides.map(siteGuide)
}

/** The guides by reader, each with the questions that it answers. The ids are the anchors of docs/README.md. */
export const guideLists = (guides: readonly SiteGuide[]) =>
  byReader(guides).map(
    ([reader, pages]) => html`
      <section class="group" aria-labelledby="${reader.toLowerCase()}">
        <h2 id="${reader.toLowerCase()}">Guides for ${reader.toLowerCase()}</h2>
        <ul class="guides">${pages.map(
          ({ address, title, question }) => html`<li><p><a href="${address}">${title}</a></p><p>${question}</p></li>`,
        )}</ul>
      </section>
    `,
  )

/** The readers in their order, each with the guides for it. */
export const byReader = (guides: readonly SiteGuide[]): [reader: string, guides: SiteGuide[]][] =>
  [...new Set(guides.map(({ reader }) => reader))].map(reader => [
    reader,
    guides.filter(each => each.reader === reader),
  ])

/** The page that lists all guides. */
export const guidesPage = (guides: readonly SiteGuide[]) => html`
  <h1>Guides</h1>
  <p>How to do things with Innlet, by reader. Every page is also Markdown, for tools: add <code>.md</code> to its address.</p>
  ${guideLists(guides)}
`
