import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../../schema/wire/limits'
import { admin, databases, expectRefusal, expectStatus, resetBeforeEach, rows, rowsIn } from '../../support/service'

resetBeforeEach()

const LAST = databases.length - 1
const fields = { name: 'H', currency: 'EUR', timeZone: 'Europe/Lisbon' }
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const put = (id: number, also: object = {}) =>
  expectStatus(200, admin('PUT', `/customers/${id}`, { ...fields, ...also }))
const get = (path: string) => expectStatus(200, admin('GET', path))

/** All pages of a list by cursor, each with its rows. */
async function pagesOf(path: string, key: string): Promise<Record<string, unknown>[][]> {
  const pages: Record<string, unknown>[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { json, headers } = await get(`${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`)
    pages.push(json[key])
    cursor = headers.get('x-next-cursor')
    expect(headers.get('x-has-more')).toBe(String(cursor !== null))
  }
  return pages
}

describe.each([
  ['/customers', 'customers', DEFAULT_LIMITS.PAGE_SIZE],
  ['/api-keys', 'apiKeys', DEFAULT_LIMITS.PAGE_SIZE],
  ['/audit', 'entries', DEFAULT_LIMITS.PAGE_SIZE],
])('GET /admin%s', (path, key, size) => {
  it('is an empty list where there is none', async () => {
    const { json, headers } = await get(path)
    expect(json).toEqual({ [key]: [] })
    expect([headers.get('x-page-size'), headers.get('x-has-more'), headers.get('x-next-cursor')]).toEqual([
      String(size),
      'false',
      null,
    ])
  })

  it.each(['junk', 'e30.e30', 'WzIsMV0.AAAAAAAAAAAAAAAA'])(
    'refuses a cursor that we did not make: %s',
    async cursor => {
      const refused = await admin('GET', `${path}?cursor=${cursor}`)
      await expectRefusal(refused, 422, 'INVALID_FIELD', 'cursor: expected one that we made')
    },
  )

  it('refuses the cursor of another list', async () => {
    for (const id of [1, 2]) await put(id)
    const cursor = (await get('/customers?pageSize=1')).headers.get('x-next-cursor')
    const status = (await admin('GET', `${path}?cursor=${cursor}`)).status
    expect(status).toBe(path === '/customers' ? 200 : 422)
  })

  it('refuses a larger page than allowed', async () => {
    await expectRefusal(admin('GET', `${path}?pageSize=201`), 422, 'INVALID_FIELD', 'pageSize: expected at most 200')
  })
})

describe('GET /admin/customers lists the customers [ADMIN-50]', () => {
  it('each customer has the fields that PUT takes, and its database', async () => {
    const whole = {
      ...fields,
      logoUrl: 'https://hotel.test/logo.svg',
      imagePath: 'https://hotel.test/sea.jpg',
      itineraryUrlTemplate: 'https://hotel.test/stay?itinerary={token}',
    }
    await put(7, whole)
    const { json } = await get('/customers')
    expect(json.customers).toEqual([
      {
        clientId: 7,
        ...whole,
        ...{ state: 'serving', stateSince: INSTANT, shard: LAST, otherShard: null, createdAt: INSTANT },
        ...{ lastBookingAt: null, lastRatesAt: null, lastSaleAt: null },
        webhooks: { enabled: 0, failing: 0, disabled: 0 },
      },
    ])
  })

  it('customers come in the order of their ids, in pages', async () => {
    const ids = [9, 3, 1, 12, 5]
    for (const id of ids) await put(id, { name: `Hotel ${id}` })
    const pages = await pagesOf('/customers?pageSize=2', 'customers')
    expect(pages.map(page => page.map(({ clientId, name }) => [clientId, name]))).toEqual([
      [
        [1, 'Hotel 1'],
        [3, 'Hotel 3'],
      ],
      [
        [5, 'Hotel 5'],
        [9, 'Hotel 9'],
      ],
      [[12, 'Hotel 12']],
    ])
    const { json } = await get('/customers?pageNo=2&pageSize=2')
    expect(json.customers.map(({ clientId }: { clientId: number }) => clientId)).toEqual([5, 9])
  })

  it('customers are listed whose creation was interrupted, and that are being moved, closed or deleted [CUSTOMER-39]', async () => {
    await put(1)
    await put(2)
    await put(4)
    await expectStatus(200, admin('PUT', '/customers/4/state', { state: 'closed' }))
    await rows(
      'INSERT INTO customer_directory (customer_id, shard, created_at, updated_at, deleted_at) VALUES (5, ?, 0, 0, 1)',
      LAST,
    )
    await rows('INSERT INTO customer_directory (customer_id, shard, created_at, updated_at) VALUES (3, ?, 0, 0)', LAST)
    await rows('UPDATE customer_directory SET other_shard = 1 - shard WHERE customer_id = 2')
    const unfinished = {
      6: "'leaving', NULL",
      7: `'arriving', '{"stage":"import"}'`,
      8: `'gone', '{"stage":"delete"}'`,
    }
    for (const [id, values] of Object.entries(unfinished)) {
      await put(Number(id))
      if (Number(id) > 6) await rows('UPDATE customer_directory SET closed_at = 1 WHERE customer_id = ?', id)
      const set = `(tenancy_state, progress, updated_at) = (${values}, ${id})`
      await rows(`UPDATE tenancy SET ${set} WHERE customer_id = ?`, id)
    }
    const { json } = await get('/customers')
    expect(json.customers).toMatchObject([
      { clientId: 1, state: 'serving', otherShard: null },
      { clientId: 2, state: 'moving', otherShard: 1 - LAST },
      { clientId: 3, state: 'incomplete', name: '', currency: '', createdAt: '1970-01-01T00:00:00.000Z' },
      { clientId: 4, state: 'closed', name: 'H' },
      { clientId: 5, state: 'deleted', stateSince: null, name: '' },
      { clientId: 6, state: 'readOnly', stateSince: '1970-01-01T00:00:00.006Z' },
      { clientId: 7, state: 'importing', stateSince: '1970-01-01T00:00:00.007Z' },
      { clientId: 8, state: 'deleting', stateSince: '1970-01-01T00:00:00.008Z' },
    ])
  })
})

