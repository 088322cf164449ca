import { describe, expect, it } from 'vitest'
import { brokenDatabase, exhaustedRateLimit, withBindings } from '../../support/bindings'
import { issueLink, pagePath, stayWithLink } from '../../support/itinerary'
import { expectRefusal, expectStatus, resetBeforeEach, send } from '../../support/service'

resetBeforeEach()

const manifestPath = (token: string) => `${pagePath(token)}/manifest.webmanifest`

describe("the guest's page as an app", () => {
  it('is the hotel by name, opens its own link and reaches no further [LINK-28]', async () => {
    const { token } = await stayWithLink()
    const { json, headers } = await expectStatus(200, send('GET', manifestPath(token)))
    expect(headers.get('content-type')).toBe('application/manifest+json')
    expect(json).toMatchObject({ name: 'Quinta do Mar', short_name: 'Quinta do Mar', display: 'standalone' })
    expect([json.start_url, json.scope, json.id]).toEqual(Array(3).fill(pagePath(token)))
    expect(json.icons).toContainEqual({ src: '/page/icon-512.png', sizes: '512x512', type: 'image/png' })
  })

  it('names nothing of the guest, and is kept by no cache', async () => {
    const { token } = await stayWithLink()
    const { text, headers } = await expectStatus(200, send('GET', manifestPath(token)))
    for (const secret of ['Marta', 'Lindqvist', '10000001', '2027', 'Surf']) {
      expect(text.replaceAll(token, '')).not.toContain(secret)
    }
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('is 404 with its link, for any reason [LINK-28]', async () => {
    const { token, hotel, reservationId } = await stayWithLink()
    const { token: newer } = await issueLink(hotel, reservationId)
    for (const answer of [
      await send('GET', manifestPath(token)),
      await send('GET', manifestPath('abc')),
      await withBindings({ DB: brokenDatabase })('GET', manifestPath(newer)),
    ]) {
      await expectRefusal(answer, 404, 'NOT_FOUND', 'The link is invalid or has expired.')
    }
  })

  it('counts against the rate of its address', async () => {
    const limited = withBindings({ ITINERARY_PER_ADDRESS: exhaustedRateLimit() })
    expect((await limited('GET', manifestPath('abc'))).status).toBe(429)
  })
})
