import { beforeEach, describe, expect, it } from 'vitest'
import { book, post, queueMessages, readBookingTables } from '../../support/booking'
import { allotmentByDay, insertChannel } from '../../support/channel'
import { eventsOf, lineOf } from '../../support/events'
import { expectStatus, hotelBeforeEach, rows } from '../../support/service'

/*
 * Changes that change nothing: the values that the booking has, and what a cancelled booking ignores.
 */

const { call } = hotelBeforeEach()
let bookingID: number

const guest = { firstName: 'Anna', lastName: 'Lindqvist', email: 'anna@example.com' }
const surf = {
  activityID: 1,
  activityDate: '2027-05-11',
  activityStartTime: '10:00',
  participants: 2,
  selectedHosts: [{ employeeID: 1 }],
  selectedLocations: [{ locationID: 3 }],
  rates: [{ rateID: 1, unitCost: 15, quantity: 2 }],
}
const values = {
  type: 'web',
  arrivalDate: '2027-05-10',
  departureDate: '2027-05-12',
  arrivalTime: '17:00',
  guests: { guestCount: 2, adultCount: 2 },
  primaryGuestDetails: guest,
  reservationSummaryNote: 'late',
  roomsBooked: [{ roomID: 101, roomNotes: ['quiet'], rates: [{ rateID: 1, unitCost: 100 }] }],
  activitiesBooked: [surf],
}
const paymentDetails = { paymentAmount: 10, paymentExtID: 'p-1' }

beforeEach(async () => {
  bookingID = await book(call, { identity: 'web-1', ...values, paymentDetails })
})

const status = (reservationStatusID: number) => ({ bookingParameters: { reservationStatusID } })
const change = (fields: object, headers?: Record<string, string>) =>
  post(call, { bookingID, action: 'modify', ...fields }, headers)

/** All that a change writes, without the keys of requests. */
async function stored() {
  const { idempotency, ...tables } = await readBookingTables()
  return { ...tables, event: await rows('SELECT * FROM event') }
}
const keys = async () => (await rows('SELECT identity FROM idempotency ORDER BY identity')).map(row => row.identity)

describe('a change to the values that the booking has', () => {
  const UNCHANGED: [what: string, fields: object][] = [
    ['everything', { ...values, paymentDetails, ...status(3) }],
    ['nothing', {}],
    ['the status', status(3)],
    ['the dates', { arrivalDate: '2027-05-10', departureDate: '2027-05-12T00:00:00' }],
    ['the rooms, without the guests that are their default', { roomsBooked: values.roomsBooked }],
    ['the rooms, with their defaults', { roomsBooked: [{ ...values.roomsBooked[0], guestsInRoom: 2 }] }],
    ['the activities', { activitiesBooked: [surf] }],
    ['the guest and the guests', { primaryGuestDetails: guest, guests: { adultCount: 2 } }],
    ['the note and the label', { reservationSummaryNote: 'late', type: 'web' }],
    ['a payment that it has', { paymentDetails }],
  ]

  it.each(UNCHANGED)('%s: writes nothing [BOOKING-42]', async (_, fields) => {
    const before = await stored()
    await expectStatus(200, change(fields))
    await expectStatus(200, post(call, { identity: 'web-1', action: 'modify', ...fields }))
    expect(await stored()).toEqual(before)
    expect(await keys()).toEqual(['web-1'])
  })

  it('with a key writes that alone [BOOKING-42]', async () => {
    const before = await stored()
    await expectStatus(200, change({ ...values, identity: 'k-1' }))
    await expectStatus(200, change(values, { 'idempotency-key': 'k-2' }))
    expect(await stored()).toEqual(before)
    expect(await keys()).toEqual(['k-1', 'k-2', 'web-1'])
    await expectStatus(409, change({ ...values, identity: 'k-1', reservationSummaryNote: 'x' }))
  })

  it('and one other field writes that field, and adds one message for each room [BOOKING-42]', async () => {
    const events = await eventsOf(call, () => change({ ...values, reservationSummaryNote: 'early' }))
    expect(events.map(lineOf)).toEqual(['reservation.modified: notes'])
    expect(await queueMessages()).toEqual(['New 101 2027-05-10 2027-05-12', 'Modified 101 2027-05-10 2027-05-12'])
    expect(await rows('SELECT guests_in_room FROM room_stay')).toEqual([{ guests_in_room: 2 }])
  })

  it.each([
    [3, 4, 5],
    [3, 6],
    [3, 7],
  ])('in each status is 200, also when the booking has ended [BOOKING-42]', async (...path) => {
    for (const next of path) await expectStatus(200, change(status(next)))
    const before = await stored()
    await expectStatus(200, change({ ...values, paymentDetails, ...status(path.at(-1) as number) }))
    expect(await stored()).toEqual(before)
  })

  it('leaves the rooms to sell as they are [BOOKING-42]', async () => {
    await insertChannel()
    const sold = await expectStatus(
      200,
      call('POST', '/OnlineBooking/postreservation', {
        identity: 'o-1',
        arrivalDate: '2027-05-20',
        departureDate: '2027-05-22',
        roomTypeID: 10,
        primaryGuestDetails: guest,
      }),
    )
    const { reservationId, roomId } = sold.json.content
    const left = await allotmentByDay('2027-05-20', '2027-05-22')
    const dates = { arrivalDate: '2027-05-20', departureDate: '2027-05-22' }
    await expectStatus(200, post(call, { bookingID: reservationId, ...dates, ...status(3) }))
    await expectStatus(200, post(call, { bookingID: reservationId, roomsBooked: [{ roomID: roomId }] }))
    expect(await allotmentByDay('2027-05-20', '2027-05-22')).toEqual(left)
  })

  it('a payment without paymentExtID is a change with a key, and a letter always [BOOKING-42]', async () => {
    const paid = { paymentDetails: { paymentAmount: 5 } }
    const letter = { bookingParameters: { correspondenceToBeSent: [{ correspondenceTypeID: 1 }] } }
    for (const key of ['k-1', 'k-2']) await expectStatus(200, change(paid, { 'idempotency-key': key }))
    await expectStatus(200, change(paid))
    for (let i = 0; i < 2; i++) await expectStatus(200, change(letter))
    expect(await rows('SELECT payment_no FROM payment')).toHaveLength(3)
    expect(await rows('SELECT 1 FROM correspondence')).toHaveLength(2)
    expect(await rows('SELECT version FROM reservation')).toEqual([{ version: 5 }])
  })
})

