import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dateAfter } from '../../../schema/stay-dates'
import { unlimitedRateLimit, withBindings } from '../../support/bindings'
import { repetitions } from '../../support/repetitions'
import { remembered, reproducible } from '../../support/reproduction'
import { admin, expectStatus, hotelBeforeEach, integrator } from '../../support/service'

/*
 * GetOffers against postreservation: on random calendars, each offer that is listed is sold with its rate for its total, and no
 * other combination of room type and rate is sold. The hotel is in any time zone, and the clock on any hour of the days that are asked
 * for.
 */

hotelBeforeEach()
afterEach(() => void vi.useRealTimers())
const DAYS = Array.from({ length: 8 }, (_, i) => `2027-05-${10 + i}`)
const TYPES = [10, 20]
const RATES = [1, 2]
const CHANNEL_ROOMS = [
  { id: 'DBL', type: 10 },
  { id: 'DBX', type: 10 },
  { id: 'FAM', type: 20 },
]
const PLANS = [
  { id: 'BAR', rate: 1 },
  { id: 'PROMO', rate: 1 },
  { id: 'HB', rate: 2 },
  { id: 'NONE', rate: null },
]
const MAX_OCCUPANCY: Record<number, number> = { 10: 2, 20: 5 }

beforeEach(async () => {
  const rooms = [104, 105].map(roomId => ({ roomId, roomTypeId: 10, roomName: `Double ${roomId}` }))
  await expectStatus(200, admin('PUT', '/customers/1/setup', { rooms }))
})

const restrictions = fc.record({
  minimumStay: fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, fc.integer({ min: 0, max: 3 })),
  maximumStay: fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, fc.integer({ min: 0, max: 3 })),
  closedOnArrival: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, fc.integer({ min: 0, max: 1 })),
  closedOnDeparture: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, fc.integer({ min: 0, max: 1 })),
})
const roomDay = fc.tuple(
  restrictions,
  fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 12, arbitrary: fc.integer({ min: 0, max: 4 }) }),
  fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, fc.constant(1)),
)
const prices = fc.dictionary(
  fc.constantFrom('1', '2', '3', '4'),
  fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 4 }).map(units => units * 5_000) }, fc.constant(0)),
  { maxKeys: 3 },
)
const planDay = fc.tuple(restrictions, fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, fc.constant(1)), prices)
const calendar = fc.record({
  roomDays: fc.array(roomDay, { minLength: 24, maxLength: 24 }),
  planDays: fc.array(planDay, { minLength: 96, maxLength: 96 }),
})
/** Hours east of UTC, and the hours since the beginning of May 9 (UTC). */
const clock = fc.record({ east: fc.integer({ min: -11, max: 14 }), hour: fc.integer({ min: 0, max: 71 }) })
const stay = fc.record({
  first: fc.integer({ min: 0, max: 5 }),
  nights: fc.integer({ min: 1, max: 3 }),
  guests: fc.integer({ min: 1, max: 5 }),
  infants: fc.constantFrom(0, 0, 1, 3),
  sold: fc.nat(),
})

type Calendar = typeof calendar extends fc.Arbitrary<infer Value> ? Value : never

/** Stores a calendar in place of the one before. */
async function store({ roomDays, planDays }: Calendar): Promise<void> {
  const statement = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values)
  const known = <T extends object>(fields: T) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  await env.DB.batch([
    ...['room_night', 'plan_month', 'room_day', 'channel_rate_plan', 'channel_room'].map(table =>
      statement(`DELETE FROM ${table}`),
    ),
    ...CHANNEL_ROOMS.map(({ id, type }) =>
      statement("INSERT INTO channel_room VALUES (1, 'H1', ?, ?, 1, '{}', '{}', '{}')", id, type),
    ),
    ...PLANS.map(({ id, rate }) =>
      statement("INSERT INTO channel_rate_plan VALUES (1, 'H1', ?, ?, 1, '{}', '{}')", id, rate),
    ),
    ...CHANNEL_ROOMS.flatMap(({ id }, room) =>
      DAYS.map((day, i) => {
        const [{ minimumStay, maximumStay, closedOnArrival, closedOnDeparture }, toSell, closed] = roomDays[
          room * DAYS.length + i
        ] as Calendar['roomDays'][number]
        return statement(
          "INSERT INTO room_day VALUES (1, 'H1', ?, ?, ?, ?, ?, ?, ?, ?)",
          id,
          day,
          toSell,
          closed,
          minimumStay,
          maximumStay,
          closedOnArrival,
          closedOnDeparture,
        )
      }),
    ),
    ...CHANNEL_ROOMS.flatMap(({ id }, room) =>
      PLANS.map((plan, at) => {
        const days = DAYS.map((day, i) => {
          const [limits, closed, listed] = planDays[
            (room * PLANS.length + at) * DAYS.length + i
          ] as Calendar['planDays'][number]
          const priced = Object.keys(listed).length ? { prices: JSON.stringify(listed) } : {}
          return [day.slice(8), { ...known(limits), closed, ...priced }]
        })
        return statement(
          "INSERT INTO plan_month VALUES (1, 'H1', ?, ?, '2027-05', ?)",
          id,
          plan.id,
          JSON.stringify(Object.fromEntries(days)),
        )
      }),
    ),
  ])
}

