import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { withBindings } from '../support/bindings'
import { aBooking, book } from '../support/booking'
import { dereferenced } from '../support/dereferenced'
import { detailsPath, issueLink } from '../support/itinerary'
import { casesOf, endpointsWith } from '../support/operations'
import { bearerHeader } from '../support/probe'
import { recordingDatabase } from '../support/query-plan'
import { admin, expectStatus, hotelBeforeEach, markUsed, openHotel, send } from '../support/service'
import { databaseFromStub } from '../support/sessions'

const hotel = hotelBeforeEach()

/**
 * Reads from the primary. A replica that lags would refuse the sequence of an event that it does not have yet, and would not show
 * an endpoint that was just made.
 */
const FROM_PRIMARY = ['GET /api/Event/GetEvents', 'GET /api/Webhook/GetEndpoints', 'GET /api/Webhook/GetDeliveries']

/** Reads that may lag: the first sample request of every other endpoint that needs only a read permission. */
const LAGGING = endpointsWith(
  ({ auth, method, path }) => auth.endsWith(':read') && !FROM_PRIMARY.includes(`${method} ${path}`),
).map(name => {
  const [[method = '', path = '', body] = []] = casesOf([name])
  return [method, path.replace(/^\/api/, ''), body] as const
})

/** Of a database that was made long after any here. */
const FOREIGN = 'ffffffff-ffffffff-ffffffff-0123456789abcdef0123456789abcdef'

/** The API over a database that remembers where each of its sessions was to begin. */
function watched() {
  const { bindings, starts } = recordingDatabase()
  const there = withBindings(bindings)
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    there(method, `/api${path}`, body, { ...bearerHeader(hotel.token), ...headers })
  return { there, call, starts }
}

/** The bookmark that a booking is answered with. */
async function bookmarkOfBooking(): Promise<string> {
  const { headers } = await expectStatus(200, hotel.call('POST', '/Booking/PostBooking', aBooking()))
  return headers.get('x-d1-bookmark') as string
}

