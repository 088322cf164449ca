import { lt, sql } from 'drizzle-orm'
import { cleanUpVisit } from '../../../schema/tables/control'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'

/** The latest visit of the hourly run to a database. */
export type Visit = typeof cleanUpVisit.$inferSelect

/** The latest visit to each of the first `count` databases that was ever visited. `control` is the first database. */
export async function readVisits(control: Database, count: number): Promise<Visit[]> {
  const [visits] = await control.batch([build.select().from(cleanUpVisit).where(lt(cleanUpVisit.shard, count))])
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
