import { beforeAll, describe, expect, it } from 'vitest'
import { aBooking, book } from '../../support/booking'
import { days, declareChannel, price, rate, span, taken } from '../../support/channel-message'
import { elsewhere, unlimited } from '../../support/elsewhere'
import { otherwise, paths } from '../../support/fields'
import { makeTables, openHotel, rows, send } from '../../support/house'
import { calendarPath, claimsOf, detailsPath, forgeLink, issue, pagePath } from '../../support/itinerary'
import { CANARY, NOBODYS, openNeighbour, THEIRS } from '../../support/neighbour'
import { type Operation, operations } from '../../support/operations'
import { bearer } from '../../support/probe'
import { ofCustomer, plain, restore, type Snapshot, snapshot } from '../../support/snapshot'

/*
 * One customer sends another's ids in every place that an id can stand in. Each request is sent twice: with an id of the
 * neighbour, and with one that is nobody's. The answers are equal, letter by letter, and nothing of the neighbour's is in
 * them or was changed: to whoever asks, what is another's is not there.
 */

const guests = { guestCount: 2, adultCount: 2 }
const stay = { arrivalDate: '2027-05-10', departureDate: '2027-05-12' }
const primaryGuestDetails = { lastName: 'Okabe' }
const line = { rateID: 1, unitCost: 10, quantity: 1, nights: 2 }
const activity = {
  activityID: 1,
  activityDate: '2027-05-11',
  activityStartTime: '10:00',
  participants: 2,
  rates: [line],
  selectedHosts: [{ employeeID: 1, employeeLastName: 'Silva' }],
  selectedLocations: [{ locationID: 1, locationName: 'Praia' }],
  selectedResources: [{ resourceID: 1, resourceName: 'Board', resourceTypeID: 1 }],
}
const control = { cmConnectID: 1, clientId: 1, syncType: 2, action: 0 }
const priced = { ...span('01', '05'), roomstosell: '2', ...rate('BAR'), ...price({ 1: '10.00' }) }
const calendar = [
  {
    ...control,
    roomId: 0,
    roomTypeId: 10,
    reservationID: 0,
    rateID: 1,
    data: [{ hotelid: 'H1', room: [{ roomid: 'DBL', date: [priced] }] }],
  },
]
const paymentDetails = { paymentAmount: 1, paymentExtID: 'pay-1', applyToCorrespondenceTypeID: 1 }

