import type { Miniflare } from 'miniflare'

/*
 * Databases of a runtime, through a Worker that executes batches. Miniflare's own client blocks this process with one request
 * for each statement that it prepares.
 */

export type Database = Awaited<ReturnType<Miniflare['getD1Database']>>

/** The bindings of the databases, by number. */
export const BINDINGS = ['DB', 'DB1'] as const

/** The id from which the runtime derives the name of the file. */
export const d1IdOf = (binding: string) => `local-${binding}`

/** A Worker that executes the batch in the body of a request. */
export const SQL_WORKER = `
export default {
  async fetch(request, env) {
    const { binding, statements } = await request.json()
    const database = env[binding]
    try {
      return Response.json(await database.batch(statements.map(({ sql, values }) => database.prepare(sql).bind(...values))))
    } catch (error) {
      return new Response(error.message, { status: 500 })
    }
  },
}`

interface Statement {
  sql: string
  values: unknown[]
}

/** A client of the database that is bound under a name to the Worker at an address. */
export function databaseAt(address: URL, binding: string): Database {
  const batch = async (statements: Statement[]) => {
    const response = await fetch(address, { method: 'POST', body: JSON.stringify({ binding, statements }) })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as unknown[]
  }
  const prepare = (sql: string, values: unknown[] = []) => {
    const one = async () => (await batch([{ sql, values }]))[0]
    return { sql, values, bind: (...bound: unknown[]) => prepare(sql, bound), all: one, run: one }
  }
  return { prepare, batch } as unknown as Database
}
