import { runnerImport } from 'vite'
import type { Statement, Statements } from './rows.ts'

// biome-ignore lint/suspicious/noExplicitAny: modules of the Worker are loaded by vite, without types
const load = async (path: string): Promise<any> =>
  (await runnerImport(new URL(`../../worker/${path}.ts`, import.meta.url).pathname, { configFile: false })).module

/** A row in which each column is NULL. */
const NULLS = new Proxy({}, { get: () => null })

/** Records the statements that the store builds, with a database that returns no rows, or empty ones. */
export async function recordStatements(): Promise<Statements> {
  const { Database } = await load('db/database')
  const { readItinerary } = await load('store/itinerary/itinerary')
  const { listReservations } = await load('store/reservation/list')
  const { readForToken } = await load('store/access/application')

  const record = async (read: (db: unknown) => Promise<unknown>, rows: object[] = []) => {
    const recorded: Statement[] = []
    const prepare = (sql: string) => ({
      bind: (...params: unknown[]) => recorded.push({ sql, params: params.map(String) }),
    })
    const batch = async (list: unknown[]) => list.map(() => ({ results: rows, meta: {} }))
    const session = { prepare, batch, getBookmark: () => null }
    const emptyDatabase = { ...session, withSession: () => session }
    await read(new Database(emptyDatabase, { trips: 0, rowsRead: 0, rowsWritten: 0 }))
    return recorded
  }
  const scope = { customer: 'customer' }
  const range = { rows: '51', offset: '0', bytes: String(2 * 1024 * 1024) }
  return {
    details: await record(db => readItinerary(db, scope, { reservationId: 'reservation', linkId: 'link' })),
    // A page has a row before its own. Without an application the statement of a token returns a row of defaults.
    reservations: await record(db => listReservations(db, scope, { order: 'id', filter: {}, range }), [NULLS]),
    token: await record(db => readForToken(db, 'client', 'audience'), [{ permissions: '[]' }]),
  }
}
