import { type SQL, sql } from 'drizzle-orm'
import type { EventType } from '../../../schema/wire/event-types'
import { build, type Statement } from '../../db/drizzle-adapter'
import type { Owner, Scope } from '../../db/scope'

/** What counts for each time. A booking that is changed, paid or erased is no new one. */
const COUNTED = {
  last_booking_at: 'reservation.created',
  last_rates_at: 'rates.updated',
  last_sale_at: 'sale.created',
} as const satisfies Record<string, EventType>
type Column = keyof typeof COUNTED

/** The columns of the times in the log. They tell of all guests of the customer. */
export const TIME_COLUMNS = Object.keys(COUNTED) as readonly Column[]

/** Joins the newest event of a customer, as `newest`. */
export const newestEvent = (customer: Owner['customer'] | SQL) => sql`LEFT JOIN event AS newest
  ON newest.customer_id = ${customer} AND newest.sequence = (SELECT max(sequence) FROM event WHERE customer_id = ${customer})`

/**
 * When the last event of a kind was written, in a statement that joins `newest`. 0: there was none. Only where release 1.1.0 wrote the
 * newest events, they are searched.
 */
const timeAt = (customer: Owner['customer'] | SQL, column: Column) => sql<number>`coalesce(
  ${timeOf('newest', column)}, (SELECT max(coalesce(${timeOf('known', column)}, 0)) FROM event AS known
    WHERE known.customer_id = ${customer} AND known.sequence >= coalesce(${newestKnown(customer)}, 0)), 0)`

/** The time of the last event of a kind up to an event. NULL: release 1.1.0 wrote it, and it is of another kind. */
const timeOf = (row: string, column: Column) =>
  sql.raw(`iif(${row}.event_type = '${COUNTED[column]}', ${row}.at, ${row}.${column})`)

/** The sequence of the newest event that has the times of those before it. Events before it are not needed for them. */
export const newestKnown = (customer: Owner['customer'] | SQL) => sql`(
  SELECT carried.sequence FROM event AS carried WHERE carried.customer_id = ${customer} AND carried.last_booking_at IS NOT NULL
  ORDER BY carried.sequence DESC LIMIT 1)`

/** The times as columns of the list of customers. Null: there was none. */
export const lastChanges = (customer: Owner['customer'] | SQL) => {
  const time = (column: Column) => sql<number | null>`nullif(${timeAt(customer, column)}, 0)`
  return {
    lastBookingAt: time('last_booking_at'),
    lastRatesAt: time('last_rates_at'),
    lastSaleAt: time('last_sale_at'),
  }
}

/** The columns of an event that is inserted, and their values from `newest`. */
export const CARRIED_COLUMNS = sql.raw(TIME_COLUMNS.join(', '))
export const carriedTimes = ({ customer }: Owner) =>
  sql.join(
    TIME_COLUMNS.map(column => timeAt(customer, column)),
    sql`, `,
  )

/** Stores the times at the newest event, which has none if it was imported from a release that did not know them. */
export function completeTimes(scope: Scope): Statement {
  const { customer } = scope
  return build.run(sql`
    UPDATE event SET (${CARRIED_COLUMNS}) = (
      SELECT ${carriedTimes(scope)} FROM (SELECT 1) ${newestEvent(customer)})
    WHERE customer_id = ${customer} AND sequence = (SELECT max(sequence) FROM event WHERE customer_id = ${customer})
      AND last_booking_at IS NULL`)
}
