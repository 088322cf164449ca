import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { brokenKv, exhaustedRateLimit, withBindings } from '../support/bindings'
import { SECRET_CANARY } from '../support/canaries'
import {
  calendarPath,
  decodeClaims,
  detailsPath,
  forgeLink,
  hotelsPath,
  issueLink,
  markupPath,
  pagePath,
  stayWithLink,
} from '../support/itinerary'
import { logged } from '../support/logged'
import { bearerHeader } from '../support/probe'
import { admin, databases, expectRefusal, expectStatus, resetBeforeEach } from '../support/service'
import { databaseFromStub } from '../support/sessions'

resetBeforeEach()

const SHARD = databases.length - 1
const seconds = () => Math.floor(Date.now() / 1000)

let stay: Awaited<ReturnType<typeof stayWithLink>>
beforeEach(async () => {
  stay = await stayWithLink()
})

/** The line of the request among those that are logged. */
async function lineOf(request: () => Promise<unknown>) {
  const lines = await logged(request)
  return lines.find(({ route }) => route) as Record<string, unknown>
}

const revoke = () =>
  expectStatus(200, stay.hotel.call('POST', '/PartnerItinerary/RevokeLink', { reservationId: stay.reservationId }))
const isInKv = (token: string) => expect.poll(() => env.LINKS.get(`revoked:${decodeClaims(token).jti}`)).toBeTruthy()

describe('the log has the reason of a refused link, and the response does not [API-40]', () => {
  const paths = [detailsPath, hotelsPath, markupPath, calendarPath, pagePath]
  const withoutKv = { LINKS: brokenKv }
  const claims = () => decodeClaims(stay.token) as Record<string, unknown>

  it.each<[reason: string, way: string, make: () => unknown, changes?: Partial<typeof env>]>([
    ['forged', 'a word', () => 'abc'],
    ['forged', 'a changed signature', () => `${stay.token.slice(0, -2)}AA`],
    ['forged', 'a token that is too long', () => 'A'.repeat(600)],
    ['expired', 'an expired token', () => forgeLink({ ...claims(), exp: seconds() - 1 })],
    ['replaced', 'a newer link, in D1', () => issueLink(stay.hotel, stay.reservationId), withoutKv],
    ['replaced', 'a newer link, in KV', () => issueLink(stay.hotel, stay.reservationId).then(() => isInKv(stay.token))],
    ['revoked', 'RevokeLink, in D1', revoke, withoutKv],
    ['revoked', 'RevokeLink, in KV', () => revoke().then(() => isInKv(stay.token))],
    ['revoked', 'an entry of release 1.0.0', () => env.LINKS.put(`revoked:${decodeClaims(stay.token).jti}`, '1')],
    ['unconfigured', 'LINK_KEYS is missing', () => undefined, { LINK_KEYS: '' }],
  ])('%s: %s', async (reason, _, make, changes = {}) => {
    const made = await make()
    const token = typeof made === 'string' ? made : stay.token
    const isVerified = reason === 'replaced' || reason === 'revoked'
    for (const path of paths) {
      const dead = await withBindings({})('GET', path('abc'))
      const line = await lineOf(async () => {
        const { text } = await expectStatus(404, withBindings(changes)('GET', path(token)))
        expect(text).toEqual(dead.text)
      })
      expect(line).toMatchObject({ status: 404, link: reason })
      expect([line.customer, line.shard]).toEqual(isVerified ? [1, SHARD] : [undefined, undefined])
      expect(JSON.stringify(line)).not.toContain(decodeClaims(stay.token).jti)
    }
  })

  it('a link that opens has none, and its customer', async () => {
    const line = await lineOf(() => withBindings({})('GET', detailsPath(stay.token)))
    expect(line).toMatchObject({ status: 200, customer: 1, shard: SHARD })
    expect('link' in line).toBe(false)
  })

  it('metrics have the customer, and never the reason', async () => {
    const points: AnalyticsEngineDataPoint[] = []
    const METRICS = { writeDataPoint: (point: AnalyticsEngineDataPoint) => points.push(point) }
    await revoke()
    await withBindings({ METRICS: METRICS as unknown as AnalyticsEngineDataset })('GET', detailsPath(stay.token))
    expect(points.map(({ blobs }) => blobs)).toEqual([
      [detailsPath('{token}'), 'GET', 'NOT_FOUND', '1', String(SHARD), ''],
    ])
  })
})

