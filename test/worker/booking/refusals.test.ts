import { describe, expect, it } from 'vitest'
import { aBooking, book, post, readBookingTables } from '../../support/booking'
import { expectStatus, hotelBeforeEach, send } from '../../support/service'

const hotel = hotelBeforeEach()
const room = (changes: object) => ({ roomsBooked: [{ roomID: 101, ...changes }] })
const rate = (changes: object) => room({ rates: [{ unitCost: 10, ...changes }] })
const activity = (changes: object) => ({
  activitiesBooked: [{ activityID: 1, activityDate: '2027-05-11', ...changes }],
})

const parameters = (bookingParameters: object) => ({ bookingParameters })
const stay = (from: string, to: string) => ({ arrivalDate: `2027-05-${from}`, departureDate: `2027-05-${to}` })
const ROOM = 'roomsBooked[0]'
const RATE = `${ROOM}.rates[0]`
const ACTIVITY = 'activitiesBooked[0]'
const NO_NAME = 'primaryGuestDetails.lastName: expected some text'
const unknownIn = (list: string, record: string): [object, string] => [
  activity({ [list]: [{ [`${record}ID`]: 9 }] }),
  `${ACTIVITY}.${list}[0].${record}ID: there is no ${record} 9`,
]

const INVALID: [string, object, string][] = [
  ['no arrival', { arrivalDate: undefined }, 'arrivalDate: required'],
  ['no departure', { departureDate: '' }, 'departureDate: required'],
  ['no night [BOOKING-6]', { departureDate: '2027-05-10' }, 'departureDate: expected a date after arrivalDate'],
  ['a date that is none [VALUE-3]', { arrivalDate: '2027-02-30' }, 'arrivalDate: expected YYYY-MM-DD'],
  ['another order of date', { arrivalDate: '10.05.2027' }, 'arrivalDate: expected YYYY-MM-DD'],
  [
    'an endless stay [INVALID_FIELD]',
    { departureDate: '2037-05-12' },
    'departureDate: expected at most 1000 nights after arrivalDate',
  ],
  ['no guest', { primaryGuestDetails: undefined }, 'primaryGuestDetails.lastName: required'],
  ['no name [BOOKING-6]', { primaryGuestDetails: { lastName: ' ' } }, NO_NAME],
  [
    'no room [BOOKING-6]',
    { roomsBooked: [] },
    'roomsBooked: expected a room or an activity, unless the booking is an inquiry',
  ],
  ['an unknown action [BOOKING-4]', { action: 'delete' }, 'action: expected "new" or "modify" or "cancel"'],
  ['a long label [BOOKING-5]', { type: 'x'.repeat(51) }, 'type: expected at most 50 characters'],
  ['a text as id [VALUE-1]', room({ roomID: '101' }), `${ROOM}.roomID: expected an integer`],
  ['a fraction as id', room({ roomID: 1.5 }), `${ROOM}.roomID: expected an integer`],
  ['too many guests [BOOKING-8]', room({ guestsInRoom: 3 }), `${ROOM}.guestsInRoom: expected at most 2`],
  ['a stay outside [BOOKING-7]', room(stay('09', '12')), `${ROOM}.arrivalDate: expected a date within the booking`],
  ['a stay of no night', room(stay('11', '11')), `${ROOM}.departureDate: expected a date after arrivalDate`],
  [
    'a rate outside [BOOKING-10]',
    rate({ toDate: '2027-05-13' }),
    `${RATE}.toDate: expected a date within the room's stay`,
  ],
  ['decimals [VALUE-7]', rate({ unitCost: 10.005 }), `${RATE}.unitCost: expected at most 2 decimals (EUR)`],
  ['a negative price', rate({ unitCost: -1 }), `${RATE}.unitCost: expected at least 0`],
  [
    'a sum [BOOKING-9]',
    { guests: { guestCount: 2, adultCount: 3 } },
    'guests.guestCount: expected 3, the sum of the ages',
  ],
  ['a status', parameters({ reservationStatusID: 8 }), 'bookingParameters.reservationStatusID: expected at most 7'],
  ['a time [VALUE-5]', activity({ activityStartTime: '25:00' }), `${ACTIVITY}.activityStartTime: expected HH:mm`],
  ['fewer than nobody', activity({ participants: -1 }), `${ACTIVITY}.participants: expected at least 0`],
  ['a payment', { paymentDetails: { paymentAmount: 'ten' } }, 'paymentDetails.paymentAmount: expected a number'],
  [
    'a fee',
    { cancellationFee: { amount: 5 } },
    'cancellationFee.amount: expected a fee only with a cancellation or a no-show',
  ],
  ['a booking id', { action: 'new', bookingID: 5 }, 'bookingID: a new booking has none yet'],
  ['an array', [], 'body: expected an object'],
]

