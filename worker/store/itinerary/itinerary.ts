import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import {
  activityColumns,
  employeeColumns,
  itineraryStayColumns,
  type LinkEnd,
  linkCustomerColumns,
  locationColumns,
  reservationColumns,
  type StoredItinerary,
  type StoredItineraryWithHotels,
  type StoredStayHotels,
  stayHotelColumns,
} from './columns'

/** A reservation, and the link that must be its current one. */
interface LinkTarget {
  reservationId: number
  linkId: string
}

type ReservationTarget = Placeholders<{ customer: number; reservationId: number }>

const isLinkOf = ({ customer, reservationId }: ReservationTarget) =>
  sql`itinerary_link.customer_id = ${customer} AND itinerary_link.reservation_id = ${reservationId}`

/**
 * The row with the current link of a reservation; or why the requested link is not that one. The statements select the current
 * link whatever its id is, so that the log can tell a replaced link from a revoked one.
 */
function currentOr<Row extends { linkId: string }>(row: Row | undefined, { linkId }: LinkTarget): Row | LinkEnd {
  if (!row) return 'revoked'
  return row.linkId === linkId ? row : 'replaced'
}

/** The reservation with its current link, guest, hotel and property. No row: it has no link. */
const selectReservation = prepareStatement((target: ReservationTarget) =>
  selectRows(
    reservationColumns,
    selected => sql`
      SELECT ${selected} FROM itinerary_link
      JOIN reservation ON reservation.customer_id = itinerary_link.customer_id
        AND reservation.reservation_id = itinerary_link.reservation_id
      JOIN customer ON customer.customer_id = reservation.customer_id
      JOIN guest ON guest.customer_id = reservation.customer_id AND guest.guest_id = reservation.guest_id
      LEFT JOIN property ON property.customer_id = reservation.customer_id AND property.hotel_id = reservation.hotel_id
      WHERE ${isLinkOf(target)}`,
  ),
)

const selectStays = prepareStatement(({ customer, reservationId }: ReservationTarget) =>
  selectRows(
    itineraryStayColumns,
    selected => sql`
      SELECT ${selected} FROM room_stay
      JOIN room ON room.customer_id = room_stay.customer_id AND room.room_id = room_stay.room_id
      JOIN room_type ON room_type.customer_id = room.customer_id AND room_type.room_type_id = room.room_type_id
      JOIN property ON property.customer_id = room_type.customer_id AND property.hotel_id = room_type.hotel_id
      LEFT JOIN location ON location.customer_id = room.customer_id AND location.location_id = room.location_id
      WHERE room_stay.customer_id = ${customer} AND room_stay.reservation_id = ${reservationId}`,
  ),
)

const selectActivities = prepareStatement(({ customer, reservationId }: ReservationTarget) =>
  selectRows(
    activityColumns,
    selected => sql`
      SELECT ${selected} FROM activity_booking
      JOIN activity ON activity.customer_id = activity_booking.customer_id
        AND activity.activity_id = activity_booking.activity_id
      WHERE activity_booking.customer_id = ${customer} AND activity_booking.reservation_id = ${reservationId}`,
  ),
)

/** The ids that the activities of a reservation name in one of their lists. */
const idsNamed = ({ customer, reservationId }: ReservationTarget, list: 'hosts' | 'locations') => sql`
  SELECT named.value ->> 'id' FROM activity_booking, json_each(activity_booking.${sql.raw(list)}) AS named
  WHERE activity_booking.customer_id = ${customer} AND activity_booking.reservation_id = ${reservationId}`

const selectEmployees = prepareStatement((target: ReservationTarget) =>
  selectRows(
    employeeColumns,
    selected => sql`
      SELECT ${selected} FROM employee
      WHERE customer_id = ${target.customer} AND employee_id IN (${idsNamed(target, 'hosts')})`,
  ),
)

const selectLocations = prepareStatement((target: ReservationTarget) =>
  selectRows(
    locationColumns,
    selected => sql`
      SELECT ${selected} FROM location
      WHERE customer_id = ${target.customer} AND location_id IN (${idsNamed(target, 'locations')})`,
  ),
)

