import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { Browser, invite, OWNER, roleAt } from '../../support/console'
import { logged } from '../../support/logged'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

hotelBeforeEach()

/* The receiver of the tests stands in place of a team of Cloudflare Access: it serves the team's keys. */

const AUD = '32eafc7626e737849e4a9bf1e0b6ba5c'
const EMAIL = 'anna@hotel.example'
const TEAM = inject('receiverUrl')
const BINDINGS = { ACCESS_TEAM: TEAM, ACCESS_AUD: AUD }
let keys: CryptoKeyPair
let others: CryptoKeyPair
let personId: number

beforeAll(async () => {
  const options = { extractable: true }
  keys = (await generateKeyPair('RS256', options)) as CryptoKeyPair
  others = (await generateKeyPair('RS256', options)) as CryptoKeyPair
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'team', alg: 'RS256', use: 'sig' }
  const body = JSON.stringify({ keys: [jwk] })
  await fetch(`${TEAM}/control/access`, { method: 'PUT', body: JSON.stringify([{ status: 200, body }]) })
})

const seconds = () => Math.floor(Date.now() / 1000)
const PERSON = { name: 'Anna', kind: 'person', roles: roleAt(1, 'manager') }

beforeEach(async () => {
  const { json } = await expectStatus(201, admin('POST', '/people', { ...PERSON, email: 'Anna@Hotel.example' }))
  personId = json.personId
})

interface Changes {
  claims?: JWTPayload
  kid?: string
  key?: CryptoKey
  iat?: number
  exp?: number
}

