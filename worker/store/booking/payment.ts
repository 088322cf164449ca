import { sql } from 'drizzle-orm'
import { payment } from '../../../schema/tables/payment'
import { DATABASE_NOW } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { NewPayment } from '../../domain/booking/state'
import { idOf, valuesOf, type WrittenReservation, type WrittenValues } from '../counter/written'

/** Records a payment on a reservation. Refused by `payment.customer_id` if its external id is recorded there already. */
export const writePayment = (written: WrittenReservation, sent: NewPayment | undefined): Statement[] =>
  sent ? [insertPayment({ ...valuesOf(written), ...sent })] : []

const insertPayment = prepareStatement(
  ({ customer, reservationId, ...sent }: Placeholders<WrittenValues & NewPayment>) => {
    const id = idOf({ customer, reservationId })
    return build.insert(payment).values({
      customerId: customer,
      reservationId: id,
      paymentNo: sql`(SELECT coalesce(max(payment_no), 0) + 1 FROM payment
        WHERE customer_id = ${customer} AND reservation_id = ${id})`,
      ...sent,
      createdAt: DATABASE_NOW,
    })
  },
)
