import { sql } from 'drizzle-orm'
import { hold } from '../../../schema/tables/reservation'
import { DATABASE_NOW, type Database } from '../../db/database'
import { type RowOf, selectRows } from '../../db/select-rows'
import { isServed } from './clean-up'

const { customerId, reservationId, holdUntil } = hold
const endedColumns = { customerId, reservationId, holdUntil }

/** A hold that has ended. Its booking may not be Tentative: release 1.1.0 leaves the holds of those that it confirms or cancels. */
export type EndedHold = RowOf<typeof endedColumns>

/** The holds of all customers that a database serves whose end is past, the longest ago first. */
export async function readEndedHolds(db: Database, limit: number): Promise<EndedHold[]> {
  const [ended] = await db.batch([
    selectRows(
      endedColumns,
      selected => sql`
        SELECT ${selected} FROM hold WHERE hold_until <= ${DATABASE_NOW} AND ${isServed('hold')}
        ORDER BY hold_until LIMIT ${limit}`,
    ),
  ])
  return ended
}
