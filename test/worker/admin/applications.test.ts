import { beforeEach, describe, expect, it } from 'vitest'
import { expectInvalidField } from '../../support/fields'
import { admin, expectRefusal, expectStatus, requestToken, resetBeforeEach, rows } from '../../support/service'

resetBeforeEach()

const hotel = { name: 'H', currency: 'EUR', timeZone: 'Europe/Lisbon' }
const wanted = { name: 'Channel', customerId: 1, product: 'innlet', permissions: ['rates:write', 'reservations:read'] }

beforeEach(async () => {
  await expectStatus(200, admin('PUT', '/customers/1', hotel))
  await expectStatus(200, admin('PUT', '/customers/2', hotel))
})

const create = async (also: object = {}) =>
  (await expectStatus(201, admin('POST', '/applications', { ...wanted, ...also }))).json

describe('POST /admin/applications registers an application for one customer, one product and a set of permissions', () => {
  it('returns the client id, and the secret, which is shown once [TOKEN-23] [ADMIN-13]', async () => {
    const answer = await expectStatus(201, admin('POST', '/applications', wanted))
    expect(answer.json).toEqual({
      clientId: expect.stringMatching(/^app_[\da-f]{32}$/),
      clientSecret: expect.stringMatching(/^cs_[\w-]{43}$/),
      ...wanted,
      status: 'active',
      expiresAt: null,
      lastUsedAt: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('expiresAt is an instant with a zone, shown in UTC', async () => {
    expect((await create({ expiresAt: '2099-06-01T02:00:00+02:00' })).expiresAt).toBe('2099-06-01T00:00:00.000Z')
    expect((await create({ expiresAt: null })).expiresAt).toBeNull()
  })

  it('a permission named twice is granted once', async () => {
    expect(await create({ permissions: ['rates:read', 'rates:read'] })).toMatchObject({ permissions: ['rates:read'] })
  })

  it('the product is one with an audience, else 422 that lists them, and nothing is stored [ADMIN-24] [UNKNOWN_REFERENCE]', async () => {
    const refused = async (products: string) => {
      const { json } = await expectStatus(422, admin('POST', '/applications', { ...wanted, product: 'booking-engine' }))
      const description = `product: expected one with a configured audience: ${products}`
      expect(json.errors).toEqual([{ code: 'UNKNOWN_REFERENCE', description }])
    }
    await refused('innlet')
    await expectStatus(200, admin('PUT', '/interfaces/kiosk', { audience: 'kiosk-api' }))
    await expectStatus(200, admin('PUT', '/interfaces/channel', { audience: 'channel-api' }))
    await refused('innlet, channel, kiosk')
    expect(await rows('SELECT * FROM application')).toEqual([])
    await expectStatus(200, admin('PUT', '/interfaces/booking-engine', { audience: 'engine-api' }))
    expect(await create({ product: 'booking-engine' })).toMatchObject({ product: 'booking-engine' })
  })

  it.each<[string, unknown, string?]>([
    ['name', ''],
    ['name', undefined],
    ['customerId', undefined],
    ['customerId', 0],
    ['customerId', '1'],
    ['product', undefined],
    ['product', 'In Nlet'],
    ['permissions', undefined],
    ['permissions', []],
    ['permissions', 'rates:read'],
    ['permissions', ['rates:read', 'rates:delete', 'spa:read'], 'permissions[1]'],
    ['permissions', [5], 'permissions[0]'],
    ['expiresAt', '2099-06-01'],
    ['expiresAt', '2099-06-01T00:00:00'],
    ['expiresAt', 4_000_000_000],
  ])('%s %j is 422 INVALID_FIELD', async (field, value, path = field) => {
    await expectInvalidField(path, admin('POST', '/applications', { ...wanted, [field]: value }))
  })

  it('a customer that is not there is 422 UNKNOWN_REFERENCE', async () => {
    const refused = await admin('POST', '/applications', { ...wanted, customerId: 404 })
    await expectRefusal(refused, 422, 'UNKNOWN_REFERENCE', 'customerId: there is no such customer')
  })
})

describe('GET /admin/applications and GET /admin/applications/{id} never show the secret or its hash [ADMIN-14]', () => {
  it('show every other field', async () => {
    const { clientSecret, ...first } = await create()
    const { clientSecret: other, ...second } = await create({ name: 'Second', customerId: 2 })
    const list = await expectStatus(200, admin('GET', '/applications'))
    expect(list.json.applications).toHaveLength(2)
    expect(list.json.applications).toEqual(expect.arrayContaining([first, second]))
    const one = await expectStatus(200, admin('GET', `/applications/${first.clientId}`))
    expect(one.json).toEqual(first)

    const kept = await rows('SELECT secret_hash FROM application')
    for (const secret of [clientSecret, other, ...kept.map(({ secret_hash }) => secret_hash as string)]) {
      expect(list.text + one.text).not.toContain(secret)
    }
  })

  it("return one customer's with customerId", async () => {
    await create()
    const second = await create({ customerId: 2 })
    const { json } = await expectStatus(200, admin('GET', '/applications?customerId=2'))
    expect(json.applications.map(({ clientId }: { clientId: string }) => clientId)).toEqual([second.clientId])
  })

  it('return an empty list where there is none', async () => {
    expect((await expectStatus(200, admin('GET', '/applications'))).json).toEqual({ applications: [] })
  })
})

describe('GET /admin/applications comes in pages', () => {
  const list = (query = '') => admin('GET', `/applications${query}`)
  const namesOf = ({ json }: Awaited<ReturnType<typeof list>>) =>
    json.applications.map(({ name }: typeof wanted) => name)
  const standing = ({ headers }: Awaited<ReturnType<typeof list>>) =>
    ['x-page', 'x-page-size', 'x-has-more'].map(name => headers.get(name))
  const cursorOf = ({ headers }: Awaited<ReturnType<typeof list>>) => headers.get('x-next-cursor')

  /** Applications of customer 1 named `0`, `1`, …, two of each instant. */
  const insertMany = (count: number) =>
    rows(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
      INSERT INTO application (client_id, customer_id, application_name, product, permissions, secret_hash, created_at, updated_at)
      SELECT format('app_%s_%03d', CASE WHEN i / 2 % 2 THEN 'a' ELSE 'b' END, i), 1, i, 'innlet', '["rates:read"]', 'x', i / 2, 0 FROM n`,
      count,
    )

  it('a page has 200 without paging parameters, and X-Has-More says whether there are more [ADMIN-15]', async () => {
    await insertMany(200)
    const all = await expectStatus(200, list())
    expect([namesOf(all).length, ...standing(all), cursorOf(all)]).toEqual([200, '1', '200', 'false', null])
    await create({ name: 'the last' })
    const first = await expectStatus(200, list())
    expect(namesOf(first)).toEqual(Array.from({ length: 200 }, (_, i) => String(i)))
    expect(standing(first)).toEqual(['1', '200', 'true'])
    const second = await expectStatus(200, list(`?cursor=${cursorOf(first)}`))
    expect([namesOf(second), ...standing(second), cursorOf(second)]).toEqual([['the last'], '2', '200', 'false', null])
  })

  it('the oldest is first, by cursor and by number, of one customer too [ADMIN-15]', async () => {
    for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) {
      const { clientId } = await create({ name, customerId: name === 'b' ? 2 : 1 })
      await rows('UPDATE application SET created_at = ? WHERE client_id = ?', at, clientId)
    }
    const first = await expectStatus(200, list('?pageSize=1&customerId=1'))
    expect([namesOf(first), ...standing(first)]).toEqual([['a'], '1', '1', 'true'])
    const rest = await expectStatus(200, list(`?pageSize=2&customerId=1&cursor=${cursorOf(first)}`))
    expect([namesOf(rest), ...standing(rest), cursorOf(rest)]).toEqual([['c', 'd'], '2', '2', 'false', null])
    expect(namesOf(await expectStatus(200, list('?pageSize=3&pageNo=2')))).toEqual(['d'])
    expect((await expectStatus(200, list('?pageNo=3'))).json).toEqual({ applications: [] })
  })

  it.each([
    ['pageSize=201', 'pageSize: expected at most 200'],
    ['pageNo=x', 'pageNo: expected an integer'],
    ['cursor=AAAA', 'cursor: expected one that we made'],
  ])('the query %s is 422 with the field', async (query, description) => {
    const { json } = await expectStatus(422, list(`?${query}`))
    expect(json).toEqual({ errors: [{ code: 'INVALID_FIELD', description }] })
  })
})

describe('PATCH /admin/applications/{id}', () => {
  it.each([
    [{ status: 'inactive' }],
    [{ status: 'revoked' }],
    [{ permissions: ['inventory:read'] }],
    [{ expiresAt: '2099-06-01T00:00:00.000Z' }],
    [{ status: 'inactive', permissions: ['rates:read'], expiresAt: '2099-06-01T00:00:00.000Z' }],
    [{}],
  ])('%j changes that and nothing else [ADMIN-16]', async change => {
    const { clientSecret, ...before } = await create()
    const { json } = await expectStatus(200, admin('PATCH', `/applications/${before.clientId}`, change))
    expect(json).toEqual({ ...before, ...change })
    expect((await admin('GET', `/applications/${before.clientId}`)).json).toEqual(json)
    expect(clientSecret).toBeTruthy()
  })

  it('expiresAt: null takes the expiry away; null elsewhere means absent', async () => {
    const { clientId } = await create({ expiresAt: '2020-01-01T00:00:00Z' })
    const untouched = await expectStatus(
      200,
      admin('PATCH', `/applications/${clientId}`, { status: null, permissions: null }),
    )
    expect(untouched.json).toMatchObject({ status: 'active', expiresAt: '2020-01-01T00:00:00.000Z' })
    const { json } = await expectStatus(200, admin('PATCH', `/applications/${clientId}`, { expiresAt: null }))
    expect(json.expiresAt).toBeNull()
  })

  it('an application made active again gets tokens again', async () => {
    const { clientId, clientSecret } = await create()
    const credentials = { client_id: clientId, client_secret: clientSecret }
    await expectStatus(200, admin('PATCH', `/applications/${clientId}`, { status: 'inactive' }))
    await expectStatus(401, requestToken(credentials))
    await expectStatus(200, admin('PATCH', `/applications/${clientId}`, { status: 'active' }))
    await expectStatus(200, requestToken(credentials))
  })

  it.each<[object, string]>([
    [{ status: 'gone' }, 'status'],
    [{ permissions: [] }, 'permissions'],
    [{ permissions: ['rates:read', 'x'] }, 'permissions[1]'],
    [{ expiresAt: 'never' }, 'expiresAt'],
  ])('%j is 422 INVALID_FIELD', async (change, path) => {
    const { clientId } = await create()
    await expectInvalidField(path, admin('PATCH', `/applications/${clientId}`, change))
  })
})

describe('POST /admin/applications/{id}/rotate-secret', () => {
  it('returns the new secret, and the old one stops at once [ADMIN-17]', async () => {
    const { clientId, clientSecret } = await create()
    const answer = await expectStatus(200, admin('POST', `/applications/${clientId}/rotate-secret`))
    expect(answer.json).toEqual({ clientSecret: expect.stringMatching(/^cs_[\w-]{43}$/) })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    await expectStatus(401, requestToken({ client_id: clientId, client_secret: clientSecret }))
    await expectStatus(200, requestToken({ client_id: clientId, client_secret: answer.json.clientSecret }))
  })
})

it.each([
  ['GET', ''],
  ['PATCH', ''],
  ['POST', '/rotate-secret'],
])('%s of an application that is not there is 404 NOT_FOUND', async (method, path) => {
  const answer = await admin(method, `/applications/app_nobody${path}`, method === 'PATCH' ? {} : undefined)
  await expectRefusal(answer, 404, 'NOT_FOUND')
})
