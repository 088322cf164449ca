import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { movedTables } from '../../../worker/store/move/move-tables'
import { unlimitedRateLimit, withBindings } from '../../support/bindings'
import { type Field, fieldsOf, withValueAt } from '../../support/fields'
import type { Schema } from '../../support/hostile'
import { decodeClaims, forgeLink } from '../../support/itinerary'
import { addressOf, type Operation, operations } from '../../support/operations'
import { CANARY, createOtherCustomer, OTHER_CUSTOMER_ID, UNUSED_ID } from '../../support/other-customer'
import { prepareHotel } from '../../support/prepared-hotel'
import { bearerHeader } from '../../support/probe'
import { someOf } from '../../support/repetitions'
import { IS_SAMPLE } from '../../support/sample'
import { sampleSeaHotel } from '../../support/sample-hotel'
import type { SampleRequest } from '../../support/sample-requests'
import { makeTables, requestToken, rows } from '../../support/service'
import { restoreSnapshot, rowsOfCustomer, type Snapshot, snapshot, withoutRandomValues } from '../../support/snapshot'

/*
 * One customer sends another's ids in every place for an id. Each request is sent twice: with an id of the other customer, and
 * with an unused id. The responses are equal byte for byte. They contain no data of the other customer, and none of it is
 * changed.
 *
 * In `npm test` places whose names are not those of ids have one kind of id each, by turns, and those of cursors the list's own and
 * those of two other lists. A sample has the places whose names are those of ids, in the first request of each operation, with one
 * kind of id each.
 */

/** A place for an id in a request: its own value, and how to put the id of the other customer or an unused id there. */
type Pair = readonly [theirs: unknown, nobodys: unknown]
const NUMBERS: Pair = [OTHER_CUSTOMER_ID, UNUSED_ID]
const DIGITS: Pair = [String(OTHER_CUSTOMER_ID), String(UNUSED_ID)]
const TEXTS: Pair = [`V${OTHER_CUSTOMER_ID}`, `V${UNUSED_ID}`]

let turn = 0
const sampled = (pairs: Pair[]) => (IS_SAMPLE ? pairs.slice(0, 1) : pairs)
/** The kinds of ids for a place that takes texts. */
const kindsFor = (place: string) =>
  NAMES_A_RECORD.test(place) ? sampled([TEXTS, DIGITS]) : someOf([TEXTS, DIGITS], 1, turn++)
const isInSample = ({ path }: Field) => !IS_SAMPLE || NAMES_A_RECORD.test(String(path.at(-1)))

let before: Snapshot
let neighbour: Awaited<ReturnType<typeof createOtherCustomer>>
let token: string
let link: string
let clientSecret: string
let all: Operation[]
const driven = new Map<string, Set<string>>()
let asked = 0

beforeAll(async () => {
  await makeTables()
  const hotel = await prepareHotel()
  ;({ token, clientSecret, link } = hotel)
  neighbour = await createOtherCustomer()
  all = (await operations(hotel.samples)).map(each => ({
    ...each,
    requests: each.requests.slice(0, IS_SAMPLE ? 1 : undefined),
  }))
  before = await snapshot()
})

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  asked++
  return withBindings({
    API_PER_CREDENTIAL: unlimitedRateLimit,
    WEBHOOK_TEST_PER_CUSTOMER: unlimitedRateLimit,
    ITINERARY_PER_ADDRESS: unlimitedRateLimit,
    HEALTH_PER_ADDRESS: unlimitedRateLimit,
  })(method, path, body, headers)
}

const told = ({ status, text, headers }: Awaited<ReturnType<typeof ask>>) =>
  withoutRandomValues(
    JSON.stringify([status, text, headers.get('x-reservation-id'), headers.get('x-reservation-number')]),
  )

/** Records that an operation was tested with the other customer's id in this place. */
function drive(operation: string, place: string) {
  driven.set(operation, (driven.get(operation) ?? new Set()).add(place))
}

/** One request with each id of a pair; the first must say and do no more than the second. */
async function nothingIsTold(
  operation: string,
  place: string,
  request: (id: unknown) => ReturnType<typeof ask>,
  [theirs, nobodys]: Pair,
) {
  const where = `${operation} ${place} ${theirs}`
  drive(operation, place)
  const one = await request(theirs)
  expect(one.text.includes(CANARY), where).toBe(false)
  const kept = await snapshot()
  expect(rowsOfCustomer(kept, OTHER_CUSTOMER_ID), where).toEqual(rowsOfCustomer(before, OTHER_CUSTOMER_ID))
  if (one.status < 300) await restoreSnapshot(before, kept)
  const other = await request(nobodys)
  if (other.status < 300) await restoreSnapshot(before)
  const alike = told(one)
    .replaceAll(String(theirs), String(nobodys))
    .replaceAll(String(OTHER_CUSTOMER_ID), String(UNUSED_ID))
  expect(alike, where).toEqual(told(other))
}

