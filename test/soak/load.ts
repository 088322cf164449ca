import fc from 'fast-check'
import { daysFrom } from '../../demo/stay.ts'
import type { Service } from '../../tooling/command/service.ts'
import { dereferenced } from '../support/dereferenced.ts'
import { bodyOf, type Schema } from '../support/hostile.ts'

/** The results of all clients of a run. */
export interface Tally {
  requests: number
  /** Responses that no request may get. */
  failures: string[]
  /** Reservation ids of acknowledged bookings, by identity. */
  acknowledged: Map<string, string | null>
}

interface LoadOptions {
  service: Service
  bearer: string
  seed: number
  tally: Tally
  isOver: { yet: boolean }
}

/** Concurrent clients: with valid requests, and with random ones. */
const [RACERS, FUZZERS] = [10, 2]
const day = daysFrom('2031-01-01')
const ROOMS = [101, 102, 103, 201]

/** Sends racing and random requests until `isOver`. */
export async function runLoad(attack: LoadOptions): Promise<void> {
  const operations = await operationsOf(attack.service)
  await Promise.all([
    ...Array.from({ length: RACERS }, (_, i) => runRaces(attack, seededChoice(attack.seed * 100 + i))),
    ...Array.from({ length: FUZZERS }, (_, i) => runFuzzing(attack, operations, attack.seed * 100 + i)),
  ])
}

/** A generator of whole numbers below a bound, repeatable by its seed (mulberry32). */
function seededChoice(seed: number) {
  let state = seed
  return (bound: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

async function runRaces({ service, bearer, seed, tally, isOver }: LoadOptions, choose: (bound: number) => number) {
  for (let n = 0; !isOver.yet; n++) {
    const { path, body } = nextRequest(choose, `soak-${seed}-${choose(1e9)}-${n}`, tally)
    try {
      const { status, headers, json } = await service.request('POST', path, body, bearer)
      tally.requests++
      if (status >= 500 && !isOver.yet) tally.failures.push(`${path} answered ${status} ${json?.errors?.[0]?.code}`)
      const { identity, bookingID } = body as { identity?: string; bookingID?: number }
      if (status === 200 && path.endsWith('PostBooking') && identity && !bookingID) {
        tally.acknowledged.set(identity, headers.get('x-reservation-id'))
      }
    } catch (error) {
      if (!isOver.yet) tally.failures.push(`${path} was not answered: ${error}`)
      return
    }
  }
}

/**
 * The channel's rooms, each with the type that it is tied to and the number of rooms to sell. Each push has the same number, so
 * that the number of the last one is known after a kill.
 */
export const CHANNEL_ROOMS = [
  { roomid: 'SOAK-D', roomTypeId: 10, roomstosell: 2 },
  { roomid: 'SOAK-S', roomTypeId: 20, roomstosell: 1 },
] as const

/** A message of the channel manager: rooms to sell and prices of some nights of a room. */
function pushOf({ roomid, roomTypeId, roomstosell }: (typeof CHANNEL_ROOMS)[number], from: string, to: string) {
  const [hotelid, rate] = ['H1', [{ rateplanid: 'SOAK' }]]
  const price = [{ numberOfGuests: 1, value: '100' }]
  return {
    rooms: [{ roomTypeId, data: [{ sellableProducts: { hotelid, sellableProduct: [{ roomid }] } }] }],
    ratePlan: [{ rateID: 1, data: [{ ratePlans: { hotelid, ratePlan: rate } }] }],
    rateAvailability: [{ data: [{ hotelid, room: [{ roomid, date: [{ from, to, roomstosell, rate, price }] }] }] }],
  }
}

/** The next request of a client: mostly a new booking of a room that other clients want too. */
function nextRequest(
  choose: (bound: number) => number,
  identity: string,
  { acknowledged }: Tally,
): { path: string; body: object } {
  // Days with few bookings, which all clients choose.
  const first = acknowledged.size + choose(10)
  const dates = { arrivalDate: day(first), departureDate: day(first + 1 + choose(5)) }
  const bookingID = Number([...acknowledged.values()].at(-1 - choose(20)) ?? 0)
  const guest = { primaryGuestDetails: { firstName: 'Nour', lastName: 'Haddad' } }
  const roomsBooked = [{ roomID: ROOMS[choose(ROOMS.length)], guestsInRoom: 1 }]
  const booking = {
    identity,
    ...dates,
    ...guest,
    roomsBooked,
    activitiesBooked: [{ activityID: 1, activityDate: day(first), activityStartTime: '10:00', participants: 1 }],
    paymentDetails: { paymentAmount: 10, paymentExtID: identity },
    // Some end within a run, and others are confirmed or cancelled before.
    ...(choose(4) === 0 && { holdMinutes: 1 }),
  }
  const path = '/api/Booking/PostBooking'
  const kind = choose(18)
  if (kind < 6 || !bookingID) return { path, body: booking }
  const room = CHANNEL_ROOMS[choose(CHANNEL_ROOMS.length)] as (typeof CHANNEL_ROOMS)[number]
  switch (kind) {
    case 6:
      return { path, body: { bookingID, ...dates } }
    case 7:
      return { path, body: { bookingID, ...dates, roomsBooked } }
    case 8:
      return { path, body: { bookingID, action: 'cancel' } }
    case 9:
      return { path: '/api/PartnerItinerary/IssueLink', body: { reservationId: bookingID } }
    case 10:
      return { path: '/api/CMConnect/UpdateCMConnect', body: pushOf(room, day(first), day(first + choose(10))) }
    case 11:
      return {
        path: '/api/OnlineBooking/postreservation',
        body: { identity, ...dates, ...guest, roomTypeID: room.roomTypeId },
      }
    case 12:
      return {
        path: '/api/Reservation/CloseRoom',
        body: {
          identity,
          roomID: ROOMS[choose(ROOMS.length)],
          fromDate: dates.arrivalDate,
          toDate: dates.departureDate,
        },
      }
    case 13:
      return { path: '/api/Reservation/OpenRoom', body: { closureId: 1 + choose(20) } }
    case 14: {
      const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 + choose(3) }]
      return { path: '/api/Sale/PostSale', body: { identity, items, ...(choose(2) && { reservationID: bookingID }) } }
    }
    case 15:
      return { path, body: { bookingID, action: 'modify', bookingParameters: { reservationStatusID: 3 } } }
    case 16:
      return {
        path: '/api/OnlineBooking/postreservation',
        body: { identity, ...dates, ...guest, roomTypeID: room.roomTypeId, holdMinutes: 1 },
      }
    // Of a sale that others return too. What came back of it is refused, and what it did not sell.
    default: {
      const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity: 0.5 + choose(2) }]
      return { path: '/api/Sale/PostSale', body: { identity, returnOf: 1 + choose(30), items } }
    }
  }
}