describe('GET /admin/api-keys lists the keys, never a key or its hash [ADMIN-52]', () => {
  const create = async (customerId: number, name: string) =>
    (await expectStatus(201, admin('POST', '/api-keys', { customerId, name, permissions: ['rates:read'] }))).json

  beforeEach(async () => {
    await put(1)
    await put(2)
  })

  it('active and revoked keys come by id, in pages', async () => {
    const made = []
    for (let i = 0; i < 5; i++) made.push(await create(1, `till ${i}`))
    await expectStatus(204, admin('DELETE', `/api-keys/${made[2].id}`))
    const pages = await pagesOf('/api-keys?pageSize=2', 'apiKeys')
    expect(pages.map(page => page.length)).toEqual([2, 2, 1])
    expect(pages.flat()).toEqual(
      made
        .map(({ id }, i) => ({
          id,
          name: `till ${i}`,
          customerId: 1,
          permissions: ['rates:read'],
          status: i === 2 ? 'revoked' : 'active',
          createdAt: INSTANT,
          revokedAt: i === 2 ? INSTANT : null,
          lastUsedAt: null,
        }))
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    )
    const hashes = await rows('SELECT key_hash FROM api_key')
    const text = JSON.stringify(pages)
    for (const { key_hash } of hashes) expect(text).not.toContain(key_hash)
    for (const { apiKey } of made) expect(text).not.toContain(apiKey)
    expect(text).not.toContain('ik_')
  })

  it("customerId selects one customer's keys", async () => {
    await create(1, 'till')
    const { id } = await create(2, 'till')
    const { json } = await get('/api-keys?customerId=2')
    expect(json.apiKeys.map((key: { id: string }) => key.id)).toEqual([id])
  })
})