/** Fields that name a record. */
const REFERS =
  /^(room|closure|rate|activity|employee|location|resource|inventory|inventoryLocation|reservation|roomType|booking|fetchQueueMessage|endpoint)I[dD]$|^(hotelid|roomid|rateplanid|hotelKey|fetchHotelKey|reservationNumber|returnOf)$/

/** The operations of customers, which need a permission. */
const ofCustomers = () => all.filter(({ auth }) => auth.includes(':'))

/** Each sample request that has a body, with the name and the path of its operation. */
const requestsWithBody = () =>
  ofCustomers().flatMap(({ name, method, requests }) =>
    requests.flatMap(({ address, body }) => (body ? [{ name, method, address, body }] : [])),
  )

const isLeaf = ({ value }: Field) => typeof value === 'number' || typeof value === 'string'
/** Texts of a guest, which are no ids. */
const isOfGuest = ({ path, value }: Field) =>
  String(value).includes(sampleSeaHotel.guest) && !NAMES_A_RECORD.test(String(path.at(-1)))

/** Cursors of lists of the other customer, and cursors that are damaged: of the list itself, and of others. */
function cursorPairs(list: string) {
  const [own, others] = [true, false].map(isOwn => neighbour.cursors.filter(([name]) => (name === list) === isOwn))
  const chosen = [...(own ?? []), ...someOf(others ?? [], 2, turn++)]
  return sampled(chosen.map(([, cursor]): Pair => [cursor, `${cursor.slice(0, -1)}~`]))
}

const pairFor = (value: unknown): Pair => {
  if (typeof value === 'number') return NUMBERS
  return /^\d+$/.test(String(value)) ? DIGITS : TEXTS
}

it('the other customer has a row in every table of a customer, so that a new table cannot be left out', () => {
  const theirs = Object.entries(rowsOfCustomer(before, OTHER_CUSTOMER_ID)).filter(([, own]) => own.length > 0)
  const filled = new Set(theirs.map(([table]) => table.replace(/^\d+\./, '')))
  expect(movedTables().flatMap(({ name }) => (filled.has(name) ? [] : [name]))).toEqual([])
})

