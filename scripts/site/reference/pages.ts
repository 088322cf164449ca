import { html } from 'lit'
import type { ApiDocument, Endpoint } from './document.ts'
import { groupPage } from './group-page.ts'
import { addressOfGroup, addressOfOperation, type Group, groupsOf, nameOf } from './groups.ts'
import { layout, type Page } from './layout.ts'
import type { NavigationPart } from './navigation.ts'
import { operationPage } from './operation-page.ts'
import { overview } from './overview-page.ts'
import type { ReportPage } from './report-pages.ts'
import { searchIndex } from './search-index.ts'

/** What the pages are made of, besides the OpenAPI document. */
export interface Sources {
  /** The order of the operations. */
  operationIds?: readonly string[]
  reports?: readonly ReportPage[]
}

/**
 * The files of the pages below `/docs`, by name. A page is stored as text: the Worker fills in what differs between installations
 * before it serves the page.
 */
export function referenceFiles(
  document: ApiDocument,
  { operationIds = [], reports = [] }: Sources = {},
): Record<string, string> {
  const groups = groupsOf(document, operationIds)
  const title = `${document.info.title} API`
  const pages: Page[] = [
    {
      address: '/docs',
      title: `${title} reference`,
      description: 'Every operation, field and error of the API, with samples.',
      main: overview(document, groups),
    },
    ...groups.flatMap(group => pagesOfGroup(group, document)),
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
  const navigation = navigationOf(groups, reports)
  return {
    'search.json': JSON.stringify(searchIndex(groups, document)),
    ...Object.fromEntries(pages.map(page => [fileOf(page.address), layout(page, navigation)])),
  }
}

/** Addresses are found in any letter case. */
const fileOf = (address: string) => `pages/${address.slice('/docs/'.length).toLowerCase() || 'overview'}.txt`

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

const navigationOf = (groups: Group[], reports: readonly ReportPage[]): NavigationPart[] => [
  { items: [{ title: 'Overview', address: '/docs' }] },
  {
    title: 'Operations',
    items: groups.map(group => ({
      title: group.name,
      address: addressOfGroup(group),
      inner: group.endpoints.map((endpoint: Endpoint) => ({
        title: nameOf(endpoint),
        address: addressOfOperation(endpoint),
      })),
    })),
  },
  { title: 'More', items: reports.map(({ name, title }) => ({ title, address: `/docs/${name}` })) },
]
