import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { version } from '../../package.json'
import { type Operation, operations } from '../support/operations'
import { type Answer, expectStatus, hotelBeforeEach, integrator, SERVICE_URL, send } from '../support/service'

const hotel = hotelBeforeEach()
let all: Operation[]
beforeEach(async () => {
  all = await operations()
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Sends a request to each of the operations, and returns the responses. */
const askAll = (which: (operation: Operation) => boolean, ask: (operation: Operation) => Promise<Answer>) =>
  Promise.all(
    all.filter(which).map(async operation => {
      const { status, headers, text, json } = await ask(operation)
      const fault = json?.errors?.[0] ?? {}
      return { name: operation.name, status, code: fault.code ?? json?.error_code, headers, text, json, operation }
    }),
  )

const short = (answers: { name: string; status: number; code: string }[]) =>
  answers.map(({ name, status, code }) => `${name} ${status} ${code}`)

const expected = (which: (operation: Operation) => boolean, outcome: string) =>
  all.filter(which).map(({ name }) => `${name} ${outcome}`)

const isGuarded = ({ auth }: Operation) => auth !== 'public'
const isCustomers = ({ auth }: Operation) => auth.includes(':')
const takesJson = ({ takesBody, takesForm }: Operation) => takesBody && !takesForm

/** The credential that opens an operation. */
const credential = ({ auth }: Operation) =>
  auth === 'admin' ? bearer(env.ADMIN_TOKEN as string) : auth === 'public' ? {} : bearer(hotel.token)

describe('on every operation', () => {
  it('there are some', () => expect(all.length).toBeGreaterThan(20))

  it('no credential is 401 AUTHENTICATION_REQUIRED, with a challenge without details [API-13] [TOKEN-42] [AUTHENTICATION_REQUIRED]', async () => {
    const answers = await askAll(isGuarded, each => send(each.method, each.address, each.body))
    expect(short(answers)).toEqual(expected(isGuarded, '401 AUTHENTICATION_REQUIRED'))
    for (const { name, headers } of answers) {
      const metadata = `, resource_metadata="${SERVICE_URL}/.well-known/oauth-protected-resource"`
      const challenge = `Bearer realm="innlet"${name.includes(' /api/') ? metadata : ''}`
      expect(headers.get('www-authenticate'), name).toBe(challenge)
    }
  })

  it('a garbage bearer is 401 INVALID_TOKEN [API-13]', async () => {
    const answers = await askAll(isGuarded, each => send(each.method, each.address, each.body, bearer('a.b.c')))
    expect(short(answers)).toEqual(expected(isGuarded, '401 INVALID_TOKEN'))
    for (const { headers } of answers) expect(headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  it('a garbage API key is 401 INVALID_API_KEY [INVALID_API_KEY]', async () => {
    const answers = await askAll(isCustomers, each =>
      send(each.method, each.address, each.body, { 'x-api-key': 'ik_nonsense' }),
    )
    expect(short(answers)).toEqual(expected(isCustomers, '401 INVALID_API_KEY'))
  })

  it('a credential that lacks the permission is 403 PERMISSION_DENIED, and the permission is named [PERMISSION_DENIED] [ACCESS-4]', async () => {
    for (const feature of ['reservations', 'rates', 'inventory']) {
      const others = ['reservations:write', 'rates:write', 'inventory:write'].filter(each => !each.startsWith(feature))
      const { token } = await integrator(1, others)
      const needsIt = ({ auth }: Operation) => auth.startsWith(`${feature}:`)
      const answers = await askAll(needsIt, each => send(each.method, each.address, each.body, bearer(token)))
      expect(short(answers)).toEqual(expected(needsIt, '403 PERMISSION_DENIED'))
      for (const { json, operation } of answers) expect(json.errors[0].description).toContain(operation.auth)
    }
  })

  it('a read permission does not write [ACCESS-3]', async () => {
    const { token } = await integrator(1, ['reservations:read', 'rates:read', 'inventory:read'])
    const writes = ({ auth }: Operation) => auth.endsWith(':write')
    const answers = await askAll(writes, each => send(each.method, each.address, each.body, bearer(token)))
    expect(short(answers)).toEqual(expected(writes, '403 PERMISSION_DENIED'))
  })

  it.each<[title: string, body: (operation: Operation) => string, outcome: string, type?: string]>([
    ['that is no JSON is 400 INVALID_JSON [INVALID_JSON]', () => '{"half":', '400 INVALID_JSON'],
    ['that is empty is 400 INVALID_JSON [API-24]', () => '', '400 INVALID_JSON'],
    ['of JSON that is no object is 422 INVALID_FIELD [API-24]', () => '[]', '422 INVALID_FIELD'],
    [
      'of another type is 415 UNSUPPORTED_MEDIA_TYPE [UNSUPPORTED_MEDIA_TYPE]',
      () => '{}',
      '415 UNSUPPORTED_MEDIA_TYPE',
      'text/plain',
    ],
    [
      'over the limit is 413 BODY_TOO_LARGE [BODY_TOO_LARGE]',
      ({ bodyLimit }) => `{"x":"${'x'.repeat(bodyLimit)}"}`,
      '413 BODY_TOO_LARGE',
    ],
  ])('a body %s', async (_, bodyOf, outcome, type = 'application/json') => {
    const answers = await askAll(takesJson, each =>
      send(each.method, each.address, bodyOf(each), { 'content-type': type, ...credential(each) }),
    )
    expect(short(answers)).toEqual(expected(takesJson, outcome))
  })

  it('a wrong method is 405 METHOD_NOT_ALLOWED, and Allow lists the right ones [API-4] [METHOD_NOT_ALLOWED]', async () => {
    const answers = await askAll(
      () => true,
      each => send('PROPFIND', each.address),
    )
    expect(short(answers)).toEqual(expected(() => true, '405 METHOD_NOT_ALLOWED'))
    for (const { headers, operation } of answers) expect(headers.get('allow')).toContain(operation.method)
  })

  it('every answer carries X-Request-Id and X-Api-Version [API-14] [VERSION-1]', async () => {
    const answers = await askAll(
      () => true,
      each => send(each.method, each.address, each.body, { 'x-request-id': 'trace-1:2/3' }),
    )
    for (const { name, headers } of answers) {
      expect([headers.get('x-request-id'), headers.get('x-api-version')], name).toEqual(['trace-1:2/3', version])
    }
  })

  it('every refusal below /api is the envelope, and is described [API-1] [VERSION-3]', async () => {
    const isApi = ({ path }: Operation) => path.startsWith('/api/')
    const answers = await askAll(isApi, each => send(each.method, each.address, each.body, bearer('a.b.c')))
    for (const { name, status, json, operation } of answers.filter(({ status }) => status !== 200)) {
      expect(Object.keys(json).sort(), name).toEqual(['content', 'errors', 'message', 'success'])
      expect(operation.statuses, name).toEqual(expect.arrayContaining([String(status)]))
    }
  })
})

it.each(['/api', '/api/', '/api/Booking', '/api/booking/postbooking', '/api/Booking/PostBooking/', '/api/nothing'])(
  'the unknown path %s is 404 NOT_FOUND in the envelope [API-3] [NOT_FOUND]',
  async path => {
    const { json } = await expectStatus(404, send('POST', path, {}))
    expect(json).toEqual({
      content: {},
      errors: [{ code: 'NOT_FOUND', description: 'there is no such path' }],
      message: 'There is no such path, or no such record of this customer.',
      success: false,
    })
  },
)
