import { getTableColumns, sql } from 'drizzle-orm'
import { cleanUpVisit } from '../../../schema/tables/control'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { type RowOf, selectRows } from '../../db/select-rows'

const visitColumns = getTableColumns(cleanUpVisit)

/** The latest visit of the hourly run to a database. */
export type Visit = RowOf<typeof visitColumns>

/** The latest visit to each of the first `count` databases that was ever visited. `control` is the first database. */
export async function readVisits(control: Database, count: number): Promise<Visit[]> {
  const [visits] = await control.batch([
    selectRows(visitColumns, selected => sql`SELECT ${selected} FROM clean_up_visit WHERE shard < ${count}`),
  ])
  return visits
}

/** Stores visits in place of the earlier ones to the same databases. */
export async function recordVisits(control: Database, visits: readonly [Visit, ...Visit[]]): Promise<void> {
  await control.batch([
    build
      .insert(cleanUpVisit)
      .values([...visits])
      .onConflictDoUpdate({
        target: cleanUpVisit.shard,
        set: {
          begunAt: sql`excluded.begun_at`,
          endedAt: sql`excluded.ended_at`,
          outcome: sql`excluded.outcome`,
          deletedRows: sql`excluded.deleted_rows`,
          doneAt: sql`excluded.done_at`,
          calendarBefore: sql`excluded.calendar_before`,
          calendarAfter: sql`excluded.calendar_after`,
          identitiesBefore: sql`excluded.identities_before`,
        },
      }),
  ])
}
