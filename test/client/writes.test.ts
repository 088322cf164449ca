import { describe, expect, it, vi } from 'vitest'
import { all, newHotel, stay } from './support/hotel.ts'

/** The pauses are as short as they may be. */
const withoutPauses = () => vi.spyOn(Math, 'random').mockReturnValue(0)

describe.each([
  ['before the service has the request', { close: 'before' }],
  ['after the service has committed', { close: 'after' }],
  ['in the middle of the response', { close: 'middle' }],
] as const)('A write whose connection breaks %s is made once', (_, fault) => {
  it('a booking, without an identity of the caller', async () => {
    withoutPauses()
    const { innlet, fail, seen } = await newHotel()
    await fail({ api: [fault, fault, null] })
    const { reservationId, reservationNumber } = await innlet.booking.post(stay())

    const found = await all(innlet.reservation.find())
    expect(found.map(each => [each.reservationId, each.reservationNumber])).toEqual([
      [reservationId, reservationNumber],
    ])
    const attempts = await seen('PostBooking')
    expect(attempts).toHaveLength(3)
    expect(new Set(attempts.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1)
  })
})
