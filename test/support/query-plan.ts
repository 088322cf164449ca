import { env } from 'cloudflare:workers'
import { databaseFromStub } from './sessions'

/** D1 as it is, that remembers each statement it was asked to prepare, how often it was gone to and where, what it read and what it wrote. */
export function recordingDatabase() {
  const statements = new Set<string>()
  const trips: number[] = []
  const starts: (string | undefined)[] = []
  const read = { rows: 0 }
  const written = { rows: 0 }
  const record = (d1: D1Database) =>
    databaseFromStub(
      {
        prepare(text: string) {
          statements.add(text)
          return d1.prepare(text)
        },
        async batch(list: D1PreparedStatement[]) {
          const trip = trips.push(list.length) - 1
          const results = await d1.batch<object>(list)
          const ownResults = isTenancyGuard(results[0]) ? results.slice(1) : results
          trips[trip] = ownResults.length
          for (const { meta } of ownResults) {
            read.rows += meta.rows_read
            written.rows += meta.rows_written
          }
          return results
        },
      },
      starts,
    )
  const database = record(env.DB)
  /** Every database that the service has, recorded together. */
  const bindings = { DB: database, ...(env.CONTROL && { CONTROL: record(env.CONTROL) }) }
  return { database, bindings, statements, trips, starts, read, written }
}

/** Where there are several databases, the first statement of a batch judges whether this is the right one; nobody asked for it. */
const isTenancyGuard = (first: D1Result<object> | undefined) =>
  Object.keys(first?.results[0] ?? {})[0]?.startsWith("json_extract('{}'") ?? false

/**
 * Tables that a statement reads from end to end, because no index helps it, or only one that it makes on the spot. A list
 * that was bound is no table, nor is what the statement itself put together: a common table, or a subquery by its alias.
 */
export async function scannedTables(statement: string): Promise<string[]> {
  const unbound = statement.replace(/\?\d*/g, 'NULL')
  const made = new Set(
    [...statement.matchAll(/\bWITH (?:RECURSIVE )?(\w+)|\b(\w+) \([\w, ]+\) AS \(|\) AS (\w+)/g)].map(
      ([, common, next, alias]) => common ?? next ?? alias,
    ),
  )
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${unbound}`).all<{ detail: string }>()
  const isScan = (detail: string) =>
    detail.startsWith('SCAN ') && !/json_each|CONSTANT ROW|VIRTUAL TABLE|SCAN \(subquery/.test(detail)
  return results
    .map(({ detail }) => detail)
    .filter(detail => detail.includes(' AUTOMATIC ') || (isScan(detail) && !made.has(detail.split(' ')[1])))
}
