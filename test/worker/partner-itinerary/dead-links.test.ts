import { env } from 'cloudflare:workers'
import { SignJWT } from 'jose'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { version } from '../../../package.json'
import { brokenDatabase, recordingKv, unlimitedRateLimit, withBindings } from '../../support/bindings'
import {
  calendarPath,
  decodeClaims,
  detailsPath,
  forgeLink,
  hotelsPath,
  type IssuedLink,
  issueLink,
  markupPath,
  openDetails,
  stayWithLink,
} from '../../support/itinerary'
import { recordingDatabase } from '../../support/query-plan'
import { someOf } from '../../support/repetitions'
import { IS_SAMPLE } from '../../support/sample'
import { type Answer, expectStatus, openHotel, resetBeforeEach, send } from '../../support/service'
import { databaseFromStub } from '../../support/sessions'

resetBeforeEach()

let live: IssuedLink & Awaited<ReturnType<typeof stayWithLink>>
let linkKey: { kid: string; k: string }

beforeEach(async () => {
  live = await stayWithLink()
  linkKey = JSON.parse(env.LINK_KEYS).keys[0]
})

/** A response without its request id. */
const whole = ({ status, headers, text }: Answer) => ({
  status,
  text,
  headers: Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id')),
})

const theOne404 = {
  status: 404,
  text: JSON.stringify({
    content: {},
    errors: [{ code: 'NOT_FOUND', description: 'The link is invalid or has expired.' }],
    message: 'The link is invalid or has expired.',
    success: false,
  }),
  headers: {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Date, Retry-After, X-Api-Version, X-Request-Id',
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'application/json',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=63072000',
    'x-api-version': version,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
  },
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = () => Math.floor(Date.now() / 1000)
const claims = () => decodeClaims(live.token) as Record<string, unknown>
const otherKey = () => new Uint8Array(32).fill(9)

const signed = (header: Record<string, unknown>, key = otherKey()) =>
  new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', typ: 'link+jwt', kid: linkKey.kid, ...header }).sign(key)

/** A token with our own key's good signature, made without the library that would refuse to make it. */
async function crafted(header: object, payload: object) {
  const body = `${part({ alg: 'HS256', typ: 'link+jwt', kid: linkKey.kid, ...header })}.${part(payload)}`
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', Buffer.from(linkKey.k, 'base64url'), hmac, false, ['sign'])
  return `${body}.${Buffer.from(await crypto.subtle.sign('HMAC', key, Buffer.from(body))).toString('base64url')}`
}

/** Tokens that are refused by what they are, without any I/O. */
const allWorthless: [string, () => string | Promise<string>][] = [
  ['nothing', () => ''],
  ['a word', () => 'abc'],
  ['dots', () => '.a.'],
  ['a path', () => 'a/b/c'],
  ['an escaped path', () => 'a%2Fb%2F..'],
  ['a broken escape', () => '%E0%A4%A'],
  ['control characters', () => '%00%0A%0D'],
  ['half a character', () => '%ED%A0%80'],
  ['a token and more', () => `${live.token}A`],
  ['a token and a path', () => `${live.token}/more`],
  ['a token and an escaped letter', () => `${live.token}%41`],
  ['an over-long token', () => `${live.token.slice(0, -43)}${'A'.repeat(2000)}${live.token.slice(-43)}`],
  ['an expired token', () => forgeLink({ ...claims(), exp: now() - 1 })],
  ['a token without an expiry', () => forgeLink({ ...claims(), exp: undefined })],
  ['a token without a link id', () => forgeLink({ ...claims(), jti: undefined })],
  ['a token without a customer', () => forgeLink({ ...claims(), customer: undefined })],
  ['a token whose customer is text', () => forgeLink({ ...claims(), customer: '1' })],
  ['a token whose reservation is a list', () => forgeLink({ ...claims(), reservation: [1] })],
  ['a token that is not valid yet', () => forgeLink({ ...claims(), nbf: now() + 600 })],
  ['a token of another type', () => forgeLink(claims(), { typ: 'JWT' })],
  ['a token of no type', () => forgeLink(claims(), { typ: undefined })],
  ['an unknown key', () => forgeLink(claims(), { kid: 'unknown' })],
  ['no key named', () => forgeLink(claims(), { kid: undefined })],
  ['another key under our key’s name', () => signed({})],
  ['a stronger hash with our key', () => forgeLink(claims(), { alg: 'HS512' })],
  ['alg none', () => `${part({ alg: 'none', typ: 'link+jwt' })}.${part(claims())}.`],
  [
    'alg none with our key named and a signature',
    () => {
      const [, payload, signature] = live.token.split('.')
      return `${part({ alg: 'none', typ: 'link+jwt', kid: linkKey.kid })}.${payload}.${signature}`
    },
  ],
  ['an unknown critical header', () => crafted({ crit: ['rev'], rev: 1 }, claims())],
  ['an unencoded payload', () => crafted({ crit: ['b64'], b64: false }, claims())],
  ['an access token', () => live.hotel.token],
  ['claims that are no object', () => crafted({}, [claims()])],
]

/** They are refused before a database is chosen. With two databases a sample proves this; the rules do not depend on it. */
const worthless = IS_SAMPLE ? allWorthless.filter((_, i) => i % 4 === 0) : allWorthless

/** Links that are invalid only because of the state of the database. */
const unopened: [string, () => string | Promise<string>][] = [
  [
    'a revoked link',
    async () => {
      const { token } = live
      await issueLink(live.hotel, live.reservationId)
      return token
    },
  ],
  ['a link id that was never given', () => forgeLink({ ...claims(), jti: 'A'.repeat(22) })],
  ['an unknown customer', () => forgeLink({ ...claims(), customer: 999 })],
  ['an unknown reservation', () => forgeLink({ ...claims(), reservation: 999 })],
  [
    "another customer's reservation of the same id",
    async () => {
      await openHotel(2)
      return forgeLink({ ...claims(), customer: 2 })
    },
  ],
]

const patient = withBindings({ ITINERARY_PER_ADDRESS: unlimitedRateLimit })

describe('invalid, expired and revoked tokens have the same response [LINK-18]', () => {
  it('the forger makes tokens that open', async () => {
    expect((await openDetails(await forgeLink(claims()))).status).toBe(200)
    expect((await openDetails(await crafted({}, claims()))).status).toBe(200)
    expect((await openDetails(live.token)).status).toBe(200)
  })

  it.each([...worthless, ...unopened])('%s has the same 404', async (_, make) => {
    const token = await make()
    expect(whole(await openDetails(token))).toEqual(theOne404)
    expect(whole(await send('GET', hotelsPath(token)))).toEqual(theOne404)
    expect(whole(await send('GET', markupPath(token)))).toEqual(theOne404)
    expect(whole(await send('GET', calendarPath(token)))).toEqual(theOne404)
  })

  it('every truncation of a token has the same 404', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const { token } = live
    const knock = (bent: string) => patient('GET', detailsPath(bent))
    for (let length = 0; length < token.length; length++) {
      expect(whole(await knock(token.slice(0, length))), `${length}`).toEqual(theOne404)
      expect(whole(await knock(token.slice(length + 1))), `from ${length + 1}`).toEqual(theOne404)
    }
  })

  it('every flip of one bit of a token has the same 404 [LINK-18]', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const { token } = live
    const knock = (bent: string) => patient('GET', detailsPath(bent))
    for (let i = 0; i < token.length; i++) {
      const bits = someOf([1, 2, 4, 8, 16, 32, 64, 128], 2, i)
      const flips = bits.map(bit => String.fromCharCode(token.charCodeAt(i) ^ bit))
      const answers = await Promise.all(
        flips.map(flipped => knock(encodeURIComponent(token.slice(0, i) + flipped + token.slice(i + 1)))),
      )
      for (const answer of answers) expect(whole(answer), `character ${i}`).toEqual(theOne404)
    }
  })
})

