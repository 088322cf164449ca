import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { brokenDatabase, brokenKv, neverSettles, withBindings } from '../../support/bindings'
import {
  calendarPath,
  decodeClaims,
  detailsPath,
  forgeLink,
  hotelsPath,
  issueLink,
  markupPath,
  openDetails,
  pagePath,
  stayWithLink,
} from '../../support/itinerary'
import { bearerHeader } from '../../support/probe'
import { expectRefusal, expectStatus, resetBeforeEach, rows } from '../../support/service'
import { databaseFromStub } from '../../support/sessions'

resetBeforeEach()

const statusOf = async (token: string) => (await openDetails(token)).status
const manifestPath = (token: string) => `${pagePath(token)}/manifest.webmanifest`
const seconds = () => Math.floor(Date.now() / 1000)

const entries = async () => (await env.LINKS.list({ prefix: 'revoked:' })).keys
const entriesOf = (...tokens: string[]) => tokens.map(token => `revoked:${decodeClaims(token).jti}`).sort()
const spread = (...tokens: string[]) =>
  expect.poll(async () => (await entries()).map(({ name }) => name)).toEqual(entriesOf(...tokens))

describe('valid', () => {
  it('a link opens, again and again, until it expires or is revoked [LINK-13]', async () => {
    const { token } = await stayWithLink()
    for (let i = 0; i < 3; i++) expect(await statusOf(token)).toBe(200)
  })

  it('KV is asked of a link once in a visit, and D1 each time', async () => {
    const { token } = await stayWithLink()
    const asked: string[] = []
    const get = async (key: string) => {
      asked.push(key)
      return null
    }
    const there = withBindings({ LINKS: { get } as unknown as KVNamespace })
    for (let i = 0; i < 3; i++) expect((await there('GET', detailsPath(token))).status).toBe(200)
    expect(asked).toEqual(entriesOf(token))
    await rows('DELETE FROM itinerary_link')
    expect((await there('GET', detailsPath(token))).status).toBe(404)
  })
})

describe('expired: the configured number of hours elapsed, and the link answers 404 [LINK-14]', () => {
  it.each([
    ['an hour to go', 3600, 200],
    ['a minute to go', 60, 200],
    ['this very second', 0, 404],
    ['a second ago', -1, 404],
    ['an hour ago', -3600, 404],
  ])('%s', async (_, left, status) => {
    const { token } = await stayWithLink()
    expect(await statusOf(await forgeLink({ ...decodeClaims(token), exp: seconds() + left }))).toBe(status)
  })
})

describe('revoked: a newer link is issued for the reservation, and the old link answers 404', () => {
  it('the link issued before is dead from that moment, however many there were [LINK-16]', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    const dead = [token]
    for (let i = 0; i < 3; i++) {
      const newer = (await issueLink(hotel, reservationId)).token
      expect(await Promise.all(dead.map(statusOf))).toEqual(dead.map(() => 404))
      expect(await statusOf(newer)).toBe(200)
      dead.push(newer)
    }
    expect(await rows('SELECT count(*) AS links FROM itinerary_link')).toEqual([{ links: 1 }])
  })

  it('links of other reservations stay', async () => {
    const { token } = await stayWithLink(1)
    const other = await stayWithLink(2)
    await issueLink(other.hotel, other.reservationId)
    expect(await statusOf(token)).toBe(200)
    expect(await statusOf(other.token)).toBe(404)
  })

  it('of links issued at once exactly one opens in the end, and each of the others is revoked', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    const issued = await Promise.all(Array.from({ length: 8 }, () => issueLink(hotel, reservationId)))
    const tokens = issued.map(link => link.token)
    const opened = await Promise.all(tokens.map(statusOf))
    expect(opened.toSorted()).toEqual([200, ...Array(7).fill(404)])
    await spread(token, ...tokens.filter((_, i) => opened[i] === 404))
  })
})

