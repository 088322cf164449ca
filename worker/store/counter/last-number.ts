import { sql } from 'drizzle-orm'
import { COUNTERS, type Counter } from '../../../schema/counters'
import type { Owner } from '../../db/scope'

/** The last number that a counter of the customer has given. The next one is this plus 1. */
export const lastNumber = ({ customer }: Owner, counter: Counter) => {
  const { table, column } = COUNTERS[counter]
  return sql<number>`max(
    coalesce((SELECT max(${sql.raw(column)}) FROM ${sql.raw(table)} WHERE customer_id = ${customer}), 0),
    ${idFloor({ customer })})`
}

/** No counter of the customer gives this number or a lower one. */
export const idFloor = ({ customer }: Pick<Owner, 'customer'>) =>
  sql<number>`coalesce((SELECT id_floor FROM customer WHERE customer_id = ${customer}), 0)`

/** The largest number that any counter of the customer has given. */
export const largestNumber = (owner: Owner) => {
  const numbers = (Object.keys(COUNTERS) as Counter[]).map(counter => lastNumber(owner, counter))
  return sql<number>`max(${sql.join(numbers, sql`, `)})`
}
