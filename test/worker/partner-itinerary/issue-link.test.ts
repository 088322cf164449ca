import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import {
  calendarPath,
  decodeClaims,
  detailsPath,
  issueLink,
  openDetails,
  pagePath,
  stayWithLink,
} from '../../support/itinerary'
import { bearerHeader } from '../../support/probe'
import {
  admin,
  expectRefusal,
  expectStatus,
  openHotel,
  resetBeforeEach,
  rows,
  SERVICE_URL,
  SHARD,
} from '../../support/service'

resetBeforeEach()

const HOUR = 3600_000

const POSTS = ['IssueLink', 'RevokeLink'] as const
const oct = (kid: string, bytes: number) => ({ kty: 'oct', kid, k: Buffer.alloc(bytes, 7).toString('base64url') })
const pathOf = (name: string) => `/PartnerItinerary/${name}`

describe('IssueLink answers the link', () => {
  it('the content is {token, url, calendarUrl, expiresAt} [LINK-8]', async () => {
    const { hotel, reservationId } = await stayWithLink()
    const answer = await expectStatus(200, hotel.call('POST', pathOf('IssueLink'), { reservationId }))
    const { token, ...content } = answer.json.content
    expect(content).toEqual({
      url: SERVICE_URL + pagePath(token),
      calendarUrl: SERVICE_URL + calendarPath(token),
      expiresAt: new Date(decodeClaims(token).exp * 1000).toISOString(),
    })
    expect(answer.json).toMatchObject({ errors: [], success: true })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('the token is an HS256 JWT: link id, reservation, customer, expiry, short enough for an address [LINK-11] [SHARD-2]', async () => {
    const { token, reservationId } = await stayWithLink(7)
    const [header] = token.split('.')
    expect(JSON.parse(atob(header as string))).toEqual({ alg: 'HS256', typ: 'link+jwt', kid: 'link-1' })
    const jti = expect.stringMatching(/^[\w-]{22}$/)
    expect(decodeClaims(token)).toEqual({
      customer: 7,
      ...SHARD,
      reservation: reservationId,
      jti,
      exp: expect.any(Number),
    })
    expect(token.length).toBeLessThan(256)
  })

  it.each([
    ['336', 336],
    ['1', 1],
  ])(
    'expires after the configured number of hours: %s [LINK-14] [ITINERARY_LINK_TTL_HOURS]',
    async (setting, hours) => {
      const { hotel, reservationId } = await stayWithLink()
      const there = withBindings({ ITINERARY_LINK_TTL_HOURS: setting })
      const before = Date.now()
      const body = { reservationId }
      const { json } = await expectStatus(
        200,
        there('POST', `/api${pathOf('IssueLink')}`, body, bearerHeader(hotel.token)),
      )
      const lifetime = Date.parse(json.content.expiresAt) - before
      expect(Math.abs(lifetime - hours * HOUR)).toBeLessThan(60_000)
      expect(await rows('SELECT expires_at FROM itinerary_link')).toEqual([
        { expires_at: Date.parse(json.content.expiresAt) },
      ])
    },
  )

  it("the customer's itineraryUrlTemplate makes links point to the hotel's own site [LINK-9]", async () => {
    const { hotel, reservationId } = await stayWithLink()
    const itineraryUrlTemplate = 'https://hotel.example/my-stay?lang=pt&itinerary={token}#stay'
    const customer = { name: 'Q', currency: 'EUR', timeZone: 'Europe/Lisbon', itineraryUrlTemplate }
    await expectStatus(200, admin('PUT', '/customers/1', customer))
    const { token, url, calendarUrl } = await issueLink(hotel, reservationId)
    expect(url).toBe(`https://hotel.example/my-stay?lang=pt&itinerary=${token}#stay`)
    expect(calendarUrl).toBe(SERVICE_URL + calendarPath(token))
  })

  it('PUBLIC_URL is where our own addresses begin [PUBLIC_URL]', async () => {
    const { hotel, reservationId } = await stayWithLink()
    const granted = withBindings({ PUBLIC_URL: 'https://stay.example/' })
    const key = await expectStatus(
      201,
      admin('POST', '/api-keys', { customerId: hotel.customer, name: 'k', permissions: ['reservations:write'] }),
    )
    const headers = { 'x-api-key': key.json.apiKey }
    const { json } = await expectStatus(200, granted('POST', `/api${pathOf('IssueLink')}`, { reservationId }, headers))
    expect(json.content.url).toBe(`https://stay.example/itinerary/${json.content.token}`)
    expect(json.content.calendarUrl).toMatch(/^https:\/\/stay\.example\/api\/public\//)
  })
})

it('the longest name that a key may have, and the largest ids, still make a link that opens', async () => {
  const there = withBindings({ LINK_KEYS: JSON.stringify({ keys: [oct('k'.repeat(64), 32)] }) })
  const { hotel, reservationId } = await stayWithLink(2_147_483_647)
  const body = { reservationId }
  const { json } = await expectStatus(200, there('POST', `/api${pathOf('IssueLink')}`, body, bearerHeader(hotel.token)))
  expect((await there('GET', detailsPath(json.content.token))).status).toBe(200)
})

describe('RevokeLink', () => {
  it('is 200 with no body, and the link is dead from that moment [LINK-10] [LINK-17]', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    const answer = await expectStatus(200, hotel.call('POST', pathOf('RevokeLink'), { reservationId }))
    expect(answer.text).toBe('')
    expect((await openDetails(token)).status).toBe(404)
  })

  it('without a live link is 200 [LINK-10]', async () => {
    const hotel = await openHotel()
    const reservationId = await book(hotel.call)
    for (let i = 0; i < 2; i++) {
      expect((await expectStatus(200, hotel.call('POST', pathOf('RevokeLink'), { reservationId }))).text).toBe('')
    }
  })

  it('a link issued afterwards opens', async () => {
    const { hotel, reservationId } = await stayWithLink()
    await expectStatus(200, hotel.call('POST', pathOf('RevokeLink'), { reservationId }))
    const { token } = await issueLink(hotel, reservationId)
    expect((await openDetails(token)).status).toBe(200)
  })
})

describe('refusals', () => {
  it.each(POSTS)(
    "%s: a reservation that is not there or not this customer's is 404, the same answer [NOT_FOUND] [API-25]",
    async name => {
      const { reservationId, token } = await stayWithLink(1)
      const { call } = await openHotel(2)
      const others = await call('POST', pathOf(name), { reservationId })
      const unknown = await call('POST', pathOf(name), { reservationId: 999 })
      expect(others.status).toBe(404)
      expect(others.text).toEqual(unknown.text)
      expect(others.json.errors).toEqual([
        { code: 'NOT_FOUND', description: 'reservationId: there is no such reservation' },
      ])
      expect((await openDetails(token)).status).toBe(200)
      expect(await rows('SELECT customer_id FROM itinerary_link')).toEqual([{ customer_id: 1 }])
    },
  )

  it.each([
    [{}, 'reservationId: required'],
    [{ reservationId: null }, 'reservationId: required'],
    [{ reservationId: '1' }, 'reservationId: expected an integer'],
    [{ reservationId: 0 }, 'reservationId: expected at least 1'],
    [{ reservationId: 1.5 }, 'reservationId: expected an integer'],
  ])('a body of %j is 422 INVALID_FIELD [LINK-12]', async (body, description) => {
    const { call } = await openHotel()
    for (const name of POSTS) {
      await expectRefusal(call('POST', pathOf(name), body), 422, 'INVALID_FIELD', description)
    }
  })

  it('a service without LINK_KEYS is 503, and nothing is issued [NOT_CONFIGURED]', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    const there = withBindings({ LINK_KEYS: '' })
    const answer = await there('POST', `/api${pathOf('IssueLink')}`, { reservationId }, bearerHeader(hotel.token))
    await expectRefusal(answer, 503, 'NOT_CONFIGURED', 'LINK_KEYS is not configured')
    expect((await openDetails(token)).status).toBe(200)
  })

  it.each([
    ['too short a key', [oct('a', 16)]],
    ['a key without a name', [oct('', 32)]],
    ['a name that is too long', [oct('k'.repeat(65), 32)]],
    ['two keys of one name', [oct('a', 32), oct('a', 33)]],
    ['a key of another kind', JSON.parse(env.SIGNING_KEYS).keys],
  ])('no link is signed with LINK_KEYS that have %s', async (_, keys) => {
    const { hotel, reservationId } = await stayWithLink()
    const there = withBindings({ LINK_KEYS: JSON.stringify({ keys }) })
    const answer = await there('POST', `/api${pathOf('IssueLink')}`, { reservationId }, bearerHeader(hotel.token))
    await expectRefusal(answer, 500, 'INTERNAL_ERROR')
  })
})
