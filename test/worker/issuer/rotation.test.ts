import { env } from 'cloudflare:workers'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import { withBindings } from '../../support/bindings'
import { detailsPath, stayWithLink } from '../../support/itinerary'
import { bearerHeader, probeEndpoints } from '../../support/probe'
import { expectStatus, resetBeforeEach } from '../../support/service'

resetBeforeEach()

/*
 * During a deployment, isolates with the old and the new keys serve at the same time. In each step of a rotation, either side
 * accepts what the other signs.
 */

const keySet = (...keys: object[]) => JSON.stringify({ keys })
const stepsOf = (old: object, fresh: object) => [keySet(old), keySet(old, fresh), keySet(fresh, old), keySet(fresh)]

describe('a rotation in mid-flight breaks nothing that is alive', () => {
  it('a key of SIGNING_KEYS is added at the end, put in front, and the old one taken out [TOKEN-17] [TOKEN-18]', async () => {
    const { hotel } = await stayWithLink()
    const [old] = JSON.parse(env.SIGNING_KEYS).keys as [JWK]
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const fresh = { ...(await exportJWK(privateKey)), kid: 'signing-2' }
    const steps = stepsOf(old, fresh)
    const grant = { grant_type: 'client_credentials', audience: 'innlet-api' }
    const request = { ...grant, client_id: hotel.clientId, client_secret: hotel.clientSecret }
    const published = await withBindings({ SIGNING_KEYS: keySet(fresh, old) })('GET', '/.well-known/jwks.json')
    expect(published.json.keys.map(({ kid }: { kid: string }) => kid)).toEqual(['signing-2', 'signing-1'])
    const tokens = await Promise.all(
      steps.map(async SIGNING_KEYS => {
        const { json } = await expectStatus(200, withBindings({ SIGNING_KEYS })('POST', '/oauth/token', request))
        return json.access_token as string
      }),
    )
    const accepted = await Promise.all(
      steps.map(SIGNING_KEYS =>
        Promise.all(
          tokens.map(async token => (await probeEndpoints({ SIGNING_KEYS }).read(bearerHeader(token))).status),
        ),
      ),
    )
    expect(accepted).toEqual([
      [200, 200, 401, 401],
      [200, 200, 200, 200],
      [200, 200, 200, 200],
      [401, 401, 200, 200],
    ])
  })

  it('a key of LINK_KEYS is added at the end, put in front, and the old one taken out [TOKEN-18] [LINK-11]', async () => {
    const { hotel, reservationId } = await stayWithLink()
    const [old] = JSON.parse(env.LINK_KEYS).keys as [JWK]
    const fresh = { kty: 'oct', kid: 'link-2', k: Buffer.alloc(32, 7).toString('base64url') }
    const steps = stepsOf(old, fresh)
    const accepted: number[][] = []
    // Only the newest link is valid: each is tried at every step before the next is issued.
    for (const LINK_KEYS of steps) {
      const issue = withBindings({ LINK_KEYS })
      const path = '/api/PartnerItinerary/IssueLink'
      const { json } = await expectStatus(200, issue('POST', path, { reservationId }, bearerHeader(hotel.token)))
      const opened = steps.map(keys => withBindings({ LINK_KEYS: keys })('GET', detailsPath(json.content.token)))
      accepted.push((await Promise.all(opened)).map(({ status }) => status))
    }
    expect(accepted).toEqual([
      [200, 200, 200, 404],
      [200, 200, 200, 404],
      [404, 200, 200, 200],
      [404, 200, 200, 200],
    ])
  })
})

describe('SIGNING_KEYS that make no sense stop the issuer, by name [TOKEN-19]', () => {
  const [own] = JSON.parse(env.SIGNING_KEYS).keys as [JWK]
  const { d: _, ...half } = own
  it.each<[string, object[]]>([
    ['a public half in front', [half]],
    ['two of one name', [own, own]],
    ['one without a name', [own, { ...own, kid: undefined }]],
    ['a secret in the place of a key', [{ kty: 'oct', kid: 'signing-1', k: 'A'.repeat(43) }]],
    ['a curve of another algorithm', [{ ...own, crv: 'P-384' }]],
  ])('%s', async (_, keys) => {
    const there = withBindings({ SIGNING_KEYS: keySet(...keys) })
    const grant = { grant_type: 'client_credentials', client_id: 'app_x', client_secret: 'cs_x' }
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    for (const answer of [await there('POST', '/oauth/token', grant), await there('GET', '/.well-known/jwks.json')]) {
      expect(answer.status).toBe(500)
    }
    expect(log.mock.calls.map(([line]) => JSON.parse(line).fault)).toEqual(Array(2).fill('Misconfigured SIGNING_KEYS'))
    log.mockRestore()
  })
})

it('SIGNING_KEYS that are no JWKS stop only what needs them: administration and links go on [TOKEN-40]', async () => {
  const link = await stayWithLink()
  const there = withBindings({ SIGNING_KEYS: 'no JWKS' })
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const grant = { grant_type: 'client_credentials', client_id: 'app_x', client_secret: 'cs_x' }
  await expectStatus(500, there('POST', '/oauth/token', grant))
  log.mockRestore()
  await expectStatus(200, there('GET', '/api/Fetch/healthdb'))
  await expectStatus(200, there('GET', '/admin/applications', undefined, bearerHeader(env.ADMIN_TOKEN)))
  await expectStatus(200, there('GET', detailsPath(link.token)))
})
