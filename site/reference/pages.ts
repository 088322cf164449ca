import { html } from 'lit'
import { errorPage } from '../guides/error-page.ts'
import { llmsText } from '../guides/llms.ts'
import { pageMarkdown } from '../guides/page-markdown.ts'
import { byReader, guidesPage, type SiteGuide, siteGuides } from '../guides/site-guides.ts'
import { searchIndex } from '../search/search-index.ts'
import type { ApiDocument } from './document.ts'
import { groupPage } from './group-page.ts'
import { addressOfGroup, addressOfOperation, type Group, groupsOf, nameOf } from './groups.ts'
import { layout, type Page } from './layout.ts'
import { MISSING_PAGE } from './missing-page.ts'
import type { NavigationPart } from './navigation.ts'
import { operationPage } from './operation-page.ts'
import { overview } from './overview-page.ts'
import type { ReportPage } from './report-pages.ts'

/** What the pages are made of, besides the OpenAPI document. */
export interface Sources {
  /** The order of the operations. */
  operationIds?: readonly string[]
  reports?: readonly ReportPage[]
}

/**
 * The files of the pages below `/docs`, by name: each page as HTML and as Markdown. A page is stored as text: the Worker fills in
 * what differs between installations before it serves the page.
 */
export function referenceFiles(
  document: ApiDocument,
  { operationIds = [], reports = [] }: Sources = {},
): Record<string, string> {
  const groups = groupsOf(document, operationIds)
  const guides = siteGuides(groups)
  const title = `${document.info.title} API`
  const pages: Page[] = [
    {
      address: '/docs',
      title: `${title} documentation`,
      description: 'Guides, and every operation, field and error of the API, with samples.',
      main: overview(document, groups, guides),
    },
    {
      address: '/docs/guides',
      title: `Guides · ${title}`,
      description: 'How to do things with Innlet.',
      main: guidesPage(guides),
    },
    ...guides.flatMap((guide, i) => {
      const pages = [guide, ...guide.inner].map(({ address, title: name, question, main, sections, file }) => ({
        address,
        title: `${name} · ${title}`,
        description: question,
        main,
        sections,
        markdown: file,
      }))
      const next = guides[i + 1]
      return pages.map(page => ({ ...page, ...(next && { next }) }))
    }),
    ...groups.flatMap(group => pagesOfGroup(group, document)),
    {
      address: '/docs/errors',
      title: `Errors · ${title}`,
      description: 'Every error code: its meaning, and what to do.',
      main: errorPage(guides, document),
    },
    ...reports.map(({ name, ...report }) => ({
      address: `/docs/${name}`,
      title: `${report.title} · ${title}`,
      description: report.description,
      main: html`
        <h1>${report.title}</h1>
        <p>${report.description}</p>
        ${report.main}
      `,
    })),
  ]
  const navigation = navigationOf(guides, groups, reports)
  return {
    'search.json': searchIndex(document, groups, guides),
    'pages/llms.txt': llmsText(document, guides, groups),
    'pages/404.txt': layout(MISSING_PAGE, navigation),
    ...Object.fromEntries(pages.map(page => [`pages/${fileOf(page)}.txt`, layout(page, navigation)])),
    ...Object.fromEntries(
      pages.map(page => [`pages/${fileOf(page)}.md.txt`, page.markdown ?? pageMarkdown(page.main)]),
    ),
  }
}

/** Addresses are found in any letter case. */
const fileOf = ({ address }: Page) => address.slice('/docs/'.length).toLowerCase() || 'overview'

function pagesOfGroup(group: Group, document: ApiDocument): Page[] {
  const title = `${document.info.title} API`
  const { name, description = name, endpoints } = group
  return [
    { address: addressOfGroup(group), title: `${name} · ${title}`, description, main: groupPage(group) },
    ...endpoints.map(endpoint => ({
      address: addressOfOperation(endpoint),
      title: `${nameOf(endpoint)} · ${title}`,
      description: endpoint.summary ?? nameOf(endpoint),
      main: operationPage(endpoint, group, document),
    })),
  ]
}

function navigationOf(guides: SiteGuide[], groups: Group[], reports: readonly ReportPage[]): NavigationPart[] {
  const [quickStart, ...others] = guides as [SiteGuide, ...SiteGuide[]]
  return [
    { items: [{ title: 'Overview', address: '/docs' }, quickStart] },
    ...byReader(others).map(([reader, items]) => ({ title: `Guides for ${reader.toLowerCase()}`, items })),
    {
      title: 'Operations',
      items: groups.map(group => ({
        title: group.name,
        address: addressOfGroup(group),
        inner: group.endpoints.map(each => ({ title: nameOf(each), address: addressOfOperation(each) })),
      })),
    },
    {
      title: 'More',
      items: [
        { title: 'Errors', address: '/docs/errors' },
        ...reports.map(({ name, title }) => ({ title, address: `/docs/${name}` })),
      ],
    },
  ]
}
