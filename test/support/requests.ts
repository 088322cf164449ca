import { price, rate, span } from './channel-message'

const guests = { guestCount: 2, adultCount: 2 }
const stay = { arrivalDate: '2027-05-10', departureDate: '2027-05-12' }
const primaryGuestDetails = { lastName: 'Okabe' }
const line = { rateID: 1, unitCost: 10, quantity: 1, nights: 2 }
const activity = {
  activityID: 1,
  activityDate: '2027-05-11',
  activityStartTime: '10:00',
  participants: 2,
  rates: [line],
  selectedHosts: [{ employeeID: 1, employeeLastName: 'Silva' }],
  selectedLocations: [{ locationID: 1, locationName: 'Praia' }],
  selectedResources: [{ resourceID: 1, resourceName: 'Board', resourceTypeID: 1 }],
}
const control = { cmConnectID: 1, clientId: 1, syncType: 2, action: 0 }
const priced = { ...span('01', '05'), roomstosell: '2', ...rate('BAR'), ...price({ 1: '10.00' }) }
const calendar = [
  {
    ...control,
    roomId: 0,
    roomTypeId: 10,
    reservationID: 0,
    rateID: 1,
    data: [{ hotelid: 'H1', room: [{ roomid: 'DBL', date: [priced] }] }],
  },
]
const paymentDetails = { paymentAmount: 1, paymentExtID: 'pay-1', applyToCorrespondenceTypeID: 1 }

/** Requests of an integrator of the sea hotel that succeed, with every field in which an id can stand. */
export const REQUESTS: [path: string, body: Record<string, unknown>][] = [
  [
    '/Booking/PostBooking',
    {
      identity: 'new',
      clientID: 1,
      bookingID: 0,
      ...stay,
      primaryGuestDetails,
      guests,
      paymentDetails,
      bookingParameters: {
        reservationStatusID: 3,
        reservationTypeID: 1,
        correspondenceToBeSent: [{ correspondenceTypeID: 1 }],
      },
      roomsBooked: [{ roomID: 102, guestsInRoom: 2, rates: [line] }],
      activitiesBooked: [activity],
    },
  ],
  [
    '/Booking/PostBooking',
    { identity: 'change', bookingID: 1, roomsBooked: [{ roomID: 102, rates: [line] }], activitiesBooked: [activity] },
  ],
  ['/Booking/PostBooking', { identity: 'mine', action: 'modify', reservationSummaryNote: 'x' }],
  ['/Booking/PostBooking', { bookingID: 1, identity: 'end', action: 'cancel' }],
  [
    '/Fetch/UpdateFetchQueueMessage',
    {
      clientID: 1,
      fetchQueueMessageId: 1,
      status: 'Processed',
      reservationID: 1,
      guestID: 1,
      reservationNumber: '1',
      hotelID: 'H1',
      hotelKey: 'KEY-H1',
      roomID: '101',
    },
  ],
  [
    '/Sale/PostSale',
    {
      clientID: 1,
      identity: 'till',
      reservationID: 1,
      items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }],
      paymentDetails,
    },
  ],
  [
    '/OnlineBooking/postreservation',
    { clientID: 1, identity: 'web', hotelid: 'H1', ...stay, roomTypeID: 20, rateID: 1, guests, primaryGuestDetails },
  ],
  [
    '/OnlineBooking/postinquiry',
    { clientID: 1, identity: 'ask', ...stay, roomTypeID: 20, guests, primaryGuestDetails, message: 'A cot?' },
  ],
  [
    '/CMConnect/UpdateCMConnect',
    {
      property: [
        {
          ...control,
          data: [
            {
              hotelid: 'H1',
              hotelDescriptiveContents: { hotelDescriptiveContent: { hotelid: 'H1', hotelName: 'Mar' } },
            },
          ],
        },
      ],
      rooms: [
        {
          ...control,
          roomTypeId: 10,
          rateID: 1,
          data: [
            {
              sellableProducts: {
                hotelid: 'H1',
                sellableProduct: [{ roomid: 'DBL', guestRoom: { room: { roomid: 'DBL' } } }],
              },
            },
          ],
        },
      ],
      ratePlan: [
        {
          ...control,
          rateID: 1,
          roomTypeID: 10,
          data: [{ ratePlans: { hotelid: 'H1', ratePlan: [{ rateplanid: 'BAR', description: { name: 'Bar' } }] } }],
        },
      ],
      rateAvailability: calendar,
      rateAvailabilityUpdate: calendar,
    },
  ],
  [
    '/CMConnect/GetReservation',
    { clientID: 1, bookingID: 'mine', roomInfo: [{ roomTypeID: 10, ...stay }], cursor: '' },
  ],
  ['/CMConnect/GetReservation', { bookingID: '1', reservationCMStatusTypeID: 1 }],
  [
    '/Reservation/GetReservations',
    { clientId: 1, reservationID: 1, reservationNumber: '10000001', fetchHotelKey: 'KEY-H1', cursor: '' },
  ],
  ['/PartnerItinerary/IssueLink', { reservationId: 1 }],
  ['/PartnerItinerary/RevokeLink', { reservationId: 1 }],
]
