import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { customerId, flag } from './columns'
import { customer } from './control'

/** The person who booked, or for whom a reservation was made. Ids count up within the customer. */
export const guest = sqliteTable(
  'guest',
  {
    customerId: customerId().references(() => customer.customerId),
    guestId: integer('guest_id').notNull(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull(),
    company: text('company').notNull().default(''),
    phone: text('phone').notNull().default(''),
    email: text('email').notNull().default(''),
    address1: text('address1').notNull().default(''),
    address2: text('address2').notNull().default(''),
    state: text('state').notNull().default(''),
    city: text('city').notNull().default(''),
    zip: text('zip').notNull().default(''),
    country: text('country').notNull().default(''),
    /** The personal data was erased once. The guest may have a name again since, and events still leave `identity` out. */
    isErased: flag('is_erased').notNull().default(false),
  },
  table => [primaryKey({ columns: [table.customerId, table.guestId] })],
)