const lostTables = databaseFromStub({
  prepare: (text: string) => env.DB.prepare(text.replace('room_stay', 'lost')),
  batch: (list: D1PreparedStatement[]) => env.DB.batch(list),
})

describe('a server error while loading also gives the same 404 [LINK-19]', () => {
  it.each<[string, Partial<typeof env>]>([
    ['D1 does not answer', { DB: brokenDatabase }],
    ['D1 has lost its tables', { DB: lostTables }],
    ['the keys are not configured', { LINK_KEYS: '' }],
    ['the keys are no keys', { LINK_KEYS: '{"keys":[{"kty":"oct","kid":"link-1"}]}' }],
    ['a setting makes no sense', { LINK_KEYS: 'not JSON' }],
    ['the limiter fails', { ITINERARY_PER_ADDRESS: { limit: () => Promise.reject(new Error('down')) } as RateLimit }],
  ])('%s', async (_, changes) => {
    const there = withBindings(changes)
    expect(whole(await there('GET', detailsPath(live.token)))).toEqual(theOne404)
    expect(whole(await there('GET', hotelsPath(live.token)))).toEqual(theOne404)
    expect(whole(await there('GET', markupPath(live.token)))).toEqual(theOne404)
    expect(whole(await there('GET', calendarPath(live.token)))).toEqual(theOne404)
  })

  it('is in the log as DatabaseUnavailable', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    await withBindings({ DB: brokenDatabase })('GET', detailsPath(live.token))
    expect(JSON.parse(log.mock.calls[0]?.[0]).fault).toBe('DatabaseUnavailable')
  })
})

describe('a bad signature or an expired token is refused before any I/O [LINK-20]', () => {
  it.each(worthless)('%s', async (_, make) => {
    const [{ database, trips }, { kv, requestedKeys }] = [recordingDatabase(), recordingKv()]
    await expectStatus(404, withBindings({ DB: database, LINKS: kv })('GET', detailsPath(await make())))
    expect(trips).toEqual([])
    expect(requestedKeys).toEqual([])
  })

  it('a valid one takes one round trip to D1, and one read of KV [LINK-22]', async () => {
    const [{ database, trips }, { kv, requestedKeys }] = [recordingDatabase(), recordingKv()]
    await expectStatus(200, withBindings({ DB: database, LINKS: kv })('GET', detailsPath(live.token)))
    expect(trips.length).toBe(1)
    expect(requestedKeys).toEqual([`revoked:${claims().jti}`])
  })
})