describe('the log names the client of a token request [API-41]', () => {
  const token = (fields: object, changes = {}) =>
    withBindings(changes)('POST', '/oauth/token', {
      grant_type: 'client_credentials',
      client_secret: `cs_${SECRET_CANARY}`,
      ...fields,
    })

  it('that failed, if the client exists or if the id has the form of one', async () => {
    const { clientId } = stay.hotel
    const unknown = `app_${'0'.repeat(32)}`
    for (const client_id of [clientId, unknown]) {
      expect(await lineOf(() => token({ client_id }))).toMatchObject({
        code: 'INVALID_CLIENT_CREDENTIALS',
        client: client_id,
      })
    }
    const limited = { TOKEN_PER_CLIENT: exhaustedRateLimit() }
    expect(await lineOf(() => token({ client_id: clientId }, limited))).toMatchObject({
      code: 'RATE_LIMITED',
      client: clientId,
    })
    expect(await lineOf(() => token({ client_id: clientId, grant_type: 'password' }))).toMatchObject({
      code: 'UNSUPPORTED_GRANT_TYPE',
      client: clientId,
    })
  })

  it('never a secret that was sent as client id', async () => {
    const { clientId, clientSecret, token: accessToken } = stay.hotel
    const secrets = [clientSecret, accessToken, SECRET_CANARY, `app_${SECRET_CANARY}`, `${clientId}0`, ` ${clientId}`]
    for (const client_id of secrets) {
      const line = await lineOf(() => token({ client_id }))
      expect(line.code, client_id).toBe('INVALID_CLIENT_CREDENTIALS')
      expect('client' in line, client_id).toBe(false)
      expect(JSON.stringify(line)).not.toContain(client_id.trim())
    }
  })

  it('that succeeded, with its customer, and never the secret or the token [TOKEN-24]', async () => {
    const { clientId, clientSecret } = stay.hotel
    const line = await lineOf(() => token({ client_id: clientId, client_secret: clientSecret }))
    expect(line).toMatchObject({ status: 200, client: clientId, customer: 1, shard: SHARD })
    expect(JSON.stringify(line)).not.toMatch(new RegExp(`${clientSecret}|eyJ`))
  })
})

describe('the log names the client of an administrative request [API-41]', () => {
  it('admin, never the token; no client if the token is wrong', async () => {
    const there = (authorization: string) => () =>
      withBindings({})('GET', '/admin/applications', undefined, { authorization })
    expect(await lineOf(there(`Bearer ${env.ADMIN_TOKEN}`))).toMatchObject({ status: 200, client: 'admin' })
    const wrong = await lineOf(there(`Bearer ${SECRET_CANARY}`))
    expect(wrong.status).toBe(401)
    expect(wrong).not.toHaveProperty('client')
    expect(JSON.stringify(wrong)).not.toContain(SECRET_CANARY)
  })

  it('the second token has its own name, so that its last use can be seen', async () => {
    const tokens = ['first', 'other'].map(name => `${name}-${'0123456789'.repeat(4)}`)
    const there = withBindings({ ADMIN_TOKEN: tokens.join(' ') })
    const clients = []
    for (const token of tokens) {
      const line = await lineOf(() => there('GET', '/admin/applications', undefined, bearerHeader(token)))
      expect(JSON.stringify(line)).not.toContain(token)
      clients.push([line.status, line.client])
    }
    expect(clients).toEqual([
      [200, 'admin'],
      [200, 'admin-2'],
    ])
  })

  it('with the customer that it names', async () => {
    const line = await lineOf(() => admin('PUT', '/customers/1/setup', {}))
    expect(line).toMatchObject({ status: 200, client: 'admin', customer: 1, shard: SHARD })
  })
})

describe('an administrative request that names a customer', () => {
  const calls: [method: string, path: string, body?: object][] = [
    ['PATCH', '', { name: 'Hotel Aurora' }],
    ['GET', ''],
    ['GET', '/state'],
    ['PUT', '/state', { state: 'closed' }],
    ['GET', '/setup'],
    ['PUT', '/setup', {}],
    ['POST', '/move', { to: 0 }],
    ['POST', '/guests/search', { lastName: 'Berg' }],
    ['GET', '/guests/1/export'],
    ['POST', '/guests/1/erase'],
    ['GET', '/export'],
    ['DELETE', ''],
  ]
  it.each(calls)('who does not exist is 404, and no fault in the log: %s %s', async (method, path, body) => {
    const lines = await logged(() => expectRefusal(admin(method, `/customers/404${path}`, body), 404, 'NOT_FOUND'))
    expect(lines).toMatchObject([{ status: 404, code: 'NOT_FOUND' }])
  })

  it('who is closed is 409, and no fault in the log; a token of one is', async () => {
    await expectStatus(200, admin('PUT', '/customers/1/state', { state: 'closed' }))
    expect(await logged(() => admin('PUT', '/customers/1/setup', {}))).toMatchObject([{ status: 409 }])
    const list = () => stay.hotel.call('POST', '/Reservation/GetReservations', {})
    expect(await logged(list)).toMatchObject([{ fault: 'CustomerClosed' }, { status: 401 }])
  })
})

