import { sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'

/** A statement as it travels. */
export interface Query {
  sql: string
  params: unknown[]
}

/** What a guard says of a batch that it refuses. */
export const GUARD_FAILURES = ['lives elsewhere', 'is being moved', 'was overtaken'] as const
export type GuardFailure = (typeof GUARD_FAILURES)[number]

/*
 * A guard is a statement at the head of a batch that ends the whole batch where it must not happen: judged in the same
 * transaction, and in the same round trip. SQLite raises faults of one's own in triggers only; but a path into JSON that is no
 * path is a fault, and quotes what was given for one.
 */
const quoted = new RegExp(`'innlet: (${GUARD_FAILURES.join('|')})'`)
const path = (refusal: GuardFailure) => sql.raw(`'innlet: ${refusal}'`)

/** Whether a guard ended the batch that failed with these words, and why. */
export const guardFailureOf = (message: string) => quoted.exec(message)?.[1] as GuardFailure | undefined

/** Only where this database serves the customer; while the customer is leaving, only what reads. */
export const requireServed = (customer: number, isWritten: boolean) => sql`
  SELECT json_extract('{}', CASE (SELECT tenancy_state FROM tenancy WHERE customer_id = ${customer})
    WHEN 'serving' THEN '$'
    WHEN 'leaving' THEN iif(${Number(isWritten)}, ${path('is being moved')}, '$')
    ELSE ${path('lives elsewhere')} END)`

const dialect = new SQLiteSyncDialect()

/** The guard of a batch on the rows of one customer. */
export const tenancyGuard = (customer: number, batch: readonly Query[]): Query =>
  dialect.sqlToQuery(requireServed(customer, batch.some(writes)))

/** Statements hold no values, so that these words are there only where they are meant. */
const writes = ({ sql }: Query) => /\b(?:insert|update|delete)\b/i.test(sql)

/** Only where the customer's row in `tenancy` is as it was read before: else somebody else was faster. */
export const requireTenancyState = (customer: number, state: string, progress: string | null = null) =>
  sql`SELECT json_extract('{}', iif(EXISTS (
    SELECT 1 FROM tenancy WHERE customer_id = ${customer} AND tenancy_state = ${state} AND progress IS ${progress}),
    '$', ${path('was overtaken')}))`