describe('reads that may lag', () => {
  it.each(LAGGING)(
    '%s %s goes to the nearest copy, or from the caller’s bookmark on [API-18]',
    async (...[method, path, body]) => {
      const { call, starts } = watched()
      expect((await call(method, path, body)).status).toBe(200)
      expect((await call(method, path, body, { 'x-d1-bookmark': FOREIGN })).status).toBe(200)
      expect(starts).toEqual(['first-unconstrained', FOREIGN])
    },
  )

  it.each(LAGGING)('%s %s hands a bookmark back, and takes it [API-18]', async (...[method, path, body]) => {
    const bookmark = await bookmarkOfBooking()
    const { headers } = await expectStatus(200, hotel.call(method, path, body, { 'x-d1-bookmark': bookmark }))
    expect((headers.get('x-d1-bookmark') ?? '') >= bookmark).toBe(true)
  })

  it.each([
    'first-primary',
    'first-unconstrained',
    '0',
    'x'.repeat(40),
    `${'0-'.repeat(20)}0`,
    '0'.repeat(3000),
    '"',
    '-',
  ])('a bookmark that is none is 422 INVALID_FIELD, and nothing is read: %s [API-19]', async bookmark => {
    const { call, starts } = watched()
    for (const [method, path, body] of LAGGING) {
      const { status, json } = await call(method, path, body, { 'x-d1-bookmark': bookmark })
      expect([status, json.errors], path).toEqual([
        422,
        [{ code: 'INVALID_FIELD', description: 'X-D1-Bookmark: expected one that an answer of ours had' }],
      ])
    }
    expect(starts).toEqual([])
  })

  it('are these, as the OpenAPI document says', async () => {
    const { paths } = dereferenced((await send('GET', '/openapi.json')).json)
    const named = (list: { name: string }[] = []) => list.some(({ name }) => name === 'X-D1-Bookmark')
    const documented = Object.entries<Record<string, { parameters?: { name: string }[] }>>(paths).flatMap(
      ([path, methods]) => Object.values(methods).flatMap(({ parameters }) => (named(parameters) ? path : [])),
    )
    const lagging = LAGGING.map(([, path]) => `/api${path.replace(/\?.*/, '')}`)
    // It needs a reservation, and the permission to issue links: partner-itinerary/get-link.test.ts reads from a bookmark on.
    expect(documented.sort()).toEqual([...lagging, '/api/PartnerItinerary/GetLink'].sort())
    const gives = (path: string, method: string) => paths[path][method].responses[200].headers['X-D1-Bookmark']
    expect(gives('/api/Booking/PostBooking', 'post')).toBeDefined()
    expect(gives('/api/Inventory/GetInventoryItem', 'get')).toBeDefined()
    expect(gives('/api/public/PartnerItinerary/details/{token}', 'get')).toBeUndefined()
  })

  it('a bookmark that is ahead of the books is no fault', async () => {
    await book(hotel.call)
    for (const [method, path, body] of LAGGING) {
      const { status } = await hotel.call(method, path, body, { 'x-d1-bookmark': FOREIGN })
      expect(status, path).toBe(200)
    }
  })

  it('an unknown bookmark is ignored, and the read goes to the primary [API-19]', async () => {
    await book(hotel.call)
    const { database, starts } = recordingDatabase()
    const forgetful = {
      ...database,
      withSession: (start: string) =>
        start === FOREIGN
          ? databaseFromStub({
              prepare: database.prepare,
              batch: () => Promise.reject(new Error('D1_ERROR: bookmark')),
            }).withSession()
          : database.withSession(start),
    } as D1Database
    const { status, json } = await withBindings({ DB: forgetful })(
      'POST',
      '/api/Reservation/GetReservations',
      {},
      {
        ...bearerHeader(hotel.token),
        'x-d1-bookmark': FOREIGN,
      },
    )
    expect(status).toBe(200)
    expect(json.content.length).toBe(1)
    expect(starts).toEqual(['first-primary'])
  })

  it('another customer’s bookmark opens nothing of that customer', async () => {
    const bookmark = await bookmarkOfBooking()
    const neighbour = await openHotel(2)
    const { status, json } = await neighbour.call(
      'POST',
      '/Reservation/GetReservations',
      {},
      { 'x-d1-bookmark': bookmark },
    )
    expect(status).toBe(200)
    expect(json.content).toEqual({})
  })

  it('the API key that comes with one is looked up at the primary [API-20]', async () => {
    const key = { customerId: 1, name: 'till', permissions: ['inventory:read'] }
    const { apiKey } = (await expectStatus(201, admin('POST', '/api-keys', key))).json
    await markUsed('api_key')
    const { there, starts } = watched()
    await there('GET', '/api/Inventory/GetInventoryItem', undefined, { 'x-api-key': apiKey })
    expect(starts).toEqual(['first-primary', 'first-unconstrained'])
  })
})

describe('everything else', () => {
  it('goes to the primary, every trip of it: writes, links, keys, tokens, administration [API-20]', async () => {
    const { call, there, starts } = watched()
    const { reservationId } = (
      await expectStatus(
        200,
        book(call).then(() => hotel.call('GET', '/Reservation/GetReservationsForPartner')),
      )
    ).json.content[0]
    const { token } = await issueLink({ ...hotel, call }, reservationId)
    await expectStatus(200, there('GET', detailsPath(token)))
    await expectStatus(
      200,
      there('POST', '/oauth/token', {
        grant_type: 'client_credentials',
        client_id: hotel.clientId,
        client_secret: hotel.clientSecret,
      }),
    )
    await expectStatus(200, there('GET', '/admin/applications', undefined, bearerHeader(env.ADMIN_TOKEN)))
    expect(starts.length).toBeGreaterThan(4)
    expect(new Set(starts)).toEqual(new Set(['first-primary']))
  })

  it('a write hands a bookmark back, and heeds none [API-18]', async () => {
    expect(await bookmarkOfBooking()).toMatch(/^[\da-f]+(-[\da-f]+)+$/)
    const { call, starts } = watched()
    const { status } = await call(
      'POST',
      '/PartnerItinerary/RevokeLink',
      { reservationId: 1 },
      { 'x-d1-bookmark': '?' },
    )
    expect(status).toBe(200)
    expect(starts).toEqual(['first-primary'])
  })

  it('an answer without a credential hands none back', async () => {
    const { headers } = await expectStatus(200, withBindings({})('GET', '/api/Fetch/healthdb'))
    expect(headers.has('x-d1-bookmark')).toBe(false)
  })
})
