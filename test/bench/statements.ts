import { runnerImport } from 'vite'
import type { Statement, Statements } from './rows.ts'

// biome-ignore lint/suspicious/noExplicitAny: modules of the Worker, read by another compiler than ours
const load = async (path: string): Promise<any> =>
  (await runnerImport(new URL(`../../worker/${path}.ts`, import.meta.url).pathname, { configFile: false })).module

/** Has the store build its statements for a database that answers nothing, and notes them. */
export async function recordStatements(): Promise<Statements> {
  const { Database } = await load('db/database')
  const { readItinerary } = await load('store/itinerary/itinerary')
  const { readItems } = await load('store/inventory/inventory')
  const { listReservations } = await load('store/reservation/list')
  const { readForToken } = await load('store/access/application')

  const record = async (read: (db: unknown) => Promise<unknown>) => {
    const noted: Statement[] = []
    const prepare = (sql: string) => ({
      bind: (...params: unknown[]) => noted.push({ sql, params: params.map(String) }),
    })
    const batch = async (list: unknown[]) => list.map(() => ({ results: [], meta: {} }))
    const session = { prepare, batch, getBookmark: () => null }
    const silent = { ...session, withSession: () => session }
    // What the store makes of no answer is not asked here.
    await read(new Database(silent, { trips: 0, rowsRead: 0, rowsWritten: 0 })).catch(() => {})
    return noted
  }
  const scope = { customer: 'customer' }
  const slice = { rows: '51', offset: '0' }
  return {
    details: await record(db => readItinerary(db, scope, { reservationId: 'reservation', linkId: 'link' })),
    inventory: await record(db =>
      readItems(
        db,
        scope,
        { itemNumber: 'number' },
        { after: { inventoryId: '0', inventoryLocationId: '0' }, ...slice },
      ),
    ),
    reservations: await record(db => listReservations(db, scope, {}, { after: '0', ...slice })),
    token: await record(db => readForToken(db, 'client', 'audience')),
  }
}
