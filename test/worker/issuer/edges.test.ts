import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withBindings } from '../../support/bindings'
import { calendarPath, decodeClaims, detailsPath, forgeLink, pagePath, stayWithLink } from '../../support/itinerary'
import { bearerHeader, forgeToken, probeEndpoints } from '../../support/probe'
import { ALL_PERMISSIONS, admin, expectStatus, resetBeforeEach, SERVICE_URL } from '../../support/service'

resetBeforeEach()

/** The instant at which everything is issued; the clock is moved from here. */
const NOW = Date.parse('2027-03-01T12:00:00.000Z')
const SECONDS = NOW / 1000
const setClock = (later: number) => vi.setSystemTime(NOW + later)

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const here = withBindings({})
const [signingKey] = JSON.parse(env.SIGNING_KEYS).keys
const [linkKey] = JSON.parse(env.LINK_KEYS).keys

const tokenOf = async ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => {
  const grant = { grant_type: 'client_credentials', audience: 'innlet-api' }
  const request = { ...grant, client_id: clientId, client_secret: clientSecret }
  return (await expectStatus(200, here('POST', '/oauth/token', request))).json.access_token as string
}

const readWith = async (token: string) => (await probeEndpoints().read(bearerHeader(token))).status
const openWith = async (token: string) => {
  const answers = await Promise.all([detailsPath, calendarPath, pagePath].map(path => here('GET', path(token))))
  const [first, ...others] = answers.map(({ status }) => status)
  expect(others).toEqual([first, first])
  return first
}

describe('an access token', () => {
  it.each([
    ['the second in which it is issued', 0, 200],
    ['the last millisecond before exp', 899_999, 200],
    ['exp', 900_000, 401],
    ['the second after', 901_000, 401],
  ])('lives to the second: %s [TOKEN-12]', async (_, later, status) => {
    const { hotel } = await stayWithLink()
    const token = await tokenOf(hotel)
    expect(decodeClaims(token)).toMatchObject({ iat: SECONDS, exp: SECONDS + 900 })
    setClock(later)
    expect(await readWith(token)).toBe(status)
  })

  it.each([
    ['the last millisecond before nbf', 9_999, 401],
    ['nbf', 10_000, 200],
    ['the second after', 11_000, 200],
  ])('begins to the second: %s [TOKEN-12]', async (_, later, status) => {
    const token = await forgeToken({ nbf: SECONDS + 10 })
    setClock(later)
    expect(await readWith(token)).toBe(status)
  })

  it('issued late in a second lives no second longer [TOKEN-12]', async () => {
    const { hotel } = await stayWithLink()
    setClock(999)
    const token = await tokenOf(hotel)
    setClock(899_999)
    expect(await readWith(token)).toBe(200)
    setClock(900_000)
    expect(await readWith(token)).toBe(401)
  })

  it.each<[string, Record<string, unknown>]>([
    ['an expiry that is text', { exp: String(SECONDS + 900) }],
    ['a beginning that is text', { nbf: String(SECONDS) }],
    ['a customer that is text', { customer: '1' }],
    ['a customer that is none', { customer: 1.5 }],
    ['a scope that is a list', { scope: ['reservations:write'] }],
    ['an audience like ours', { aud: 'innlet-api ' }],
    ['no audience but an empty one', { aud: '' }],
    ['a list of other audiences', { aud: ['kiosk-api', 'INNLET-API'] }],
    ['our issuer with a slash', { iss: `${SERVICE_URL}/` }],
    ['our issuer without TLS', { iss: SERVICE_URL.replace('https', 'http') }],
    ['a list of issuers', { iss: [SERVICE_URL] }],
  ])('that says %s opens nothing [TOKEN-13]', async (_, claims) => {
    expect(await readWith(await forgeToken())).toBe(200)
    expect(await readWith(await forgeToken(claims))).toBe(401)
  })

  it.each<[string, Record<string, unknown>]>([
    ['of no type', { typ: undefined }],
    ['of the type JWT', { typ: 'JWT' }],
    ['of the type of a link', { typ: 'link+jwt' }],
    ["by the name of the links' key", { kid: linkKey.kid }],
    ['with an unknown critical header', { crit: ['rev'], rev: 1 }],
  ])('%s opens nothing [TOKEN-13]', async (_, header) => {
    const { crit, ...plain } = header
    const token = await forgeToken({}, plain).catch(() => '')
    expect(token).not.toBe('')
    if (!crit) expect(await readWith(token)).toBe(401)
    else {
      const [, payload, signature] = token.split('.')
      const head = btoa(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: signingKey.kid, ...header }))
      expect(await readWith(`${head.replaceAll('=', '')}.${payload}.${signature}`)).toBe(401)
    }
  })

  it('of one installation opens no other: another address, another audience [TOKEN-13]', async () => {
    const token = await forgeToken()
    for (const changes of [{ PUBLIC_URL: 'https://other.test' }, { AUDIENCE: 'other-api' }]) {
      expect((await probeEndpoints(changes).read(bearerHeader(token))).status).toBe(401)
    }
  })
})

