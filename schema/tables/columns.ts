import { integer, text } from 'drizzle-orm/sqlite-core'

/*
 * Columns that several tables have, each with one name and one type.
 *
 * Money is whole minor units of the customer's currency (cents; yen; fils). Stay dates are the hotel's calendar dates as
 * text, `YYYY-MM-DD`; times of day are `HH:mm`; instants are milliseconds since 1970 (UTC).
 */

/** The customer that a row belongs to; the first column of every key. */
export const customerId = () => integer('customer_id').notNull()

export const money = (name: string) => integer(name)
export const date = (name: string) => text(name)
export const time = (name: string) => text(name)
export const instant = (name: string) => integer(name)
export const flag = (name: string) => integer(name, { mode: 'boolean' })

/** The fingerprint of the secret without which the row does not work (schema/made-with.ts). */
export const madeWith = () => text('made_with').notNull().default('')

/** A list or a document that no query searches, stored as one value. */
export const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>()

/** A payment as the client sent it; a negative amount is a refund. */
export const paymentColumns = () => ({
  paymentExtId: text('payment_ext_id'),
  paymentSource: text('payment_source').notNull().default(''),
  paymentAmount: money('payment_amount').notNull(),
  surcharge: money('surcharge').notNull(),
  baseAmount: money('base_amount').notNull(),
  transactionTotal: money('transaction_total').notNull(),
  adjustmentValue: money('adjustment_value').notNull(),
  correspondenceTypeId: integer('correspondence_type_id'),
  createdAt: instant('created_at').notNull(),
})