describe('cancel of a cancelled booking', () => {
  beforeEach(() => expectStatus(200, change({ action: 'cancel', cancellationFee: { amount: 5 } })))
  const again = (fields: object) => change({ action: 'cancel', ...fields })
  const paid = async () =>
    (await rows('SELECT payment_ext_id AS ext FROM payment ORDER BY payment_no')).map(({ ext }) => ext)

  it.each<[string, object]>([
    ['a fee', { cancellationFee: { amount: 10 } }],
    ['a note', { reservationSummaryNote: 'ill' }],
    ['a letter', { bookingParameters: { correspondenceToBeSent: [{ correspondenceTypeID: 1 }] } }],
    ['a payment that it has', { paymentDetails }],
    ['a payment without paymentExtID', { paymentDetails: { paymentAmount: 5 } }],
  ])('with %s changes nothing [BOOKING-17]', async (_, fields) => {
    const before = await stored()
    await expectStatus(200, again(fields))
    await expectStatus(200, again({ identity: 'k-1', ...fields }))
    expect(await stored()).toEqual(before)
  })

  it('with a new paymentExtID records that payment, as any payment, and nothing else [BOOKING-17]', async () => {
    const before = await rows('SELECT status_id, cancellation_fee, summary_note FROM reservation')
    const [{ version }] = (await rows('SELECT version FROM reservation')) as [{ version: number }]
    const refund = { paymentDetails: { paymentAmount: -5, paymentExtID: 'p-2' }, reservationSummaryNote: 'ill' }
    const events = await eventsOf(call, () => expectStatus(200, again(refund)))
    expect(events.map(lineOf)).toEqual(['reservation.modified: payments'])
    expect(await paid()).toEqual(['p-1', 'p-2'])
    expect(await rows('SELECT status_id, cancellation_fee, summary_note FROM reservation')).toEqual(before)
    expect(await rows('SELECT version FROM reservation')).toEqual([{ version: version + 1 }])
    expect(await queueMessages()).toHaveLength(2)
    expect(await eventsOf(call, () => expectStatus(200, again(refund)))).toEqual([])
    expect(await paid()).toEqual(['p-1', 'p-2'])
  })
})
