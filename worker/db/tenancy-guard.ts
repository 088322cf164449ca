import { type Placeholder, sql } from 'drizzle-orm'
import { memoize } from '../../schema/memoize'
import { type Query, queryOf, queryTemplate } from './drizzle-adapter'

/** Why a guard refuses a batch. */
const GUARD_FAILURES = ['lives elsewhere', 'is read-only', 'was overtaken'] as const
export type GuardFailure = (typeof GUARD_FAILURES)[number]

/*
 * A guard is the first statement of a batch. It fails where the batch must not run, in the same transaction and the same
 * round trip. SQLite allows RAISE in triggers only; but an invalid JSON path is an error whose message quotes the path.
 */
const quoted = new RegExp(`'innlet: (${GUARD_FAILURES.join('|')})'`)
const invalidPath = (failure: GuardFailure) => sql.raw(`'innlet: ${failure}'`)

/** The failure of the guard that an error message quotes; undefined: the message is of another error. */
export const guardFailureOf = (message: string) => quoted.exec(message)?.[1] as GuardFailure | undefined

/** Passes where this database serves the customer; while the customer is leaving, only for a batch that only reads. */
export const requireServed = (customer: number | Placeholder, isWritten: 0 | 1 | Placeholder) => sql`
  SELECT json_extract('{}', CASE (SELECT tenancy_state FROM tenancy WHERE customer_id = ${customer})
    WHEN 'serving' THEN '$'
    WHEN 'leaving' THEN iif(${isWritten}, ${invalidPath('is read-only')}, '$')
    ELSE ${invalidPath('lives elsewhere')} END)`

/** The SQL is built once, because every batch on the rows of a customer has it. */
const guardTemplate = memoize(() =>
  queryTemplate(queryOf(requireServed(sql.placeholder('customer'), sql.placeholder('isWritten')))),
)

/** The guard of a batch on the rows of a customer. */
export const guardOf = (customer: number, batch: readonly Query[]): Query =>
  guardTemplate()({ customer, isWritten: Number(batch.some(writes)) })

/** Statements contain no values, so that these words occur only as SQL. */
const writes = ({ sql }: Query) => /\b(?:insert|update|delete)\b/i.test(sql)

/** Passes where the customer's row in `tenancy` is still as it was read; otherwise another request has changed it. */
export const requireTenancyState = (customer: number, state: string, progress: string | null = null) =>
  sql`SELECT json_extract('{}', iif(EXISTS (
    SELECT 1 FROM tenancy WHERE customer_id = ${customer} AND tenancy_state = ${state} AND progress IS ${progress}),
    '$', ${invalidPath('was overtaken')}))`
