import { beforeEach, describe, expect, it } from 'vitest'
import { exhaustedRateLimit, untouchedDatabase } from '../../support/bindings'
import { bearerHeader, forgeToken, probeEndpoints } from '../../support/probe'
import {
  admin,
  expectRefusal,
  expectStatus,
  integrator,
  requestToken,
  resetBeforeEach,
  SERVICE_URL,
  send,
} from '../../support/service'

resetBeforeEach()

beforeEach(async () => {
  for (const id of [1, 2]) {
    await expectStatus(200, admin('PUT', `/customers/${id}`, { name: 'H', currency: 'EUR', timeZone: 'Europe/Lisbon' }))
  }
})

const { read, write } = probeEndpoints()

/** Where a 401 of the API says that its metadata is. */
const METADATA = `resource_metadata="${SERVICE_URL}/.well-known/oauth-protected-resource"`

const part = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')

describe('a missing, expired or invalid token gives 401 [ACCESS-5]', () => {
  it('a missing token is AUTHENTICATION_REQUIRED, with a challenge without an error', async () => {
    for (const headers of [{}, { authorization: 'Basic YTpi' }, { authorization: 'Bearer' }] as Record<
      string,
      string
    >[]) {
      const answer = await read(headers)
      await expectRefusal(answer, 401, 'AUTHENTICATION_REQUIRED')
      expect(answer.headers.get('www-authenticate')).toBe(`Bearer realm="innlet", ${METADATA}`)
      expect(answer.json).toMatchObject({ content: {}, success: false })
    }
  })

  it('the forger makes tokens that would be accepted', async () => {
    expect((await read(bearerHeader(await forgeToken({})))).status).toBe(200)
  })

  const past = Math.floor(Date.now() / 1000) - 1000
  it.each<[string, () => Promise<string> | string]>([
    ['expired', () => forgeToken({ iat: past, exp: past + 900 })],
    ['without an audience', () => forgeToken({ aud: undefined })],
    ['for another audience', () => forgeToken({ aud: 'other-api' })],
    ['of another issuer', () => forgeToken({ iss: 'https://elsewhere.test' })],
    ['without an expiry', () => forgeToken({ exp: undefined })],
    ['without a customer', () => forgeToken({ customer: undefined })],
    ['of an unknown key', () => forgeToken({}, { kid: 'unknown' })],
    ['with another signature', async () => `${(await forgeToken({})).slice(0, -8)}AAAAAAAA`],
    ['unsigned', () => `${part({ alg: 'none', typ: 'at+jwt' })}.${part({ aud: 'innlet-api', iss: SERVICE_URL })}.`],
    ['no token at all', () => 'abc'],
  ])('a token that is %s is INVALID_TOKEN [INVALID_TOKEN]', async (_, make) => {
    const answer = await read(bearerHeader(await make()))
    await expectRefusal(answer, 401, 'INVALID_TOKEN')
    const challenge = answer.headers.get('www-authenticate')
    expect(challenge).toMatch(/^Bearer realm="innlet", error="invalid_token"/)
    expect(challenge?.endsWith(`, ${METADATA}`)).toBe(true)
  })

  it('a token issued without an audience is rejected when used, while the token request itself succeeds [TOKEN-10]', async () => {
    const { clientId, clientSecret } = await integrator(1)
    const { json } = await expectStatus(
      200,
      requestToken({ client_id: clientId, client_secret: clientSecret, audience: undefined }),
    )
    expect((await read(bearerHeader(json.access_token))).status).toBe(401)
  })

  it("another product's token is refused here [TOKEN-20]", async () => {
    await expectStatus(200, admin('PUT', '/interfaces/engine', { audience: 'engine-api' }))
    const created = await expectStatus(
      201,
      admin('POST', '/applications', {
        name: 'e',
        customerId: 1,
        product: 'engine',
        permissions: ['reservations:write'],
      }),
    )
    const credentials = { client_id: created.json.clientId, client_secret: created.json.clientSecret }
    const { json } = await expectStatus(200, requestToken({ ...credentials, audience: 'engine-api' }))
    expect((await read(bearerHeader(json.access_token))).json.errors[0].code).toBe('INVALID_TOKEN')
  })
})

describe('permissions', () => {
  it('the permissions inside the token are enforced, not those of its application [ACCESS-4]', async () => {
    const { clientId, clientSecret } = await integrator(1, ['reservations:write'])
    const narrow = { client_id: clientId, client_secret: clientSecret, scope: 'reservations:read' }
    const { json } = await expectStatus(200, requestToken(narrow))
    expect((await read(bearerHeader(json.access_token))).status).toBe(200)
    expect((await write(bearerHeader(json.access_token))).status).toBe(403)
  })
})

describe('a token held stays good', () => {
  it('a token already held keeps its permissions, whatever becomes of its application [TOKEN-21] [LIMIT-2]', async () => {
    const { token, clientId } = await integrator(1, ['reservations:write'])
    await expectStatus(
      200,
      admin('PATCH', `/applications/${clientId}`, { permissions: ['rates:read'], status: 'revoked' }),
    )
    expect((await write(bearerHeader(token))).status).toBe(200)
  })

  it('issuing a new token does not invalidate older ones, nor does a new secret [TOKEN-21] [LIMIT-1]', async () => {
    const { token, clientId, clientSecret } = await integrator(1)
    const { json } = await expectStatus(200, requestToken({ client_id: clientId, client_secret: clientSecret }))
    await expectStatus(200, admin('POST', `/applications/${clientId}/rotate-secret`))
    expect((await read(bearerHeader(token))).status).toBe(200)
    expect((await read(bearerHeader(json.access_token))).status).toBe(200)
  })
})

it('the token is verified offline: no database on the way [TOKEN-11]', async () => {
  const { token } = await integrator(2)
  const offline = probeEndpoints({ DB: untouchedDatabase })
  const answer = await offline.read(bearerHeader(token))
  expect(answer.json.content).toEqual({ customer: 2, trips: 0 })
})

it('the scheme is read in any letter case', async () => {
  const { token } = await integrator(1)
  expect((await read({ authorization: `bearer ${token}` })).status).toBe(200)
})

it('over its rate a credential gets 429 RATE_LIMITED with Retry-After [RATE_LIMITED] [API_PER_CREDENTIAL] [API-27]', async () => {
  const { token, clientId } = await integrator(1)
  const limit = exhaustedRateLimit()
  const answer = await probeEndpoints({ API_PER_CREDENTIAL: limit }).read(bearerHeader(token))
  await expectRefusal(answer, 429, 'RATE_LIMITED')
  expect(answer.headers.get('retry-after')).toBe('60')
  expect(limit.keys).toEqual([clientId])
})

it.each(['<script>', 'a b', 'x'.repeat(129)])('the request id %s is replaced by a new one [API-14]', async id => {
  const answer = await send('GET', '/nowhere', undefined, { 'x-request-id': id })
  expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
})