/** Requests that succeed, with every field in which an id can stand. */
const REQUESTS: [string, Record<string, unknown>][] = [
  [
    '/Booking/PostBooking',
    {
      identity: 'new',
      clientID: 1,
      bookingID: 0,
      ...stay,
      primaryGuestDetails,
      guests,
      paymentDetails,
      bookingParameters: {
        reservationStatusID: 3,
        reservationTypeID: 1,
        correspondenceToBeSent: [{ correspondenceTypeID: 1 }],
      },
      roomsBooked: [{ roomID: 102, guestsInRoom: 2, rates: [line] }],
      activitiesBooked: [activity],
    },
  ],
  [
    '/Booking/PostBooking',
    { identity: 'change', bookingID: 1, roomsBooked: [{ roomID: 102, rates: [line] }], activitiesBooked: [activity] },
  ],
  ['/Booking/PostBooking', { identity: 'mine', action: 'modify', reservationSummaryNote: 'x' }],
  ['/Booking/PostBooking', { bookingID: 1, identity: 'end', action: 'cancel' }],
  [
    '/Fetch/UpdateFetchQueueMessage',
    {
      clientID: 1,
      fetchQueueMessageId: 1,
      status: 'Processed',
      reservationID: 1,
      guestID: 1,
      reservationNumber: '1',
      hotelID: 'H1',
      hotelKey: 'KEY-H1',
      roomID: '101',
    },
  ],
  [
    '/Sale/PostSale',
    {
      clientID: 1,
      identity: 'till',
      reservationID: 1,
      items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }],
      paymentDetails,
    },
  ],
  [
    '/OnlineBooking/postreservation',
    { clientID: 1, identity: 'web', hotelid: 'H1', ...stay, roomTypeID: 20, rateID: 1, guests, primaryGuestDetails },
  ],
  [
    '/OnlineBooking/postinquiry',
    { clientID: 1, identity: 'ask', ...stay, roomTypeID: 20, guests, primaryGuestDetails, message: 'A cot?' },
  ],
  [
    '/CMConnect/UpdateCMConnect',
    {
      property: [
        {
          ...control,
          data: [
            {
              hotelid: 'H1',
              hotelDescriptiveContents: { hotelDescriptiveContent: { hotelid: 'H1', hotelName: 'Mar' } },
            },
          ],
        },
      ],
      rooms: [
        {
          ...control,
          roomTypeId: 10,
          rateID: 1,
          data: [
            {
              sellableProducts: {
                hotelid: 'H1',
                sellableProduct: [{ roomid: 'DBL', guestRoom: { room: { roomid: 'DBL' } } }],
              },
            },
          ],
        },
      ],
      ratePlan: [
        {
          ...control,
          rateID: 1,
          roomTypeID: 10,
          data: [{ ratePlans: { hotelid: 'H1', ratePlan: [{ rateplanid: 'BAR', description: { name: 'Bar' } }] } }],
        },
      ],
      rateAvailability: calendar,
      rateAvailabilityUpdate: calendar,
    },
  ],
  [
    '/CMConnect/GetReservation',
    { clientID: 1, bookingID: 'mine', roomInfo: [{ roomTypeID: 10, ...stay }], cursor: '' },
  ],
  ['/CMConnect/GetReservation', { bookingID: '1', reservationCMStatusTypeID: 1 }],
  [
    '/Reservation/GetReservations',
    { clientId: 1, reservationID: 1, reservationNumber: '10000001', fetchHotelKey: 'KEY-H1', cursor: '' },
  ],
  ['/PartnerItinerary/IssueLink', { reservationId: 1 }],
  ['/PartnerItinerary/RevokeLink', { reservationId: 1 }],
]

/** A place where an id stands: its own value, or one of the neighbour's with one of nobody's. */
type Pair = readonly [theirs: unknown, nobodys: unknown]
const NUMBERS: Pair = [THEIRS, NOBODYS]
const DIGITS: Pair = [String(THEIRS), String(NOBODYS)]
const TEXTS: Pair = [`V${THEIRS}`, `V${NOBODYS}`]

let before: Snapshot
let neighbour: Awaited<ReturnType<typeof openNeighbour>>
let token: string
let link: string
let all: Operation[]
let asked = 0

beforeAll(async () => {
  await makeTables()
  const hotel = await openHotel()
  ;({ token } = hotel)
  await declareChannel(hotel.call)
  const open = { ...span('01', '31'), roomstosell: '3', ...rate('BAR'), ...price({ 1: '100.00' }) }
  await taken(hotel.call, days([open], {}, 'FAM'))
  ;({ token: link } = await issue(hotel, await book(hotel.call, { ...aBooking(), identity: 'mine' })))
  neighbour = await openNeighbour()
  all = await operations()
  before = await snapshot()
})

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  asked++
  return elsewhere({ API_PER_CREDENTIAL: unlimited, ITINERARY_PER_ADDRESS: unlimited })(method, path, body, headers)
}

const told = ({ status, text, headers }: Awaited<ReturnType<typeof ask>>) =>
  plain(JSON.stringify([status, text, headers.get('x-reservation-id'), headers.get('x-reservation-number')]))

/** One request with each id of a pair; the first must say and do no more than the second. */
async function nothingIsTold(where: string, request: (id: unknown) => ReturnType<typeof ask>, [theirs, nobodys]: Pair) {
  const one = await request(theirs)
  expect([where, one.text.includes(CANARY)]).toEqual([where, false])
  const kept = await snapshot()
  expect([where, ofCustomer(kept, THEIRS)]).toEqual([where, ofCustomer(before, THEIRS)])
  if (one.status < 300) await restore(before)
  const other = await request(nobodys)
  if (other.status < 300) await restore(before)
  const alike = told(one).replaceAll(String(theirs), String(nobodys)).replaceAll(String(THEIRS), String(NOBODYS))
  expect([where, alike]).toEqual([where, told(other)])
}

