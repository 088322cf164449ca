import { expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { aBooking, book, bookedSlots, post, readBookingTables, takenNights } from '../../support/booking'
import { violatedInvariants } from '../../support/check-invariants'
import { databaseWithInterruptions } from '../../support/concurrent-change'
import { endHold, runOfMinute } from '../../support/holds'
import { expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

/* Bookings that are held until they are paid. test/worker/ended-holds.test.ts has what follows when a hold ends. */

const hotel = hotelBeforeEach()
const { call } = hotel

const surf = { activityID: 1, activityDate: '2027-05-11', activityStartTime: '10:00', participants: 3 }
const status = (reservationStatusID: number) => ({ bookingParameters: { reservationStatusID } })
const change = (bookingID: number, fields: object) => post(call, { bookingID, ...fields })
const stored = async (reservationID: number) =>
  (await expectStatus(200, call('POST', '/Reservation/GetReservations', { reservationID }))).json.content[0]
const holds = () => rows('SELECT * FROM hold')

it('a new booking with holdMinutes is Tentative, and holds its room and places until holdUntil [BOOKING-100]', async () => {
  const before = Date.now()
  const id = await book(call, { holdMinutes: 20, activitiesBooked: [surf] })
  const { reservationStatus, holdUntil } = await stored(id)
  expect(reservationStatus).toBe('Tentative')
  expect(Date.parse(holdUntil)).toBeGreaterThanOrEqual(before + 20 * 60_000)
  expect(Date.parse(holdUntil)).toBeLessThanOrEqual(Date.now() + 20 * 60_000)
  expect(await takenNights()).toEqual(['101 2027-05-10', '101 2027-05-11'])
  expect(await bookedSlots()).toEqual(['1 2027-05-11 10:00 3'])
  expect(await violatedInvariants()).toEqual({})
})

it.each([
  ['without holdMinutes', {}, 'Confirmed'],
  ['with 0', { holdMinutes: 0 }, 'Confirmed'],
  ['Tentative without holdMinutes', status(2), 'Tentative'],
])('another booking is not held: %s [BOOKING-100] [BOOKING-101]', async (_, fields, reservationStatus) => {
  const id = await book(call, fields)
  expect(await stored(id)).toMatchObject({ reservationStatus, holdUntil: null })
  expect(await holds()).toEqual([])
})

it.each([
  ['status 2', { holdMinutes: 1, ...status(2) }],
  ['status 0', { holdMinutes: 1_440, ...status(0) }],
])('%s may be sent beside it [BOOKING-100]', async (_, fields) => {
  expect((await stored(await book(call, fields))).holdUntil).not.toBeNull()
})

it.each([
  ['1,441 minutes', { holdMinutes: 1_441 }, 'holdMinutes'],
  ['less than 0', { holdMinutes: -1 }, 'holdMinutes'],
  ['a part of a minute', { holdMinutes: 1.5 }, 'holdMinutes'],
  ['a text', { holdMinutes: '20' }, 'holdMinutes'],
  ['status 1', { holdMinutes: 20, ...status(1) }, 'bookingParameters.reservationStatusID'],
  ['status 3', { holdMinutes: 20, ...status(3) }, 'bookingParameters.reservationStatusID'],
  ['status 4', { holdMinutes: 20, ...status(4) }, 'bookingParameters.reservationStatusID'],
  ['modify', { bookingID: 1, holdMinutes: 20 }, 'holdMinutes'],
  ['modify to status 2', { bookingID: 1, holdMinutes: 20, ...status(2) }, 'holdMinutes'],
])('is 422 and changes nothing: %s [BOOKING-101] [INVALID_FIELD]', async (_, fields, path) => {
  await book(call, status(2))
  const before = await readBookingTables()
  const body = 'bookingID' in fields ? fields : aBooking({ roomsBooked: [{ roomID: 102 }], ...fields })
  await expectRefusal(post(call, body), 422, 'INVALID_FIELD', new RegExp(`^${path}: `))
  expect(await readBookingTables()).toEqual(before)
})

it.each([
  ['confirmed', { ...status(3) }],
  ['cancelled', { action: 'cancel' }],
  ['cancelled by its status', { ...status(6) }],
])('a hold ends with the booking %s, and a status that is taken back brings none [BOOKING-103]', async (_, fields) => {
  const id = await book(call, { holdMinutes: 20 })
  await expectStatus(200, change(id, fields))
  expect(await holds()).toEqual([])
  expect((await stored(id)).holdUntil).toBeNull()
  await expectStatus(200, change(id, { action: 'cancel' }))
  await expectStatus(200, change(id, status(2)))
  expect(await stored(id)).toMatchObject({ reservationStatus: 'Tentative', holdUntil: null })
})

it('a change that confirms nothing leaves the hold as it is [BOOKING-100]', async () => {
  const id = await book(call, { holdMinutes: 20 })
  const { holdUntil } = await stored(id)
  await expectStatus(200, change(id, { reservationSummaryNote: 'late', roomsBooked: [{ roomID: 102 }] }))
  expect((await stored(id)).holdUntil).toBe(holdUntil)
})

it('from holdUntil on it cannot be confirmed, but changed and cancelled [BOOKING-102] [INVALID_TRANSITION]', async () => {
  const id = await book(call, { holdMinutes: 20 })
  await endHold(id)
  const before = await readBookingTables()
  const words = /^bookingParameters\.reservationStatusID: the hold ended at 2\d{3}-.*Z; the booking is Tentative/
  await expectRefusal(change(id, status(3)), 409, 'INVALID_TRANSITION', words)
  expect(await readBookingTables()).toEqual(before)
  await expectStatus(200, change(id, { reservationSummaryNote: 'paid too late' }))
  await expectStatus(200, change(id, { action: 'cancel' }))
  expect(await takenNights()).toEqual([])
})

it('a hold that ends between the decision and the write refuses the confirmation [BOOKING-102] [INVALID_TRANSITION]', async () => {
  const id = await book(call, { holdMinutes: 20 })
  const before = await rows('SELECT * FROM reservation')
  const { database, count } = databaseWithInterruptions({ 2: () => endHold(id) })
  const confirmation = withBindings({ DB: database })(
    'POST',
    '/api/Booking/PostBooking',
    { bookingID: id, ...status(3) },
    {
      authorization: `Bearer ${hotel.token}`,
    },
  )
  await expectRefusal(confirmation, 409, 'INVALID_TRANSITION', /the hold ended/)
  expect(count.batches).toBe(3)
  expect(await rows('SELECT * FROM reservation')).toEqual(before)
})

it('a hold that release 1.1.0 left does not count, and a booking that is taken back is not held by it [BOOKING-103]', async () => {
  const id = await book(call)
  await rows('INSERT INTO hold VALUES (1, ?, ?)', id, Date.now() - 1)
  expect((await stored(id)).holdUntil).toBeNull()
  await expectStatus(200, change(id, { action: 'cancel' }))
  await expectStatus(200, change(id, status(2)))
  await runOfMinute()
  expect(await stored(id)).toMatchObject({ reservationStatus: 'Tentative', holdUntil: null })
  await expectStatus(200, change(id, status(3)))
})