describe("another customer's id [TRIAL-2]", () => {
  it('is in every field of every body: nothing is read, changed or confirmed to exist', {
    timeout: 240_000,
  }, async () => {
    for (const { name, method, address, body } of requestsWithBody()) {
      const send = (changed: unknown) => ask(method, address, changed, bearerHeader(token))
      const fine = await send(body)
      expect(fine.status, `${name} ${fine.text}`).toBe(200)
      await restoreSnapshot(before)
      const leaves = fieldsOf(body).filter(isLeaf)
      for (const { path: place, value } of leaves.filter(leaf => !isOfGuest(leaf) && isInSample(leaf))) {
        const request = (id: unknown) => send(withValueAt(body, place, id))
        const pairs = typeof value === 'number' ? [NUMBERS] : kindsFor(String(place.at(-1)))
        for (const pair of place.at(-1) === 'cursor' ? cursorPairs(name) : pairs) {
          await nothingIsTold(name, `body ${place.join('.')}`, request, pair)
        }
      }
      const texts = (id: unknown) =>
        leaves.filter(isOfGuest).reduce((made, { path }) => withValueAt(made, path, id), body as unknown)
      for (const pair of kindsFor('texts of a guest'))
        await nothingIsTold(name, 'texts of a guest', id => send(texts(id)), pair)
      const together = (id: unknown) =>
        leaves
          .filter(({ path: place }) => REFERS.test(String(place.at(-1))))
          .reduce((made, leaf) => {
            const [theirs, nobodys] = pairFor(leaf.value)
            return withValueAt(made, leaf.path, id === OTHER_CUSTOMER_ID ? theirs : nobodys)
          }, body as unknown)
      await nothingIsTold(name, 'all at once', id => send(together(id)), NUMBERS)
    }
  })

  it('is in every parameter of every query, and in the key of every request', { timeout: 240_000 }, async () => {
    for (const { method, path, name, auth, parameters, requests, address, body, schema } of ofCustomers()) {
      for (const { name: parameter } of parameters.filter(each => each.in === 'query')) {
        for (const each of someOf(requests, 1, turn)) {
          const request = (id: unknown) => {
            const query = { ...each.query, [parameter]: String(id) }
            return ask(method, addressOf(path, { ...each, query }), undefined, bearerHeader(token))
          }
          for (const pair of parameter === 'cursor' ? cursorPairs(name) : kindsFor(parameter))
            await nothingIsTold(name, `query ${parameter}`, request, pair)
        }
      }
      const { identity: _, ...nameless } = body ?? {}
      const sent = body && nameless
      const keyed = (id: unknown) =>
        ask(method, address, sent, { ...bearerHeader(token), 'idempotency-key': String(id) })
      await nothingIsTold(name, 'header Idempotency-Key', keyed, TEXTS)
      const withKey = (id: unknown) => ask(method, address, sent, { ...bearerHeader(token), 'x-api-key': String(id) })
      expect((await withKey(neighbour.apiKey)).status, `${name} ${auth}`).toBe(401)
      await nothingIsTold(name, 'header x-api-key', withKey, [neighbour.apiKey, 'ik_nobodys'])
      const credentials = {
        apiKey: [neighbour.apiKey, 'ik_nobodys'],
        token: [neighbour.token, 'eyJ.nobodys.x'],
      } as const
      for (const [field, pair] of Object.entries(credentials)) {
        if (!idsIn(schema, '').includes(field)) continue
        const inBody = (id: unknown) => ask(method, path, { ...body, [field]: id }, bearerHeader(token))
        await nothingIsTold(name, `body ${field}`, inBody, pair)
      }
    }
  })

  it('is in a link: no combination of two customers’ links opens [TRIAL-2]', async () => {
    const { exp } = decodeClaims(link)
    const [mine] = await rows('SELECT link_id FROM itinerary_link WHERE customer_id = 1')
    const halves = [
      { customer: 1, reservation: OTHER_CUSTOMER_ID, jti: neighbour.linkId },
      { customer: 1, reservation: 1, jti: neighbour.linkId },
      { customer: OTHER_CUSTOMER_ID, reservation: OTHER_CUSTOMER_ID, jti: String(mine?.link_id) },
      { customer: OTHER_CUSTOMER_ID, reservation: 1, jti: String(mine?.link_id) },
      { customer: OTHER_CUSTOMER_ID, reservation: 1, jti: neighbour.linkId },
    ]
    for (const { name, path, parameters } of all.filter(each => each.path.includes('{token}'))) {
      const addressOf = (token: string) => path.replace('{token}', token)
      drive(name, 'path token')
      const nobodys = await ask(
        'GET',
        addressOf(await forgeLink({ customer: UNUSED_ID, reservation: 1, jti: 'nobodys', exp })),
      )
      for (const claims of halves) {
        const reply = await ask('GET', addressOf(await forgeLink({ ...claims, exp })))
        expect([reply.status, told(reply)], JSON.stringify(claims)).toEqual([404, told(nobodys)])
      }
      // With both halves of one link the request succeeds, so the ids are valid.
      expect((await ask('GET', addressOf(neighbour.link))).status).toBe(200)
      for (const { name: parameter } of parameters.filter(each => each.in === 'query')) {
        const request = (id: unknown) =>
          ask('GET', `${addressOf(link)}?${new URLSearchParams({ [parameter]: String(id) })}`)
        for (const pair of [DIGITS, TEXTS]) await nothingIsTold(name, `query ${parameter}`, request, pair)
      }
    }
  })

  it('is in a request of an administrator about a customer', { timeout: 240_000 }, async () => {
    const administrator = bearerHeader(env.ADMIN_TOKEN)
    for (const { name, method, path, parameters, requests } of all.filter(({ auth }) => auth === 'admin')) {
      for (const request of requests) {
        const send = (changed: SampleRequest) => ask(method, addressOf(path, changed), changed.body, administrator)
        const fine = await send(request)
        expect(fine.status, `${name} ${fine.text}`).toBeLessThan(300)
        await restoreSnapshot(before)
        const { params = {}, query = {}, body = {} } = request
        for (const { in: part, name: parameter } of parameters) {
          const place = `${part} ${parameter}`
          if (part === 'header' || ADMINISTRATORS.test(place)) continue
          const listPairs = parameter === 'cursor' ? cursorPairs(name) : kindsFor(parameter)
          for (const pair of part === 'path' ? [pairFor(params[parameter])] : listPairs) {
            const changed = (id: unknown) =>
              part === 'path'
                ? { ...request, params: { ...params, [parameter]: String(id) } }
                : { ...request, query: { ...query, [parameter]: String(id) } }
            await nothingIsTold(name, place, id => send(changed(id)), pair)
          }
        }
        for (const { path: at, value } of fieldsOf(body).filter(
          each => typeof each.value !== 'object' && isInSample(each),
        )) {
          const place = `body ${at.join('.')}`
          if (ADMINISTRATORS.test(place)) continue
          const changed = (id: unknown) => ({ ...request, body: withValueAt(body, at, id) as object })
          await nothingIsTold(name, place, id => send(changed(id) as SampleRequest), pairFor(value))
        }
      }
    }
  })

  it('is in the name of a client: with another secret it gets no token', async () => {
    const request = (client_id: unknown) => {
      asked++
      return requestToken({ client_id, client_secret: clientSecret })
    }
    const pair = [neighbour.clientId, 'app_nobodys'] as const
    await nothingIsTold('POST /oauth/token', 'body client_id', request, pair)
    expect((await request(neighbour.clientId)).json.error_code).toBe('INVALID_CLIENT_CREDENTIALS')
  })

  it('is good for its own customer, in the same places', { timeout: 300_000 }, async () => {
    await restoreSnapshot(before)
    for (const { name, method, address, body } of requestsWithBody()) {
      const theirs = fieldsOf(body).reduce((made, { path: place, value }) => {
        const field = String(place.at(-1))
        if (/^client/i.test(field)) return withValueAt(made, place, OTHER_CUSTOMER_ID)
        if (field === 'identity' && body.action === 'modify') return withValueAt(made, place, `V${OTHER_CUSTOMER_ID}`)
        const refers = REFERS.test(field) && value !== 0 && typeof value !== 'object'
        return refers ? withValueAt(made, place, pairFor(value)[0]) : made
      }, body as unknown)
      const shifted = JSON.parse(JSON.stringify(theirs).replaceAll('2027-05-1', '2027-05-2'))
      const changesBooking = name.includes('/Booking/') && body.bookingID
      const reply = await ask(method, address, changesBooking ? theirs : shifted, bearerHeader(neighbour.token))
      expect(reply.status, `${name} ${reply.text}`).toBe(200)
      await restoreSnapshot(before)
    }
  })

  it('has no other place in any operation, also in later ones [TRIAL-2]', () => {
    const undriven = all.flatMap(operation =>
      placesOf(operation)
        .filter(place => !driven.get(operation.name)?.has(place))
        .map(place => `${operation.name}: ${place}`),
    )
    expect(undriven).toEqual([])
    const places = all.map(operation => placesOf(operation).length)
    const inAll = [...driven.values()].reduce((sum, { size }) => sum + size, 0)
    // biome-ignore lint/suspicious/noConsole: prints the number of cases
    console.info(
      `isolation: ${inAll} places, ${places.reduce((sum, count) => sum + count)} of them for ids, ` +
        `in ${driven.size} of ${all.length} operations, by ${asked} requests`,
    )
    expect(asked).toBeGreaterThan(IS_SAMPLE ? 500 : 1400)
  })
})

