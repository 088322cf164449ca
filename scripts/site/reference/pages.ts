import { html } from 'lit'
import { type ApiDocument, endpointsOf, slugOf } from './document.ts'
import { groupPage } from './group-page.ts'
import { type Group, layout } from './layout.ts'
import { overview } from './overview-page.ts'
import type { ReportPage } from './report-pages.ts'
import { searchIndex } from './search-index.ts'

/** The name of the first page among the files of the site. */
const OVERVIEW = 'overview'

/**
 * The files of the reference, by name. A page is stored as text: the Worker fills in what differs between installations before it
 * serves the page.
 */
export function referenceFiles(document: ApiDocument, reports: readonly ReportPage[] = []): Record<string, string> {
  const groups = groupsOf(document)
  const title = `${document.info.title} API`
  const pages: [name: string, html: string][] = [
    [
      OVERVIEW,
      layout({
        title: `${title} reference`,
        description: 'Every operation, field and error of the API, with samples.',
        groups,
        reports,
        main: overview(document, groups),
      }),
    ],
    ...groups.map((current): [string, string] => [
      slugOf(current.name),
      layout({
        title: `${current.name} · ${title}`,
        description: current.description ?? current.name,
        groups,
        reports,
        current,
        main: groupPage(current, document),
      }),
    ]),
    ...reports.map((current): [string, string] => [
      current.name,
      layout({
        title: `${current.title} · ${title}`,
        description: current.description,
        groups,
        reports,
        current,
        main: html`
          <h1>${current.title}</h1>
          <p>${current.description}</p>
          ${current.main}
        `,
      }),
    ]),
  ]
  return {
    'search.json': JSON.stringify(searchIndex(groups, document)),
    ...Object.fromEntries(pages.map(([name, html]) => [`pages/${name}.txt`, html])),
  }
}

function groupsOf(document: ApiDocument): Group[] {
  const endpoints = endpointsOf(document)
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    endpoints: endpoints.filter(({ tags = [] }) => tags[0] === name),
  }))
}