const selectLinkCustomer = prepareStatement((target: ReservationTarget) =>
  selectRows(
    linkCustomerColumns,
    selected => sql`
      SELECT ${selected} FROM itinerary_link JOIN customer ON customer.customer_id = itinerary_link.customer_id
      WHERE ${isLinkOf(target)}`,
  ),
)

/** The hotels of the booked rooms in the order of their stays; without rooms, the hotel of the reservation. */
const selectStayHotels = prepareStatement(({ customer, reservationId }: ReservationTarget) => {
  const ofReservation = sql`customer_id = ${customer} AND reservation_id = ${reservationId}`
  return selectRows(
    stayHotelColumns,
    selected => sql`
      SELECT ${selected} FROM (
        SELECT t.hotel_id, min(s.stay_arrival || printf(' %09d', s.stay_no)) AS place,
          json_group_array(s.room_id ORDER BY s.stay_arrival, s.stay_no) AS room_ids,
          min(s.stay_arrival) AS first_day, max(s.stay_departure) AS last_day
        FROM room_stay AS s
        CROSS JOIN room ON room.customer_id = s.customer_id AND room.room_id = s.room_id
        CROSS JOIN room_type AS t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
        WHERE s.customer_id = ${customer} AND s.reservation_id = ${reservationId}
        GROUP BY t.hotel_id
        UNION ALL
        SELECT hotel_id, '', '[]', arrival_date, departure_date FROM reservation
        WHERE ${ofReservation} AND NOT EXISTS (SELECT 1 FROM room_stay WHERE ${ofReservation})
      ) AS stay_hotel
      CROSS JOIN customer ON customer.customer_id = ${customer}
      CROSS JOIN reservation ON reservation.customer_id = customer.customer_id AND reservation.reservation_id = ${reservationId}
      CROSS JOIN property ON property.customer_id = customer.customer_id AND property.hotel_id = stay_hotel.hotel_id
      LEFT JOIN channel_property ON channel_property.customer_id = property.customer_id AND channel_property.hotel_id = property.hotel_id
      ORDER BY stay_hotel.place`,
  )
})

const itineraryStatements = (target: { customer: number; reservationId: number }) =>
  [
    selectReservation(target),
    selectStays(target),
    selectActivities(target),
    selectEmployees(target),
    selectLocations(target),
  ] as const

/** The itinerary of a link, in one round trip; or why the link opens nothing. */
export async function readItinerary(
  db: Database,
  { customer }: Scope,
  target: LinkTarget,
): Promise<StoredItinerary | LinkEnd> {
  const { reservationId } = target
  const [[found], stays, activities, employees, locations] = await db.batch(
    itineraryStatements({ customer, reservationId }),
  )
  const reservation = currentOr(found, target)
  return typeof reservation === 'string' ? reservation : { reservation, stays, activities, employees, locations }
}

/** The same with the hotels of the stay, in the same round trip. */
export async function readItineraryWithHotels(
  db: Database,
  { customer }: Scope,
  target: LinkTarget,
): Promise<StoredItineraryWithHotels | LinkEnd> {
  const { reservationId } = target
  const [[found], stays, activities, employees, locations, hotels] = await db.batch([
    ...itineraryStatements({ customer, reservationId }),
    selectStayHotels({ customer, reservationId }),
  ])
  const reservation = currentOr(found, target)
  return typeof reservation === 'string'
    ? reservation
    : { reservation, stays, activities, employees, locations, hotels }
}

/** The hotels of a stay, in one round trip; or why the link opens nothing. */
export async function readStayHotels(
  db: Database,
  { customer }: Scope,
  target: LinkTarget,
): Promise<StoredStayHotels | LinkEnd> {
  const { reservationId } = target
  const [[current], hotels] = await db.batch([
    selectLinkCustomer({ customer, reservationId }),
    selectStayHotels({ customer, reservationId }),
  ])
  const link = currentOr(current, target)
  return typeof link === 'string' ? link : { ...link, hotels }
}
