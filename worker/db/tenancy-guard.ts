import { sql } from 'drizzle-orm'
import { memoize } from '../../schema/memoize'
import { type Query, queryOf } from './drizzle-adapter'

/** Why a guard refuses a batch. */
const GUARD_FAILURES = ['lives elsewhere', 'is being moved', 'was overtaken'] as const
export type GuardFailure = (typeof GUARD_FAILURES)[number]

/*
 * A guard is the first statement of a batch. It fails where the batch must not run, in the same transaction and the same
 * round trip. SQLite allows RAISE in triggers only; but an invalid JSON path is an error whose message quotes the path.
 */
const quoted = new RegExp(`'innlet: (${GUARD_FAILURES.join('|')})'`)
const invalidPath = (failure: GuardFailure) => sql.raw(`'innlet: ${failure}'`)

/** The failure of the guard that an error message quotes; undefined: the message is of another error. */
export const guardFailureOf = (message: string) => quoted.exec(message)?.[1] as GuardFailure | undefined

/** Passes where this database serves the customer; while the customer is leaving, only for reads. */
export const requireServed = (customer: number, isWritten: boolean) => sql`
  SELECT json_extract('{}', CASE (SELECT tenancy_state FROM tenancy WHERE customer_id = ${customer})
    WHEN 'serving' THEN '$'
    WHEN 'leaving' THEN iif(${Number(isWritten)}, ${invalidPath('is being moved')}, '$')
    ELSE ${invalidPath('lives elsewhere')} END)`

/** What the guard of a batch returns. */
export interface GuardRow {
  /** Whether the customer has an enabled webhook endpoint; null: the batch only reads. */
  hasEndpoints: 0 | 1 | null
}

/** The SQL is built once, because every batch on the rows of a customer has the guard. */
const guardSql = memoize(
  () =>
    queryOf(sql`${requireServed(0, false)}, iif(${0}, EXISTS (
      SELECT 1 FROM webhook_endpoint WHERE customer_id = ${0} AND endpoint_status = 'enabled'), NULL) AS "hasEndpoints"`)
      .sql,
)

/** The guard of a batch on the rows of one customer. */
export function tenancyGuard(customer: number, batch: readonly Query[]): Query {
  const isWritten = Number(batch.some(writes))
  return { sql: guardSql(), params: [customer, isWritten, isWritten, customer] }
}

/** Statements contain no values, so that these words occur only as SQL. */
const writes = ({ sql }: Query) => /\b(?:insert|update|delete)\b/i.test(sql)

/** Passes where the customer's row in `tenancy` is still as it was read; otherwise another request has changed it. */
export const requireTenancyState = (customer: number, state: string, progress: string | null = null) =>
  sql`SELECT json_extract('{}', iif(EXISTS (
    SELECT 1 FROM tenancy WHERE customer_id = ${customer} AND tenancy_state = ${state} AND progress IS ${progress}),
    '$', ${invalidPath('was overtaken')}))`
