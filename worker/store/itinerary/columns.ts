import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { pick } from '../../../schema/pick'
import { activity } from '../../../schema/tables/activity'
import { activityBooking } from '../../../schema/tables/activity-booking'
import { channelProperty } from '../../../schema/tables/channel'
import { customer } from '../../../schema/tables/control'
import { guest } from '../../../schema/tables/guest'
import { employee, location, property, room, roomType } from '../../../schema/tables/hotel'
import { itineraryLink } from '../../../schema/tables/itinerary-link'
import { reservation } from '../../../schema/tables/reservation'
import { roomStay } from '../../../schema/tables/stay'
import { leftJoined, type RowOf } from '../../db/select-rows'

/*
 * What the itinerary selects, and the types of its rows.
 */

/** Null where the reservation is not at a single property. */
const { checkInTime, checkOutTime, timeZone: propertyTimeZone } = leftJoined(property)

/** Why a link with a valid signature opens nothing: the reservation has a newer link, or it has none. */
export type LinkEnd = 'replaced' | 'revoked'

export const reservationColumns = {
  linkId: itineraryLink.linkId,
  ...pick(reservation, 'reservationId', 'reservationNumber', 'statusId', 'typeId', 'version', 'updatedAt'),
  ...pick(reservation, 'arrivalDate', 'departureDate', 'arrivalTime', 'departureTime'),
  guestId: guest.guestId,
  guestFirstName: guest.firstName,
  guestLastName: guest.lastName,
  ...pick(customer, 'customerId', 'customerName', 'logoUrl', 'imagePath'),
  urlTemplate: customer.itineraryUrlTemplate,
  timeZone: customer.timeZone,
  customerLook: customer.look,
  checkInTime,
  checkOutTime,
  propertyTimeZone,
}
export type ItineraryReservation = RowOf<typeof reservationColumns>

export const itineraryStayColumns = {
  ...pick(roomStay, 'stayNo', 'roomId', 'stayArrival', 'stayDeparture', 'guestsInRoom'),
  roomName: room.roomName,
  roomNo: room.roomNo,
  roomTypeName: roomType.name,
  roomTypeDescription: roomType.description,
  locationName: leftJoined(location).name,
  hotelId: roomType.hotelid,
  hotelCheckOutTime: property.checkOutTime,
}
export type StoredStay = RowOf<typeof itineraryStayColumns>

export const activityColumns = {
  activityNo: activityBooking.activityNo,
  activityId: activityBooking.activityId,
  activityName: activity.name,
  scheduleType: activity.scheduleType,
  ...pick(activityBooking, 'activityDate', 'startTime', 'endTime', 'participants', 'hosts', 'locations'),
  ...pick(activityBooking, 'activityNotes'),
}
export type StoredActivity = RowOf<typeof activityColumns>

export const employeeColumns = {
  id: employee.employeeId,
  firstName: employee.firstName,
  lastName: employee.lastName,
}
export const locationColumns = { id: location.locationId, name: location.name }

/** A reservation with its stays and activities, and the employees and locations that the activities name by id. */
export interface StoredItinerary {
  reservation: ItineraryReservation
  stays: StoredStay[]
  activities: StoredActivity[]
  employees: RowOf<typeof employeeColumns>[]
  locations: RowOf<typeof locationColumns>[]
}

const orOfCustomer = (ofHotel: SQLiteColumn, ofCustomer: SQLiteColumn) =>
  sql<string>`CASE WHEN ${ofHotel} = '' THEN ${ofCustomer} ELSE ${ofHotel} END`

const { customerId, fetchHotelKey, ...ofHotel } = getTableColumns(property)

/**
 * A hotel of the stay, from `customer`, `reservation`, `property`, `channel_property` and `stay_hotel`, the rooms of the stay by
 * hotel.
 */
export const stayHotelColumns = {
  ...ofHotel,
  logoUrl: orOfCustomer(property.logoUrl, customer.logoUrl),
  imagePath: orOfCustomer(property.imagePath, customer.imagePath),
  statusId: reservation.statusId,
  /** The first arrival and the last departure there; without rooms, those of the reservation. */
  firstDay: sql<string>`stay_hotel.first_day`,
  lastDay: sql<string>`stay_hotel.last_day`,
  /** The rooms in the order of their stays. A room that is booked twice is listed twice. */
  roomIds: sql`stay_hotel.room_ids`.mapWith(JSON.parse) as SQL<number[]>,
  /** The channel manager's description. Null: there is none, or the hotel's own fields leave nothing to take from it. */
  description: sql`
    CASE WHEN property.address IS NULL OR property.position IS NULL OR property.phone = '' OR property.email = '' THEN channel_property.document END
  `.mapWith(channelProperty.document) as SQL<Record<string, unknown> | null>,
}
export type StoredStayHotel = RowOf<typeof stayHotelColumns>

/** An itinerary with the hotels of its stay, in the order of the rooms. */
export interface StoredItineraryWithHotels extends StoredItinerary {
  hotels: StoredStayHotel[]
}

export const linkCustomerColumns = {
  linkId: itineraryLink.linkId,
  customerName: customer.customerName,
  customerLook: customer.look,
}

/** The hotels of a stay, in the order of the rooms. */
export interface StoredStayHotels extends Omit<RowOf<typeof linkCustomerColumns>, 'linkId'> {
  hotels: StoredStayHotel[]
}