const NAMES_A_RECORD = /(id|identity|cursor|key|token|reservationNumber|itemNumber)$/i

/** Where a schema has fields whose names are those of ids. */
const idsIn = ({ properties = {}, items }: Schema, above: string): string[] => [
  ...(items ? idsIn(items, `${above}0.`) : []),
  ...Object.entries(properties).flatMap(([name, inner]) => {
    const place = `${above}${name}`
    const deeper = idsIn(inner, `${place}.`)
    return NAMES_A_RECORD.test(name) && !deeper.length ? [place] : deeper
  }),
]

/** Places in which the administrator names the customer. They cannot refer to another customer. */
const ADMINISTRATORS = /^(path (clientId|id|personId|product)|query customerId|body (roles\.0\.)?customerId)$/

/** Every place of an operation in which an id can stand, according to the OpenAPI document. */
function placesOf({ parameters, schema, auth }: Operation): string[] {
  const places = [
    ...parameters.filter(each => each.in !== 'header').map(each => `${each.in} ${each.name}`),
    ...idsIn(schema, '').map(place => `body ${place}`),
    ...(auth.includes(':') ? ['header Idempotency-Key', 'header x-api-key'] : []),
  ]
  return auth === 'admin' ? places.filter(place => !ADMINISTRATORS.test(place)) : places
}
