import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { unlimitedRateLimit, withBindings } from '../../support/bindings'
import { aBooking, book, post } from '../../support/booking'
import { insertChannel } from '../../support/channel'
import { violatedInvariants } from '../../support/check-invariants'
import { failingAt } from '../../support/failing-batches'
import { MOVED, moveCustomer, moveStep, readCustomerRows } from '../../support/move'
import { bearerHeader } from '../../support/probe'
import { repetitions } from '../../support/repetitions'
import { databases, hotelBeforeEach, rowsIn } from '../../support/service'

const hotel = hotelBeforeEach(MOVED)
beforeEach(() => insertChannel({ customer: MOVED }))

it('a move that fails before or after any call to a database continues, and loses nothing [SHARD-8]', {
  timeout: 240_000,
}, async () => {
  await book(hotel.call, { identity: 'first' })
  const before = await readCustomerRows(MOVED, 1)
  const counted = { faults: 0, steps: 0 }
  const headers = { authorization: `Bearer ${env.ADMIN_TOKEN}` }
  const serving = async () => {
    const words = databases.map(each =>
      rowsIn(each, "SELECT 1 FROM tenancy WHERE tenancy_state IN ('serving', 'leaving')"),
    )
    return (await Promise.all(words)).flat().length
  }
  // A completed step is not repeated. So each attempt fails at a later request, as long as there is one.
  const ways = [
    [0, 1],
    [1, 0],
  ] as const
  for (const [to, back] of ways.slice(0, repetitions(1, 2))) {
    for (let nth = 1, whole = false; !whole; nth++) {
      for (const after of [false, true]) {
        const disturbed = await withBindings(failingAt(nth, after))(
          'POST',
          `/admin/customers/${MOVED}/move`,
          { to },
          headers,
        )
        expect([200, 503]).toContain(disturbed.status)
        counted.faults += Number(disturbed.status === 503)
        whole = disturbed.json.done === true
        expect(await serving()).toBeGreaterThan(0)
        // The customer can be read at any time.
        const read = await withBindings({ API_PER_CREDENTIAL: unlimitedRateLimit })(
          'POST',
          '/api/Reservation/GetReservations',
          {},
          bearerHeader(hotel.token),
        )
        expect([read.status, read.json.content.length], `${to} ${nth} ${after}`).toEqual([200, 1])
        if (whole) break
      }
      // Some steps run without a failure, so that the move proceeds.
      if (nth % 6 === 0) {
        counted.steps++
        whole ||= (await moveStep(MOVED, to)).json.done
      }
    }
    expect([await readCustomerRows(MOVED, to), await readCustomerRows(MOVED, back)]).toEqual([before, {}])
  }
  expect(await violatedInvariants()).toEqual({})
  // biome-ignore lint/suspicious/noConsole: prints the number of cases
  console.info(`moves: ${counted.faults} faults, ${counted.steps} steps undisturbed`)
  expect(counted.faults).toBeGreaterThan(40)
})

it('of fifty bookings in flight while a customer is moved every one that was acknowledged is there once and whole [SHARD-7]', {
  timeout: 300_000,
}, async () => {
  const acknowledged = new Set<string>()
  const answers: number[] = []
  /** One booking of a night of its own, sent again and again, as a careful caller does, until it is acknowledged. */
  async function* attempts(i: number) {
    const month = `2027-0${6 + Math.floor(i / 25)}`
    const day = (n: number) => `${month}-${String(n).padStart(2, '0')}`
    const nights = { arrivalDate: day(1 + (i % 25)), departureDate: day(2 + (i % 25)) }
    const identity = `flight-${i}`
    for (;;) {
      const reply = await post(hotel.call, aBooking({ identity, ...nights }))
      answers.push(reply.status)
      if (reply.status === 200) acknowledged.add(`${identity} ${reply.headers.get('x-reservation-id')}`)
      yield reply.status
      if (reply.status === 200) return
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  const flights: Promise<void>[] = []
  /** Sets some off, and waits for no more than the first answer to each. */
  const setOff = (count: number) =>
    Promise.all(
      Array.from({ length: Math.min(count, 50 - flights.length) }, () => {
        const flight = attempts(flights.length)
        const first = flight.next()
        flights.push(
          first.then(async () => {
            for await (const _ of flight);
          }),
        )
        return first
      }),
    )
  const early = setOff(15)
  const states = await moveCustomer(MOVED, 0, state => setOff(state === 'copying' ? 5 : 10))
  await early
  await setOff(50)
  await Promise.all(flights)
  expect(states.at(-1)).toBe('done')
  expect(new Set(answers)).toEqual(new Set([200, 503]))
  expect(acknowledged.size).toBe(50)
  const [FIRST, SECOND] = databases as [D1Database, D1Database]
  const kept = await rowsIn(FIRST, "SELECT identity || ' ' || reservation_id AS made FROM reservation")
  expect(kept.map(({ made }) => made).sort()).toEqual([...acknowledged].sort())
  expect(await rowsIn(FIRST, 'SELECT count(*) AS nights FROM room_night')).toEqual([{ nights: 50 }])
  expect(await readCustomerRows(MOVED, 1)).toEqual({})
  expect(await rowsIn(SECOND, 'SELECT 1 FROM reservation')).toEqual([])
})
