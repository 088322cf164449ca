import { beforeEach, describe, expect, it } from 'vitest'
import { book, post, readBookingTables, takenNights } from '../../support/booking'
import { sellSuccessfully } from '../../support/sale'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const { call } = hotelBeforeEach()
beforeEach(() => book(call, { identity: 'web-1' }))

/** A change that names its booking by identity, and nothing else. */
const change = (fields: object, headers?: Record<string, string>) =>
  post(call, { identity: 'web-1', action: 'modify', ...fields }, headers)
const note = (reservationSummaryNote: string, key?: string) =>
  change({ reservationSummaryNote }, key ? { 'idempotency-key': key } : undefined)
/** Orders a letter: each such change that is made can be counted. */
const orderLetter = () => change({ bookingParameters: { correspondenceToBeSent: [{ correspondenceTypeID: 1 }] } })

const letters = async () => (await rows('SELECT * FROM correspondence')).length
const noteNow = async () => (await rows('SELECT summary_note FROM reservation'))[0]?.summary_note

describe('the key of a change, sent with the same change of another booking', () => {
  const key = { 'idempotency-key': 'change-1' }
  const ofBooking = (identity: string, fields: object) => post(call, { identity, ...fields }, key)

  beforeEach(async () => {
    await book(call, { identity: 'web-2', roomsBooked: [{ roomID: 102 }] })
  })

  it.each<[string, object]>([
    ['a cancellation', { action: 'cancel' }],
    ['a note', { action: 'modify', reservationSummaryNote: 'Late' }],
    ['a payment', { action: 'modify', paymentDetails: { paymentAmount: 10 } }],
    ['a status that the booking has', { action: 'modify', bookingParameters: { reservationStatusID: 3 } }],
  ])('%s: is 409 and changes nothing, and is known for its own booking [BOOKING-22]', async (_, fields) => {
    const first = await expectStatus(200, ofBooking('web-1', fields))
    const before = await readBookingTables()
    await expectRefusal(ofBooking('web-2', fields), 409, 'IDENTITY_CONFLICT')
    const again = await expectStatus(200, ofBooking('web-1', fields))
    expect(again.headers.get('x-reservation-id')).toBe(first.headers.get('x-reservation-id'))
    expect(await readBookingTables()).toEqual(before)
  })

  it('is 404 if there is no such booking', async () => {
    await expectStatus(200, ofBooking('web-1', { action: 'cancel' }))
    await expectRefusal(
      ofBooking('web-3', { action: 'cancel' }),
      404,
      'NOT_FOUND',
      'identity: there is no such booking',
    )
    const unnamed = post(call, { action: 'cancel' }, key)
    await expectRefusal(unnamed, 404, 'NOT_FOUND', /^bookingID: required, or identity; /)
  })

  it('at the same time changes one of both', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => ofBooking(i % 2 ? 'web-1' : 'web-2', { action: 'cancel' })),
    )
    const ids = answers.filter(({ status }) => status === 200).map(({ headers }) => headers.get('x-reservation-id'))
    expect(new Set(ids).size).toBe(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(5).fill(409)])
    const cancelled = await rows('SELECT reservation_id FROM reservation WHERE status_id = 6')
    expect(cancelled.map(({ reservation_id }) => String(reservation_id))).toEqual([...new Set(ids)])
  })
})