const assertion = ({
  claims = {},
  kid = 'team',
  key = keys.privateKey,
  iat = seconds(),
  exp = iat + 3600,
}: Changes = {}) =>
  new SignJWT({ iss: TEAM, aud: [AUD], sub: 'b6d1', type: 'app', email: EMAIL, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuedAt(iat)
    .setExpirationTime(exp)
    .sign(key)

const signIn = async (text: string | undefined, bindings: object = BINDINGS) => {
  const browser = new Browser(bindings)
  const answer = await browser.post('sign-in', {}, text === undefined ? {} : { 'cf-access-jwt-assertion': text })
  return { browser, answer }
}

describe('Cloudflare Access', () => {
  it('signs the person in whose e-mail address it names [PEOPLE-47]', async () => {
    const { browser, answer } = await signIn(await assertion({ claims: { email: 'ANNA@hotel.example' } }))
    expect(answer.status).toBe(200)
    expect(answer.json.person).toEqual({ personId, name: 'Anna', kind: 'person' })
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-innlet=[\w-]{43}; /)
    const { accessToken } = await browser.token()
    await expectStatus(200, browser.request('GET', '/admin/people', accessToken))
  })

  it('says when the sign-in was, for acts that need a fresh one [PEOPLE-47] [REAUTHENTICATION_REQUIRED]', async () => {
    const iat = seconds() - 16 * 60
    const { browser } = await signIn(await assertion({ iat }))
    expect(await rows('SELECT signed_in_at AS at FROM session')).toEqual([{ at: iat * 1000 }])
    const { accessToken } = await browser.token()
    await expectRefusal(browser.request('GET', '/admin/people', accessToken), 403, 'REAUTHENTICATION_REQUIRED')
  })

  it('gives a person without a role a session and no token [PEOPLE-47]', async () => {
    await expectStatus(200, admin('PUT', '/customers/7', { name: 'B', currency: 'EUR', timeZone: 'Europe/Rome' }))
    await expectStatus(200, admin('PUT', `/people/${personId}`, { roles: roleAt(7, 'frontdesk') }))
    const { browser } = await signIn(await assertion())
    await expectRefusal(browser.post('token', { customerId: 1 }), 403, 'PERMISSION_DENIED')
  })

  it('is told of to the page where it is on [PEOPLE-47]', async () => {
    expect((await new Browser(BINDINGS).post('challenge')).json.access).toBe(true)
    expect((await new Browser().post('challenge')).json).not.toHaveProperty('access')
  })
})

describe('a sign-in by Cloudflare Access is 401', () => {
  const refused = async (text: string | undefined, bindings?: object) => {
    const { answer } = await signIn(text, bindings)
    await expectRefusal(Promise.resolve(answer), 401, 'INVALID_CREDENTIAL')
    expect(await rows('SELECT count(*) AS n FROM session')).toEqual([{ n: 0 }])
  }

  it.each<[string, () => Changes]>([
    ['of another key', () => ({ key: others.privateKey })],
    ['of a key that the team does not have', () => ({ key: others.privateKey, kid: 'other' })],
    ['for another application', () => ({ claims: { aud: ['another'] } })],
    ['of another team', () => ({ claims: { iss: 'https://other.cloudflareaccess.com' } })],
    ['that has expired', () => ({ iat: seconds() - 7200, exp: seconds() - 1 })],
    ['of a sign-in older than a session can be', () => ({ iat: seconds() - 8 * 86_400, exp: seconds() + 60 })],
    ['of a service token', () => ({ claims: { email: undefined, common_name: 'till.access' } })],
    ['of a service token with an empty address', () => ({ claims: { email: '' } })],
    ['of nobody whom the service knows', () => ({ claims: { email: 'nobody@hotel.example' } })],
  ])('with an assertion %s [PEOPLE-48] [INVALID_CREDENTIAL]', async (_, changes) => {
    await refused(await assertion(changes()))
  })

  it('without an assertion, with text in its place, or with one that has no signature [PEOPLE-48]', async () => {
    const [, claims] = (await assertion()).split('.')
    for (const text of [undefined, 'text', `${btoa(JSON.stringify({ alg: 'none' }))}.${claims}.`]) await refused(text)
  })

  it.each(['ACCESS_TEAM', 'ACCESS_AUD'])('without the setting [%s] [PEOPLE-48]', async name => {
    await refused(await assertion(), { ...BINDINGS, [name]: '' })
  })

  it('when the keys of the team cannot be read, which the log says [PEOPLE-48]', async () => {
    const text = await assertion()
    const lines = await logged(() => refused(text, { ...BINDINGS, ACCESS_TEAM: 'http://127.0.0.1:9' }))
    expect(lines.filter(({ fault }) => fault)).toHaveLength(1)
  })

  it('and 403 from another origin, to which the browser adds the assertion too [PEOPLE-8]', async () => {
    const headers = { 'cf-access-jwt-assertion': await assertion(), origin: 'https://evil.test' }
    await expectRefusal(new Browser(BINDINGS).post('sign-in', {}, headers), 403, 'PERMISSION_DENIED')
  })
})

it.each(['https://hotels.cloudflareaccess.com', 'hotels', 'hotels.cloudflareaccess.com/path', 'http://192.0.2.1:80'])(
  'ACCESS_TEAM %s is no team, and stops the service [ACCESS_TEAM]',
  async team => {
    const answer = await withBindings({ ...BINDINGS, ACCESS_TEAM: team })('GET', '/api/Fetch/health')
    expect(answer.status).toBe(500)
  },
)

it('a server of this machine is a team only where webhooks may be sent to it [ACCESS_TEAM]', async () => {
  const answer = await withBindings({ ...BINDINGS, WEBHOOK_TARGETS: '' })('GET', '/api/Fetch/health')
  expect(answer.status).toBe(500)
})

describe('the e-mail address of a person', () => {
  const emailOf = async (id = personId) =>
    (await admin('GET', '/people')).json.people.find((each: { personId: number }) => each.personId === id).email

  it('is kept in lower case, changed and taken away [PEOPLE-49]', async () => {
    expect(await emailOf()).toBe(EMAIL)
    await expectStatus(200, admin('PUT', `/people/${personId}`, { name: 'Berta' }))
    expect(await emailOf()).toBe(EMAIL)
    await expectStatus(200, admin('PUT', `/people/${personId}`, { email: 'B@x.example' }))
    expect(await emailOf()).toBe('b@x.example')
    await expectStatus(200, admin('PUT', `/people/${personId}`, { email: null }))
    expect(await emailOf()).toBeNull()
    const { text, json } = await admin('GET', '/audit')
    expect(text).not.toMatch(/@(hotel|x)\.example/i)
    expect(json.entries.map(({ details }: { details: object }) => details)).toContainEqual({ email: 'removed' })
  })

  it('belongs to one person, and to no desk [PEOPLE-49] [INVALID_FIELD]', async () => {
    const desk = { name: 'D', kind: 'desk', roles: roleAt(1, 'frontdesk') }
    await expectRefusal(admin('POST', '/people', { ...PERSON, email: EMAIL }), 422, 'INVALID_FIELD', /^email: /)
    await expectRefusal(admin('POST', '/people', { ...desk, email: 'd@x.example' }), 422, 'INVALID_FIELD', /^email: /)
    await expectRefusal(admin('POST', '/people', { ...PERSON, email: 'anna' }), 422, 'INVALID_FIELD', /^email: /)
    const [other, opened] = [await invite(OWNER), await invite(desk.roles, 'desk')]
    const change = (id: number, email: string) => admin('PUT', `/people/${id}`, { email })
    await expectRefusal(change(other.personId, 'ANNA@hotel.example'), 422, 'INVALID_FIELD', /^email: /)
    await expectRefusal(change(opened.personId, 'd@x.example'), 422, 'INVALID_FIELD', /^email: /)
    await expectStatus(200, change(personId, EMAIL))
  })
})
