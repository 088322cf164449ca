import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { movedTables } from '../../../worker/store/customer/move-tables'
import { seaHotel } from '../../fixtures/sea-hotel'
import { unlimitedRateLimit, withBindings } from '../../support/bindings'
import { aBooking, book } from '../../support/booking'
import { days, declareChannel, price, rate, span, updateSuccessfully } from '../../support/channel-message'
import { dereferenced } from '../../support/dereferenced'
import { fieldsOf, withValueAt } from '../../support/fields'
import { decodeClaims, forgeLink, issueLink } from '../../support/itinerary'
import { type Operation, operations } from '../../support/operations'
import { CANARY, createOtherCustomer, OTHER_CUSTOMER_ID, UNUSED_ID } from '../../support/other-customer'
import { bearerHeader } from '../../support/probe'
import { REQUESTS } from '../../support/requests'
import { makeTables, openHotel, requestToken, rows, send } from '../../support/service'
import { restoreSnapshot, rowsOfCustomer, type Snapshot, snapshot, withoutRandomValues } from '../../support/snapshot'

/*
 * One customer sends another's ids in every place for an id. Each request is sent twice: with an id of the other customer, and
 * with an unused id. The responses are equal byte for byte. They contain no data of the other customer, and none of it is
 * changed.
 */

/** A place for an id in a request: its own value, and how to put the id of the other customer or an unused id there. */
type Pair = readonly [theirs: unknown, nobodys: unknown]
const NUMBERS: Pair = [OTHER_CUSTOMER_ID, UNUSED_ID]
const DIGITS: Pair = [String(OTHER_CUSTOMER_ID), String(UNUSED_ID)]
const TEXTS: Pair = [`V${OTHER_CUSTOMER_ID}`, `V${UNUSED_ID}`]

let before: Snapshot
let neighbour: Awaited<ReturnType<typeof createOtherCustomer>>
let token: string
let link: string
let clientSecret: string
let all: Operation[]
let described: Record<string, Described>
const driven = new Map<string, Set<string>>()
let asked = 0

