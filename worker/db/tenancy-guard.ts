import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { memoize } from '../../schema/memoize'
import { FAILING_AFTER } from '../../schema/tables/webhook'
import { type Query, queryOf, queryTemplate } from './drizzle-adapter'

/** Why a guard refuses a batch. */
const GUARD_FAILURES = ['lives elsewhere', 'is being moved', 'was overtaken'] as const
export type GuardFailure = (typeof GUARD_FAILURES)[number]

/*
 * A guard is the first statement of a batch. It fails where the batch must not run, in the same transaction and the same
 * round trip. SQLite allows RAISE in triggers only; but an invalid JSON path is an error whose message quotes the path.
 */
const quoted = new RegExp(`'innlet: (${GUARD_FAILURES.join('|')})'`)
const pathOf = (failure: GuardFailure) => `'innlet: ${failure}'`
const invalidPath = (failure: GuardFailure) => sql.raw(pathOf(failure))
/** Occurs in every guard of a customer. */
const NOT_SERVED = pathOf('lives elsewhere')

/** The failure of the guard that an error message quotes; undefined: the message is of another error. */
export const guardFailureOf = (message: string) => quoted.exec(message)?.[1] as GuardFailure | undefined

type Bound = number | Placeholder | SQL

/**
 * The customer, if this database serves it; while the customer is leaving, only for reads. Otherwise an error. A number is
 * JSON too, so that the customer is what the path returns.
 */
const served = (customer: Bound, isWritten: Bound) => sql`
  json_extract(${customer}, CASE (SELECT tenancy_state FROM tenancy WHERE customer_id = ${customer})
    WHEN 'serving' THEN '$'
    WHEN 'leaving' THEN iif(${isWritten}, ${invalidPath('is being moved')}, '$')
    ELSE ${invalidPath('lives elsewhere')} END)`

/** Passes where this database serves the customer; while the customer is leaving, only for reads. */
export const requireServed = (customer: number, isWritten: boolean) =>
  sql`SELECT ${served(customer, Number(isWritten))}`

/**
 * The customer, as a key of the first statement of a batch that writes. The statement is then the guard of the batch. It must
 * evaluate this also where it finds no rows: as the key of the first table, or as a value of a VALUES list.
 */
export const servedCustomer = (customer: Bound) => served(customer, sql.raw('1'))

/** The same for a batch that only reads. */
export const readableCustomer = (customer: Bound) => served(customer, sql.raw('0'))

/** Whether a customer has an enabled webhook endpoint that does not fail: the run of each minute attempts those that fail. */
export const hasEndpoints = (customer: Bound) => sql<number>`EXISTS (
  SELECT 1 FROM webhook_endpoint
  WHERE customer_id = ${customer} AND endpoint_status = 'enabled' AND failures < ${sql.raw(String(FAILING_AFTER))})`

/** What the guard of a batch returns. */
export interface GuardRow {
  /** Whether the customer has an enabled webhook endpoint that does not fail; null or undefined: not known. */
  hasEndpoints?: 0 | 1 | null
}

/** The SQL is built once, because nearly every batch on the rows of a customer has the guard. */
const guardTemplate = memoize(() => {
  const [customer, isWritten] = [sql.placeholder('customer'), sql.placeholder('isWritten')]
  return queryTemplate(
    queryOf(
      sql`SELECT ${served(customer, isWritten)}, iif(${isWritten}, ${hasEndpoints(customer)}, NULL) AS "hasEndpoints"`,
    ),
  )
})

/** A batch on the rows of one customer, with a guard before it unless its first statement is one. */
export function guardedBatch(customer: number, batch: readonly Query[]): readonly Query[] {
  if (batch[0]?.sql.includes(NOT_SERVED)) return batch
  return [guardTemplate()({ customer, isWritten: Number(batch.some(writes)) }), ...batch]
}

/** Statements contain no values, so that these words occur only as SQL. */
const writes = ({ sql }: Query) => /\b(?:insert|update|delete)\b/i.test(sql)

/** Passes where the customer's row in `tenancy` is still as it was read; otherwise another request has changed it. */
export const requireTenancyState = (customer: number, state: string, progress: string | null = null) =>
  sql`SELECT json_extract('{}', iif(EXISTS (
    SELECT 1 FROM tenancy WHERE customer_id = ${customer} AND tenancy_state = ${state} AND progress IS ${progress}),
    '$', ${invalidPath('was overtaken')}))`
