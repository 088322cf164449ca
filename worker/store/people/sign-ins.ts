import { sql } from 'drizzle-orm'
import { pick } from '../../../schema/pick'
import { session } from '../../../schema/tables/people'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { PageRange } from '../../db/page-range'
import { type RowOf, selectRows } from '../../db/select-rows'
import { type AuditEntry, writeAudit } from '../audit/audit'
import type { ListedPerson } from './columns'
import type { Manager } from './managed'
import { changeable, selectPerson } from './people'

/* What a manager does with the ways in which a person signs in. Undefined: there is no such person, or not for this manager. */

/** Gives a person a PIN, or takes it away: `pinHash` is null. A desk has none, and stays as it is. */
export async function setPin(
  db: Database,
  personId: number,
  { manager, pinHash }: { manager: Manager; pinHash: string | null },
  act: AuditEntry,
): Promise<ListedPerson | undefined> {
  const ids = changeable(personId, manager, false)
  const changed = sql`person_id IN (${ids}) AND person_kind = 'person' AND coalesce(${pinHash}, pin_hash) IS NOT NULL`
  const [, , rows] = await db.batch([
    writeAudit(act, sql`EXISTS (SELECT 1 FROM person WHERE ${changed})`),
    build.run(sql`UPDATE person SET pin_hash = ${pinHash}, pin_failures = 0 WHERE ${changed}`),
    selectPerson(personId, manager),
  ])
  return rows[0]
}

/** A part of the hash tells sessions of one instant apart. It opens nothing. */
const sessionColumns = {
  ...pick(session, 'signedInAt', 'activeAt', 'endsAt'),
  part: sql<string>`substr(session_hash, 1, 8)`,
}

/** The sessions of a person that have not ended, the oldest first. */
export async function listSessions(
  db: Database,
  { personId, manager }: { personId: number; manager: Manager },
  { after = [0, ''], rows, offset }: PageRange<readonly (string | number)[] | undefined>,
): Promise<RowOf<typeof sessionColumns>[] | undefined> {
  const [[person], sessions] = await db.batch([
    selectPerson(personId, manager),
    selectRows(
      sessionColumns,
      selected => sql`
        SELECT ${selected} FROM session
        WHERE session.person_id = ${personId} AND ends_at > ${DATABASE_NOW}
          AND (signed_in_at, substr(session_hash, 1, 8)) > (${after[0]}, ${after[1]})
        ORDER BY signed_in_at, substr(session_hash, 1, 8) LIMIT ${rows} OFFSET ${offset}`,
    ),
  ])
  return person && sessions
}

/** Ends all sessions of a person. */
export async function endSessionsOf(
  db: Database,
  personId: number,
  manager: Manager,
  act: AuditEntry,
): Promise<ListedPerson | undefined> {
  const ids = changeable(personId, manager, false)
  const [, , rows] = await db.batch([
    writeAudit(act, sql`EXISTS (${ids})`),
    build.run(sql`DELETE FROM session WHERE person_id IN (${ids})`),
    selectPerson(personId, manager),
  ])
  return rows[0]
}
