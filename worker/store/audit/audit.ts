import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../../schema/tables/control'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'

/** An action of an administrator. It contains no secret. */
export interface AuditEntry {
  /** Start of the request, in milliseconds since 1970. The audit row has the database's time. */
  at: number
  requestId: string
  act: string
  /** SQL where the batch makes the record. */
  subject: string | SQL
  /** `admin`, or `person:` and an id. */
  by: string
  details: Record<string, unknown>
}

/**
 * Inserts the audit row of an action, in the batch of the action. `onlyIf`: a condition on what the batch has written so
 * far, for actions that may change nothing.
 */
export const writeAudit = ({ requestId, act, subject, by, details }: AuditEntry, onlyIf: SQL = sql`1`) =>
  build.run(sql`
    INSERT INTO audit (at, request_id, act, subject, details, by)
    SELECT ${DATABASE_NOW}, ${requestId}, ${act}, ${subject}, ${JSON.stringify(details)}, ${by} WHERE ${onlyIf}`)

/** The same, but where `condition` does not hold, NOT NULL `audit.subject` refuses the whole batch. */
export const writeAuditIf = ({ subject, ...entry }: AuditEntry, condition: SQL, onlyIf?: SQL) =>
  writeAudit({ ...entry, subject: sql`CASE WHEN ${condition} THEN ${subject} END` }, onlyIf)

const auditColumns = getTableColumns(audit)

/** The newest entries of a database, or those before an entry. */
export async function listAudit(db: Database, before: number | undefined, rows: number) {
  const [found] = await db.batch([
    selectRows(
      auditColumns,
      selected => sql`
        SELECT ${selected} FROM audit WHERE ${before === undefined ? sql`true` : sql`audit_id < ${before}`}
        ORDER BY audit_id DESC LIMIT ${rows}`,
    ),
  ])
  return found
}

/** The entries of an action on a customer, or on records of one: their subjects begin with its id. In the order of their ids. */
export async function listActsSince(db: Database, { customer }: Pick<Scope, 'customer'>, act: string, since: number) {
  const [found] = await db.batch([
    selectRows(
      auditColumns,
      selected => sql`
        SELECT ${selected} FROM audit WHERE at >= ${since} AND act = ${act}
          AND (subject = ${String(customer)} OR subject >= ${`${customer}/`} AND subject < ${`${customer}0`})
        ORDER BY audit_id`,
    ),
  ])
  return found
}

/** Writes the audit row of an action that changes nothing else. */
export async function recordAct(db: Database, act: AuditEntry): Promise<void> {
  await db.batch([writeAudit(act)])
}
