import { type SQL, sql } from 'drizzle-orm'
import { payment } from '../../../schema/tables/payment'
import { DATABASE_NOW } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import type { PlannedPayment } from '../../domain/booking/state'

/** Records a payment on a reservation. Refused by `payment.customer_id` if its external id is recorded there already. */
export function writePayment(
  { customer }: Scope,
  reservationId: SQL<number>,
  planned: PlannedPayment | undefined,
): Statement[] {
  if (!planned) return []
  const paymentNo = sql`(SELECT coalesce(max(payment_no), 0) + 1 FROM payment
    WHERE customer_id = ${customer} AND reservation_id = ${reservationId})`
  return [
    build
      .insert(payment)
      .values({ customerId: customer, reservationId, paymentNo, ...planned, createdAt: DATABASE_NOW }),
  ]
}
