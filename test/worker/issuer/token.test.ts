import { env, exports } from 'cloudflare:workers'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import {
  admin,
  expectStatus,
  readResponse,
  requestToken,
  resetBeforeEach,
  rows,
  SERVICE_URL,
  SHARD,
  send,
} from '../../support/service'

resetBeforeEach()

let client: { client_id: string; client_secret: string }
const PERMISSIONS = ['reservations:write', 'rates:read']

beforeEach(async () => {
  await expectStatus(200, admin('PUT', '/customers/7', { name: 'H', currency: 'EUR', timeZone: 'Europe/Lisbon' }))
  const { json } = await expectStatus(
    201,
    admin('POST', '/applications', { name: 'a', customerId: 7, product: 'innlet', permissions: PERMISSIONS }),
  )
  client = { client_id: json.clientId, client_secret: json.clientSecret }
})

const form = async (fields: Record<string, string> | [string, string][], headers: Record<string, string> = {}) =>
  readResponse(
    await exports.default.fetch(`${SERVICE_URL}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
    }),
  )

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`,
})

/** Sets the secret of the client. Generated secrets have no such characters; a secret that a customer imported may have. */
async function keepSecret(secret: string) {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const pepper = await crypto.subtle.importKey('raw', bytes(env.SECRET_PEPPER as string), hmac, false, ['sign'])
  const hash = Buffer.from(await crypto.subtle.sign('HMAC', pepper, bytes(secret))).toString('base64url')
  await rows('UPDATE application SET secret_hash = ?', hash)
}

const GRANT = { grant_type: 'client_credentials' }

describe('the token response', () => {
  it('has access_token, token_type Bearer, expires_in 900 and scope, and is not stored [TOKEN-1] [TOKEN-2] [TOKEN_TTL_SECONDS]', async () => {
    const answer = await expectStatus(200, requestToken(client))
    expect(answer.json).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'reservations:write rates:read',
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toContain('application/json')
  })

  it('carries an ES256 JWT of type at+jwt with the claims of the client [TOKEN-9] [SHARD-2]', async () => {
    const { json } = await expectStatus(200, requestToken(client))
    expect(decodeProtectedHeader(json.access_token)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: 'signing-1' })
    const claims = decodeJwt(json.access_token)
    expect(claims).toEqual({
      iss: SERVICE_URL,
      sub: client.client_id,
      aud: 'innlet-api',
      iat: expect.any(Number),
      exp: (claims.iat as number) + 900,
      jti: expect.any(String),
      client_id: client.client_id,
      scope: 'reservations:write rates:read',
      customer: 7,
      ...SHARD,
      product: 'innlet',
    })
    const again = await expectStatus(200, requestToken(client))
    expect(decodeJwt(again.json.access_token).jti).not.toBe(claims.jti)
  })

  it.each([undefined, null, ''])(
    'issues a token without an audience claim when the audience is %j [TOKEN-10]',
    async audience => {
      const { json } = await expectStatus(200, requestToken({ ...client, audience }))
      expect(decodeJwt(json.access_token)).not.toHaveProperty('aud')
    },
  )

  it('the lifetime is an environment setting [TOKEN_TTL_SECONDS]', async () => {
    const there = withBindings({ TOKEN_TTL_SECONDS: '60' })
    const { json } = await expectStatus(200, there('POST', '/oauth/token', { ...GRANT, ...client }))
    expect(json.expires_in).toBe(60)
    const { iat, exp } = decodeJwt(json.access_token)
    expect((exp as number) - (iat as number)).toBe(60)
  })

  it('names the setting PUBLIC_URL as its issuer [PUBLIC_URL]', async () => {
    const there = withBindings({ PUBLIC_URL: 'https://innlet.example/' })
    const { json } = await expectStatus(200, there('POST', '/oauth/token', { ...GRANT, ...client }))
    expect(decodeJwt(json.access_token).iss).toBe('https://innlet.example')
  })
})

