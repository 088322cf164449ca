import { beforeEach, describe, expect, it } from 'vitest'
import { exhaustedRateLimit } from '../../support/bindings'
import { bearerHeader, probeEndpoints } from '../../support/probe'
import { admin, expectRefusal, expectStatus, integrator, markUsed, resetBeforeEach, rows } from '../../support/service'

resetBeforeEach()

beforeEach(async () => {
  for (const id of [1, 2]) {
    await expectStatus(200, admin('PUT', `/customers/${id}`, { name: 'H', currency: 'EUR', timeZone: 'Europe/Lisbon' }))
  }
})

const { read, write } = probeEndpoints()

async function newKey(customerId = 1, permissions = ['reservations:write']): Promise<{ id: string; apiKey: string }> {
  return (await expectStatus(201, admin('POST', '/api-keys', { customerId, name: 'till', permissions }))).json
}

describe('POST /admin/api-keys', () => {
  it('returns the id and the key, which is shown once, and stores only its hash [ACCESS-7] [ADMIN-18]', async () => {
    const answer = await expectStatus(
      201,
      admin('POST', '/api-keys', { customerId: 1, name: 'till', permissions: ['rates:read'] }),
    )
    expect(answer.json).toEqual({
      id: expect.stringMatching(/^key_[\da-f]{32}$/),
      apiKey: expect.stringMatching(/^ik_[\w-]{43}$/),
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const [row] = await rows('SELECT * FROM api_key')
    expect(row).toMatchObject({ api_key_id: answer.json.id, customer_id: 1, key_name: 'till', revoked_at: null })
    expect(row?.key_hash).toMatch(/^[\w-]{43}$/)
  })

  it.each<[object, string, string]>([
    [{ permissions: ['rates:all'] }, 'INVALID_FIELD', 'permissions[0]'],
    [{ permissions: [] }, 'INVALID_FIELD', 'permissions'],
    [{ name: '' }, 'INVALID_FIELD', 'name'],
    [{ customerId: 'x' }, 'INVALID_FIELD', 'customerId'],
    [{ customerId: 404 }, 'UNKNOWN_REFERENCE', 'customerId'],
  ])('%j is refused with 422 %s', async (change, code, path) => {
    const wanted = { customerId: 1, name: 'till', permissions: ['rates:read'], ...change }
    const { json } = await expectStatus(422, admin('POST', '/api-keys', wanted))
    expect(json.errors[0].code).toEqual(code)
    expect(json.errors[0].description.split(':')[0]).toEqual(path)
  })
})

describe('DELETE /admin/api-keys/{id}', () => {
  it('is 204, and the key gets 401 at once [INVALID_API_KEY] [ADMIN-19]', async () => {
    const { id, apiKey } = await newKey()
    expect((await read({ 'x-api-key': apiKey })).status).toBe(200)
    const answer = await expectStatus(204, admin('DELETE', `/api-keys/${id}`))
    expect(answer.text).toBe('')
    await expectRefusal(read({ 'x-api-key': apiKey }), 401, 'INVALID_API_KEY')
  })

  it('again is 204 too, and adds no second row to the audit', async () => {
    const { id } = await newKey()
    await expectStatus(204, admin('DELETE', `/api-keys/${id}`))
    await expectStatus(204, admin('DELETE', `/api-keys/${id}`))
    expect(await rows("SELECT subject FROM audit WHERE act = 'api-key.revoke'")).toEqual([{ subject: id }])
  })

  it('leaves other keys alone; an unknown one is 404', async () => {
    const { apiKey } = await newKey()
    const { id } = await newKey()
    await expectStatus(204, admin('DELETE', `/api-keys/${id}`))
    await expectStatus(404, admin('DELETE', '/api-keys/key_nobody'))
    expect((await read({ 'x-api-key': apiKey })).status).toBe(200)
  })
})

describe('an API key', () => {
  it("is let in for its own customer, at one look-up's cost [ACCESS-7]", async () => {
    const { apiKey } = await newKey(2)
    await markUsed('api_key')
    expect((await read({ 'X-API-Key': apiKey })).json.content).toEqual({ customer: 2, trips: 1 })
  })

  it('cannot name another customer [ACCESS-12]', async () => {
    const { apiKey } = await newKey(2)
    await expectRefusal(write({ 'x-api-key': apiKey }, { clientID: 1 }), 403, 'CUSTOMER_MISMATCH')
    expect((await write({ 'x-api-key': apiKey }, { clientID: 2 })).status).toBe(200)
    expect((await write({ 'x-api-key': apiKey }, { clientID: 0 })).status).toBe(200)
  })

  it.each(['unknown', 'ik_', 'x'.repeat(500)])('%s is 401 INVALID_API_KEY', async apiKey => {
    const answer = await read({ 'x-api-key': apiKey })
    await expectRefusal(answer, 401, 'INVALID_API_KEY')
    expect(answer.headers.get('www-authenticate')).toContain('Bearer')
  })

  it('is 401 where SECRET_PEPPER is not configured', async () => {
    const { apiKey } = await newKey()
    expect((await probeEndpoints({ SECRET_PEPPER: '' }).read({ 'x-api-key': apiKey })).status).toBe(401)
  })

  it('is counted against its rate before it is looked up, by its hash: one that does not exist too [API_PER_CREDENTIAL]', async () => {
    const limit = exhaustedRateLimit()
    await expectStatus(429, probeEndpoints({ API_PER_CREDENTIAL: limit }).read({ 'x-api-key': 'ik_nobody' }))
    expect(limit.keys).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
  })
})

describe('bearer and API key together', () => {
  it("both must be good and of the same customer; the bearer's permissions count [ACCESS-9]", async () => {
    const { token } = await integrator(1, ['reservations:read'])
    const own = await newKey(1, ['reservations:write'])
    const others = await newKey(2)
    const together = (key: string, text = token) => ({ ...bearerHeader(text), 'x-api-key': key })

    expect((await read(together(own.apiKey))).json.content.customer).toBe(1)
    expect((await write(together(own.apiKey))).status).toBe(403)
    expect((await read(together(others.apiKey))).status).toBe(401)
    expect((await read(together('ik_nobody'))).json.errors[0].code).toBe('INVALID_API_KEY')
    expect((await read(together(own.apiKey, 'abc'))).json.errors[0].code).toBe('INVALID_TOKEN')
  })
})

describe('body fields apiKey and token replace absent headers [ACCESS-8]', () => {
  it('are accepted one by one and together', async () => {
    const { apiKey } = await newKey()
    const { token } = await integrator(1)
    expect((await write({}, { apiKey })).status).toBe(200)
    expect((await write({}, { token })).status).toBe(200)
    expect((await write({}, { token, apiKey })).status).toBe(200)
    expect((await write(bearerHeader(token), { apiKey })).status).toBe(200)
    expect((await write({ 'x-api-key': apiKey }, { token })).status).toBe(200)
  })

  it('beside one of the header they are no second request: it is counted once', async () => {
    const { apiKey } = await newKey()
    const { token } = await integrator(1)
    for (const [headers, body] of [
      [bearerHeader(token), { apiKey }],
      [{ 'x-api-key': apiKey }, { token }],
      [{ 'x-api-key': apiKey }, { apiKey }],
      [{}, { token, apiKey }],
    ] as const) {
      const counted: string[] = []
      const limit = async ({ key }: RateLimitOptions) => {
        counted.push(key)
        return { success: true }
      }
      await expectStatus(200, probeEndpoints({ API_PER_CREDENTIAL: { limit } }).write(headers, body))
      expect(counted.length).toBe(1)
    }
  })

  it('header and body that agree are one credential; that disagree: 401 [ACCESS-8]', async () => {
    const one = await newKey()
    const other = await newKey()
    const { token } = await integrator(1)
    const second = await integrator(1)
    expect((await write({ 'x-api-key': one.apiKey }, { apiKey: one.apiKey })).status).toBe(200)
    expect((await write(bearerHeader(token), { token })).status).toBe(200)
    expect((await write({ 'x-api-key': one.apiKey }, { apiKey: other.apiKey })).status).toBe(401)
    expect((await write(bearerHeader(token), { token: second.token })).status).toBe(401)
  })

  it('empty or of another type they are ignored', async () => {
    for (const body of [{ apiKey: '', token: '' }, { apiKey: 5 }, {}, []]) {
      expect((await write({}, body)).json.errors[0].code).toBe('AUTHENTICATION_REQUIRED')
    }
  })
})

it('under another pepper a key opens nothing', async () => {
  const { apiKey } = await newKey()
  expect((await probeEndpoints({ SECRET_PEPPER: 'another' }).read({ 'x-api-key': apiKey })).status).toBe(401)
})