beforeAll(async () => {
  await makeTables()
  const hotel = await openHotel()
  ;({ token, clientSecret } = hotel)
  await declareChannel(hotel.call)
  const open = { ...span('01', '31'), roomstosell: '3', ...rate('BAR'), ...price({ 1: '100.00' }) }
  await updateSuccessfully(hotel.call, days([open], {}, 'FAM'))
  ;({ token: link } = await issueLink(hotel, await book(hotel.call, { ...aBooking(), identity: 'mine' })))
  neighbour = await createOtherCustomer()
  all = await operations()
  const { paths } = dereferenced((await send('GET', '/openapi.json')).json)
  described = Object.fromEntries(all.map(each => [each.name, paths[each.path][each.method.toLowerCase()]]))
  before = await snapshot()
})

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  asked++
  return withBindings({
    API_PER_CREDENTIAL: unlimitedRateLimit,
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
  if (one.status < 300) await restoreSnapshot(before)
  const other = await request(nobodys)
  if (other.status < 300) await restoreSnapshot(before)
  const alike = told(one)
    .replaceAll(String(theirs), String(nobodys))
    .replaceAll(String(OTHER_CUSTOMER_ID), String(UNUSED_ID))
  expect(alike, where).toEqual(told(other))
}

/** Fields that name a record. */
const REFERS =
  /^(room|rate|activity|employee|location|resource|inventory|inventoryLocation|reservation|roomType|booking|fetchQueueMessage)I[dD]$|^(hotelid|roomid|rateplanid|hotelKey|fetchHotelKey|reservationNumber)$/

const pairFor = (value: unknown): Pair => {
  if (typeof value === 'number') return NUMBERS
  return /^\d+$/.test(String(value)) ? DIGITS : TEXTS
}

it('the other customer has a row in every table of a customer, so that a new table cannot be left out', () => {
  const theirs = Object.entries(rowsOfCustomer(before, OTHER_CUSTOMER_ID)).filter(([, own]) => own.length > 0)
  const filled = new Set(theirs.map(([table]) => table.replace(/^\d+\./, '')))
  expect(movedTables().flatMap(({ name }) => (filled.has(name) ? [] : [name]))).toEqual([])
})

describe("another customer's id", () => {
  it('stands in every field of every body: nothing is read, changed or confirmed to exist', {
    timeout: 240_000,
  }, async () => {
    for (const [path, body] of REQUESTS) {
      const fine = await ask('POST', `/api${path}`, body, bearerHeader(token))
      expect(fine.status, `${path} ${fine.text.slice(0, 300)}`).toBe(200)
      await restoreSnapshot(before)
      const leaves = fieldsOf(body).filter(({ value }) => typeof value === 'number' || typeof value === 'string')
      for (const { path: place, value } of leaves) {
        const request = (id: unknown) => ask('POST', `/api${path}`, withValueAt(body, place, id), bearerHeader(token))
        const pairs = typeof value === 'number' ? [NUMBERS] : [TEXTS, DIGITS]
        const cursors = neighbour.cursors.map((cursor): Pair => [cursor, `${cursor.slice(0, -1)}~`])
        for (const pair of place.at(-1) === 'cursor' ? cursors : pairs) {
          await nothingIsTold(`POST /api${path}`, `body ${place.join('.')}`, request, pair)
        }
      }
      const together = (id: unknown) =>
        leaves
          .filter(({ path: place }) => REFERS.test(String(place.at(-1))))
          .reduce((made, leaf) => {
            const [theirs, nobodys] = pairFor(leaf.value)
            return withValueAt(made, leaf.path, id === OTHER_CUSTOMER_ID ? theirs : nobodys)
          }, body as unknown)
      const request = (id: unknown) => ask('POST', `/api${path}`, together(id), bearerHeader(token))
      await nothingIsTold(`POST /api${path}`, 'all at once', request, NUMBERS)
    }
  })

  it('stands in every parameter of every query, and in the key of every request', { timeout: 240_000 }, async () => {
    const own: Record<string, string> = { '/api/CMConnect/GetCMConnect': 'from=2027-05-01&to=2027-05-31&hotelid=H1' }
    for (const { method, path, name, auth } of all.filter(({ auth }) => auth.includes(':'))) {
      const listed = described[name]?.parameters ?? []
      for (const { name: parameter } of listed.filter(each => each.in === 'query')) {
        const request = (id: unknown) => {
          const query = new URLSearchParams(own[path])
          query.set(parameter, String(id))
          return ask(method, `${path}?${query}`, undefined, bearerHeader(token))
        }
        const cursors = neighbour.cursors.map((cursor): Pair => [cursor, `${cursor.slice(0, -1)}~`])
        const pairs = parameter === 'cursor' ? cursors : [DIGITS, TEXTS]
        for (const pair of pairs) await nothingIsTold(name, `query ${parameter}`, request, pair)
      }
      const [, body] = REQUESTS.find(([of]) => `/api${of}` === path) ?? []
      const { identity: _, ...nameless } = body ?? {}
      const sent = body && nameless
      const query = own[path] ? `?${own[path]}` : ''
      const keyed = (id: unknown) =>
        ask(method, path + query, sent, { ...bearerHeader(token), 'idempotency-key': String(id) })
      await nothingIsTold(name, 'header Idempotency-Key', keyed, TEXTS)
      const withKey = (id: unknown) =>
        ask(method, path + query, sent, { ...bearerHeader(token), 'x-api-key': String(id) })
      expect((await withKey(neighbour.apiKey)).status, `${name} ${auth}`).toBe(401)
      await nothingIsTold(name, 'header x-api-key', withKey, [neighbour.apiKey, 'ik_nobodys'])
      const credentials = {
        apiKey: [neighbour.apiKey, 'ik_nobodys'],
        token: [neighbour.token, 'eyJ.nobodys.x'],
      } as const
      for (const [field, pair] of Object.entries(credentials)) {
        if (!idsIn(bodyOf(name), '').includes(field)) continue
        const inBody = (id: unknown) => ask(method, path, { ...body, [field]: id }, bearerHeader(token))
        await nothingIsTold(name, `body ${field}`, inBody, pair)
      }
    }
  })

  it('stands in a link: of two customers’ halves no link is made that opens', async () => {
    const { exp } = decodeClaims(link)
    const [mine] = await rows('SELECT link_id FROM itinerary_link WHERE customer_id = 1')
    const halves = [
      { customer: 1, reservation: OTHER_CUSTOMER_ID, jti: neighbour.linkId },
      { customer: 1, reservation: 1, jti: neighbour.linkId },
      { customer: OTHER_CUSTOMER_ID, reservation: OTHER_CUSTOMER_ID, jti: String(mine?.link_id) },
      { customer: OTHER_CUSTOMER_ID, reservation: 1, jti: String(mine?.link_id) },
      { customer: OTHER_CUSTOMER_ID, reservation: 1, jti: neighbour.linkId },
    ]
    for (const { name, path } of all.filter(each => each.path.includes('{token}'))) {
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
    }
  })

  it('stands in what an administrator declares of a customer, or erases', { timeout: 240_000 }, async () => {
    const administrator = bearerHeader(env.ADMIN_TOKEN)
    const erase = 'POST /admin/customers/{clientId}/guests/{guestId}/erase'
    const erased = (id: unknown) => ask('POST', `/admin/customers/1/guests/${id}/erase`, undefined, administrator)
    await nothingIsTold(erase, 'path guestId', erased, NUMBERS)

    const setup = 'PUT /admin/customers/{clientId}/setup'
    const declare = (body: unknown) => ask('PUT', '/admin/customers/1/setup', body, administrator)
    expect((await declare(seaHotel.setup)).status).toBe(200)
    for (const { path: place, value } of fieldsOf(seaHotel.setup).filter(({ value }) => typeof value !== 'object')) {
      const request = (id: unknown) => declare(withValueAt(seaHotel.setup, place, id))
      await nothingIsTold(setup, `body ${place.join('.')}`, request, pairFor(value))
    }

    const cursors = neighbour.cursors.map((cursor): Pair => [cursor, `${cursor.slice(0, -1)}~`])
    const paging = { pageNo: [DIGITS, TEXTS], pageSize: [DIGITS, TEXTS], cursor: cursors }
    for (const [parameter, pairs] of Object.entries(paging)) {
      const listed = (id: unknown) =>
        ask('GET', `/admin/applications?customerId=1&${parameter}=${id}`, undefined, administrator)
      for (const pair of pairs) await nothingIsTold('GET /admin/applications', `query ${parameter}`, listed, pair)
    }
  })

  it('stands in the name of a client: with a secret of one’s own it gets no token', async () => {
    const request = (client_id: unknown) => {
      asked++
      return requestToken({ client_id, client_secret: clientSecret })
    }
    const pair = [neighbour.clientId, 'app_nobodys'] as const
    await nothingIsTold('POST /oauth/token', 'body client_id', request, pair)
    expect((await request(neighbour.clientId)).json.error_code).toBe('INVALID_CLIENT_CREDENTIALS')
  })

  it('is good for its own customer, in the same places', { timeout: 120_000 }, async () => {
    await restoreSnapshot(before)
    for (const [path, body] of REQUESTS) {
      const theirs = fieldsOf(body).reduce((made, { path: place, value }) => {
        const name = String(place.at(-1))
        if (/^client/i.test(name)) return withValueAt(made, place, OTHER_CUSTOMER_ID)
        if (name === 'identity' && body.action === 'modify') return withValueAt(made, place, `V${OTHER_CUSTOMER_ID}`)
        const refers = REFERS.test(name) && value !== 0 && typeof value !== 'object'
        return refers ? withValueAt(made, place, pairFor(value)[0]) : made
      }, body as unknown)
      const shifted = JSON.parse(
        JSON.stringify(theirs).replaceAll('2027-05-10', '2027-05-20').replaceAll('2027-05-12', '2027-05-22'),
      )
      const reply = await ask(
        'POST',
        `/api${path}`,
        path.startsWith('/Booking') && body.bookingID ? theirs : shifted,
        bearerHeader(neighbour.token),
      )
      expect(reply.status, `${path} ${reply.text.slice(0, 300)}`).toBe(200)
      await restoreSnapshot(before)
    }
  })

  it('stands in no other place: of no operation, and of none that is made later', () => {
    const undriven = all.flatMap(({ name }) =>
      placesOf(name)
        .filter(place => !driven.get(name)?.has(place))
        .map(place => `${name}: ${place}`),
    )
    expect(undriven).toEqual([])
    const places = all.map(({ name }) => placesOf(name).length)
    const inAll = [...driven.values()].reduce((sum, { size }) => sum + size, 0)
    // biome-ignore lint/suspicious/noConsole: prints the number of cases
    console.info(
      `isolation: ${inAll} places, ${places.reduce((sum, count) => sum + count)} of them for ids, ` +
        `in ${driven.size} of ${all.length} operations, by ${asked} requests`,
    )
    expect(asked).toBeGreaterThan(850)
  })
})

interface Described {
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  'x-permission'?: string
}

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
}

const bodyOf = (operation: string): Schema =>
  described[operation]?.requestBody?.content['application/json']?.schema ?? {}

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
const ADMINISTRATORS = /^(path (clientId|id|product)|query customerId|body customerId)$/

/** Every place of an operation in which an id can stand, as the service's own description has it. */
function placesOf(operation: string): string[] {
  const { parameters = [], 'x-permission': permission } = described[operation] as Described
  const places = [
    ...parameters.filter(each => each.in !== 'header').map(each => `${each.in} ${each.name}`),
    ...idsIn(bodyOf(operation), '').map(place => `body ${place}`),
    ...(permission ? ['header Idempotency-Key', 'header x-api-key'] : []),
  ]
  return operation.includes(' /admin/') ? places.filter(place => !ADMINISTRATORS.test(place)) : places
}