/** More requests than the rate of a credential. */
const there = withBindings({ API_PER_CREDENTIAL: unlimitedRateLimit })
let token: string
const call = remembered((method, path, body) =>
  there(method, `/api${path}`, body, { authorization: `Bearer ${token}` }),
)

const HOUR_MS = 3_600_000

/** Sets the hotel's time zone and the clock. Returns the first day that is sold: a day begins at 04:00 there. */
async function setClock({ east, hour }: { east: number; hour: number }): Promise<string> {
  // Etc/GMT-14 is 14 hours east of UTC.
  await env.DB.exec(`UPDATE property SET property_time_zone = 'Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}'`)
  const now = Date.parse('2027-05-09') + hour * HOUR_MS
  vi.useFakeTimers({ toFake: ['Date'], now })
  token = (await integrator(1)).token
  return new Date(now + (east - 4) * HOUR_MS).toISOString().slice(0, 10)
}

let counter = 0

it('what is listed is sold for its total, and nothing else is sold, on random calendars [ONLINE-20] [ONLINE-25] [ONLINE-31] [ONLINE-32]', async () => {
  const calendars = repetitions(6, 80)
  let [stays, listed, sold] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(calendar, clock, fc.array(stay, { minLength: 25, maxLength: 25 }), (calendar, clock, wanted) =>
      reproducible(async () => {
        await store(calendar)
        const today = await setClock(clock)
        for (const { first, nights, guests, infants, sold: choice } of wanted) {
          stays++
          const arrivalDate = DAYS[first] as string
          const dates = { arrivalDate, departureDate: dateAfter(arrivalDate, nights) }
          const isPast = arrivalDate < today
          const query = new URLSearchParams({ ...dates, guests: String(guests) })
          const { content } = (await expectStatus(200, call('GET', `/OnlineBooking/GetOffers?${query}`))).json
          const offers: { roomTypeID: number; rateID: number; total: number; roomsLeft: number }[] = Array.isArray(
            content,
          )
            ? content
            : []
          listed += offers.length
          if (isPast) expect(offers).toEqual([])
          const reserve = (roomTypeID: number, rateID: number, expectedTotal?: number) =>
            call('POST', '/OnlineBooking/postreservation', {
              identity: `web-${++counter}`,
              ...dates,
              roomTypeID,
              rateID,
              guests: { adultCount: guests, infantCount: infants },
              primaryGuestDetails: { lastName: 'Okabe' },
              ...(expectedTotal !== undefined && { expectedTotal }),
            })
          for (const type of TYPES) {
            for (const rate of RATES) {
              const offer = offers.find(({ roomTypeID, rateID }) => roomTypeID === type && rateID === rate)
              // Another total is refused, and the refusal names that of the offer: nothing is sold.
              const { status, json } = await reserve(type, rate, 0.01)
              const [{ code, description }] = json.errors
              if (offer)
                expect([status, description]).toEqual([409, `expectedTotal: the stay costs ${offer.total} EUR`])
              else if (guests > (MAX_OCCUPANCY[type] ?? 0)) expect([status, code]).toEqual([422, 'INVALID_FIELD'])
              else {
                const reason = isPast
                  ? expect.stringMatching(/^arrivalDate: .* is past/)
                  : expect.not.stringMatching(/^expectedTotal| is past/)
                expect([status, description]).toEqual([409, reason])
              }
            }
          }
          const chosen = offers[choice % Math.max(offers.length, 1)]
          if (!chosen) continue
          expect(chosen.roomsLeft).toBeGreaterThan(0)
          const { json } = await expectStatus(200, reserve(chosen.roomTypeID, chosen.rateID, chosen.total))
          expect(json.content.total).toBe(chosen.total)
          sold++
        }
      }),
    ),
    { numRuns: calendars, endOnFailure: true },
  )
  expect(stays).toBe(25 * calendars)
  // The calendars are neither empty nor open for everything.
  expect(listed).toBeGreaterThan(5 * calendars)
  expect(sold).toBeGreaterThan(2 * calendars)
}, 240_000)
