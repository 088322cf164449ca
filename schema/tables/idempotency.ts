import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { customerId, flag, instant, json } from './columns'
import { reservation } from './reservation'

/** An idempotency key that was used, with the hash of its request and the reservation that it changed. */
export const idempotency = sqliteTable(
  'idempotency',
  {
    customerId: customerId(),
    identity: text('identity').notNull(),
    bodyHash: text('body_hash').notNull(),
    reservationId: integer('reservation_id').notNull(),
    /** The content of the response, for endpoints that return content. Of a change: `{version}`, which earlier releases did not store. */
    answer: json<unknown>('answer'),
    createdAt: instant('created_at').notNull(),
    /** False: the request made the reservation, which has the identity too. Release 1.0.0 does not set it. */
    isChange: flag('is_change').notNull().default(true),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.identity] }),
    foreignKey({
      columns: [table.customerId, table.reservationId],
      foreignColumns: [reservation.customerId, reservation.reservationId],
    }),
    index('idempotency_of_change').on(table.customerId, table.reservationId).where(sql`is_change`),
  ],
)
