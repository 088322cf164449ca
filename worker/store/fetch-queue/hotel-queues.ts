import { type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../db/scope'

/*
 * The messages of a hotel form a queue: `fetch_message_by_hotel` has them by their hotel and status, in the order of their
 * ids. A customer has few hotels, so a statement on all messages of a status goes from one hotel to the next.
 */

const nextHotel = (customer: SQL, after = sql``) => sql`(
  SELECT min(hotel_key) FROM fetch_message WHERE customer_id = ${customer}${after})`

/** A common table `hotel_queue (hotel_key)` of the hotels of a customer that have messages, and a NULL at its end. */
export const hotelQueues = ({ customer }: Scope) => sql`hotel_queue (hotel_key) AS MATERIALIZED (
  SELECT ${nextHotel(sql`${customer}`)} UNION ALL
  SELECT ${nextHotel(sql`${customer}`, sql` AND hotel_key > hotel_queue.hotel_key`)}
  FROM hotel_queue WHERE hotel_key IS NOT NULL)`

/** A common table `hotel_queue (customer_id, hotel_key)` of the hotels of the customers of a database. */
export const allHotelQueues = (tenancies = sql`true`) => sql`hotel_queue (customer_id, hotel_key) AS (
  SELECT customer_id, ${nextHotel(sql`tenancy.customer_id`)} FROM tenancy WHERE ${tenancies} UNION ALL
  SELECT customer_id, ${nextHotel(sql`hotel_queue.customer_id`, sql` AND hotel_key > hotel_queue.hotel_key`)}
  FROM hotel_queue WHERE hotel_key IS NOT NULL)`
