import { beforeAll, expect, it } from 'vitest'
import { Innlet, InnletError } from '../../client/innlet.ts'
import { collect } from '../../client/pages.ts'
import { FaultyProxy } from '../client/support/faulty-proxy.ts'
import type { Fault } from '../client/support/hotel.ts'
import { repetitions } from '../support/repetitions.ts'
import { registerApplication, setUpHotel } from './support/hotel.ts'
import { whenFileEnds } from './support/run.ts'
import { newCustomerId, sharedService } from './support/shared-service.ts'

/* The client through a network that fails in every way that it knows: each write is made once, and each read ends right. */

const CALLS = repetitions(100, 1_000)
/** As many as there are visits in `npm test`: most of their time they wait. */
const AT_ONCE = 15
const ATTEMPT_TIMEOUT = 1_500

/** The request arrives after the client has given it up. */
const LATE: Fault = { delay: 2 * ATTEMPT_TIMEOUT }

const FAULTS: (Fault | null)[] = [
  { close: 'before' },
  { close: 'after' },
  { close: 'middle' },
  { status: 429, headers: { 'retry-after': '1' } },
  { status: 503 },
  { delay: 300 },
  LATE,
  ...Array(13).fill(null),
]

/** What the calls have made. */
const made = { created: 0, modified: 0, cancelled: 0, links: 0, sold: 0, repeatedByCaller: 0, faults: 0 }

let proxy: FaultyProxy
let innlet: Innlet
/** Without the proxy. */
let direct: Innlet

beforeAll(async () => {
  const [{ service }, customer] = [sharedService(), newCustomerId()]
  const rooms = Array.from({ length: CALLS }, (_, i) => ({
    roomId: 1_000 + i,
    roomTypeId: 20,
    roomName: `${i}`,
    roomNo: `${i}`,
  }))
  const stock = [{ inventoryLocationId: 1, quantityInHand: CALLS * 10 }]
  await setUpHotel(service, customer, {
    rooms,
    inventoryItems: [{ inventoryId: 1, itemNumber: 'SKU-1', cost: 1, price: 2, stock }],
  })
  const permissions = ['reservations:write', 'rates:write', 'inventory:write', 'events:write']
  const application = await registerApplication(service, customer, permissions)
  proxy = await FaultyProxy.inFrontOf(service.origin)
  whenFileEnds(() => proxy.end())
  let requests = 0
  proxy.usual = path => {
    const next = FAULTS[(requests++ * 7) % FAULTS.length] ?? null
    // A link has no identity: a request that arrives late ends the link that its repetition has issued.
    const fault = next === LATE && path.endsWith('/IssueLink') ? null : next
    if (fault) made.faults++
    return fault
  }
  innlet = new Innlet({ url: `${proxy.origin}/r/trial`, ...application, attemptTimeout: ATTEMPT_TIMEOUT })
  direct = new Innlet({ url: service.origin, ...application })
})

/** A call that its caller repeats with the same key, if even the repetitions of the client failed. */
async function surely<T>(call: (options: { idempotencyKey: string }) => Promise<T>): Promise<T> {
  const idempotencyKey = crypto.randomUUID()
  for (;;) {
    try {
      return await call({ idempotencyKey })
    } catch (error) {
      if (!(error instanceof InnletError && error.retryable)) throw error
      made.repeatedByCaller++
    }
  }
}

/** One visit of a guest: seven calls. */
async function visit(number: number): Promise<void> {
  const lastName = `Guest ${number}`
  const body = {
    arrivalDate: '2027-05-09',
    departureDate: '2027-05-11',
    primaryGuestDetails: { lastName },
    roomsBooked: [{ roomID: 1_000 + number }],
  }
  const { reservationId } = await surely(options => innlet.booking.post(body, options))
  made.created++
  const read = async () => (await surely(() => collect(innlet.reservation.find({ reservationID: reservationId }))))[0]
  expect((await read())?.primaryGuest.lastName).toBe(lastName)

  const payment = { paymentAmount: 10, paymentSource: lastName }
  await surely(options =>
    innlet.booking.post({ action: 'modify', bookingID: reservationId, paymentDetails: payment }, options),
  )
  made.modified++
  const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 + (number % 3) }]
  const sale = await surely(options => innlet.sale.post({ items, reservationID: reservationId }, options))
  made.sold += sale.items[0]?.quantity ?? 0
  expect(await read()).toMatchObject({ payments: [{ paymentAmount: 10 }], balance: sale.total - 10 })

  const { token } = await surely(() => innlet.itinerary.issueLink({ reservationId }))
  made.links++
  expect((await surely(() => innlet.itinerary.details(token))).overview.guestLastName).toBe(lastName)
  if (number % 2) return
  await surely(options => innlet.booking.post({ action: 'cancel', bookingID: reservationId }, options))
  made.cancelled++
}

it(`makes each write of ${CALLS} calls once, and each read ends right [CLIENT-2] [CLIENT-3]`, {
  timeout: 600_000,
}, async () => {
  const visits = Array.from({ length: Math.ceil(CALLS / 7) }, (_, i) => i)
  const work = async () => {
    for (let next = visits.shift(); next !== undefined; next = visits.shift()) await visit(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await proxy.idle()

  const events = await collect(direct.events.list())
  const count = (type: string) => events.filter(each => each.type === type).length
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i + 1))
  expect(count('reservation.created')).toBe(made.created)
  expect(count('reservation.cancelled')).toBe(made.cancelled)
  expect(count('sale.created')).toBe(made.created)
  // A sale on the account of a reservation changes it too.
  expect(count('reservation.modified')).toBe(made.modified + made.created)
  expect(count('link.issued')).toBeGreaterThanOrEqual(made.links)
  const [item] = await collect(direct.inventory.items())
  expect(item?.quantityInHand).toBe(CALLS * 10 - made.sold)
  expect(await surely(() => collect(innlet.events.list({ pageSize: 20 })))).toEqual(events)
  const reservations = await collect(direct.reservation.find())
  expect(reservations.map(({ payments }) => payments.length)).toEqual(reservations.map(() => 1))
  expect(made.faults).toBeGreaterThan(CALLS / 4)
  console.log(made)
})
