import { env } from 'cloudflare:workers'

/** D1 as it is, that remembers how many rows each trip read. */
export function countingDatabase() {
  const rowsRead: number[] = []
  const database = {
    prepare: (text: string) => env.DB.prepare(text),
    async batch(list: D1PreparedStatement[]) {
      const results = await env.DB.batch(list)
      rowsRead.push(results.reduce((sum, { meta }) => sum + meta.rows_read, 0))
      return results
    },
  } as D1Database
  return { database, rowsRead }
}