describe('GET /admin/audit lists the audit [ADMIN-53]', () => {
  it('each entry has its database, time, request, act, subject and details', async () => {
    await put(1)
    const { json } = await get('/audit')
    expect(json.entries).toEqual([
      {
        shard: LAST,
        auditId: expect.any(Number),
        at: INSTANT,
        requestId: expect.any(String),
        act: 'customer.put',
        subject: '1',
        details: { ...fields, logoUrl: '', imagePath: '', itineraryUrlTemplate: '' },
        by: 'admin',
      },
    ])
  })

  it('every entry comes once, by database, newest first within each, in pages', async () => {
    for (const id of [1, 2, 3]) await put(id)
    for (const name of ['kiosk', 'engine']) {
      await expectStatus(200, admin('PUT', `/interfaces/${name}`, { audience: `${name}-api` }))
    }
    const inOrder = (
      await Promise.all(databases.map(each => rowsIn(each, 'SELECT subject FROM audit ORDER BY audit_id DESC')))
    ).flatMap((found, shard) => found.map(({ subject }) => [shard, subject]))
    expect(inOrder).toHaveLength(5)
    for (const pageSize of [1, 2, 3, 5, 200]) {
      const pages = await pagesOf(`/audit?pageSize=${pageSize}`, 'entries')
      expect(pages.flat().map(({ shard, subject }) => [shard, subject])).toEqual(inOrder)
    }
  })

  it('shard selects one database, also 0', async () => {
    await put(1)
    await expectStatus(200, admin('PUT', '/interfaces/kiosk', { audience: 'kiosk-api' }))
    for (const shard of databases.keys()) {
      const { json } = await get(`/audit?shard=${shard}`)
      const kept = await rowsIn(databases[shard] as D1Database, 'SELECT subject FROM audit ORDER BY audit_id DESC')
      expect(json.entries.map((entry: { subject: string }) => entry.subject)).toEqual(
        kept.map(({ subject }) => subject),
      )
    }
    const refused = await admin('GET', `/audit?shard=${databases.length}`)
    await expectRefusal(refused, 422, 'INVALID_FIELD', `shard: expected the number of a database, from 0 to ${LAST}`)
    expect((await admin('GET', '/audit?shard=x')).status).toBe(422)
  })

  it('act, by, since and until select entries [ADMIN-81]', async () => {
    for (const id of [1, 2, 3, 4]) await put(id)
    await expectStatus(200, admin('PUT', '/interfaces/kiosk', { audience: 'kiosk-api' }))
    const database = databases[LAST] as D1Database
    await rowsIn(database, "UPDATE audit SET at = unixepoch('2026-10-20') * 1000 + audit_id * 3600000")
    await rowsIn(database, "UPDATE audit SET by = 'person:7' WHERE subject = '2'")
    const kept = await rowsIn(database, "SELECT subject, at FROM audit WHERE act = 'customer.put' ORDER BY audit_id")
    const at = (subject: string, ms = 0) =>
      new Date(Number(kept.find(each => each.subject === subject)?.at) + ms).toISOString()
    const found = async (query: string) =>
      (await get(`/audit?shard=${LAST}&act=customer.put&${query}`)).json.entries.map(
        (each: { subject: string }) => each.subject,
      )
    expect(await found('')).toEqual(['4', '3', '2', '1'])
    expect(await found('by=person:7')).toEqual(['2'])
    expect(await found('by=person:8')).toEqual([])
    expect(await found(`since=${at('3')}`)).toEqual(['4', '3'])
    expect(await found(`until=${at('3')}`)).toEqual(['2', '1'])
    expect(await found(`since=${at('2')}&until=${at('3', 1)}`)).toEqual(['3', '2'])
    expect(await found(`since=${at('4', 1)}`)).toEqual([])
    expect(await found(`until=${at('1')}`)).toEqual([])
    const pages = await pagesOf(`/audit?shard=${LAST}&act=customer.put&until=${at('4')}&pageSize=2`, 'entries')
    expect(pages.map(page => page.map(({ subject }) => subject))).toEqual([['3', '2'], ['1']])
    for (const [query, field] of [
      ['act=customer.sell', 'act'],
      ['since=yesterday', 'since'],
      ['until=2026-10-20', 'until'],
    ])
      await expectRefusal(await admin('GET', `/audit?${query}`), 422, 'INVALID_FIELD', new RegExp(`^${field}: `))
  })

  it('a page goes through at most 10,000 entries of a database, and the next one goes on [ADMIN-81]', async () => {
    await put(1)
    await rowsIn(
      databases[LAST] as D1Database,
      `INSERT INTO audit (at, request_id, act, subject, details)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
      SELECT unixepoch() * 1000 + i, 'many', 'guest.search', i, '{}' FROM n`,
    )
    const pages = await pagesOf(`/audit?shard=${LAST}&act=customer.put&pageSize=5`, 'entries')
    expect(pages.map(page => page.map(({ subject }) => subject))).toEqual([[], [], ['1']])
  })

  it('entries that are written meanwhile do not change the pages that follow', async () => {
    for (const id of [1, 2, 3]) await put(id)
    const first = await get(`/audit?shard=${LAST}&pageSize=2`)
    await put(4)
    const cursor = first.headers.get('x-next-cursor')
    const { json } = await get(`/audit?shard=${LAST}&pageSize=2&cursor=${cursor}`)
    expect(json.entries.map(({ subject }: { subject: string }) => subject)).toEqual(['1'])
  })
})
