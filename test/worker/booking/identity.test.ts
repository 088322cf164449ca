import { describe, expect, it } from 'vitest'
import { aBooking, book, post, readBookingTables } from '../../support/booking'
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

  it('is the same in another order, with unknown fields and with another errorMessage', async () => {
    await post(call, aBooking({ identity: 'web-1' }))
    const { roomsBooked, ...rest } = aBooking({ identity: 'web-1', clientID: 1, trace: 'abc', errorMessage: 'timeout' })
    expect((await post(call, { roomsBooked, ...rest })).status).toBe(200)
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
})

describe('an identity', () => {
  it('is unique within the customer only [BOOKING-23]', async () => {
    const other = await openHotel(2)
    await book(call, { identity: 'web-1' })
    expect(await book(other.call, { identity: 'web-1', departureDate: '2027-05-11' })).toBe(1)
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
