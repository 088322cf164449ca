import { env } from 'cloudflare:workers'

/** D1 as it is, that remembers each statement it was asked to prepare and how often it was gone to. */
export function recordingDatabase() {
  const statements = new Set<string>()
  const trips: number[] = []
  const database = {
    prepare(text: string) {
      statements.add(text)
      return env.DB.prepare(text)
    },
    batch(list: D1PreparedStatement[]) {
      trips.push(list.length)
      return env.DB.batch(list)
    },
  } as D1Database
  return { database, statements, trips }
}

/**
 * Tables that a statement reads from end to end, because no index helps it. A list that was bound is no table, nor is what
 * the statement itself put together: a common table, or a subquery by its alias.
 */
export async function scannedTables(statement: string): Promise<string[]> {
  const unbound = statement.replace(/\?\d*/g, 'NULL')
  const made = new Set(
    [...statement.matchAll(/\bWITH (?:RECURSIVE )?(\w+)|\) AS (\w+)/g)].map(([, common, alias]) => common ?? alias),
  )
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${unbound}`).all<{ detail: string }>()
  return results
    .map(({ detail }) => detail)
    .filter(
      detail => detail.startsWith('SCAN ') && !/json_each|CONSTANT ROW|VIRTUAL TABLE|SCAN \(subquery/.test(detail),
    )
    .filter(detail => !made.has(detail.split(' ')[1]))
}
