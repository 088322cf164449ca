import { env } from 'cloudflare:workers'
import { asDatabase } from './sessions'

/** D1 as it is, that remembers each statement it was asked to prepare, how often it was gone to and where, what it read and what it wrote. */
export function recordingDatabase() {
  const statements = new Set<string>()
  const trips: number[] = []
  const starts: (string | undefined)[] = []
  const read = { rows: 0 }
  const written = { rows: 0 }
  const database = asDatabase(
    {
      prepare(text: string) {
        statements.add(text)
        return env.DB.prepare(text)
      },
      async batch(list: D1PreparedStatement[]) {
        trips.push(list.length)
        const results = await env.DB.batch(list)
        for (const { meta } of results) {
          read.rows += meta.rows_read
          written.rows += meta.rows_written
        }
        return results
      },
    },
    starts,
  )
  return { database, statements, trips, starts, read, written }
}

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
