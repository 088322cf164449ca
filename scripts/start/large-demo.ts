import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LARGE_CUSTOMER, largeHotelRates, largeHotelRows } from '../../demo/large.ts'
import type { Service } from '../../tooling/command/service.ts'
import type { DemoState } from './demo-state.ts'

/** Rows of a page of an export. */
const PAGE_ROWS = 500
/** Characters after which a request has enough pages. */
const REQUEST_LENGTH = 1_000_000
const MIGRATIONS = join(import.meta.dirname, '../../schema/migrations')

interface Page {
  after: string
  checksum: string
  text: string
}

interface LargeDemoOptions {
  today: string
  memory: DemoState
  note: (news: DemoState) => void
  /** A token of a new application of a customer, whose credentials nobody needs afterwards. */
  tokenOf: (customerId: number) => Promise<string | undefined>
}

/**
 * Loads the large hotel as a second customer, by the import of an export. A start that was killed is continued by the next one,
 * with the rows of the same day.
 */
export async function openLargeDemo(
  service: Service,
  { today, memory, note, tokenOf }: LargeDemoOptions,
): Promise<void> {
  if (memory.large?.loaded) return
  const large = memory.large ?? { day: today, at: Date.now() }
  note({ large })
  const send = async (body: object) => (await service.admin('POST', `/customers/${LARGE_CUSTOMER}/import`, body)).json
  let progress = await send({})
  if (!progress.done)
    for (const part of partsAfter(pagesOf(large), progress.checksum ?? '')) progress = await send(part)
  const bearer = await tokenOf(LARGE_CUSTOMER)
  await service.requestOk('POST', '/api/CMConnect/UpdateCMConnect', largeHotelRates(large.day), bearer)
  note({ large: { ...large, loaded: true } })
}

/** The pages of an export, each with the checksum of all before it. The last one has no rows of its own. */
function pagesOf({ day, at }: { day: string; at: number }): Page[] {
  const tables = Object.entries(largeHotelRows(day, at))
  const rows = Object.fromEntries(tables.map(([table, { length }]) => [table, length]))
  const migration = readdirSync(MIGRATIONS)
    .filter(name => name.endsWith('.sql'))
    .sort()
    .at(-1)
  const exportedAt = new Date(at).toISOString()
  let header = [
    JSON.stringify({ innlet: 'customer', version: 1, migration, customer: LARGE_CUSTOMER, exportedAt, rows }),
  ]
  let checksum = ''
  const pages: Page[] = []
  for (const [table, all] of tables) {
    for (let from = 0; from < all.length; from += PAGE_ROWS) {
      const ofPage = all.slice(from, from + PAGE_ROWS)
      const lines = [...header, ...ofPage.map(row => JSON.stringify({ table, row }))]
      header = []
      const after = checksum
      checksum = createHash('sha256')
        .update([after, ...lines].join('\n'))
        .digest('hex')
      const end = JSON.stringify({ page: { table, rows: ofPage.length, checksum } })
      pages.push({ after, checksum, text: `${lines.join('\n')}\n${end}\n` })
    }
  }
  const total = tables.reduce((sum, [, all]) => sum + all.length, 0)
  const end = { after: checksum, checksum, text: `${JSON.stringify({ end: { rows: total, checksum } })}\n` }
  return [...pages, end]
}

/** The requests for the pages after the one with a checksum; empty: for all. */
function* partsAfter(pages: Page[], checksum: string): Generator<{ after: string; lines: string }> {
  let lines = ''
  let after = checksum
  for (const page of pages.slice(checksum ? pages.findIndex(each => each.after === checksum) : 0)) {
    if (!lines) after = page.after
    lines += page.text
    if (lines.length < REQUEST_LENGTH && page !== pages.at(-1)) continue
    yield { after, lines }
    lines = ''
  }
}
