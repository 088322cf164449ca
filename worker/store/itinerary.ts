import { and, eq, sql } from 'drizzle-orm'
import { activity } from '../../schema/tables/activity'
import { customer } from '../../schema/tables/control'
import { location, property, room, roomType } from '../../schema/tables/hotel'
import { activityBooking, guest, itineraryLink, reservation, roomStay } from '../../schema/tables/reservation'
import type { Scope } from '../auth/scope'
import type { KeptItinerary } from '../domain/itinerary'
import { build, type Database } from './database'
import { type Bound, prepared } from './prepared'

/** What a reader shows: the reservation, and the link that must be its current one. */
interface Shown {
  reservationId: number
  linkId: string
}

type Asked = Bound<Shown & { customer: number }>

const isCurrentLink = ({ customer, reservationId, linkId }: Asked) =>
  and(
    eq(itineraryLink.customerId, customer),
    eq(itineraryLink.reservationId, reservationId),
    eq(itineraryLink.linkId, linkId),
  )

/** The reservation with its guest, hotel and property, as long as the link is the one that opens. */
const readReservation = prepared((asked: Asked) =>
  build
    .select({
      reservationId: reservation.reservationId,
      reservationNumber: reservation.reservationNumber,
      statusId: reservation.statusId,
      typeId: reservation.typeId,
      version: reservation.version,
      updatedAt: reservation.updatedAt,
      arrivalDate: reservation.arrivalDate,
      departureDate: reservation.departureDate,
      arrivalTime: reservation.arrivalTime,
      departureTime: reservation.departureTime,
      guestId: guest.guestId,
      guestFirstName: guest.firstName,
      guestLastName: guest.lastName,
      customerId: customer.customerId,
      customerName: customer.customerName,
      logoUrl: customer.logoUrl,
      imagePath: customer.imagePath,
      timeZone: customer.timeZone,
      checkInTime: property.checkInTime,
      checkOutTime: property.checkOutTime,
      propertyTimeZone: property.propertyTimeZone,
    })
    .from(itineraryLink)
    .innerJoin(
      reservation,
      and(
        eq(reservation.customerId, itineraryLink.customerId),
        eq(reservation.reservationId, itineraryLink.reservationId),
      ),
    )
    .innerJoin(customer, eq(customer.customerId, reservation.customerId))
    .innerJoin(guest, and(eq(guest.customerId, reservation.customerId), eq(guest.guestId, reservation.guestId)))
    .leftJoin(property, and(eq(property.customerId, reservation.customerId), eq(property.hotelId, reservation.hotelId)))
    .where(isCurrentLink(asked)),
)

const readStays = prepared(({ customer, reservationId }: Asked) =>
  build
    .select({
      stayNo: roomStay.stayNo,
      roomId: roomStay.roomId,
      stayArrival: roomStay.stayArrival,
      stayDeparture: roomStay.stayDeparture,
      guestsInRoom: roomStay.guestsInRoom,
      roomName: room.roomName,
      roomNo: room.roomNo,
      roomTypeName: roomType.roomTypeName,
      roomTypeDescription: roomType.roomTypeDescription,
      locationName: location.locationName,
    })
    .from(roomStay)
    .innerJoin(room, and(eq(room.customerId, roomStay.customerId), eq(room.roomId, roomStay.roomId)))
    .innerJoin(roomType, and(eq(roomType.customerId, room.customerId), eq(roomType.roomTypeId, room.roomTypeId)))
    .leftJoin(location, and(eq(location.customerId, room.customerId), eq(location.locationId, room.locationId)))
    .where(and(eq(roomStay.customerId, customer), eq(roomStay.reservationId, reservationId))),
)

const readActivities = prepared(({ customer, reservationId }: Asked) =>
  build
    .select({
      activityNo: activityBooking.activityNo,
      activityId: activityBooking.activityId,
      activityName: activity.activityName,
      scheduleType: activity.scheduleType,
      activityDate: activityBooking.activityDate,
      startTime: activityBooking.startTime,
      endTime: activityBooking.endTime,
      participants: activityBooking.participants,
      hosts: activityBooking.hosts,
      locations: activityBooking.locations,
      activityNotes: activityBooking.activityNotes,
    })
    .from(activityBooking)
    .innerJoin(
      activity,
      and(eq(activity.customerId, activityBooking.customerId), eq(activity.activityId, activityBooking.activityId)),
    )
    .where(and(eq(activityBooking.customerId, customer), eq(activityBooking.reservationId, reservationId))),
)

/** The ids that the activities of a reservation name in one of their lists. */
const idsNamed = ({ customer, reservationId }: Asked, list: 'hosts' | 'locations') => sql`
  SELECT named.value ->> 'id' FROM activity_booking, json_each(activity_booking.${sql.raw(list)}) AS named
  WHERE activity_booking.customer_id = ${customer} AND activity_booking.reservation_id = ${reservationId}`

const readEmployees = prepared((asked: Asked) =>
  build.all<KeptItinerary['employees'][number]>(sql`
    SELECT employee_id AS id, employee_first_name AS firstName, employee_last_name AS lastName FROM employee
    WHERE customer_id = ${asked.customer} AND employee_id IN (${idsNamed(asked, 'hosts')})`),
)

const readLocations = prepared((asked: Asked) =>
  build.all<KeptItinerary['locations'][number]>(sql`
    SELECT location_id AS id, location_name AS name FROM location
    WHERE customer_id = ${asked.customer} AND location_id IN (${idsNamed(asked, 'locations')})`),
)

const readHotel = prepared((asked: Asked) =>
  build
    .select({ hotelName: customer.customerName, imagePath: customer.imagePath })
    .from(itineraryLink)
    .innerJoin(customer, eq(customer.customerId, itineraryLink.customerId))
    .where(isCurrentLink(asked)),
)

/** What a link shows, in one round trip. Undefined: the link is not the one of the reservation that opens, or there is none. */
export async function readItinerary(
  db: Database,
  { customer }: Scope,
  { reservationId, linkId }: Shown,
): Promise<KeptItinerary | undefined> {
  const asked = { customer, reservationId, linkId }
  const [[found], stays, activities, employees, locations] = await db.batch([
    readReservation(asked),
    readStays(asked),
    readActivities(asked),
    readEmployees(asked),
    readLocations(asked),
  ])
  return found && { reservation: found, stays, activities, employees, locations }
}

/** What a page may say of the hotel before the guest's own itinerary is asked for. Undefined as above. */
export async function readHotelOfLink(
  db: Database,
  { customer }: Scope,
  { reservationId, linkId }: Shown,
): Promise<{ hotelName: string; imagePath: string } | undefined> {
  const [[found]] = await db.batch([readHotel({ customer, reservationId, linkId })])
  return found
}
