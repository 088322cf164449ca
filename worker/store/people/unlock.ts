import { sql } from 'drizzle-orm'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { selectRows } from '../../db/select-rows'
import { PIN_FAILURES, UNLOCKED_MS } from '../../domain/people/session-times'
import { isLive } from './sessions'

/** Whether a row of `person` is a name of the desk of a session: somebody with a PIN, and with a role at the desk's customer. */
const isNameAt = (sessionHash: string) => sql`person.pin_hash IS NOT NULL AND EXISTS (
  SELECT 1 FROM session AS here JOIN person AS desk ON desk.person_id = here.person_id AND desk.person_kind = 'desk'
  JOIN person_role AS own ON own.person_id = desk.person_id
  JOIN person_role AS its ON its.person_id = person.person_id AND its.customer_id = own.customer_id
  WHERE here.session_hash = ${sessionHash} AND here.ends_at > ${DATABASE_NOW})`

/**
 * Lets a person stand at a desk. One batch counts and compares: a PIN is compared only while fewer than five wrong ones came in a row,
 * however many requests come at once.
 */
export async function unlock(
  db: Database,
  { sessionHash, personId, pinHash }: { sessionHash: string; personId: number; pinHash: string },
): Promise<'unlocked' | 'refused' | 'no session'> {
  const isOpen = sql`person.person_id = ${personId} AND pin_failures < ${PIN_FAILURES} AND ${isNameAt(sessionHash)}`
  const isRight = sql`pin_hash = ${pinHash}`
  const [, unlocked, sessions] = await db.batch([
    build.run(sql`
      UPDATE person SET pin_failures = iif(${isRight}, 0, pin_failures + 1),
        last_seen_at = iif(${isRight}, ${DATABASE_NOW}, last_seen_at)
      WHERE ${isOpen}`),
    selectRows(
      { one: sql<number>`1` },
      returned => sql`
        UPDATE session SET unlocked_by = ${personId}, unlocked_with = ${pinHash}, unlocked_until = ${DATABASE_NOW} + ${UNLOCKED_MS}
        WHERE ${isLive(sessionHash)} AND EXISTS (SELECT 1 FROM person WHERE ${isOpen} AND ${isRight})
        RETURNING ${returned}`,
    ),
    selectRows({ one: sql<number>`1` }, selected => sql`SELECT ${selected} FROM session WHERE ${isLive(sessionHash)}`),
  ])
  if (!sessions.length) return 'no session'
  return unlocked.length ? 'unlocked' : 'refused'
}

/** Takes the person away from a desk. */
export async function lock(db: Database, sessionHash: string): Promise<void> {
  await db.batch([
    build.run(sql`
      UPDATE session SET unlocked_by = NULL, unlocked_with = NULL, unlocked_until = NULL
      WHERE session_hash = ${sessionHash} AND unlocked_by IS NOT NULL`),
  ])
}
