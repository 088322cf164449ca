import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { aBooking, book } from '../../support/booking'
import { decodeClaims, issueLink, openDetails, pagePath, stayWithLink } from '../../support/itinerary'
import { bearerHeader } from '../../support/probe'
import { recordingDatabase } from '../../support/query-plan'
import {
  admin,
  expectRefusal,
  expectStatus,
  type Hotel,
  resetBeforeEach,
  rows,
  SERVICE_URL,
} from '../../support/service'

resetBeforeEach()

const path = (reservationId: unknown) => `/PartnerItinerary/GetLink?reservationId=${reservationId}`
const getLink = (hotel: Hotel, reservationId: number) => expectStatus(200, hotel.call('GET', path(reservationId)))
const linkOf = async (hotel: Hotel, reservationId: number) => (await getLink(hotel, reservationId)).json.content

describe('GetLink', () => {
  it('returns the link that IssueLink returned, ends nothing, and writes nothing [LINK-80]', async () => {
    const { hotel, reservationId, ...issued } = await stayWithLink()
    const before = await rows('SELECT * FROM itinerary_link, (SELECT count(*) FROM event)')
    for (let i = 0; i < 2; i++) expect(await linkOf(hotel, reservationId)).toEqual(issued)
    expect(await rows('SELECT * FROM itinerary_link, (SELECT count(*) FROM event)')).toEqual(before)
    expect((await openDetails(issued.token)).status).toBe(200)
  })

  it("has the address of the hotel's own page where there is one [LINK-80]", async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    await expectStatus(
      200,
      admin('PATCH', '/customers/1', { itineraryUrlTemplate: 'https://sea.example/stay#{token}' }),
    )
    expect((await linkOf(hotel, reservationId)).url).toBe(`https://sea.example/stay#${token}`)
  })

  it('returns the newest of several links, and {} after it was revoked or has expired [LINK-81]', async () => {
    const { hotel, reservationId } = await stayWithLink()
    const newest = await issueLink(hotel, reservationId)
    expect(await linkOf(hotel, reservationId)).toEqual(newest)
    await rows(`UPDATE itinerary_link SET expires_at = ${Date.now() - 1}`)
    expect((await getLink(hotel, reservationId)).json).toMatchObject({ content: {}, success: true })
    await issueLink(hotel, reservationId)
    await expectStatus(200, hotel.call('POST', '/PartnerItinerary/RevokeLink', { reservationId }))
    expect(await linkOf(hotel, reservationId)).toEqual({})
  })

  it('is {} for a booking without a link, and 404 for a reservation that there is not [LINK-81] [NOT_FOUND]', async () => {
    const { hotel } = await stayWithLink()
    const other = await book(
      hotel.call,
      aBooking({ identity: 'no-link', arrivalDate: '2027-05-10', departureDate: '2027-05-12' }),
    )
    expect(await linkOf(hotel, other)).toEqual({})
    await expectRefusal(hotel.call('GET', path(999)), 404, 'NOT_FOUND')
  })

  it("reads the nearest copy, or from the caller's bookmark on [API-18]", async () => {
    const { hotel, reservationId } = await stayWithLink()
    const { headers } = await getLink(hotel, reservationId)
    const bookmark = headers.get('x-d1-bookmark') as string
    const { bindings, starts } = recordingDatabase()
    for (const sent of [{}, { 'x-d1-bookmark': bookmark }] as Record<string, string>[]) {
      const credentials = { ...bearerHeader(hotel.token), ...sent }
      await expectStatus(200, withBindings(bindings)('GET', `/api${path(reservationId)}`, undefined, credentials))
    }
    expect(starts).toEqual(['first-unconstrained', bookmark])
  })

  it.each(['', 'x', '0', '1.5'])('refuses %j in place of an id [LINK-81]', async text => {
    const { hotel } = await stayWithLink()
    await expectRefusal(hotel.call('GET', path(text)), 422, 'INVALID_FIELD', /reservationId/)
  })
})

describe('after LINK_KEYS were rotated', () => {
  const fresh = { kty: 'oct', kid: 'link-2', k: Buffer.alloc(32, 7).toString('base64url') }
  const [old] = JSON.parse(env.LINK_KEYS).keys

  it('the text is the same while its key is configured, then another that opens the same [LINK-80]', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    const ask = async (...keys: object[]) => {
      const there = withBindings({ LINK_KEYS: JSON.stringify({ keys }) })
      const headers = bearerHeader(hotel.token)
      const { json } = await expectStatus(200, there('GET', `/api${path(reservationId)}`, undefined, headers))
      const opened = await there('GET', `/api/public/PartnerItinerary/details/${json.content.token}`)
      expect(opened.status).toBe(200)
      return json.content
    }
    expect((await ask(fresh, old)).token).toBe(token)
    const other = await ask(fresh)
    expect(other.token).not.toBe(token)
    expect(decodeClaims(other.token)).toEqual(decodeClaims(token))
    expect(other.url).toBe(SERVICE_URL + pagePath(other.token))
  })
})