describe('the request is JSON or a form, the credentials in it or by HTTP Basic', () => {
  it('a form is accepted [TOKEN-3]', async () => {
    expect((await form({ ...GRANT, ...client })).status).toBe(200)
  })

  it('JSON with another media type and a charset is accepted [TOKEN-3]', async () => {
    const type = { 'content-type': 'application/JSON; charset=utf-8' }
    expect((await send('POST', '/oauth/token', { ...GRANT, ...client }, type)).status).toBe(200)
  })

  it('HTTP Basic is accepted [TOKEN-3]', async () => {
    const header = basic(client.client_id, client.client_secret)
    expect((await form(GRANT, header)).status).toBe(200)
    expect((await send('POST', '/oauth/token', GRANT, header)).status).toBe(200)
  })

  it('HTTP Basic that is not form-encoded, as hand-written clients send it, is accepted', async () => {
    const header = { authorization: `basic ${btoa(`${client.client_id}:${client.client_secret}`)}` }
    expect((await form(GRANT, header)).status).toBe(200)
  })

  it('HTTP Basic with the same client id in the body is accepted', async () => {
    const header = basic(client.client_id, client.client_secret)
    expect((await form({ ...GRANT, client_id: client.client_id }, header)).status).toBe(200)
  })

  it('a body that names another client than HTTP Basic is refused', async () => {
    const header = basic(client.client_id, client.client_secret)
    const answer = await expectStatus(422, form({ ...GRANT, client_id: 'app_other' }, header))
    expect(answer.json.error_code).toBe('INVALID_REQUEST_BODY')
  })

  it('HTTP Basic is challenged again when the credentials are wrong; the body is not', async () => {
    const wrong = await expectStatus(401, form(GRANT, basic(client.client_id, 'wrong')))
    expect(wrong.json.error_code).toBe('INVALID_CLIENT_CREDENTIALS')
    expect(wrong.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
    const posted = await form({ ...GRANT, ...client, client_secret: 'wrong' })
    expect(posted.headers.get('www-authenticate')).toBeNull()
  })

  it.each(['Basic', 'Basic !!!', `Basic ${btoa('no colon')}`, `Basic ${btoa('id:')}`, 'Bearer abc'])(
    'a header "%s" brings no credentials',
    async authorization => {
      const answer = await expectStatus(422, form(GRANT, { authorization }))
      expect(answer.json.error_code).toBe('INVALID_REQUEST_BODY')
    },
  )

  it.each(['&', '=', '%', '#', '+', ' ', ':', 'é', '%zz'])(
    'a secret with "%s" in it travels whole in JSON, in an encoded form and by Basic [TOKEN-6]',
    async character => {
      const secret = `begin${character}end`
      await keepSecret(secret)
      const credentials = { client_id: client.client_id, client_secret: secret }
      expect((await requestToken(credentials)).status).toBe(200)
      expect((await form({ ...GRANT, ...credentials })).status).toBe(200)
      expect((await form(GRANT, basic(client.client_id, secret))).status).toBe(200)
    },
  )

  it.each(['&', '+', '%41'])(
    'a form built by hand, in which "%s" is not encoded, fails as a wrong secret does [TOKEN-6]',
    async part => {
      const secret = `begin${part}end`
      await keepSecret(secret)
      const body = `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${secret}`
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await readResponse(
        await exports.default.fetch(`${SERVICE_URL}/oauth/token`, { method: 'POST', body, headers }),
      )
      expect(answer.status).toBe(401)
      expect(answer.json.error_code).toBe('INVALID_CLIENT_CREDENTIALS')
    },
  )

  it('a secret over 2,048 characters is refused by Basic too', async () => {
    const answer = await expectStatus(422, form(GRANT, basic(client.client_id, 'x'.repeat(2049))))
    expect(answer.json.error_code).toBe('INVALID_REQUEST_BODY')
  })

  it('unknown fields are ignored, whatever they are [TOKEN-7]', async () => {
    const also = { realm: 5, assertion: ['a', 'b'], note: 'x'.repeat(3000) }
    expect((await requestToken({ ...client, ...also })).status).toBe(200)
    const pairs = Object.entries({ ...GRANT, ...client })
    expect((await form([...pairs, ['assertion', 'a'], ['assertion', 'b']])).status).toBe(200)
  })
})

describe('resource [TOKEN-41]', () => {
  const audienceFor = async (fields: Record<string, unknown>) => {
    const { json } = await expectStatus(200, send('POST', '/oauth/token', { ...GRANT, ...client, ...fields }))
    return decodeJwt(json.access_token).aud
  }

  it.each(['', '/', '/api/', '/api/Booking/PostBooking', '//', '?a=b', '/a/../mcp'])(
    'the address of the service with "%s" behind it means its audience',
    async below => {
      expect(await audienceFor({ resource: SERVICE_URL + below })).toBe('innlet-api')
    },
  )

  it('its host is matched in any letter case, in JSON and in a form, in a list of one too', async () => {
    for (const resource of ['HTTPS://INNLET.TEST', 'https://innlet.test:443', [SERVICE_URL], [SERVICE_URL, '']]) {
      expect(await audienceFor({ resource })).toBe('innlet-api')
    }
    const { json } = await expectStatus(200, form({ ...GRANT, ...client, resource: SERVICE_URL }))
    expect(decodeJwt(json.access_token).aud).toBe('innlet-api')
  })

  it('beside the audience it changes nothing, and an empty one counts as absent', async () => {
    expect(await audienceFor({ resource: SERVICE_URL, audience: 'innlet-api' })).toBe('innlet-api')
    for (const resource of [undefined, null, '', ' ', []]) expect(await audienceFor({ resource })).toBeUndefined()
  })

  it('follows the settings PUBLIC_URL and AUDIENCE', async () => {
    const there = withBindings({ PUBLIC_URL: 'https://innlet.example/stays/', AUDIENCE: 'stays-api' })
    const request = (resource: string) => there('POST', '/oauth/token', { ...GRANT, ...client, resource })
    for (const below of ['', '/', '/api']) {
      const { json } = await expectStatus(200, request(`https://innlet.example/stays${below}`))
      expect(decodeJwt(json.access_token).aud).toBe('stays-api')
    }
    for (const other of ['https://innlet.example', 'https://innlet.example/stays2', SERVICE_URL]) {
      expect((await request(other)).json.error_code).toBe('AUDIENCE_NOT_REGISTERED')
    }
    expect((await request('https://innlet.example/stays/../admin')).json.error_code).toBe('AUDIENCE_NOT_REGISTERED')
  })
})

describe('scope', () => {
  const scopeOf = async (scope: unknown) => (await expectStatus(200, requestToken({ ...client, scope }))).json.scope

  it.each([undefined, null, '', ' '])('omitted (%j) means the full granted set [TOKEN-8]', async scope => {
    expect(await scopeOf(scope)).toBe('reservations:write rates:read')
  })

  it.each([
    ['rates:read', 'rates:read'],
    ['reservations:write', 'reservations:write'],
    ['reservations:read', 'reservations:read'],
    ['reservations:read rates:read', 'reservations:read rates:read'],
    ['rates:read rates:read  reservations:write', 'rates:read reservations:write'],
  ])('"%s" is granted as "%s" [TOKEN-8]', async (asked, granted) => {
    expect(await scopeOf(asked)).toBe(granted)
    const { json } = await expectStatus(200, requestToken({ ...client, scope: asked }))
    expect(decodeJwt(json.access_token).scope).toBe(granted)
  })
})

describe('permission changes apply only to tokens issued afterwards', () => {
  it('the next token has the new permissions, the one held keeps its own [TOKEN-22]', async () => {
    const before = (await expectStatus(200, requestToken(client))).json
    await expectStatus(200, admin('PATCH', `/applications/${client.client_id}`, { permissions: ['inventory:read'] }))
    const after = (await expectStatus(200, requestToken(client))).json
    expect([before.scope, after.scope]).toEqual(['reservations:write rates:read', 'inventory:read'])
    expect(decodeJwt(before.access_token).scope).toBe(before.scope)
  })

  it('each set of credentials is tied to one customer and one product [TOKEN-20]', async () => {
    await expectStatus(200, admin('PUT', '/interfaces/booking-engine', { audience: 'engine-api' }))
    const { json } = await expectStatus(
      201,
      admin('POST', '/applications', { name: 'b', customerId: 7, product: 'booking-engine', permissions: PERMISSIONS }),
    )
    const other = { client_id: json.clientId, client_secret: json.clientSecret }
    const granted = await expectStatus(200, requestToken({ ...other, audience: 'engine-api' }))
    expect(decodeJwt(granted.json.access_token)).toMatchObject({ aud: 'engine-api', product: 'booking-engine' })
    expect((await requestToken(other)).json.error_code).toBe('AUDIENCE_NOT_PERMITTED')
    expect((await requestToken({ ...client, audience: 'engine-api' })).json.error_code).toBe('AUDIENCE_NOT_PERMITTED')
  })
})

it('the set of features can grow by configuration: a new one is granted, and stands in the scope [ACCESS-6]', async () => {
  const there = withBindings({ FEATURES: 'reservations rates inventory spa' })
  const wanted = { name: 'spa', customerId: 7, product: 'innlet', permissions: ['spa:write', 'rates:read'] }
  expect((await admin('POST', '/applications', wanted)).json.errors[0].description).toMatch(/^permissions\[0\]: /)
  const headers = { authorization: `Bearer ${env.ADMIN_TOKEN}` }
  const { json } = await expectStatus(201, there('POST', '/admin/applications', wanted, headers))
  const credentials = { client_id: json.clientId, client_secret: json.clientSecret }
  const granted = await expectStatus(200, there('POST', '/oauth/token', { ...GRANT, ...credentials }))
  expect(granted.json.scope).toBe('spa:write rates:read')
  const narrow = await expectStatus(200, there('POST', '/oauth/token', { ...GRANT, ...credentials, scope: 'spa:read' }))
  expect(narrow.json.scope).toBe('spa:read')
})
