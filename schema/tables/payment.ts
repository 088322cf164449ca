import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { customerId, paymentColumns } from './columns'
import { ofReservation } from './reservation'

/** A payment on the account of a reservation. An external id is unique within the reservation. */
export const payment = sqliteTable(
  'payment',
  {
    customerId: customerId(),
    reservationId: integer('reservation_id').notNull(),
    paymentNo: integer('payment_no').notNull(),
    ...paymentColumns(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.reservationId, table.paymentNo] }),
    uniqueIndex('payment_once')
      .on(table.customerId, table.reservationId, table.paymentExtId)
      .where(sql`payment_ext_id IS NOT NULL`),
    ofReservation(table),
  ],
)
