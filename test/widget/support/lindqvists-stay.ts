import { customerAt, setup } from '../../../demo/hotel.ts'
import { lindqvists } from '../../../demo/lindqvists.ts'

/** The itinerary of the demo hotel's family Lindqvist, whose stay includes the day `today` (`YYYY-MM-DD`). */
export function lindqvistsStay(today: string, origin: string) {
  const booking = lindqvists(today) as unknown as Lindqvists
  const customer = customerAt(origin)
  const [property] = setup.properties
  const locationName = (id: number) => setup.locations.find(each => each.locationId === id)?.name ?? ''
  const hostName = (id: number) => {
    const { firstName, lastName } = setup.employees.find(each => each.employeeId === id) ?? {}
    return `${firstName} ${lastName}`
  }
  return {
    overview: {
      reservationId: 1,
      reservationNumber: 100001,
      clientId: 1,
      primaryGuestId: 1,
      guestFirstName: booking.primaryGuestDetails.firstName,
      guestLastName: booking.primaryGuestDetails.lastName,
      arrivalDate: `${booking.arrivalDate}T00:00:00`,
      departureDate: `${booking.departureDate}T00:00:00`,
      arrivalTime: property?.checkInTime,
      departureTime: property?.checkOutTime,
      reservationType: 'Individual',
      reservationStatus: 'InHouse',
      clientName: customer.name,
      clientLogoUrl: customer.logoUrl,
      clientImagePath: customer.imagePath,
    },
    roomStays: booking.roomsBooked.map(({ roomID, guestsInRoom }) => {
      const room = setup.rooms.find(each => each.roomId === roomID)
      const type = setup.roomTypes.find(each => each.roomTypeId === room?.roomTypeId)
      return {
        roomId: roomID,
        roomName: room?.roomName,
        roomNo: room?.roomNo,
        roomTypeName: type?.name,
        roomTypeDescription: type?.description,
        roomLocationName: locationName(room?.locationId ?? 0),
        occupants: guestsInRoom,
        assignmentStartDate: `${booking.arrivalDate}T00:00:00`,
        assignmentEndDate: `${booking.departureDate}T00:00:00`,
      }
    }),
    scheduleItems: booking.activitiesBooked.map(booked => {
      const activity = setup.activities.find(each => each.activityId === booked.activityID)
      return {
        scheduleDate: `${booked.activityDate}T00:00:00`,
        startTime: booked.activityStartTime,
        endTime: booked.activityEndTime,
        activityName: activity?.name,
        scheduleType: activity?.scheduleType,
        locationName: booked.selectedLocations.map(each => locationName(each.locationID)).join(', '),
        hostNames: booked.selectedHosts.map(each => hostName(each.employeeID)).join(', '),
        guestNotes: booked.activityNotes.join('\n'),
        occupantsCount: booked.participants,
      }
    }),
  }
}

/** The hotels of that stay. */
export function hotelsOfLindqvists() {
  const [property] = setup.properties
  if (!property) throw new Error('The demo has no hotel.')
  const { fetchHotelKey: _, ...hotel } = property
  return [{ ...hotel, roomIds: [201, 203] }]
}

interface Lindqvists {
  arrivalDate: string
  departureDate: string
  primaryGuestDetails: { firstName: string; lastName: string }
  roomsBooked: { roomID: number; guestsInRoom: number }[]
  activitiesBooked: {
    activityID: number
    activityDate: string
    activityStartTime: string
    activityEndTime: string
    participants: number
    activityNotes: string[]
    selectedLocations: { locationID: number }[]
    selectedHosts: { employeeID: number }[]
  }[]
}
