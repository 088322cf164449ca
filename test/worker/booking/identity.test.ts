import { describe, expect, it } from 'vitest'
import { aBooking, book, post, queueMessages, readBookingTables } from '../../support/booking'
import { expectRefusal, hotelBeforeEach, openHotel, rows } from '../../support/service'

const { call } = hotelBeforeEach()

/** Sends a request twice; the second must change nothing and be answered as the first. */
async function twice(body: unknown, headers?: Record<string, string>) {
  const first = await post(call, body, headers)
  const before = await readBookingTables()
  const second = await post(call, body, headers)
  expect(await readBookingTables()).toEqual(before)
  const made = ({ status, headers }: typeof first) => [
    status,
    headers.get('x-reservation-id'),
    headers.get('x-reservation-number'),
  ]
  expect(made(second)).toEqual(made(first))
  expect(second.status).toBe(200)
}

describe('the same identity with the same body again', () => {
  it('changes nothing and has the same headers [BOOKING-19]', () => twice(aBooking({ identity: 'web-1' })))

  it('can be in the header Idempotency-Key [BOOKING-20]', () => twice(aBooking(), { 'idempotency-key': 'web-1' }))

  it('is the same in the body and in the header', async () => {
    await post(call, aBooking({ identity: 'web-1' }))
    expect((await post(call, aBooking(), { 'idempotency-key': 'web-1' })).status).toBe(200)
    expect(await rows('SELECT reservation_id FROM reservation')).toHaveLength(1)
  })

  it('is the same in another order, and with unknown fields', async () => {
    await post(call, aBooking({ identity: 'web-1' }))
    const { roomsBooked, ...rest } = aBooking({ identity: 'web-1', clientID: 1, trace: 'abc' })
    expect((await post(call, { roomsBooked, ...rest })).status).toBe(200)
  })

  it('is harmless for a modification that names its booking by identity', async () => {
    await book(call, { identity: 'web-1' })
    await twice({ identity: 'web-1', action: 'modify', paymentDetails: { paymentAmount: 10 } })
  })

  it('is harmless for a cancellation', async () => {
    const bookingID = await book(call)
    await twice({ bookingID, action: 'cancel', identity: 'off-1', cancellationFee: { amount: 5 } })
  })

  it('still is the first booking after that was changed', async () => {
    const bookingID = await book(call, { identity: 'web-1' })
    await post(call, { bookingID, roomsBooked: [{ roomID: 102 }] })
    await twice(aBooking({ identity: 'web-1' }))
  })
})

describe('the same identity with another body', () => {
  it('and action new is 409 IDENTITY_CONFLICT [IDENTITY_CONFLICT] [BOOKING-21]', async () => {
    await book(call, { identity: 'web-1' })
    const before = await readBookingTables()
    const refused = await post(call, aBooking({ identity: 'web-1', departureDate: '2027-05-11' }))
    await expectRefusal(refused, 409, 'IDENTITY_CONFLICT')
    expect(await readBookingTables()).toEqual(before)
  })

  it('changes the booking that it names, again and again', async () => {
    await book(call, { identity: 'web-1' })
    const note = (reservationSummaryNote: string) =>
      post(call, { identity: 'web-1', action: 'modify', reservationSummaryNote })
    for (const text of ['a', 'b', 'c']) expect((await note(text)).status).toBe(200)
    expect(await rows('SELECT summary_note FROM reservation')).toEqual([{ summary_note: 'c' }])
    expect(await queueMessages()).toHaveLength(4)
  })

  it('can have its own key in the header', async () => {
    await book(call, { identity: 'web-1' })
    const change = { identity: 'web-1', action: 'modify' }
    const key = { 'idempotency-key': 'k-1' }
    expect((await post(call, { ...change, reservationSummaryNote: 'a' }, key)).status).toBe(200)
    expect((await post(call, { ...change, reservationSummaryNote: 'a' }, key)).status).toBe(200)
    expect((await post(call, { ...change, reservationSummaryNote: 'b' }, key)).status).toBe(409)
  })
})

describe('a key', () => {
  it('of a change that changed nothing is stored', async () => {
    const bookingID = await book(call)
    const nothing = { bookingID, identity: 'k', bookingParameters: { reservationStatusID: 3 } }
    expect((await post(call, nothing)).status).toBe(200)
    expect((await post(call, nothing)).status).toBe(200)
    expect((await post(call, { bookingID, identity: 'k', reservationSummaryNote: 'b' })).status).toBe(409)
  })

  it('of a second cancellation is stored', async () => {
    const bookingID = await book(call)
    await post(call, { bookingID, action: 'cancel' })
    await post(call, { bookingID, action: 'cancel', identity: 'k' })
    expect((await post(call, { bookingID, identity: 'k', reservationSummaryNote: 'b' })).status).toBe(409)
  })

  it('is the same with another errorMessage', async () => {
    await book(call, { identity: 'web-1' })
    expect((await post(call, aBooking({ identity: 'web-1', errorMessage: 'timeout' }))).status).toBe(200)
  })
})

describe('an identity', () => {
  it('is unique within the customer only [BOOKING-23]', async () => {
    const other = await openHotel(2)
    await book(call, { identity: 'web-1' })
    expect(await book(other.call, { identity: 'web-1', departureDate: '2027-05-11' })).toBe(1)
  })

  it('of a request that was refused is free', async () => {
    await book(call)
    expect((await post(call, aBooking({ identity: 'web-1' }))).status).toBe(409)
    expect(await book(call, { identity: 'web-1', roomsBooked: [{ roomID: 102 }] })).toBe(2)
  })

  it('has at most 200 characters', async () => {
    expect((await post(call, aBooking({ identity: 'x'.repeat(201) }))).status).toBe(422)
    const refused = await post(call, aBooking(), { 'idempotency-key': 'x'.repeat(201) })
    await expectRefusal(refused, 422, 'INVALID_FIELD', 'Idempotency-Key: expected some text of at most 200 characters')
  })

  it('is UTF-8 in a header: different bytes of another encoding would be one identity', async () => {
    const refused = await post(call, aBooking(), { 'idempotency-key': 'Zo\ufffd' })
    await expectRefusal(refused, 422, 'INVALID_FIELD', 'Idempotency-Key: expected text in UTF-8')
    expect(await rows('SELECT * FROM reservation')).toEqual([])
  })

  it('that is empty is none', async () => {
    await book(call, { identity: '' })
    expect(await rows('SELECT identity FROM idempotency')).toEqual([])
  })

  it('that was forgotten still makes no second booking', async () => {
    await book(call, { identity: 'web-1' })
    const { env } = await import('cloudflare:workers')
    await env.DB.exec('DELETE FROM idempotency')
    await expectRefusal(post(call, aBooking({ identity: 'web-1' })), 409, 'IDENTITY_CONFLICT')
  })
})