interface Operation {
  path: string
  schema: Schema
  example: unknown
}

/** Every operation of customers with a body, from the OpenAPI document. */
async function operationsOf(service: Service): Promise<Operation[]> {
  const { json } = await service.requestOk('GET', '/openapi.json')
  return Object.entries(
    dereferenced(json).paths as Record<string, { post?: { requestBody?: { content: Record<string, Operation> } } }>,
  )
    .filter(([path, { post }]) => path.startsWith('/api/') && post?.requestBody)
    .flatMap(([path, { post }]) => {
      const { schema, example } = post?.requestBody?.content['application/json'] ?? {}
      return schema ? [{ path, schema, example }] : []
    })
}

async function runFuzzing(
  { service, bearer, tally, isOver }: LoadOptions,
  operations: readonly Operation[],
  seed: number,
) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` }
  for (let n = 0; !isOver.yet; n++) {
    const { path, schema, example } = operations[n % operations.length] as Operation
    const [body = ''] = fc.sample(bodyOf(schema, example), { seed: seed + n, numRuns: 1 })
    try {
      const { status } = await fetch(`${service.origin}${path}`, { method: 'POST', headers, body: body as BodyInit })
      tally.requests++
      if (status >= 500 && !isOver.yet) tally.failures.push(`${path} answered ${status} to fuzz of seed ${seed + n}`)
    } catch (error) {
      if (!isOver.yet) tally.failures.push(`${path} did not answer fuzz of seed ${seed + n}: ${error}`)
      return
    }
  }
}