/** Fields that name a record. */
const REFERS =
  /^(room|rate|activity|employee|location|resource|inventory|inventoryLocation|reservation|roomType|booking|fetchQueueMessage)I[dD]$|^(hotelid|roomid|rateplanid|hotelKey|fetchHotelKey|reservationNumber)$/

const pairFor = (value: unknown): Pair => {
  if (typeof value === 'number') return NUMBERS
  return /^\d+$/.test(String(value)) ? DIGITS : TEXTS
}

describe("another customer's id", () => {
  it('stands in every field of every body: nothing is read, changed or confirmed to exist', {
    timeout: 240_000,
  }, async () => {
    for (const [path, body] of REQUESTS) {
      const fine = await ask('POST', `/api${path}`, body, bearer(token))
      expect([path, fine.status, fine.text.slice(0, 300)]).toEqual([path, 200, fine.text.slice(0, 300)])
      await restore(before)
      const leaves = paths(body).filter(({ value }) => typeof value === 'number' || typeof value === 'string')
      for (const { path: place, value } of leaves) {
        const request = (id: unknown) => ask('POST', `/api${path}`, otherwise(body, place, id), bearer(token))
        const pairs = typeof value === 'number' ? [NUMBERS] : [TEXTS, DIGITS]
        const cursors = neighbour.cursors.map((cursor): Pair => [cursor, `${cursor.slice(0, -1)}~`])
        for (const pair of place.at(-1) === 'cursor' ? cursors : pairs) {
          await nothingIsTold(`${path} ${place.join('.')} ${pair}`, request, pair)
        }
      }
      const together = (id: unknown) =>
        leaves
          .filter(({ path: place }) => REFERS.test(String(place.at(-1))))
          .reduce((made, leaf) => {
            const [theirs, nobodys] = pairFor(leaf.value)
            return otherwise(made, leaf.path, id === THEIRS ? theirs : nobodys)
          }, body as unknown)
      const request = (id: unknown) => ask('POST', `/api${path}`, together(id), bearer(token))
      await nothingIsTold(`${path} all at once`, request, NUMBERS)
    }
  })

  it('stands in every parameter of every query, and in the key of every request', { timeout: 240_000 }, async () => {
    const own: Record<string, string> = { '/api/CMConnect/GetCMConnect': 'from=2027-05-01&to=2027-05-31&hotelid=H1' }
    const { json } = await send('GET', '/openapi.json')
    for (const { method, path, name, needs } of all.filter(({ needs }) => needs.includes(':'))) {
      const listed: { in: string; name: string }[] = json.paths[path][method.toLowerCase()].parameters ?? []
      for (const { name: parameter } of listed.filter(each => each.in === 'query')) {
        const request = (id: unknown) => {
          const query = new URLSearchParams(own[path])
          query.set(parameter, String(id))
          return ask(method, `${path}?${query}`, undefined, bearer(token))
        }
        const cursors = neighbour.cursors.map((cursor): Pair => [cursor, `${cursor.slice(0, -1)}~`])
        const pairs = parameter === 'cursor' ? cursors : [DIGITS, TEXTS]
        for (const pair of pairs) await nothingIsTold(`${name} ${parameter}`, request, pair)
      }
      const [, body] = REQUESTS.find(([of]) => `/api${of}` === path) ?? []
      const { identity: _, ...nameless } = body ?? {}
      const sent = body && nameless
      const query = own[path] ? `?${own[path]}` : ''
      const keyed = (id: unknown) =>
        ask(method, path + query, sent, { ...bearer(token), 'idempotency-key': String(id) })
      await nothingIsTold(`${name} Idempotency-Key`, keyed, TEXTS)
      const withKey = (id: unknown) => ask(method, path + query, sent, { ...bearer(token), 'x-api-key': String(id) })
      expect([name, needs, (await withKey(neighbour.apiKey)).status]).toEqual([name, needs, 401])
      await nothingIsTold(`${name} x-api-key`, withKey, [neighbour.apiKey, 'ik_nobodys'])
    }
  })

  it('stands in a link: of two customers’ halves no link is made that opens', async () => {
    const { exp } = claimsOf(link)
    const [mine] = await rows('SELECT link_id FROM itinerary_link WHERE customer_id = 1')
    const halves = [
      { customer: 1, reservation: THEIRS, jti: neighbour.linkId },
      { customer: 1, reservation: 1, jti: neighbour.linkId },
      { customer: THEIRS, reservation: THEIRS, jti: String(mine?.link_id) },
      { customer: THEIRS, reservation: 1, jti: String(mine?.link_id) },
      { customer: THEIRS, reservation: 1, jti: neighbour.linkId },
    ]
    for (const addressOf of [detailsPath, calendarPath, pagePath]) {
      const nobodys = await ask(
        'GET',
        addressOf(await forgeLink({ customer: NOBODYS, reservation: 1, jti: 'nobodys', exp })),
      )
      for (const claims of halves) {
        const reply = await ask('GET', addressOf(await forgeLink({ ...claims, exp })))
        expect([claims, reply.status, told(reply)]).toEqual([claims, 404, told(nobodys)])
      }
      // Their own halves together do open: the ids are good ones.
      expect((await ask('GET', addressOf(neighbour.link))).status).toBe(200)
    }
  })

  it('is good for its own customer, in the same places', { timeout: 120_000 }, async () => {
    await restore(before)
    for (const [path, body] of REQUESTS) {
      const theirs = paths(body).reduce((made, { path: place, value }) => {
        const name = String(place.at(-1))
        if (/^client/i.test(name)) return otherwise(made, place, THEIRS)
        if (name === 'identity' && body.action === 'modify') return otherwise(made, place, `V${THEIRS}`)
        const refers = REFERS.test(name) && value !== 0 && typeof value !== 'object'
        return refers ? otherwise(made, place, pairFor(value)[0]) : made
      }, body as unknown)
      const shifted = JSON.parse(
        JSON.stringify(theirs).replaceAll('2027-05-10', '2027-05-20').replaceAll('2027-05-12', '2027-05-22'),
      )
      const reply = await ask(
        'POST',
        `/api${path}`,
        path.startsWith('/Booking') && body.bookingID ? theirs : shifted,
        bearer(neighbour.token),
      )
      expect([path, reply.status, reply.text.slice(0, 300)]).toEqual([path, 200, reply.text.slice(0, 300)])
      await restore(before)
    }
  })

  it('stands in no field that these requests lack', async () => {
    const { json } = await send('GET', '/openapi.json')
    const missing: string[] = []
    for (const { path, needs, takesBody } of all.filter(each => each.takesBody && each.needs.includes(':'))) {
      const schema = json.paths[path].post.requestBody.content['application/json'].schema
      const bodies = REQUESTS.filter(([of]) => `/api${of}` === path).map(([, body]) => body)
      expect([path, needs, takesBody, bodies.length > 0]).toEqual([path, needs, true, true])
      const known = new Set(bodies.flatMap(body => paths(body).map(({ path: place }) => place.join('.'))))
      missing.push(
        ...idsIn(schema, '')
          .filter(place => !known.has(place))
          .map(place => `${path} ${place}`),
      )
    }
    expect(missing).toEqual([])
    expect(asked).toBeGreaterThan(500)
  })
})

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
}

/** Where a schema has fields whose names end like those of ids. */
const idsIn = ({ properties = {}, items }: Schema, above: string): string[] => [
  ...(items ? idsIn(items, `${above}0.`) : []),
  ...Object.entries(properties).flatMap(([name, inner]) => {
    const place = `${above}${name}`
    const deeper = idsIn(inner, `${place}.`)
    return /id$/i.test(name) && !deeper.length && name !== 'clientID' ? [place] : deeper
  }),
]
