import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { unlimitedRateLimit, withBindings } from '../../support/bindings'
import { aBooking, book } from '../../support/booking'
import { insertChannel } from '../../support/channel'
import { days, price, rate, span } from '../../support/channel-message'
import { violatedInvariants } from '../../support/check-invariants'
import { FAILURE_MODES, type FailureMode, failingDatabase, failingKv } from '../../support/failing-bindings'
import { issueLink } from '../../support/itinerary'
import { type Operation, operations } from '../../support/operations'
import { aSale } from '../../support/sale'
import { ALL_PERMISSIONS, admin, databases, expectStatus, makeTables, openHotel } from '../../support/service'
import { comparable, restoreSnapshot, type Snapshot, snapshot, withoutRandomValues } from '../../support/snapshot'

/*
 * Each operation is sent once without failures. Then it is repeated for each of its requests to D1 and KV, with that request
 * failing in one way: lost, response lost, late, or executed twice. Every response is correct. The database is as before or as
 * after, never in between. Repeating the request leads to the intended result.
 */

const BOOKING = 'POST /api/Booking/PostBooking'
const surf = { activityID: 1, activityDate: '2027-05-11', activityStartTime: '10:00', participants: 2 }
const paid = { paymentAmount: 10, paymentExtID: 'pay-1' }
const primaryGuestDetails = { lastName: 'Okabe' }
const stay = { arrivalDate: '2027-05-20', departureDate: '2027-05-22' }

/** The request of each operation; the example of the OpenAPI document if it is not listed. */
const BODIES: [string, Record<string, unknown>][] = [
  [BOOKING, aBooking({ identity: 'new', ...stay, activitiesBooked: [surf], paymentDetails: paid })],
  [BOOKING, { identity: 'change', bookingID: 2, roomsBooked: [{ roomID: 102 }], activitiesBooked: [surf] }],
  [BOOKING, { identity: 'end', bookingID: 2, action: 'cancel', cancellationFee: { amount: 5 } }],
  [BOOKING, { bookingID: 2, action: 'cancel' }],
  ['POST /api/OnlineBooking/postreservation', { identity: 'web', ...stay, roomTypeID: 10, primaryGuestDetails }],
  ['POST /api/OnlineBooking/postinquiry', { identity: 'question', primaryGuestDetails, message: 'A cot?' }],
  ['POST /api/Sale/PostSale', aSale({ identity: 'till', reservationID: 2, paymentDetails: paid })],
  ['POST /api/Fetch/UpdateFetchQueueMessage', { fetchQueueMessageId: 1, status: 'Processed', notes: 'Sent' }],
  ['POST /api/PartnerItinerary/IssueLink', { reservationId: 2 }],
  ['POST /api/PartnerItinerary/RevokeLink', { reservationId: 2 }],
  [
    'POST /api/CMConnect/UpdateCMConnect',
    days([{ ...span('05', '09'), roomstosell: '2', ...rate('BAR'), ...price({ 1: '90.00' }) }]),
  ],
  // The target is the current database: a real move is many changes, which shards/interrupted tests.
  ['POST /admin/customers/{clientId}/move', { to: databases.length - 1 }],
]

/** Where the same again makes another one: the administrator's calls know no identity. */
const MAKES_ANOTHER = /^POST \/admin\//
const GONE_AT_ONCE = 'DELETE /admin/api-keys/{id}'
const isPublic = ({ path }: Operation) => path.includes('{token}')

interface Trial {
  name: string
  operation: Operation
  address: string
  body: unknown
  headers: Record<string, string>
}

let before: Snapshot
let trials: Trial[]

beforeAll(async () => {
  await makeTables()
  const hotel = await openHotel()
  const { clientId: client_id, clientSecret: client_secret } = hotel
  await insertChannel()
  // Online booking chooses a random room, so only one is free.
  await book(hotel.call, { ...stay, roomsBooked: [{ roomID: 102 }, { roomID: 103 }] })
  const { token } = await issueLink(hotel, await book(hotel.call, { identity: 'first', activitiesBooked: [surf] }))
  await expectStatus(200, admin('PUT', '/customers/7', { name: 'Aurora', currency: 'EUR', timeZone: 'Europe/Rome' }))
  const key = (customerId: number) =>
    admin('POST', '/api-keys', { customerId, name: 'till', permissions: ALL_PERMISSIONS })
  const { apiKey } = (await expectStatus(201, key(1))).json
  const { id } = (await expectStatus(201, key(7))).json
  before = await snapshot()

  const known = { id: (path: string) => (path.includes('api-keys') ? id : client_id), token: () => token }
  const addressOf = ({ path, address }: Operation) => {
    if (path.endsWith('GetCMConnect')) return `${address}?hotelid=H1&from=2027-05-01&to=2027-05-31`
    if (path.endsWith('/erase')) return '/admin/customers/1/guests/2/erase'
    const name = /\{(id|token)\}/.exec(path)?.[1] as keyof typeof known | undefined
    return name ? path.replace(`{${name}}`, known[name](path)) : address
  }
  trials = (await operations()).flatMap(operation => {
    const { name, auth, takesBody, takesForm, example } = operation
    const own = BODIES.filter(([of]) => of === name).map(([, body]) => body)
    const grant = { grant_type: 'client_credentials', client_id, client_secret }
    const usual = takesForm ? grant : takesBody ? example : undefined
    const headers: Record<string, string> =
      auth === 'public'
        ? {}
        : auth === 'admin'
          ? { authorization: `Bearer ${env.ADMIN_TOKEN}` }
          : { 'x-api-key': apiKey }
    return (own.length ? own : [usual]).map(body => ({ name, operation, address: addressOf(operation), body, headers }))
  })
})