describe('KV answers at the edge', () => {
  it('a newer link writes revoked:<link id> with a time to live up to the token’s own expiry [LINK-21]', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    await issueLink(hotel, reservationId)
    await spread(token)
    const [entry] = await entries()
    expect(Math.abs((entry?.expiration ?? 0) - decodeClaims(token).exp)).toBeLessThan(60)
  })

  it('the time to live is at least 60 seconds', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    await rows('UPDATE itinerary_link SET expires_at = ?', Date.now() + 5000)
    await expectStatus(200, hotel.call('POST', '/PartnerItinerary/RevokeLink', { reservationId }))
    await spread(token)
    const [entry] = await entries()
    expect((entry?.expiration ?? 0) - seconds()).toBeGreaterThan(50)
  })

  it('a link that has expired by itself needs no entry', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    await rows('UPDATE itinerary_link SET expires_at = ?', Date.now() - 5000)
    const { token: newer } = await issueLink(hotel, reservationId)
    await issueLink(hotel, reservationId)
    await spread(newer)
    expect(entriesOf(token)).not.toEqual(entriesOf(newer))
  })

  it('a revoked link is refused without waiting for D1', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    await issueLink(hotel, reservationId)
    await spread(token)
    const silent = databaseFromStub({ prepare: () => ({ bind: () => ({}) }), batch: neverSettles })
    expect((await withBindings({ DB: silent })('GET', detailsPath(token))).status).toBe(404)
  })

  it('an entry shuts a link by itself', async () => {
    const { token } = await stayWithLink()
    await env.LINKS.put(`revoked:${decodeClaims(token).jti}`, '1')
    expect(await statusOf(token)).toBe(404)
  })
})

describe('D1 has the last word', () => {
  it('a revoked link stays shut where KV has not heard of it yet [LINK-22]', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    const { token: newer } = await issueLink(hotel, reservationId)
    await spread(token)
    await env.LINKS.delete(`revoked:${decodeClaims(token).jti}`)
    expect(await statusOf(token)).toBe(404)
    await expectStatus(200, hotel.call('POST', '/PartnerItinerary/RevokeLink', { reservationId }))
    await spread(newer)
    await env.LINKS.delete(`revoked:${decodeClaims(newer).jti}`)
    expect(await statusOf(newer)).toBe(404)
  })

  it.each([
    ['failing', brokenKv],
    ['hanging', { get: neverSettles, put: neverSettles } as unknown as KVNamespace],
    ['a minute behind', { get: async () => null, put: neverSettles } as unknown as KVNamespace],
  ])('KV %s closes nothing that D1 confirms, and opens nothing that is revoked [LINK-23]', async (_, kv) => {
    const { hotel, reservationId, token } = await stayWithLink()
    const { token: newer } = await issueLink(hotel, reservationId)
    const there = withBindings({ LINKS: kv })
    // Each request waits for KV until its time limit, so they are sent together.
    const addresses = [detailsPath, hotelsPath, markupPath, calendarPath, pagePath, manifestPath]
    const responses = addresses.flatMap(addressOf =>
      [newer, token].map(async each => [addressOf(''), (await there('GET', addressOf(each))).status]),
    )
    expect(await Promise.all(responses)).toEqual(
      addresses.flatMap(addressOf => [200, 404].map(status => [addressOf(''), status])),
    )
  })

  it('if KV fails while a link is issued or revoked, the response is the same, and D1 keeps the old link shut', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    const there = withBindings({ LINKS: brokenKv })
    const post = (name: string) =>
      there('POST', `/api/PartnerItinerary/${name}`, { reservationId }, bearerHeader(hotel.token))
    const { json } = await expectStatus(200, post('IssueLink'))
    expect(await statusOf(token)).toBe(404)
    expect(await statusOf(json.content.token)).toBe(200)
    expect((await expectStatus(200, post('RevokeLink'))).text).toBe('')
    expect(await statusOf(json.content.token)).toBe(404)
    expect(await entries()).toEqual([])
  })

  it('if D1 fails while a link is issued or revoked, it is 503, and the link that there was opens', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    const there = withBindings({ DB: brokenDatabase })
    for (const name of ['IssueLink', 'RevokeLink']) {
      const answer = await there('POST', `/api/PartnerItinerary/${name}`, { reservationId }, bearerHeader(hotel.token))
      await expectRefusal(answer, 503, 'DATABASE_UNAVAILABLE')
    }
    expect(await statusOf(token)).toBe(200)
    expect(await entries()).toEqual([])
  })
})
