import type { Schema } from './hostile'

/*
 * Words that nothing of the service's own has, planted wherever a request can carry what is a guest's or a secret. Where one
 * is seen again, it was told.
 */

/** Whatever is planted of a guest holds it. */
export const GUEST = 'Zilpzalp'

/** Whatever is planted as a secret, and is none, holds it. */
export const SECRET = 'Kuckucksruf'

const guest = {
  firstName: `${GUEST} first`,
  lastName: `${GUEST} last`,
  company: `${GUEST} company`,
  phone: `+46 70 ${GUEST}`,
  email: `${GUEST}@guest.test`,
  address1: `${GUEST} street`,
  address2: `${GUEST} floor`,
  state: `${GUEST} state`,
  city: `${GUEST} city`,
  zip: `${GUEST} zip`,
  country: `${GUEST} country`,
}
const stay = { arrivalDate: '2027-05-20', departureDate: '2027-05-22' }
const paymentDetails = { paymentAmount: 1, paymentSource: `${GUEST} card`, paymentExtID: `${GUEST} slip` }

/** Requests that succeed, with a guest in every field that can say something of one. */
export const TELLING: Readonly<Record<string, Record<string, unknown>>> = {
  'POST /api/Booking/PostBooking': {
    identity: `${GUEST} booking`,
    type: `${GUEST} label`,
    ...stay,
    reservationSummaryNote: `${GUEST} summary`,
    errorMessage: `${GUEST} error`,
    primaryGuestDetails: guest,
    paymentDetails,
    roomsBooked: [{ roomID: 101, guestsInRoom: 2, roomNotes: [`${GUEST} room`] }],
    activitiesBooked: [
      {
        activityID: 2,
        activityDate: '2027-05-21',
        participants: 2,
        activityNotes: [`${GUEST} activity`],
        selectedHosts: [{ employeeLastName: `${GUEST} host`, employeeFirstName: `${GUEST} host` }],
        selectedLocations: [{ locationName: `${GUEST} place` }],
        selectedResources: [{ resourceName: `${GUEST} board` }],
      },
    ],
  },
  'POST /api/OnlineBooking/postreservation': {
    identity: `${GUEST} web`,
    ...stay,
    roomTypeID: 10,
    primaryGuestDetails: guest,
    arrivalTime: '15:00',
    notes: `${GUEST} notes`,
  },
  'POST /api/OnlineBooking/postinquiry': {
    identity: `${GUEST} question`,
    ...stay,
    roomTypeID: 10,
    primaryGuestDetails: guest,
    message: `${GUEST} message`,
  },
  'POST /api/Sale/PostSale': {
    identity: `${GUEST} till`,
    items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }],
    paymentDetails,
  },
  'POST /api/Fetch/UpdateFetchQueueMessage': {
    fetchQueueMessageId: 1,
    status: 'Failed',
    notes: `${GUEST} queue`,
    firstName: `${GUEST} first`,
    lastName: `${GUEST} last`,
    email: `${GUEST}@guest.test`,
    phoneNumber: `+46 70 ${GUEST}`,
  },
  'POST /api/CMConnect/GetReservation': { bookingID: `${GUEST} booking` },
  'POST /api/Reservation/GetReservations': { reservationNumber: '10000001', fetchHotelKey: `${GUEST} key` },
}

/** Names of records that a refusal may repeat, so that its reader knows which of ten thousand is meant. */
const REPEATED = /^(hotelid|roomid|rateplanid)$/

/** A body with every field that a schema has, each saying the same whatever it should say. */
export function saying(words: string, { properties, items, anyOf }: Schema): unknown {
  if (items) return [saying(words, items)]
  const inner = anyOf?.find(each => each.properties ?? each.items)
  if (inner) return saying(words, inner)
  if (!properties) return words
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !REPEATED.test(name))
      .map(([name, schema]) => [name, saying(words, schema)]),
  )
}

/** What no field takes, or hardly any, with the words in it: of another type, too long, with a character that is none. */
export const spoilt = (words: string): unknown[] => [
  { [words]: words },
  [words],
  words,
  `${words} `.repeat(1000),
  `${words}\u0000`,
]

export const isRepeated = (name: unknown) => REPEATED.test(String(name))