const ask = ({ operation, address, body, headers }: Trial, DB: D1Database, LINKS: KVNamespace) =>
  withBindings({
    DB,
    LINKS,
    ITINERARY_PER_ADDRESS: unlimitedRateLimit,
    HEALTH_PER_ADDRESS: unlimitedRateLimit,
    API_PER_CREDENTIAL: unlimitedRateLimit,
  })(operation.method, address, body, headers)

const keptNow = async () => comparable(await snapshot())
const withoutAudit = (kept: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(kept).filter(([table]) => !table.endsWith('audit')))
const told = ({ status, text, headers }: Awaited<ReturnType<typeof ask>>) =>
  withoutRandomValues(
    JSON.stringify([status, text, headers.get('x-reservation-id'), headers.get('x-reservation-number')]),
  )

/** A run without failures: the response, the stored data, and the number of requests to each binding. */
async function undisturbed(trial: Trial) {
  await restoreSnapshot(before)
  const { database, count: d1 } = failingDatabase()
  const { kv, count: links } = failingKv()
  const reply = await ask(trial, database, kv)
  expect(reply.status, `${trial.name} ${reply.text}`).toBeLessThan(300)
  return { reply, after: await keptNow(), d1: d1.calls, kv: links.calls }
}

const counted = { faults: 0, operations: 0 }

async function disturb(
  trial: Trial,
  good: Awaited<ReturnType<typeof undisturbed>>,
  binding: 'd1' | 'kv',
  nth: number,
  mode: FailureMode,
) {
  const where = `${trial.name} ${JSON.stringify(trial.body ?? '')}: ${binding} call ${nth} ${mode}`
  await restoreSnapshot(before)
  const database = binding === 'd1' ? failingDatabase(mode, nth).database : env.DB
  const kv = binding === 'kv' ? failingKv(mode, nth).kv : env.LINKS
  const reply = await ask(trial, database, kv)
  const kept = await keptNow()
  counted.faults++
  if (reply.status === good.reply.status) {
    const audited = mode === 'twice' ? withoutAudit : (all: typeof kept) => all
    expect([told(reply), audited(kept)], where).toEqual([told(good.reply), audited(good.after)])
  } else {
    expect(reply.status, `${where} ${reply.text}`).toEqual(isPublic(trial.operation) ? 404 : 503)
    // A failure of KV or a late request does not fail the operation.
    expect([binding, mode === 'late'], where).toEqual(['d1', false])
    const asBefore = comparable(before)
    expect(kept, where).toEqual(JSON.stringify(kept) === JSON.stringify(asBefore) ? asBefore : good.after)
  }

  const again = await ask(trial, env.DB, env.LINKS)
  if (trial.name === GONE_AT_ONCE && again.status === 404) return
  expect(told(again), `${where} again`).toEqual(told(good.reply))
  if (MAKES_ANOTHER.test(trial.name)) return
  expect(withoutAudit(await keptNow()), `${where} again`).toEqual(withoutAudit(good.after))
  expect(await violatedInvariants(), where).toEqual({})
}

describe('on every operation, at each of its calls to D1 and to KV', () => {
  it('a fault is answered honestly, leaves the books as before or as after, and the same again succeeds once', {
    timeout: 300_000,
  }, async () => {
    for (const trial of trials) {
      const good = await undisturbed(trial)
      counted.operations++
      for (const mode of FAILURE_MODES) {
        for (let nth = 1; nth <= good.d1; nth++) await disturb(trial, good, 'd1', nth, mode)
        for (let nth = 1; nth <= good.kv; nth++) await disturb(trial, good, 'kv', nth, mode)
      }
    }
    // biome-ignore lint/suspicious/noConsole: prints the number of cases
    console.info(`faults: ${counted.faults} on ${counted.operations} requests`)
    expect(counted.faults).toBeGreaterThan(150)
  })
})
