import { personName } from '../../../schema/person-name'
import { toWire } from '../../../schema/stay-dates'
import type { NamedRecord } from '../../../schema/tables/activity-booking'
import type { Itinerary, RoomStay, ScheduleItem } from '../../../schema/wire/itinerary'
import { statusName, typeName } from '../../../schema/wire/reservation-status'
import type { ItineraryReservation, StoredActivity, StoredItinerary, StoredStay } from '../../store/itinerary/columns'

/** The guest itinerary as it is sent (2.3 of the interface). */
export function assembleItinerary(stored: StoredItinerary): Itinerary {
  return {
    overview: overviewOf(stored),
    roomStays: inOrderOfStay(stored.stays).map(roomStayOf),
    scheduleItems: scheduleOf(stored).map(({ item }) => item),
  }
}

const overviewOf = ({ reservation, stays }: StoredItinerary): Itinerary['overview'] => ({
  reservationId: reservation.reservationId,
  reservationNumber: reservation.reservationNumber,
  clientId: reservation.customerId,
  primaryGuestId: reservation.guestId,
  guestFirstName: reservation.guestFirstName,
  guestLastName: reservation.guestLastName,
  arrivalTime: reservation.arrivalTime || reservation.checkInTime || '',
  departureTime: reservation.departureTime || lastCheckOutTime(reservation, stays),
  reservationType: typeName(reservation.typeId),
  reservationStatus: statusName(reservation.statusId),
  clientName: reservation.customerName,
  clientLogoUrl: reservation.logoUrl,
  clientImagePath: reservation.imagePath,
  arrivalDate: toWire(reservation.arrivalDate),
  departureDate: toWire(reservation.departureDate),
})

/** In a stay in several hotels, that of the hotel that the guest leaves last. */
function lastCheckOutTime({ checkOutTime }: ItineraryReservation, stays: readonly StoredStay[]): string {
  const isInOneHotel = new Set(stays.map(({ hotelId }) => hotelId)).size < 2
  const last = inOrderOfStay(stays)
    .toSorted((a, b) => compare(a.stayDeparture, b.stayDeparture))
    .at(-1)
  return (isInOneHotel ? checkOutTime : last?.hotelCheckOutTime) ?? ''
}

const roomStayOf = (stay: StoredStay): RoomStay => ({
  roomId: stay.roomId,
  occupants: stay.guestsInRoom,
  roomName: stay.roomName,
  roomNo: stay.roomNo,
  roomTypeName: stay.roomTypeName,
  roomTypeDescription: stay.roomTypeDescription,
  roomLocationName: stay.locationName ?? '',
  assignmentStartDate: toWire(stay.stayArrival),
  assignmentEndDate: toWire(stay.stayDeparture),
})

/** A room in one line: `Rosa dos Ventos, 203, Family suite, Casa do Mar`. */
export const roomLine = ({ roomName, roomNo, roomTypeName, roomLocationName }: RoomStay): string =>
  [roomName, roomNo, roomTypeName, roomLocationName].filter(Boolean).join(', ')

/** Each booked activity with its item in the itinerary, by date and start time. */
export function scheduleOf(stored: StoredItinerary): { activity: StoredActivity; item: ScheduleItem }[] {
  const employees = new Map(stored.employees.map(employee => [employee.id, fullName(employee)]))
  const locations = new Map(stored.locations.map(location => [location.id, location.name]))
  return inOrderOfTime(stored.activities).map(activity => ({
    activity,
    item: {
      scheduleDate: toWire(activity.activityDate),
      startTime: activity.startTime,
      endTime: activity.endTime,
      activityName: activity.activityName,
      scheduleType: activity.scheduleType,
      locationName: namesOf(activity.locations, ({ name = '' }) => name.trim(), locations),
      hostNames: namesOf(activity.hosts, fullName, employees),
      guestNotes: activity.activityNotes.filter(note => note.trim() !== '').join('\n'),
      occupantsCount: activity.participants,
    },
  }))
}

export const fullName = ({ firstName = '', lastName = '' }: NamedRecord): string => personName(firstName, lastName)

/** The names in the booking; those of the setup if the booking has only ids. */
const namesOf = (
  named: readonly NamedRecord[],
  nameInBooking: (record: NamedRecord) => string,
  setup: ReadonlyMap<number, string>,
): string =>
  named
    .map(record => nameInBooking(record) || setup.get(record.id ?? 0) || '')
    .filter(Boolean)
    .join(', ')

const inOrderOfStay = (stays: readonly StoredStay[]) =>
  stays.toSorted((a, b) => compare(a.stayArrival, b.stayArrival) || a.stayNo - b.stayNo)

const inOrderOfTime = (activities: readonly StoredActivity[]) =>
  activities.toSorted(
    (a, b) =>
      compare(a.activityDate, b.activityDate) || compare(a.startTime, b.startTime) || a.activityNo - b.activityNo,
  )

/** Compares dates or times of day, whose order as text is their order in time. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
