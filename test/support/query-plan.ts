import { env } from 'cloudflare:workers'
import { databaseFromStub } from './sessions'

/**
 * D1 that records each prepared statement, the number of statements of each round trip, the start of each session, and the rows
 * read and written. The search for due webhooks follows the response of a write: its round trip is not counted.
 */
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
          const prepared = d1.prepare(text)
          if (!DUE_WEBHOOKS.test(text)) return prepared
          return { bind: (...values: unknown[]) => uncounted(prepared.bind(...values)) }
        },
        async batch(list: D1PreparedStatement[]) {
          if (list.some(statement => notCounted.has(statement))) return d1.batch(list)
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
  const notCounted = new WeakSet<D1PreparedStatement>()
  const uncounted = (statement: D1PreparedStatement) => {
    notCounted.add(statement)
    return statement
  }
  const database = record(env.DB)
  /** All databases of the service, recorded together. */
  const bindings = { DB: database, ...(env.CONTROL && { CONTROL: record(env.CONTROL) }) }
  return { database, bindings, statements, trips, starts, read, written }
}

/** The statement of `readDueOfCustomer`. */
const DUE_WEBHOOKS = /^\s*SELECT\b.*FROM webhook_endpoint AS e\s+WHERE e\.customer_id = \S+ AND e\.failures/s

/** With several databases, the first statement of a batch is the tenancy guard, which tests do not count. */
const isTenancyGuard = (first: D1Result<object> | undefined) =>
  Object.keys(first?.results[0] ?? {})[0]?.startsWith('json_extract(') ?? false

/**
 * Tables that a statement scans completely, because it uses no index or only one that SQLite builds for this statement. Bound
 * lists and values, common tables and subqueries do not count.
 */
export async function scannedTables(statement: string): Promise<string[]> {
  const unbound = statement.replace(/\?\d*/g, 'NULL')
  const made = new Set(
    [
      ...statement.matchAll(/\bWITH (?:RECURSIVE )?(\w+)|\b(\w+) \([\w", ]+\) AS (?:MATERIALIZED )?\(|\) AS (\w+)/g),
    ].map(([, common, next, alias]) => common ?? next ?? alias),
  )
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${unbound}`).all<{ detail: string }>()
  const isScan = (detail: string) =>
    detail.startsWith('SCAN ') && !/json_each|CONSTANT ROW|ROW VALUES CLAUSE|VIRTUAL TABLE|SCAN \(subquery/.test(detail)
  return results
    .map(({ detail }) => detail)
    .filter(detail => detail.includes(' AUTOMATIC ') || (isScan(detail) && !made.has(detail.split(' ')[1])))
}
