import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html } from 'lit'
import { runnerImport } from 'vite'
import type { Counts } from '../../test/bench/growth/counted-service.ts'
import type { Area } from '../../test/promises/areas.ts'
import { SPEED } from '../../tooling/builds/sources.ts'
import { slugOf } from './document.ts'
import { inlineMarkdown, markdown } from './markdown.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** A page beside the reference: what the tests and the bench know of the service. */
export interface ReportPage {
  name: string
  title: string
  description: string
  main: unknown
}

/** The pages, from the files of the project. That of the speed is there if the bench has run on this machine. */
export async function reportPages(): Promise<ReportPage[]> {
  const { module } = await runnerImport<{ AREAS: readonly Area[] }>('./test/promises/areas.ts', { configFile: false })
  const pages = [promisesPage(module.AREAS), countsPage(JSON.parse(read('test/e2e/counts.json')))]
  return existsSync(join(ROOT, SPEED)) ? [...pages, speedPage(read(SPEED))] : pages
}

const promisesPage = (areas: readonly Area[]): ReportPage => ({
  name: 'promises',
  title: 'Promises',
  description: 'What clients can rely on. A test proves each sentence.',
  main: areas.map(
    ({ title, promises }) => html`
      <details class="area">
        <summary id="${slugOf(title)}">${title}</summary>
        <ul class="fields">${Object.entries(promises).map(
          ([id, sentence]) => html`
            <li id="${id}">
              <p><code class="name">${id}</code></p>
              <p>${inlineMarkdown(sentence)}</p>
            </li>
          `,
        )}</ul>
      </details>
    `,
  ),
})

/** The costs by the name of the operation and the request, with a dash between them. */
const countsPage = (counts: Readonly<Record<string, Counts>>): ReportPage => ({
  name: 'counts',
  title: 'Counts',
  description:
    'What a request costs the database: round trips to D1, statements and rows. The customer has 1,000 reservations, and a list shows a page of 20.',
  main: html`
    <div class="report" role="region" aria-label="Counts" tabindex="0">
      <table class="counts">
        <thead><tr>${['Request', 'Trips', 'Statements', 'Rows read', 'Rows written'].map(name => html`<th>${name}</th>`)}</tr></thead>
        <tbody>${Object.entries(counts).map(([request, { trips, statements, rowsRead, rowsWritten }]) => {
          const [operation, way] = request.split(' — ')
          return html`<tr><td><code>${operation}</code> ${way}</td>${[trips, statements, rowsRead, rowsWritten].map(
            count => html`<td>${count.toLocaleString('en')}</td>`,
          )}</tr>`
        })}</tbody>
      </table>
    </div>
  `,
})

const speedPage = (table: string): ReportPage => ({
  name: 'speed',
  title: 'Speed',
  description: 'The bench on the machine that built this site.',
  main: markdown(table),
})
