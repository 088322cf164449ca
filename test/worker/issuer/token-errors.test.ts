import { exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { brokenDatabases, exhaustedRateLimit, withBindings } from '../../support/bindings'
import { recordingDatabase } from '../../support/query-plan'
import {
  type Answer,
  admin,
  expectStatus,
  markUsed,
  readResponse,
  requestToken,
  resetBeforeEach,
  SERVICE_URL,
  send,
} from '../../support/service'

resetBeforeEach()

const FORM = 'application/x-www-form-urlencoded'

let client: { client_id: string; client_secret: string }
const good = (also: Record<string, unknown> = {}) => ({ grant_type: 'client_credentials', ...client, ...also })

beforeEach(async () => {
  await expectStatus(200, admin('PUT', '/customers/1', { name: 'H', currency: 'EUR', timeZone: 'Europe/Lisbon' }))
  await expectStatus(200, admin('PUT', '/interfaces/other-product', { audience: 'other-api' }))
  const { json } = await expectStatus(
    201,
    admin('POST', '/applications', {
      name: 'a',
      customerId: 1,
      product: 'innlet',
      permissions: ['reservations:write', 'rates:read'],
    }),
  )
  client = { client_id: json.clientId, client_secret: json.clientSecret }
})

const change = (fields: object) => expectStatus(200, admin('PATCH', `/applications/${client.client_id}`, fields))

/** What every failure must look like. */
function expectTokenError(answer: Answer, status: number, code: string, error: string) {
  expect(answer.json, answer.text).toEqual({
    error,
    error_code: code,
    error_description: expect.stringMatching(/^[ !#-[\]-~]+$/),
    error_uri: null,
  })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('retry-after')).toBeNull()
  expect(answer.headers.get('x-request-id')).toBeTruthy()
}

describe('every failure of the token endpoint is the token error object', () => {
  it('another grant_type than client_credentials is 400 UNSUPPORTED_GRANT_TYPE [TOKEN-2] [UNSUPPORTED_GRANT_TYPE]', async () => {
    for (const grant_type of ['authorization_code', 'Client_Credentials', 'refresh_token']) {
      expectTokenError(
        await requestToken(good({ grant_type })),
        400,
        'UNSUPPORTED_GRANT_TYPE',
        'unsupported_grant_type',
      )
    }
  })

  it('an unknown client id and a wrong secret are the same 401 INVALID_CLIENT_CREDENTIALS [TOKEN-25] [INVALID_CLIENT_CREDENTIALS] [TOKEN-27]', async () => {
    const unknown = await requestToken(good({ client_id: 'app_nobody' }))
    const wrong = await requestToken(good({ client_secret: `${client.client_secret}x` }))
    expectTokenError(unknown, 401, 'INVALID_CLIENT_CREDENTIALS', 'invalid_client')
    expect(wrong.status).toBe(unknown.status)
    expect(wrong.text).toBe(unknown.text)
    const names = (headers: Headers) => [...headers.keys()].sort()
    expect(names(wrong.headers)).toEqual(names(unknown.headers))
  })

  it.each(['inactive', 'revoked'])('an application that is %s is 401 CLIENT_REVOKED [CLIENT_REVOKED]', async status => {
    await change({ status })
    expectTokenError(await requestToken(good()), 401, 'CLIENT_REVOKED', 'invalid_client')
  })

  it('an application past its expiry date is 401 CLIENT_EXPIRED [CLIENT_EXPIRED]', async () => {
    await change({ expiresAt: '2020-01-01T00:00:00Z' })
    expectTokenError(await requestToken(good()), 401, 'CLIENT_EXPIRED', 'invalid_client')
  })

  it.each(['inventory:read', 'rates:write', 'reservations:read inventory:write', 'reservations', 'nonsense'])(
    '401 SCOPE_EXCEEDS_GRANT: requested scope "%s" exceeds the granted set [SCOPE_EXCEEDS_GRANT]',
    async scope => {
      expectTokenError(await requestToken(good({ scope })), 401, 'SCOPE_EXCEEDS_GRANT', 'invalid_scope')
    },
  )

  it('an audience that is not a configured interface is 401 AUDIENCE_NOT_REGISTERED [AUDIENCE_NOT_REGISTERED]', async () => {
    expectTokenError(
      await requestToken(good({ audience: 'nobodys-api' })),
      401,
      'AUDIENCE_NOT_REGISTERED',
      'invalid_target',
    )
  })

  it('the audience of another product is 401 AUDIENCE_NOT_PERMITTED [AUDIENCE_NOT_PERMITTED]', async () => {
    expectTokenError(
      await requestToken(good({ audience: 'other-api' })),
      401,
      'AUDIENCE_NOT_PERMITTED',
      'invalid_target',
    )
  })

  it.each([
    'https://elsewhere.test',
    'http://innlet.test',
    'https://innlet.test.elsewhere.test/',
    'https://user@innlet.test',
    'https://innlet.test:8443',
    'https://innlet.test#part',
    'innlet-api',
    '/api',
    'https://innlet.test https://innlet.test',
    ['https://innlet.test', 'https://innlet.test/api'],
  ])('the resource %j is 401 AUDIENCE_NOT_REGISTERED [AUDIENCE_NOT_REGISTERED] [TOKEN-41]', async resource => {
    for (const audience of [undefined, 'innlet-api', 'other-api']) {
      const answer = await requestToken(good({ resource, audience }))
      expectTokenError(answer, 401, 'AUDIENCE_NOT_REGISTERED', 'invalid_target')
    }
  })

  it('a second resource of a form is 401 AUDIENCE_NOT_REGISTERED [TOKEN-41]', async () => {
    const pairs = Object.entries(good()) as [string, string][]
    const body = new URLSearchParams([...pairs, ['resource', SERVICE_URL], ['resource', SERVICE_URL]])
    const request = { method: 'POST', body }
    const answer = await readResponse(await exports.default.fetch(`${SERVICE_URL}/oauth/token`, request))
    expectTokenError(answer, 401, 'AUDIENCE_NOT_REGISTERED', 'invalid_target')
  })

  it('another audience beside the resource is 401 AUDIENCE_NOT_PERMITTED [AUDIENCE_NOT_PERMITTED] [TOKEN-41]', async () => {
    for (const audience of ['other-api', 'nobodys-api']) {
      const answer = await requestToken(good({ resource: SERVICE_URL, audience }))
      expectTokenError(answer, 401, 'AUDIENCE_NOT_PERMITTED', 'invalid_target')
    }
  })

  it('the resource of another product’s application is 401 AUDIENCE_NOT_PERMITTED [AUDIENCE_NOT_PERMITTED]', async () => {
    const other = { name: 'b', customerId: 1, product: 'other-product', permissions: ['rates:read'] }
    const { json } = await expectStatus(201, admin('POST', '/applications', other))
    const credentials = { client_id: json.clientId, client_secret: json.clientSecret }
    const answer = await requestToken({ ...good({ resource: SERVICE_URL }), ...credentials, audience: undefined })
    expectTokenError(answer, 401, 'AUDIENCE_NOT_PERMITTED', 'invalid_target')
  })

  it.each(['x'.repeat(2049), 5, [5], { a: 1 }])(
    '422 INVALID_REQUEST_BODY: a resource that is too long, or no text [INVALID_REQUEST_BODY]',
    async resource => {
      expectTokenError(await requestToken(good({ resource })), 422, 'INVALID_REQUEST_BODY', 'invalid_request')
    },
  )

  it.each<[string, BodyInit, string?]>([
    ['is not valid JSON', '{"grant_type":'],
    ['is no object', '[]'],
    ['is null', 'null'],
    ['is empty', ''],
    ['is of another content type', 'grant_type=client_credentials', 'text/plain'],
    ['is multipart', '--x--', 'multipart/form-data; boundary=x'],
    ['names a field twice', 'grant_type=client_credentials&client_id=a&client_id=b&client_secret=c', FORM],
    ['is over 64 KiB', JSON.stringify({ grant_type: 'client_credentials', padding: 'x'.repeat(65_536) })],
    ['is no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
  ])(
    '422 INVALID_REQUEST_BODY: the body %s [INVALID_REQUEST_BODY] [LIMIT-6]',
    async (_, body, type = 'application/json') => {
      const request = { method: 'POST', body, headers: { 'content-type': type } }
      const answer = await readResponse(await exports.default.fetch(`${SERVICE_URL}/oauth/token`, request))
      expectTokenError(answer, 422, 'INVALID_REQUEST_BODY', 'invalid_request')
    },
  )

  it('a body without a content type is 422 INVALID_REQUEST_BODY', async () => {
    const answer = await readResponse(await exports.default.fetch(`${SERVICE_URL}/oauth/token`, { method: 'POST' }))
    expectTokenError(answer, 422, 'INVALID_REQUEST_BODY', 'invalid_request')
  })

  it.each(['grant_type', 'client_id', 'client_secret'])(
    '422 INVALID_REQUEST_BODY: %s missing [INVALID_REQUEST_BODY]',
    async field => {
      // Even where everything else is wrong too.
      const others = {
        grant_type: 'password',
        client_id: 'nobody',
        client_secret: 'x',
        scope: 'none',
        audience: 'none',
      }
      for (const absent of [undefined, null, '']) {
        const answer = await requestToken({ ...others, [field]: absent })
        expectTokenError(answer, 422, 'INVALID_REQUEST_BODY', 'invalid_request')
        expect(answer.json.error_description).toContain(field)
      }
    },
  )

  it.each(['grant_type', 'client_id', 'client_secret', 'audience', 'scope'])(
    '422 INVALID_REQUEST_BODY: %s over 2,048 characters, or no text [TOKEN-7] [INVALID_REQUEST_BODY]',
    async field => {
      for (const value of ['x'.repeat(2049), 5, ['a'], { a: 1 }, true]) {
        expectTokenError(await requestToken(good({ [field]: value })), 422, 'INVALID_REQUEST_BODY', 'invalid_request')
      }
      const longest = await requestToken(good({ [field]: 'x'.repeat(2048) }))
      expect(longest.status).not.toBe(422)
    },
  )

  it.each(['TOKEN_PER_CLIENT', 'TOKEN_PER_ADDRESS'])(
    '429 RATE_LIMITED: too many requests by [%s] [RATE_LIMITED] [TOKEN-27] [TOKEN-28]',
    async binding => {
      const limit = exhaustedRateLimit()
      const answer = await withBindings({ [binding]: limit })(
        'POST',
        '/oauth/token',
        good({ client_id: 'app_nobody' }),
        {
          'cf-connecting-ip': '192.0.2.7',
        },
      )
      expectTokenError(answer, 429, 'RATE_LIMITED', 'temporarily_unavailable')
      // A client id that does not exist is counted too.
      expect(limit.keys).toEqual([binding === 'TOKEN_PER_CLIENT' ? 'app_nobody' : '192.0.2.7'])
    },
  )

  it.each(['SIGNING_KEYS', 'SECRET_PEPPER'])(
    'a service without %s is 503 SIGNING_NOT_CONFIGURED [SIGNING_NOT_CONFIGURED]',
    async name => {
      const answer = await withBindings({ [name]: '' })('POST', '/oauth/token', good())
      expectTokenError(answer, 503, 'SIGNING_NOT_CONFIGURED', 'server_error')
    },
  )

  it('a database that does not answer is 503 DATABASE_UNAVAILABLE', async () => {
    const answer = await withBindings(brokenDatabases)('POST', '/oauth/token', good())
    expectTokenError(answer, 503, 'DATABASE_UNAVAILABLE', 'temporarily_unavailable')
  })

  it('another method is 405 METHOD_NOT_ALLOWED, with Allow', async () => {
    const answer = await send('GET', '/oauth/token')
    expectTokenError(answer, 405, 'METHOD_NOT_ALLOWED', 'invalid_request')
    expect(answer.headers.get('allow')).toBe('POST')
  })

  it.each(['no JWKS', '{"keys":[{"kty":"EC","kid":"a","d":"no JWKS"}]}', '{"keys":[{"kty":"oct","k":"no JWKS"}]}'])(
    '500 INTERNAL_ERROR where a setting makes no sense; the log names it, and nobody tells its value: %s',
    async SIGNING_KEYS => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      const answer = await withBindings({ SIGNING_KEYS })('POST', '/oauth/token', good())
      expectTokenError(answer, 500, 'INTERNAL_ERROR', 'server_error')
      const logged = log.mock.calls.flat().join()
      expect(logged).toContain('Misconfigured SIGNING_KEYS')
      expect(answer.text + logged).not.toContain('no JWKS')
      log.mockRestore()
    },
  )
})

describe('the checks stand in their order: of two faults the earlier one answers [TOKEN-26]', () => {
  const limited = { TOKEN_PER_CLIENT: exhaustedRateLimit() }
  const unsigned = { SIGNING_KEYS: '' }
  const steps: [string, Record<string, unknown>, object, object?][] = [
    ['INVALID_REQUEST_BODY', { scope: 5 }, {}],
    ['UNSUPPORTED_GRANT_TYPE', { grant_type: 'password' }, {}],
    ['RATE_LIMITED', {}, limited],
    ['SIGNING_NOT_CONFIGURED', {}, unsigned],
    ['INVALID_CLIENT_CREDENTIALS', { client_secret: 'wrong' }, {}],
    ['CLIENT_REVOKED', {}, {}, { status: 'revoked' }],
    ['CLIENT_EXPIRED', {}, {}, { expiresAt: '2020-01-01T00:00:00Z' }],
    ['AUDIENCE_NOT_REGISTERED', { resource: 'https://elsewhere.test' }, {}],
    ['AUDIENCE_NOT_PERMITTED', { audience: 'other-api' }, {}],
    ['SCOPE_EXCEEDS_GRANT', { scope: 'inventory:write' }, {}],
  ]

  it.each(steps.map(([code], i) => [code, i] as const))('%s comes before all that follow', async (code, i) => {
    const rest = steps.slice(i)
    for (const [, , , changed] of rest) if (changed) await change(changed)
    const fields = Object.assign({}, ...rest.map(([, wrong]) => wrong).reverse())
    const settings = Object.assign({}, ...rest.map(([, , other]) => other))
    const answer = await withBindings(settings)('POST', '/oauth/token', good(fields))
    expect(answer.json.error_code).toBe(code)
  })
})

it('an unknown client takes one round trip to the database, as a known one does [TOKEN-25]', async () => {
  const { bindings, trips } = recordingDatabase()
  const there = withBindings(bindings)
  await markUsed('application')
  await expectStatus(200, there('POST', '/oauth/token', good({ audience: 'innlet-api' })))
  await expectStatus(401, there('POST', '/oauth/token', good({ client_secret: 'wrong' })))
  await expectStatus(401, there('POST', '/oauth/token', good({ client_id: 'app_nobody' })))
  expect(trips).toEqual([2, 2, 2])
})
