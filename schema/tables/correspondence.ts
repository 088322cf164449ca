import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { customerId, instant } from './columns'
import { ofReservation } from './reservation'

/** A letter that a booking request ordered. Another system sends it. */
export const correspondence = sqliteTable(
  'correspondence',
  {
    customerId: customerId(),
    reservationId: integer('reservation_id').notNull(),
    correspondenceNo: integer('correspondence_no').notNull(),
    correspondenceTypeId: integer('correspondence_type_id').notNull(),
    correspondenceStatus: text('correspondence_status', { enum: ['Pending', 'Sent'] })
      .notNull()
      .default('Pending'),
    requestedAt: instant('requested_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.reservationId, table.correspondenceNo] }),
    ofReservation(table),
  ],
)
