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
    /**
     * Who made the change: the id of an application, `key:` and the id of an API key, or `admin`. NULL: the service itself, or release
     * 1.1.0 or an earlier one wrote the event.
     */
    by: text('by'),
    /** `data` of the event. `identity` in it is emptied when the guest is erased. */
    data: json<Record<string, unknown>>('data').notNull(),
    /**
     * When the last booking, rates and sale before this event were written, so that the times outlive the log. 0: there was none.
     * NULL: release 1.1.0 wrote the event. The times are then known from the events before it (worker/store/event/last-changes.ts).
     */
    lastBookingAt: instant('last_booking_at'),
    lastRatesAt: instant('last_rates_at'),
    lastSaleAt: instant('last_sale_at'),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.sequence] }),
    index('event_of_reservation').on(table.customerId, table.reservationId).where(sql`reservation_id IS NOT NULL`),
  ],
)
