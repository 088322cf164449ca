import { type SQL, sql } from 'drizzle-orm'
import { DATABASE_NOW } from '../../db/database'
import { build } from '../../db/drizzle-adapter'

/** One administrative act: in which request, what was done and to what. Never a secret. */
export interface AuditEntry {
  /** When it began, in milliseconds since 1970. The audit has the instant at which it was carried out. */
  at: number
  requestId: string
  act: string
  subject: string
  details: Record<string, unknown>
}

/**
 * The row that an act leaves, for the batch of the act itself. `onlyIf` is a condition on what the batch has written so far,
 * for acts that may find nothing to do.
 */
export const writeAudit = ({ requestId, act, subject, details }: AuditEntry, onlyIf: SQL = sql`1`) =>
  build.run(sql`
    INSERT INTO audit (at, request_id, act, subject, details)
    SELECT ${DATABASE_NOW}, ${requestId}, ${act}, ${subject}, ${JSON.stringify(details)} WHERE ${onlyIf}`)

/** The row of an act that may only happen while a condition holds: else NOT NULL `audit.subject` refuses the whole batch. */
export const writeAuditIf = ({ requestId, act, subject, details }: AuditEntry, condition: SQL) =>
  build.run(sql`
    INSERT INTO audit (at, request_id, act, subject, details)
    SELECT ${DATABASE_NOW}, ${requestId}, ${act}, CASE WHEN ${condition} THEN ${subject} END, ${JSON.stringify(details)}`)
