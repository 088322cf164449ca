import { dateAfter } from '../../schema/stay-dates.ts'
import type { SampleHotel } from './sample-hotel.ts'

/* The bodies of sample requests, and their parts. */

/** A guest with every field. */
export const wholeGuest = {
  firstName: 'Anna',
  lastName: 'Lindqvist',
  company: 'Fjord AB',
  phone: '+46 70 000',
  email: 'anna@guest.test',
  address1: 'Storgatan 1',
  address2: '3 tr',
  state: 'Skåne',
  city: 'Lund',
  zip: '222 22',
  country: 'SE',
}

/** Personal data in every field. */
export const guestDetails = ({ guest }: SampleHotel) => ({
  ...(Object.fromEntries(Object.keys(wholeGuest).map(field => [field, `${guest} ${field}`])) as typeof wholeGuest),
  phone: `+46 70 ${guest}`,
  email: `${guest}@guest.test`,
})

export const guests = { guestCount: 2, adultCount: 1, teenCount: 1, youthCount: 0, childCount: 0, infantCount: 0 }

export const paymentDetails = ({ guest }: SampleHotel) => ({
  paymentAmount: 3.5,
  surcharge: 0,
  baseAmount: 3.5,
  transactionTotal: 3.5,
  paymentAdjustmentValue: 0,
  paymentSource: `${guest} card`,
  paymentExtID: `${guest} slip`,
  applyToCorrespondenceTypeID: 1,
})

export const rateLine = ({ rateId }: SampleHotel) => ({ rateID: rateId, unitCost: 10, quantity: 1, nights: 2 })

export const stayOf = ({ arrivalDate, departureDate }: SampleHotel) => ({ arrivalDate, departureDate })

/** Dates around the arrival, both ends included. */
export const range = (date: string) => ({ startDate: `${date}T00:00:00Z`, endDate: `${dateAfter(date, 2)}T00:00:00Z` })

export const activityOf = (hotel: SampleHotel) => ({
  activityID: hotel.activityId,
  activityDate: dateAfter(hotel.arrivalDate, 1),
  activityStartTime: '10:00',
  activityEndTime: '11:00',
  participants: 2,
  rates: [rateLine(hotel)],
  activityNotes: [`${hotel.guest} activity`],
  selectedHosts: [
    {
      employeeID: hotel.employeeId,
      employeeLastName: `${hotel.guest} host`,
      employeeFirstName: `${hotel.guest} host`,
    },
  ],
  selectedLocations: [{ locationID: hotel.locationId, locationName: `${hotel.guest} place` }],
  selectedResources: [{ resourceID: hotel.resourceId, resourceName: `${hotel.guest} board`, resourceTypeID: 1 }],
})

export const newBooking = (hotel: SampleHotel) => ({
  identity: `${hotel.guest} booking`,
  type: `${hotel.guest} label`,
  clientID: hotel.customer,
  bookingID: 0,
  expectedVersion: 0,
  ...stayOf(hotel),
  arrivalTime: '21:30',
  departureTime: '06:15',
  reservationSummaryNote: `${hotel.guest} summary`,
  errorMessage: `${hotel.guest} error`,
  primaryGuestDetails: guestDetails(hotel),
  guests,
  paymentDetails: paymentDetails(hotel),
  bookingParameters: {
    reservationStatusID: 3,
    reservationTypeID: 1,
    isSendCorrespondence: true,
    correspondenceToBeSent: [{ correspondenceTypeID: 1 }],
  },
  roomsBooked: [
    {
      roomID: hotel.freeRoomId,
      guestsInRoom: 2,
      ...stayOf(hotel),
      rates: [{ ...rateLine(hotel), fromDate: hotel.arrivalDate, toDate: hotel.arrivalDate }],
      roomNotes: [`${hotel.guest} room`],
    },
  ],
  activitiesBooked: [activityOf(hotel)],
})

/** Changes of a channel manager's message that name all its records. */
export function channelMessage(hotel: SampleHotel) {
  const { hotelId: hotelid, channelRoomId: roomid, channelPlanId: rateplanid } = hotel
  const control = { cmConnectID: 1, clientId: hotel.customer, syncType: 2, action: 0 }
  const date = {
    from: dateAfter(hotel.arrivalDate, -5),
    to: dateAfter(hotel.arrivalDate, -1),
    roomstosell: '2',
    rate: [{ rateplanid }],
    price: [{ numberOfGuests: '1', value: '10.00' }],
  }
  const rateAvailability = [
    {
      ...control,
      roomId: 0,
      roomTypeId: hotel.channelRoomTypeId,
      reservationID: 0,
      rateID: hotel.rateId,
      data: [{ hotelid, room: [{ roomid, date: [date] }] }],
    },
  ]
  const description = { hotelDescriptiveContent: { hotelid, hotelName: 'Mar' } }
  const product = { roomid, guestRoom: { room: { roomid } } }
  return {
    property: [{ ...control, data: [{ hotelid, hotelDescriptiveContents: description }] }],
    rooms: [
      {
        ...control,
        roomTypeId: hotel.channelRoomTypeId,
        rateID: hotel.rateId,
        data: [{ sellableProducts: { hotelid, sellableProduct: [product] } }],
      },
    ],
    ratePlan: [
      {
        ...control,
        rateID: hotel.rateId,
        roomTypeID: hotel.channelRoomTypeId,
        data: [{ ratePlans: { hotelid, ratePlan: [{ rateplanid, description: { name: 'Bar' } }] } }],
      },
    ],
    rateAvailability,
    rateAvailabilityUpdate: rateAvailability,
  }
}
