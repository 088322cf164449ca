import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { customerId, instant, madeWith } from './columns'
import { ofReservation } from './reservation'

/** The valid link of a reservation. Issuing a link replaces the row; revoking deletes it. */
export const itineraryLink = sqliteTable(
  'itinerary_link',
  {
    customerId: customerId(),
    reservationId: integer('reservation_id').notNull(),
    linkId: text('link_id').notNull(),
    issuedAt: instant('issued_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    madeWith: madeWith(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.reservationId] }),
    ofReservation(table),
    index('itinerary_link_by_expiry').on(table.expiresAt),
  ],
)
