import type { Schema } from './hostile'

/*
 * Words that the service itself never uses. Tests put them wherever a request can carry personal data or a secret. A word that
 * appears elsewhere has leaked.
 */

/** Part of every personal value of a guest. */
export const GUEST_CANARY = 'Zilpzalp'

/** Part of every value that is sent in place of a secret. */
export const SECRET_CANARY = 'Kuckucksruf'

const guest = {
  firstName: `${GUEST_CANARY} first`,
  lastName: `${GUEST_CANARY} last`,
  company: `${GUEST_CANARY} company`,
  phone: `+46 70 ${GUEST_CANARY}`,
  email: `${GUEST_CANARY}@guest.test`,
  address1: `${GUEST_CANARY} street`,
  address2: `${GUEST_CANARY} floor`,
  state: `${GUEST_CANARY} state`,
  city: `${GUEST_CANARY} city`,
  zip: `${GUEST_CANARY} zip`,
  country: `${GUEST_CANARY} country`,
}
const stay = { arrivalDate: '2027-05-20', departureDate: '2027-05-22' }
const paymentDetails = { paymentAmount: 1, paymentSource: `${GUEST_CANARY} card`, paymentExtID: `${GUEST_CANARY} slip` }

/** Requests that succeed, with personal data in every field that can hold it. */
export const REQUESTS_WITH_GUEST_DATA: Readonly<Record<string, Record<string, unknown>>> = {
  'POST /api/Booking/PostBooking': {
    identity: `${GUEST_CANARY} booking`,
    type: `${GUEST_CANARY} label`,
    ...stay,
    reservationSummaryNote: `${GUEST_CANARY} summary`,
    errorMessage: `${GUEST_CANARY} error`,
    primaryGuestDetails: guest,
    paymentDetails,
    roomsBooked: [{ roomID: 101, guestsInRoom: 2, roomNotes: [`${GUEST_CANARY} room`] }],
    activitiesBooked: [
      {
        activityID: 2,
        activityDate: '2027-05-21',
        participants: 2,
        activityNotes: [`${GUEST_CANARY} activity`],
        selectedHosts: [{ employeeLastName: `${GUEST_CANARY} host`, employeeFirstName: `${GUEST_CANARY} host` }],
        selectedLocations: [{ locationName: `${GUEST_CANARY} place` }],
        selectedResources: [{ resourceName: `${GUEST_CANARY} board` }],
      },
    ],
  },
  'POST /api/OnlineBooking/postreservation': {
    identity: `${GUEST_CANARY} web`,
    ...stay,
    roomTypeID: 10,
    primaryGuestDetails: guest,
    arrivalTime: '15:00',
    notes: `${GUEST_CANARY} notes`,
  },
  'POST /api/OnlineBooking/postinquiry': {
    identity: `${GUEST_CANARY} question`,
    ...stay,
    roomTypeID: 10,
    primaryGuestDetails: guest,
    message: `${GUEST_CANARY} message`,
  },
  'POST /api/Sale/PostSale': {
    identity: `${GUEST_CANARY} till`,
    items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }],
    paymentDetails,
  },
  'POST /api/Fetch/UpdateFetchQueueMessage': {
    fetchQueueMessageId: 1,
    status: 'Failed',
    notes: `${GUEST_CANARY} queue`,
    firstName: `${GUEST_CANARY} first`,
    lastName: `${GUEST_CANARY} last`,
    email: `${GUEST_CANARY}@guest.test`,
    phoneNumber: `+46 70 ${GUEST_CANARY}`,
  },
  'POST /api/CMConnect/GetReservation': { bookingID: `${GUEST_CANARY} booking` },
  'POST /api/Reservation/GetReservations': { reservationNumber: '10000001', fetchHotelKey: `${GUEST_CANARY} key` },
}

/** Ids that a refusal may repeat, so that the caller can identify the record. */
const ECHOED_FIELDS = /^(hotelid|roomid|rateplanid)$/

/** A body with the same text in every field of a schema, whatever its type. */
export function bodyFilledWith(text: string, { properties, items, anyOf }: Schema): unknown {
  if (items) return [bodyFilledWith(text, items)]
  const inner = anyOf?.find(each => each.properties ?? each.items)
  if (inner) return bodyFilledWith(text, inner)
  if (!properties) return text
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !ECHOED_FIELDS.test(name))
      .map(([name, schema]) => [name, bodyFilledWith(text, schema)]),
  )
}

/** Values that contain the text and that nearly every field refuses: another type, too long, an invalid character. */
export const invalidValuesWith = (text: string): unknown[] => [
  { [text]: text },
  [text],
  text,
  `${text} `.repeat(1000),
  `${text}\u0000`,
]

export const isEchoedField = (name: unknown) => ECHOED_FIELDS.test(String(name))
