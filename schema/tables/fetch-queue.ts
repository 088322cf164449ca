import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { customerId, date, instant } from './columns'
import { reservation } from './reservation'

/**
 * A message for guest-messaging systems: a stay after a change. Ids count up within the customer in the order of the
 * changes. The clean-up keeps the newest message of a customer, so that no id is used twice.
 */
export const fetchMessage = sqliteTable(
  'fetch_message',
  {
    customerId: customerId(),
    messageId: integer('message_id').notNull(),
    reservationId: integer('reservation_id').notNull(),
    /** The kind of change. */
    statusType: text('status_type', { enum: ['New', 'Modified', 'Cancelled', 'StatusChanged'] }).notNull(),
    /** Whether the message was processed. */
    messageStatus: text('message_status', { enum: ['Pending', 'Processed', 'Failed'] })
      .notNull()
      .default('Pending'),
    messageNotes: text('message_notes').notNull().default(''),
    hotelId: text('hotel_id').notNull(),
    hotelKey: text('hotel_key').notNull(),
    guestId: integer('guest_id').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    country: text('country').notNull(),
    reservationNumber: integer('reservation_number').notNull(),
    typeId: integer('type_id').notNull(),
    bookedAt: instant('booked_at').notNull(),
    stayArrival: date('stay_arrival').notNull(),
    stayDeparture: date('stay_departure').notNull(),
    roomId: integer('room_id').notNull(),
    roomName: text('room_name').notNull(),
    roomNo: text('room_no').notNull(),
    floorNo: text('floor_no').notNull(),
    locationName: text('location_name').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.messageId] }),
    foreignKey({
      columns: [table.customerId, table.reservationId],
      foreignColumns: [reservation.customerId, reservation.reservationId],
    }),
    index('fetch_message_by_hotel').on(table.customerId, table.hotelKey, table.messageStatus, table.messageId),
    index('fetch_message_of_reservation').on(table.customerId, table.reservationId),
    // Pending messages are found by their hotel: a new message has no entry here.
    index('fetch_message_by_age').on(table.messageStatus, table.updatedAt).where(sql`message_status <> 'Pending'`),
    check('fetch_status_type_known', sql`${table.statusType} IN ('New', 'Modified', 'Cancelled', 'StatusChanged')`),
    check('fetch_message_status_known', sql`${table.messageStatus} IN ('Pending', 'Processed', 'Failed')`),
  ],
)
