import { activity } from '../../../schema/tables/activity'
import { activityBooking } from '../../../schema/tables/activity-booking'
import { customer } from '../../../schema/tables/control'
import { guest } from '../../../schema/tables/guest'
import { employee, location, property, room, roomType } from '../../../schema/tables/hotel'
import { reservation } from '../../../schema/tables/reservation'
import { roomStay } from '../../../schema/tables/stay'
import { leftJoined, type RowOf } from '../../db/select-rows'

/*
 * What the itinerary selects, and the types of its rows.
 */

/** Null where the reservation is not at a single property. */
const { checkInTime, checkOutTime, propertyTimeZone } = leftJoined(property)

export const reservationColumns = {
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
  checkInTime,
  checkOutTime,
  propertyTimeZone,
}
export type StoredReservation = RowOf<typeof reservationColumns>

export const stayColumns = {
  stayNo: roomStay.stayNo,
  roomId: roomStay.roomId,
  stayArrival: roomStay.stayArrival,
  stayDeparture: roomStay.stayDeparture,
  guestsInRoom: roomStay.guestsInRoom,
  roomName: room.roomName,
  roomNo: room.roomNo,
  roomTypeName: roomType.roomTypeName,
  roomTypeDescription: roomType.roomTypeDescription,
  locationName: leftJoined(location).locationName,
}
export type StoredStay = RowOf<typeof stayColumns>

export const activityColumns = {
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
}
export type StoredActivity = RowOf<typeof activityColumns>

export const employeeColumns = {
  id: employee.employeeId,
  firstName: employee.employeeFirstName,
  lastName: employee.employeeLastName,
}
export const locationColumns = { id: location.locationId, name: location.locationName }

/** A reservation with its stays and activities, and the employees and locations that the activities name by id. */
export interface StoredItinerary {
  reservation: StoredReservation
  stays: StoredStay[]
  activities: StoredActivity[]
  employees: RowOf<typeof employeeColumns>[]
  locations: RowOf<typeof locationColumns>[]
}

export const hotelColumns = { hotelName: customer.customerName, imagePath: customer.imagePath }
export type StoredHotel = RowOf<typeof hotelColumns>
