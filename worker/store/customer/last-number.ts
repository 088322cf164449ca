import { type Placeholder, sql } from 'drizzle-orm'
import { COUNTERS, type Counter } from '../../../schema/counters'

/** The last number that a counter of the customer has given. The next one is this plus 1. */
export const lastNumber = ({ customer }: { customer: number | Placeholder }, counter: Counter) => {
  const { table, column } = COUNTERS[counter]
  return sql<number>`max(
    coalesce((SELECT max(${sql.raw(column)}) FROM ${sql.raw(table)} WHERE customer_id = ${customer}), 0),
    coalesce((SELECT id_floor FROM customer WHERE customer_id = ${customer}), 0))`
}
