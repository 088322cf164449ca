import { and, eq, sql } from 'drizzle-orm'
import { activity } from '../../../schema/tables/activity'
import { activityBooking } from '../../../schema/tables/activity-booking'
import { customer as customerTable } from '../../../schema/tables/control'
import { guest } from '../../../schema/tables/guest'
import { employee, location, property, room, roomType } from '../../../schema/tables/hotel'
import { itineraryLink } from '../../../schema/tables/itinerary-link'
import { reservation } from '../../../schema/tables/reservation'
import { roomStay } from '../../../schema/tables/stay'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import {
  activityColumns,
  employeeColumns,
  itineraryHotelColumns,
  itineraryStayColumns,
  type LinkEnd,
  locationColumns,
  reservationColumns,
  type StoredHotel,
  type StoredItinerary,
  type StoredItineraryWithHotels,
  type StoredStayHotel,
  stayHotelColumns,
} from '../../rows/itinerary'

/** A reservation, and the link that must be its current one. */
interface LinkTarget {
  reservationId: number
  linkId: string
}

type ReservationTarget = Placeholders<{ customer: number; reservationId: number }>

const isOfReservation = ({ customer, reservationId }: ReservationTarget) =>
  and(eq(itineraryLink.customerId, customer), eq(itineraryLink.reservationId, reservationId))

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
  build
    .select(reservationColumns)
    .from(itineraryLink)
    .innerJoin(
      reservation,
      and(
        eq(reservation.customerId, itineraryLink.customerId),
        eq(reservation.reservationId, itineraryLink.reservationId),
      ),
    )
    .innerJoin(customerTable, eq(customerTable.customerId, reservation.customerId))
    .innerJoin(guest, and(eq(guest.customerId, reservation.customerId), eq(guest.guestId, reservation.guestId)))
    .leftJoin(property, and(eq(property.customerId, reservation.customerId), eq(property.hotelId, reservation.hotelId)))
    .where(isOfReservation(target)),
)

const selectStays = prepareStatement(({ customer, reservationId }: ReservationTarget) =>
  build
    .select(itineraryStayColumns)
    .from(roomStay)
    .innerJoin(room, and(eq(room.customerId, roomStay.customerId), eq(room.roomId, roomStay.roomId)))
    .innerJoin(roomType, and(eq(roomType.customerId, room.customerId), eq(roomType.roomTypeId, room.roomTypeId)))
    .leftJoin(location, and(eq(location.customerId, room.customerId), eq(location.locationId, room.locationId)))
    .where(and(eq(roomStay.customerId, customer), eq(roomStay.reservationId, reservationId))),
)

const selectActivities = prepareStatement(({ customer, reservationId }: ReservationTarget) =>
  build
    .select(activityColumns)
    .from(activityBooking)
    .innerJoin(
      activity,
      and(eq(activity.customerId, activityBooking.customerId), eq(activity.activityId, activityBooking.activityId)),
    )
    .where(and(eq(activityBooking.customerId, customer), eq(activityBooking.reservationId, reservationId))),
)

/** The ids that the activities of a reservation name in one of their lists. */
const idsNamed = ({ customer, reservationId }: ReservationTarget, list: 'hosts' | 'locations') => sql`
  SELECT named.value ->> 'id' FROM ${activityBooking}, json_each(${activityBooking[list]}) AS named
  WHERE ${activityBooking.customerId} = ${customer} AND ${activityBooking.reservationId} = ${reservationId}`

const selectEmployees = prepareStatement((target: ReservationTarget) =>
  build
    .select(employeeColumns)
    .from(employee)
    .where(
      and(eq(employee.customerId, target.customer), sql`${employee.employeeId} IN (${idsNamed(target, 'hosts')})`),
    ),
)

const selectLocations = prepareStatement((target: ReservationTarget) =>
  build
    .select(locationColumns)
    .from(location)
    .where(
      and(eq(location.customerId, target.customer), sql`${location.locationId} IN (${idsNamed(target, 'locations')})`),
    ),
)

const selectHotel = prepareStatement((target: ReservationTarget) =>
  build
    .select(itineraryHotelColumns)
    .from(itineraryLink)
    .innerJoin(customerTable, eq(customerTable.customerId, itineraryLink.customerId))
    .where(isOfReservation(target)),
)

const selectCurrentLink = prepareStatement((target: ReservationTarget) =>
  build.select({ linkId: itineraryLink.linkId }).from(itineraryLink).where(isOfReservation(target)),
)

/** The hotels of the booked rooms in the order of their stays; without rooms, the hotel of the reservation. */
const selectStayHotels = prepareStatement(({ customer, reservationId }: ReservationTarget) => {
  const ofReservation = sql`customer_id = ${customer} AND reservation_id = ${reservationId}`
  return selectRows(
    stayHotelColumns,
    selected => sql`
      SELECT ${selected} FROM (
        SELECT t.hotel_id, min(s.stay_arrival || printf(' %09d', s.stay_no)) AS place,
          json_group_array(s.room_id ORDER BY s.stay_arrival, s.stay_no) AS room_ids
        FROM room_stay AS s
        CROSS JOIN room ON room.customer_id = s.customer_id AND room.room_id = s.room_id
        CROSS JOIN room_type AS t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
        WHERE s.customer_id = ${customer} AND s.reservation_id = ${reservationId}
        GROUP BY t.hotel_id
        UNION ALL
        SELECT hotel_id, '', '[]' FROM reservation
        WHERE ${ofReservation} AND NOT EXISTS (SELECT 1 FROM room_stay WHERE ${ofReservation})
      ) AS stay_hotel
      CROSS JOIN property AS p ON p.customer_id = ${customer} AND p.hotel_id = stay_hotel.hotel_id
      LEFT JOIN channel_property AS c ON c.customer_id = p.customer_id AND c.hotel_id = p.hotel_id
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
): Promise<StoredStayHotel[] | LinkEnd> {
  const { reservationId } = target
  const [[current], hotels] = await db.batch([
    selectCurrentLink({ customer, reservationId }),
    selectStayHotels({ customer, reservationId }),
  ])
  const link = currentOr(current, target)
  return typeof link === 'string' ? link : hotels
}

/** The hotel of a link, for the page before it loads the itinerary; or why the link opens nothing. */
export async function readHotelOfLink(
  db: Database,
  { customer }: Scope,
  target: LinkTarget,
): Promise<StoredHotel | LinkEnd> {
  const [[found]] = await db.batch([selectHotel({ customer, reservationId: target.reservationId })])
  return currentOr(found, target)
}
