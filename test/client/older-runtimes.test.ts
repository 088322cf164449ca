import { afterEach, describe, expect, it } from 'vitest'
import { collect } from '../../client/pages.ts'
import { failureOf, newHotel, stay } from './support/hotel.ts'

/*
 * Functions that came after Chrome 109, Firefox 115 and Safari 16.4, or that React Native or a page without TLS lacks. The client must
 * not need one. Those that Node's own fetch needs stay.
 */
const YOUNGER: [owner: object, names: string[]][] = [
  [URLSearchParams.prototype, ['size', 'set', 'sort', 'has']],
  [URL, ['canParse', 'parse']],
  [AbortSignal, ['any', 'timeout', 'abort']],
  [AbortSignal.prototype, ['throwIfAborted', 'reason']],
  [Object.getPrototypeOf(crypto), ['randomUUID']],
  [Array, ['fromAsync']],
  [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
  [Promise, ['withResolvers', 'try']],
  [Object, ['groupBy']],
  [Map, ['groupBy']],
  [Set.prototype, ['union', 'difference', 'intersection', 'isSubsetOf']],
  [Uint8Array, ['fromBase64', 'fromHex']],
  [Headers.prototype, ['getSetCookie']],
  [Response, ['json']],
]

const restore: (() => void)[] = []
afterEach(() => {
  for (const put of restore.splice(0)) put()
})

function takeAway(): void {
  for (const [owner, names] of YOUNGER) {
    for (const name of names) {
      const property = Object.getOwnPropertyDescriptor(owner, name)
      if (!property?.configurable) continue
      restore.push(() => Object.defineProperty(owner, name, property))
      Reflect.deleteProperty(owner, name)
    }
  }
}

describe('A runtime without younger functions', () => {
  it('sends the whole query of a list [CLIENT-42]', async () => {
    const { innlet, seen } = await newHotel()
    for (let i = 0; i < 3; i++) await innlet.booking.post(stay())
    takeAway()
    const pages = await collect(
      innlet.reservation.forPartner({ pageSize: 2, status: 'Confirmed', arrivalFrom: '2020-01-01' }),
    )
    expect(pages).toHaveLength(3)
    expect((await seen('GetReservationsForPartner'))[0]?.path).toMatch(/\?(?=.*pageSize=2)(?=.*arrivalFrom=2020-01-01)/)
  })

  it('writes once, with a key of its own for each call [CLIENT-42]', async () => {
    const { innlet, fail, seen } = await newHotel()
    takeAway()
    await fail({ api: [{ close: 'after' }, null] })
    const first = await innlet.booking.post(stay())
    const second = await innlet.booking.post(stay())
    expect(second.reservationId).toBe(first.reservationId + 1)
    const keys = (await seen('PostBooking')).map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([keys[0], keys[0], expect.stringMatching(/^[\da-f]{32}$/)])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('ends a call with an error when its signal is aborted, and when its time is over [CLIENT-42]', async () => {
    const { innlet, fail } = await newHotel()
    await innlet.inventory.locations()
    takeAway()
    await fail({ api: [{ delay: 5_000 }, { delay: 5_000 }] })
    const controller = new AbortController()
    const aborted = failureOf(innlet.inventory.locations({}, { signal: controller.signal }))
    controller.abort()
    expect((await aborted).name).toBe('AbortError')
    expect((await failureOf(innlet.inventory.locations({}, { timeout: 200 }))).code).toBe('TIMEOUT')
  })
})
