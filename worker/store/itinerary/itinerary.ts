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
  hotelColumns,
  locationColumns,
  reservationColumns,
  type StoredHotel,
  type StoredItinerary,
  type StoredItineraryWithHotels,
  type StoredStayHotel,
  stayColumns,
  stayHotelColumns,
} from './columns'

/** A reservation, and the link that must be its current one. */
interface LinkTarget {
  reservationId: number
  linkId: string
}

type LinkTargetPlaceholders = Placeholders<LinkTarget & { customer: number }>

const isCurrentLink = ({ customer, reservationId, linkId }: LinkTargetPlaceholders) =>
  and(
    eq(itineraryLink.customerId, customer),
    eq(itineraryLink.reservationId, reservationId),
    eq(itineraryLink.linkId, linkId),
  )

/** The reservation with its guest, hotel and property, if the link is the current one. */
const selectReservation = prepareStatement((target: LinkTargetPlaceholders) =>
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
    .where(isCurrentLink(target)),
)

const selectStays = prepareStatement(({ customer, reservationId }: LinkTargetPlaceholders) =>
  build
    .select(stayColumns)
    .from(roomStay)
    .innerJoin(room, and(eq(room.customerId, roomStay.customerId), eq(room.roomId, roomStay.roomId)))
    .innerJoin(roomType, and(eq(roomType.customerId, room.customerId), eq(roomType.roomTypeId, room.roomTypeId)))
    .leftJoin(location, and(eq(location.customerId, room.customerId), eq(location.locationId, room.locationId)))
    .where(and(eq(roomStay.customerId, customer), eq(roomStay.reservationId, reservationId))),
)

const selectActivities = prepareStatement(({ customer, reservationId }: LinkTargetPlaceholders) =>
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
const idsNamed = ({ customer, reservationId }: LinkTargetPlaceholders, list: 'hosts' | 'locations') => sql`
  SELECT named.value ->> 'id' FROM ${activityBooking}, json_each(${activityBooking[list]}) AS named
  WHERE ${activityBooking.customerId} = ${customer} AND ${activityBooking.reservationId} = ${reservationId}`

const selectEmployees = prepareStatement((target: LinkTargetPlaceholders) =>
  build
    .select(employeeColumns)
    .from(employee)
    .where(
      and(eq(employee.customerId, target.customer), sql`${employee.employeeId} IN (${idsNamed(target, 'hosts')})`),
    ),
)

const selectLocations = prepareStatement((target: LinkTargetPlaceholders) =>
  build
    .select(locationColumns)
    .from(location)
    .where(
      and(eq(location.customerId, target.customer), sql`${location.locationId} IN (${idsNamed(target, 'locations')})`),
    ),
)

const selectHotel = prepareStatement((target: LinkTargetPlaceholders) =>
  build
    .select(hotelColumns)
    .from(itineraryLink)
    .innerJoin(customerTable, eq(customerTable.customerId, itineraryLink.customerId))
    .where(isCurrentLink(target)),
)

const selectCurrentLink = prepareStatement((target: LinkTargetPlaceholders) =>
  build.select({ linkId: itineraryLink.linkId }).from(itineraryLink).where(isCurrentLink(target)),
)

/** The hotels of the booked rooms in the order of their stays; without rooms, the hotel of the reservation. */
const selectStayHotels = prepareStatement(({ customer, reservationId }: LinkTargetPlaceholders) => {
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

const itineraryStatements = (target: LinkTarget & { customer: number }) =>
  [
    selectReservation(target),
    selectStays(target),
    selectActivities(target),
    selectEmployees(target),
    selectLocations(target),
  ] as const

/** The itinerary of a link, in one round trip. Undefined: the link is not the current one of the reservation. */
export async function readItinerary(
  db: Database,
  { customer }: Scope,
  { reservationId, linkId }: LinkTarget,
): Promise<StoredItinerary | undefined> {
  const [[found], stays, activities, employees, locations] = await db.batch(
    itineraryStatements({ customer, reservationId, linkId }),
  )
  return found && { reservation: found, stays, activities, employees, locations }
}

/** The same with the hotels of the stay, in the same round trip. */
export async function readItineraryWithHotels(
  db: Database,
  { customer }: Scope,
  { reservationId, linkId }: LinkTarget,
): Promise<StoredItineraryWithHotels | undefined> {
  const target = { customer, reservationId, linkId }
  const [[found], stays, activities, employees, locations, hotels] = await db.batch([
    ...itineraryStatements(target),
    selectStayHotels(target),
  ])
  return found && { reservation: found, stays, activities, employees, locations, hotels }
}

/** The hotels of a stay, in one round trip. Undefined as for `readItinerary`. */
export async function readStayHotels(
  db: Database,
  { customer }: Scope,
  { reservationId, linkId }: LinkTarget,
): Promise<StoredStayHotel[] | undefined> {
  const target = { customer, reservationId, linkId }
  const [[link], hotels] = await db.batch([selectCurrentLink(target), selectStayHotels(target)])
  return link && hotels
}

/** The hotel of a link, for the page before it loads the itinerary. Undefined as for `readItinerary`. */
export async function readHotelOfLink(
  db: Database,
  { customer }: Scope,
  { reservationId, linkId }: LinkTarget,
): Promise<StoredHotel | undefined> {
  const [[found]] = await db.batch([selectHotel({ customer, reservationId, linkId })])
  return found
}
