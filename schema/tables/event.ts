import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { customerId, instant, json } from './columns'

/**
 * An event of the log. It is inserted in the batch of the change that it reports. Sequences count up within the customer
 * without a gap, in the order of the commits; `at` never decreases in that order. The newest event is the stored counter: the
 * clean-up never deletes it, and a move copies it, so that no sequence is used twice.
 */
export const event = sqliteTable(
  'event',
  {
    customerId: customerId(),
    sequence: integer('sequence').notNull(),
    /** The id on the wire without `evt_`: 22 characters of base64url. */
    eventId: text('event_id').notNull(),
    eventType: text('event_type').notNull(),
    at: instant('at').notNull(),
    /** NULL: the event is not about one reservation. */
    reservationId: integer('reservation_id'),
    /** `data` of the event. `identity` in it is emptied when the guest is erased. */
    data: json<Record<string, unknown>>('data').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.sequence] }),
    index('event_of_reservation').on(table.customerId, table.reservationId).where(sql`reservation_id IS NOT NULL`),
  ],
)