const UNKNOWN: [string, object, string][] = [
  ['room', room({ roomID: 999 }), `${ROOM}.roomID: there is no room 999`],
  ['rate', rate({ rateID: 9 }), `${RATE}.rateID: there is no rate 9`],
  ['activity', activity({ activityID: 9 }), `${ACTIVITY}.activityID: there is no activity 9`],
  ['employee', ...unknownIn('selectedHosts', 'employee')],
  ['location', ...unknownIn('selectedLocations', 'location')],
  ['resource', ...unknownIn('selectedResources', 'resource')],
]

describe('a request that is refused changes nothing at all [API-9]', () => {
  it.each([
    ...INVALID.map(each => ['INVALID_FIELD', ...each] as const),
    ...UNKNOWN.map(each => ['UNKNOWN_REFERENCE', ...each] as const),
  ])('%s: %s', async (code, _, changes, description) => {
    const body = Array.isArray(changes) ? changes : aBooking(changes as Record<string, unknown>)
    const before = await readBookingTables()
    const { json } = await expectStatus(422, post(hotel.call, body))
    expect(json).toMatchObject({ content: {}, success: false })
    expect(json.errors).toContainEqual({ code, description })
    expect(await readBookingTables()).toEqual(before)
  })

  it('all faults of a request come at once [API-7]', async () => {
    const body = aBooking({ arrivalDate: 'soon', ...room({ roomID: 'x', guestsInRoom: -1 }) })
    const { json } = await post(hotel.call, body)
    expect(json.errors.map((fault: { description: string }) => fault.description.split(':')[0])).toEqual([
      'arrivalDate',
      'roomsBooked[0].roomID',
      'roomsBooked[0].guestsInRoom',
    ])
  })

  it('faults of fields and what fields owe each other come at once, each once', async () => {
    const { json } = await post(hotel.call, {
      arrivalDate: 'x',
      guests: { guestCount: 3, adultCount: 1 },
      roomsBooked: ['?'],
    })
    expect(json.errors.map((fault: { description: string }) => fault.description).sort()).toEqual([
      'arrivalDate: expected YYYY-MM-DD',
      'departureDate: required',
      'guests.guestCount: expected 1, the sum of the ages',
      'primaryGuestDetails.lastName: required',
      'roomsBooked[0]: expected an object',
    ])
  })

  it('all faults of references and amounts come at once [API-7]', async () => {
    const body = aBooking({ roomsBooked: [{ roomID: 9, rates: [{ rateID: 8, unitCost: 1.999 }] }, { roomID: 7 }] })
    const { json } = await post(hotel.call, body)
    expect(json.errors.map((fault: { code: string }) => fault.code)).toEqual([
      'UNKNOWN_REFERENCE',
      'UNKNOWN_REFERENCE',
      'INVALID_FIELD',
      'UNKNOWN_REFERENCE',
    ])
  })
})

describe('credentials in the body', () => {
  it('replace the headers, and are never stored [ACCESS-8]', async () => {
    const body = aBooking({ token: hotel.token, identity: 'with-token' })
    expect((await send('POST', '/api/Booking/PostBooking', body)).status).toBe(200)
    expect(JSON.stringify(await readBookingTables())).not.toContain(hotel.token)
  })

  it('do not count as another body under the same identity', async () => {
    await book(hotel.call, { identity: 'i' })
    const again = aBooking({ identity: 'i', token: hotel.token })
    expect((await send('POST', '/api/Booking/PostBooking', again)).status).toBe(200)
  })
})