it('the customer of an API key, and of a request that is refused [API-15]', async () => {
  const key = { customerId: 1, name: 'till', permissions: ['inventory:read'] }
  const { apiKey } = (await expectStatus(201, admin('POST', '/api-keys', key))).json
  const there = withBindings({})
  const line = await lineOf(() => there('POST', '/api/Reservation/GetReservations', {}, { 'x-api-key': apiKey }))
  expect(line).toMatchObject({ status: 403, customer: 1, shard: SHARD })
  const unknown = await lineOf(() => there('POST', '/api/Reservation/GetReservations', {}, { 'x-api-key': 'ik_no' }))
  expect(unknown.status).toBe(401)
  expect(unknown).not.toHaveProperty('customer')
})

/** Messages of D1, each with the kind of its fault. Data after a phrase must not matter. */
const MESSAGES: [message: string, fault: string][] = [
  ['D1_ERROR: D1 DB is overloaded. Requests queued for too long.', 'overloaded'],
  ['D1_ERROR: D1 DB is overloaded. Too many requests queued.', 'overloaded'],
  ['D1_ERROR: Exceeded maximum DB size.', 'full'],
  ['D1_ERROR: Exceeded maximum account storage limit.', 'full'],
  ['D1_ERROR: database or disk is full: SQLITE_FULL', 'full'],
  ["Your account has exceeded D1's free tier daily row read limit. Upgrade to a paid plan.", 'quota'],
  ['D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.', 'timeout'],
  ["D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.", 'memory'],
  ['D1_ERROR: D1 DB exceeded its CPU time limit and was reset.', 'cpu'],
  ['D1_ERROR: D1 DB reset because its code was updated.', 'reset'],
  ['D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.', 'reset'],
  ['D1_ERROR: Internal error in D1 DB storage caused object to be reset.', 'reset'],
  ['D1_ERROR: Connection closed: this D1 DB instance is no longer active. Reconnect or retry the request.', 'reset'],
  ['D1_ERROR: Network connection lost.', 'network'],
  ['Network connection lost.', 'network'],
  ['D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.', 'network'],
  ["D1_ERROR: Can't read from request stream because client disconnected.", 'network'],
  ['D1_ERROR: Currently processing a long-running export.', 'export'],
  ['D1_ERROR: internal error; reference = 0u3odos5iotccpol68ppc0eg', 'other'],
  [`D1_ERROR: ${SECRET_CANARY}: D1 DB is overloaded.`, 'other'],
]

describe('a fault of D1 is counted by its kind, in the log and in the metrics [API-42]', () => {
  it.each(MESSAGES)('%s is %s', async (message, fault) => {
    const points: AnalyticsEngineDataPoint[] = []
    const METRICS = { writeDataPoint: (point: AnalyticsEngineDataPoint) => points.push(point) }
    const DB = databaseFromStub({
      prepare: () => ({ bind: () => ({}) }),
      batch: () => Promise.reject(new Error(`${message} ${SECRET_CANARY}`)),
    })
    const lines = await logged(async () => {
      const there = withBindings({ DB, METRICS: METRICS as unknown as AnalyticsEngineDataset })
      await expectRefusal(
        there('POST', '/api/Reservation/GetReservations', {}, bearerHeader(stay.hotel.token)),
        503,
        'DATABASE_UNAVAILABLE',
      )
    })
    expect(lines).toMatchObject([
      { fault: 'DatabaseUnavailable', d1Fault: fault },
      { status: 503, d1Faults: { [fault]: 1 }, customer: 1, shard: SHARD },
    ])
    const kinds = ['overloaded', 'full', 'quota', 'timeout', 'memory', 'cpu', 'reset', 'network', 'export', 'other']
    expect(points[0]?.doubles?.slice(7)).toEqual(kinds.map(kind => (kind === fault ? 1 : 0)))
    expect(JSON.stringify([lines, points])).not.toContain(SECRET_CANARY)
  })

  it('a phrase decides before a code of SQLite', async () => {
    const DB = databaseFromStub({
      prepare: () => ({ bind: () => ({}) }),
      batch: () => Promise.reject(new Error('D1_ERROR: Exceeded maximum DB size: SQLITE_ERROR')),
    })
    const list = ['POST', '/api/Reservation/GetReservations', {}, bearerHeader(stay.hotel.token)] as const
    const [, line] = await logged(() => withBindings({ DB })(...list))
    expect(line).toMatchObject({ status: 503, d1Faults: { full: 1 } })
  })

  it('a request without a fault has no counts', async () => {
    const line = await lineOf(() => withBindings({})('GET', detailsPath(stay.token)))
    expect('d1Faults' in line).toBe(false)
  })
})