describe('a link', () => {
  const HOUR = 3_600_000

  it.each([
    ['the last millisecond before exp', 336 * HOUR - 1, 200],
    ['exp', 336 * HOUR, 404],
    ['the second after', 336 * HOUR + 1000, 404],
  ])('lives to the second: %s [LINK-15]', async (_, later, status) => {
    const { hotel, reservationId } = await stayWithLink()
    const body = { reservationId }
    const { json } = await expectStatus(
      200,
      here('POST', '/api/PartnerItinerary/IssueLink', body, bearerHeader(await tokenOf(hotel))),
    )
    expect(decodeClaims(json.content.token).exp).toBe(SECONDS + 336 * 3600)
    setClock(later)
    expect(await openWith(json.content.token)).toBe(status)
  })

  it.each([
    ['the last millisecond before nbf', 9_999, 404],
    ['nbf', 10_000, 200],
  ])('begins to the second: %s [LINK-15]', async (_, later, status) => {
    const { token } = await stayWithLink()
    const notYet = await forgeLink({ ...decodeClaims(token), nbf: SECONDS + 10 })
    setClock(later)
    expect(await openWith(notYet)).toBe(status)
  })

  it('that was opened or refused before is judged anew [LINK-15]', async () => {
    const { token } = await stayWithLink()
    const link = await forgeLink({ ...decodeClaims(token), nbf: SECONDS + 10, exp: SECONDS + 20 })
    expect(await openWith(link)).toBe(404)
    setClock(10_000)
    expect(await openWith(link)).toBe(200)
    setClock(20_000)
    expect(await openWith(link)).toBe(404)
    setClock(19_999)
    const keys = JSON.stringify({ keys: [{ kty: 'oct', kid: linkKey.kid, k: 'k'.repeat(43) }] })
    expect([await openWith(link), (await withBindings({ LINK_KEYS: keys })('GET', detailsPath(link))).status]).toEqual([
      200, 404,
    ])
  })
})

it.each([
  ['the last millisecond before', 4_999, 200],
  ['that instant', 5_000, 401],
])('an application expires to the millisecond: %s [CLIENT_EXPIRED]', async (_, later, status) => {
  const { hotel } = await stayWithLink()
  await expectStatus(
    200,
    admin('PATCH', `/applications/${hotel.clientId}`, { expiresAt: new Date(NOW + 5000).toISOString() }),
  )
  setClock(later)
  const request = { grant_type: 'client_credentials', client_id: hotel.clientId, client_secret: hotel.clientSecret }
  expect((await here('POST', '/oauth/token', request)).status).toBe(status)
})

it('a credential of one kind opens no door of another [TOKEN-14]', async () => {
  const { hotel, token: link } = await stayWithLink()
  const key = { customerId: 1, name: 'till', permissions: ALL_PERMISSIONS }
  const { apiKey } = (await expectStatus(201, admin('POST', '/api-keys', key))).json
  const credentials: Record<string, string> = {
    bearer: await tokenOf(hotel),
    'x-api-key': apiKey,
    link,
    secret: hotel.clientSecret,
    admin: env.ADMIN_TOKEN,
  }
  const grant = { grant_type: 'client_credentials', client_id: hotel.clientId }
  const doors: Record<string, (credential: string) => Promise<{ status: number }>> = {
    bearer: credential => probeEndpoints().read(bearerHeader(credential)),
    'x-api-key': credential => probeEndpoints().read({ 'x-api-key': credential }),
    link: credential => here('GET', detailsPath(credential)),
    secret: credential => here('POST', '/oauth/token', { ...grant, client_secret: credential }),
    admin: credential => here('GET', '/admin/applications', undefined, bearerHeader(credential)),
  }
  for (const [door, knock] of Object.entries(doors)) {
    for (const [kind, credential] of Object.entries(credentials)) {
      const shut = door === 'link' ? 404 : 401
      expect((await knock(credential)).status, `${door} ${kind}`).toEqual(kind === door ? 200 : shut)
    }
  }
})
