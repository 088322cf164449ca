import type { CustomerEntry } from '../db/customer-directory'
import { Refusal, refuse } from '../errors'
import { cursorAt, LIST_HEADERS, pageOf } from '../http/paging'
import type { LocatedCustomer } from '../store/customer/state'
import { type ExportPosition, type ExportSource, readExport } from '../store/move/export'
import { moveObstacle, readSchema, type Schema } from '../store/move/move-schema'

/** The media type of a response with one JSON value in each line. */
export const NDJSON = 'application/x-ndjson'

/** The headers of a part of an export, for the reference. */
export const EXPORT_HEADERS = {
  'X-Has-More': LIST_HEADERS['X-Has-More'],
  'X-Next-Cursor': LIST_HEADERS['X-Next-Cursor'],
}

type Call = Parameters<typeof pageOf>[0]

/** The schema of the customer's database, if this release knows all of it. Otherwise the export might lack something. */
export async function knownSchema(
  db: LocatedCustomer['db'],
  shard: CustomerEntry['shard'],
): Promise<Schema | Refusal<'INVALID_TRANSITION'>> {
  const schema = await readSchema(db)
  const obstacle = moveObstacle([[shard, schema]])
  return obstacle ? refuse('INVALID_TRANSITION', `clientId: ${obstacle}`) : schema
}

/** Where a cursor of an export continues; undefined: the request has none. */
export async function exportPosition(
  call: Call,
  list: string,
  cursor: string | undefined,
): Promise<ExportPosition | undefined | Refusal<'INVALID_FIELD'>> {
  const page = await pageOf(call, list, { cursor })
  if (page instanceof Refusal || !page.after) return page instanceof Refusal ? page : undefined
  const [table, after, rows, checksum, frozenAt] = page.after
  return {
    table: String(table),
    after: after === '' ? null : String(after),
    rows: Number(rows),
    checksum: String(checksum),
    frozenAt: Number(frozenAt),
  }
}

/** A part of an export as a response. */
export async function exportResponse(
  call: Call,
  list: string,
  source: ExportSource,
  { from, ...options }: { from: ExportPosition } & Parameters<typeof readExport>[3],
): Promise<Response | Refusal<'INVALID_TRANSITION'>> {
  const part = await readExport(source, from, call.settings.limits.PAGE_BYTES, options)
  if (!part)
    return refuse('INVALID_TRANSITION', 'cursor: the state of the customer was set meanwhile; begin the export again')
  const { lines, next } = part
  const cursor =
    next && (await cursorAt(call, list, 2, [next.table, next.after ?? '', next.rows, next.checksum, next.frozenAt]))
  const headers = {
    'content-type': NDJSON,
    'x-has-more': String(Boolean(next)),
    ...(cursor && { 'x-next-cursor': cursor }),
  }
  return new Response(`${lines.join('\n')}\n`, { headers })
}

/** The position of the first row. */
export const firstPosition = ({ tables }: ExportSource, frozenAt: number): ExportPosition => ({
  table: tables[0]?.name ?? '',
  after: null,
  rows: 0,
  checksum: '',
  frozenAt,
})