describe('a change by identity alone, sent again', () => {
  it('is answered as the first time and changes nothing [BOOKING-41]', async () => {
    const first = await expectStatus(200, orderLetter())
    const before = await readBookingTables()
    const second = await expectStatus(200, orderLetter())
    expect(await readBookingTables()).toEqual(before)
    for (const name of ['x-reservation-id', 'x-reservation-number']) {
      expect(second.headers.get(name)).toBe(first.headers.get(name))
    }
  })

  it.each<[string, () => Promise<unknown>]>([
    [
      'a change that changes nothing',
      () => post(call, { bookingID: 1, bookingParameters: { reservationStatusID: 3 } }),
    ],
    ['a link', () => call('POST', '/PartnerItinerary/IssueLink', { reservationId: 1 })],
    ['a change of another booking', () => book(call, { roomsBooked: [{ roomID: 102 }] })],
  ])('after %s is still a repetition [BOOKING-41]', async (_, happens) => {
    await expectStatus(200, orderLetter())
    await happens()
    await expectStatus(200, orderLetter())
    expect(await letters()).toBe(1)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['a sale on the account', () => sellSuccessfully(call, { reservationID: 1 })],
    ['a change by bookingID', () => expectStatus(200, post(call, { bookingID: 1, reservationSummaryNote: 'x' }))],
    [
      'a change by bookingID and its own identity',
      () => expectStatus(200, post(call, { bookingID: 1, identity: 'web-1', reservationSummaryNote: 'x' })),
    ],
    [
      'a change with a key in the body',
      () => expectStatus(200, post(call, { bookingID: 1, identity: 'k', reservationSummaryNote: 'x' })),
    ],
    ['a change with a key in the header', () => expectStatus(200, note('x', 'k'))],
    ['another change by identity', () => expectStatus(200, note('x'))],
    ['the erasure of the guest', () => expectStatus(204, admin('POST', '/customers/1/guests/1/erase'))],
  ])('after %s is a new change [BOOKING-41]', async (_, happens) => {
    await expectStatus(200, orderLetter())
    await happens()
    await expectStatus(200, orderLetter())
    expect(await letters()).toBe(2)
    await expectStatus(200, orderLetter())
    expect(await letters()).toBe(2)
  })

  it('20 times at once is made once [BOOKING-41]', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, orderLetter))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await letters()).toBe(1)
    await expectStatus(200, note('x'))
    await Promise.all(Array.from({ length: 20 }, orderLetter))
    expect(await letters()).toBe(2)
  })

  it('after another change does not record an equal payment again [INPUT-12]', async () => {
    for (const fields of [{ reservationSummaryNote: 'a' }, { reservationSummaryNote: 'b' }]) {
      await expectStatus(200, change({ ...fields, paymentDetails: { paymentAmount: 10 } }))
    }
    expect(await rows('SELECT payment_amount FROM payment')).toEqual([{ payment_amount: 1000 }])
  })

  it('stores no key', async () => {
    await orderLetter()
    await note('a')
    await change({ action: 'cancel' })
    expect(await rows('SELECT identity FROM idempotency')).toEqual([{ identity: 'web-1' }])
  })
})

describe('a value that is set back and forth is set each time', () => {
  const KEY_OF: [how: string, names: (i: number) => [fields: object, headers?: Record<string, string>]][] = [
    ['by identity alone', () => [{ identity: 'web-1' }]],
    ['by bookingID alone', () => [{ bookingID: 1 }]],
    ['by bookingID, with the identity of the booking', () => [{ bookingID: 1, identity: 'web-1' }]],
    [
      'by bookingID, with the identity of the booking in the header',
      () => [{ bookingID: 1 }, { 'idempotency-key': 'web-1' }],
    ],
    ['by identity, with a key of its own', i => [{ identity: 'web-1' }, { 'idempotency-key': `k-${i}` }]],
    ['by bookingID, with a key of its own', i => [{ bookingID: 1, identity: `k-${i}` }]],
  ]
  it.each(KEY_OF)('%s [BOOKING-25]', async (_, names) => {
    for (const [i, departureDate] of ['2027-05-14', '2027-05-13', '2027-05-14', '2027-05-12'].entries()) {
      const [named, headers] = names(i)
      await expectStatus(200, post(call, { action: 'modify', ...named, departureDate }, headers))
      expect(await rows('SELECT departure_date FROM reservation')).toEqual([{ departure_date: departureDate }])
      expect((await takenNights()).length).toBe(Number(departureDate.slice(-2)) - 10)
    }
  })
})

describe('a delayed duplicate that arrives after another change', () => {
  it('with a key changes nothing [BOOKING-25]', async () => {
    await note('a', 'k')
    await note('b')
    await expectStatus(200, note('a', 'k'))
    expect(await noteNow()).toBe('b')
  })
})
