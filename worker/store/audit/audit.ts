import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../../schema/tables/control'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import { type RowOf, selectRows } from '../../db/select-rows'

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

/** Entries of an action, of who did it, from an instant on, and before another, where these are given. */
export interface AuditFilter {
  act: string | undefined
  by: string | undefined
  since: number | undefined
  until: number | undefined
}

/** Entries that one page of a database goes through: a filter may match few of them. */
const SEARCHED_ENTRIES = 10_000

/** At most `rows` entries of a database, the newest first, or those before an entry. `rest`: entries before this one were not searched. */
export async function listAudit(
  db: Database,
  filter: AuditFilter,
  before: number | undefined,
  rows: number,
): Promise<{ entries: RowOf<typeof auditColumns>[]; rest: number | undefined }> {
  const part = searchedPart(filter, before)
  const { act, by, since, until } = filter
  const [[range], entries] = await db.batch([
    selectRows(
      { start: sql<number>`part.start`, first: sql<number>`part.first` },
      selected => sql`SELECT ${selected} FROM (${part}) AS part`,
    ),
    selectRows(
      auditColumns,
      selected => sql`
        SELECT ${selected} FROM audit
        WHERE audit_id >= (SELECT start FROM (${part})) AND audit_id < (SELECT "end" FROM (${part}))
          AND ${act === undefined ? sql`true` : sql`act = ${act}`} AND ${by === undefined ? sql`true` : sql`by = ${by}`}
          AND ${since === undefined ? sql`true` : sql`at >= ${since}`} AND ${until === undefined ? sql`true` : sql`at < ${until}`}
        ORDER BY audit_id DESC LIMIT ${rows}`,
    ),
  ])
  const hasRest = range && range.start > range.first && entries.length < rows
  return { entries, rest: hasRest ? range.start : undefined }
}

/** The ids that a page searches, up to `end`, and the first id of the times. */
const searchedPart = ({ since, until }: AuditFilter, before: number | undefined) => sql`
  SELECT max(first, "end" - ${SEARCHED_ENTRIES}) AS start, first, "end" FROM (
    SELECT
      ${
        since === undefined
          ? sql`coalesce((SELECT min(audit_id) FROM audit), 0)`
          : sql`coalesce((SELECT audit_id FROM audit WHERE at >= ${since} ORDER BY at, audit_id LIMIT 1), ${Number.MAX_SAFE_INTEGER})`
      } AS first,
      min(${before ?? Number.MAX_SAFE_INTEGER}, 1 + coalesce(${
        until === undefined
          ? sql`(SELECT max(audit_id) FROM audit)`
          : sql`(SELECT audit_id FROM audit WHERE at < ${until} ORDER BY at DESC, audit_id DESC LIMIT 1)`
      }, 0)) AS "end")`

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
