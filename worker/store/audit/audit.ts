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
  subject: string
  details: Record<string, unknown>
}

/**
 * Inserts the audit row of an action, in the batch of the action. `onlyIf`: a condition on what the batch has written so
 * far, for actions that may change nothing.
 */
export const writeAudit = ({ requestId, act, subject, details }: AuditEntry, onlyIf: SQL = sql`1`) =>
  build.run(sql`
    INSERT INTO audit (at, request_id, act, subject, details)
    SELECT ${DATABASE_NOW}, ${requestId}, ${act}, ${subject}, ${JSON.stringify(details)} WHERE ${onlyIf}`)

/** Inserts the audit row if a condition holds; otherwise NOT NULL `audit.subject` refuses the whole batch. */
export const writeAuditIf = ({ requestId, act, subject, details }: AuditEntry, condition: SQL) =>
  build.run(sql`
    INSERT INTO audit (at, request_id, act, subject, details)
    SELECT ${DATABASE_NOW}, ${requestId}, ${act}, CASE WHEN ${condition} THEN ${subject} END, ${JSON.stringify(details)}`)

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
