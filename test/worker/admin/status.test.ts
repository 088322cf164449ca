import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { version } from '../../../package.json'
import { brokenDatabase, withBindings } from '../../support/bindings'
import { SECRET_CANARY } from '../../support/canaries'
import { logged } from '../../support/logged'
import { bearerHeader } from '../../support/probe'
import { recordingDatabase } from '../../support/query-plan'
import {
  admin,
  databases,
  expectRefusal,
  expectStatus,
  openHotel,
  resetBeforeEach,
  rows,
  rowsIn,
} from '../../support/service'
import { databaseFromStub } from '../../support/sessions'

resetBeforeEach()

const LAST = databases.length - 1
const [CONTROL] = databases as [D1Database]
const newest = env.MIGRATIONS.at(-1)?.name as string
const asAdmin = bearerHeader(env.ADMIN_TOKEN)
const iso = (at: number) => new Date(at).toISOString()

beforeEach(() => openHotel())

const statusOf = async (query = '', changes: Partial<typeof env> = {}) =>
  expectStatus(200, withBindings(changes)('GET', `/admin/status${query}`, undefined, asAdmin))

/** A failing database in place of that of the customers. */
const failing = (message: string) =>
  databaseFromStub({
    prepare: () => ({ bind: () => ({}) }),
    batch: () => Promise.reject(new Error(`${message} ${SECRET_CANARY}`)),
  })

const ok = (shard: number) => ({
  shard,
  state: 'ok',
  fault: null,
  sizeBytes: expect.any(Number),
  customers: shard === LAST ? 1 : 0,
  tenancies: { serving: shard === LAST ? 1 : 0, leaving: 0, arriving: 0, gone: 0 },
  migration: newest,
  missingMigrations: [],
  unknownMigrations: [],
  queue: { pending: 0, isComplete: true, hotels: [], inUse: [] },
  deliveries: { enabled: 0, disabled: 0, failing: 0, oldestDueAt: null },
  cleanUp: null,
})

describe('GET /admin/status shows the installation to its operator [ADMIN-54]', () => {
  it('has versions, secrets, customers, moves, the hourly run, and every database', async () => {
    const { json, headers } = await expectStatus(200, admin('GET', '/status'))
    expect(json).toEqual({
      version,
      migration: newest,
      secrets: [],
      customers: 1,
      moves: [],
      cleanUp: { lastVisitAt: null, done: 0, begun: 0, backlog: 0, failed: 0, never: databases.length },
      webhooks: { worst: [] },
      databases: [...databases.keys()].map(ok),
    })
    expect(json.databases[0].sizeBytes).toBeGreaterThan(100_000)
    expect([headers.get('x-page-size'), headers.get('x-has-more'), headers.get('x-next-cursor')]).toEqual([
      '20',
      'false',
      null,
    ])
  })

  it('costs one round trip to each database, and one more to the first', async () => {
    const { bindings, trips } = recordingDatabase()
    await statusOf('', bindings)
    expect(trips.length).toBe(databases.length + 1)
  })

  it('needs the token of the administrator', async () => {
    expect((await withBindings({})('GET', '/admin/status')).status).toBe(401)
  })
})

describe('secrets', () => {
  it.each<[name: string, value: string]>([
    ['LINK_KEYS', ''],
    ['LINK_KEYS', SECRET_CANARY],
    ['LINK_KEYS', `{"keys":[{"kty":"oct","kid":"a","k":"${SECRET_CANARY}"}]}`],
    ['SIGNING_KEYS', ''],
    ['SIGNING_KEYS', SECRET_CANARY],
    ['SECRET_PEPPER', ''],
    ['SECRET_PEPPER', SECRET_CANARY],
  ])(
    '%s that is missing or cannot be used is named with the problem, never with a part of it: %j',
    async (name, value) => {
      const { json, text } = await statusOf('', { [name]: value })
      expect(json.secrets).toEqual([{ name, problem: expect.stringMatching(/^(is|has) /), lost: 0 }])
      expect(text).not.toContain(SECRET_CANARY)
    },
  )

  it('the response has no secret of the service', async () => {
    const { text } = await statusOf()
    const [signing] = JSON.parse(env.SIGNING_KEYS as string).keys
    const [link] = JSON.parse(env.LINK_KEYS as string).keys
    for (const secret of [env.ADMIN_TOKEN, env.SECRET_PEPPER, signing.d, link.k]) expect(text).not.toContain(secret)
  })
})

describe('moves', () => {
  it('are listed until they are finished, the oldest first', async () => {
    await rows(
      'INSERT INTO customer_directory (customer_id, shard, other_shard, created_at, updated_at) VALUES (8, 0, 1, 0, 2000)',
    )
    await rows(
      'INSERT INTO customer_directory (customer_id, shard, other_shard, created_at, updated_at) VALUES (9, 1, 0, 0, 1000)',
    )
    const { json } = await statusOf()
    expect([json.customers, json.moves]).toEqual([
      3,
      [
        { clientId: 9, shard: 1, otherShard: 0, since: iso(1000) },
        { clientId: 8, shard: 0, otherShard: 1, since: iso(2000) },
      ],
    ])
  })

  it('show in the tenancies of their databases', async () => {
    await rows("UPDATE tenancy SET tenancy_state = 'leaving'")
    await rows("INSERT INTO tenancy (customer_id, tenancy_state, updated_at) VALUES (8, 'arriving', 0), (9, 'gone', 0)")
    const { json } = await statusOf()
    expect(json.databases[LAST].tenancies).toEqual({ serving: 0, leaving: 1, arriving: 1, gone: 1 })
  })
})

/** Inserts messages of the fetch queue: `count` of a hotel, one each second from an instant. */
const insertMessages = (hotelId: string, count: number, from: number, status = 'Pending') =>
  rows(
    `INSERT INTO fetch_message (customer_id, message_id, reservation_id, status_type, message_status, hotel_id, hotel_key,
      guest_id, first_name, last_name, email, phone, country, reservation_number, type_id, booked_at, stay_arrival,
      stay_departure, room_id, room_name, room_no, floor_no, location_name, created_at, updated_at)
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)
    SELECT 1, n + (SELECT coalesce(max(message_id), 0) FROM fetch_message), 1, 'New', ?2, ?3, ?3, 1, '', '', '', '', '', 1, 1,
      0, '2027-01-01', '2027-01-02', 101, '', '', '', '', ?4 + n * 1000, ?4 + n * 1000 FROM n`,
    count,
    status,
    hotelId,
    from,
  )

describe('deliveries of webhooks', () => {
  it('counts the endpoints of a database, and shows since when an attempt is due', async () => {
    const at = Date.UTC(2026, 10, 22)
    for (const [id, status, failures, dueAt] of [
      [1, 'enabled', 0, null],
      [2, 'enabled', 3, at],
      [3, 'disabled', 9, null],
      [4, 'deleted', 0, null],
    ] as const) {
      await rows(
        `INSERT INTO webhook_endpoint (customer_id, endpoint_id, url, signature, endpoint_status, secret_kid,
           live_after, scanned_sequence, failures, due_at, created_at, updated_at)
         VALUES (1, ?, '', 'v1', ?, '', 0, 0, ?, ?, 0, 0)`,
        id,
        status,
        failures,
        dueAt,
      )
    }
    const { json } = await statusOf()
    const oldestDueAt = '2026-11-22T00:00:00.000Z'
    expect(json.databases[LAST].deliveries).toEqual({ enabled: 2, disabled: 1, failing: 1, oldestDueAt })
  })
})

describe('the worst webhook endpoints [ADMIN-65]', () => {
  /** [id, status, failures, failing since, last failure, reason] */
  type Endpoint = readonly [number, string, number, number | null, number | null, string | null]
  const insert = (customer: number, [id, ...fields]: Endpoint) =>
    rows(
      `INSERT INTO webhook_endpoint (customer_id, endpoint_id, url, signature, secret_kid, live_after, scanned_sequence, created_at,
         updated_at, endpoint_status, failures, failing_since, last_failure_at, disabled_reason)
       VALUES (?, ?, 'https://hooks.example:8443/secret?token=secret', 'v1', '', 0, 0, 0, 0, ?, ?, ?, ?, ?)`,
      customer,
      id,
      ...fields,
    )
  const at = (hour: number) => Date.UTC(2026, 10, 22, hour)
  const worst = async () => (await statusOf()).json.webhooks.worst

  it('are those that fail, which fail for longest first, then those that the service has disabled, the latest first', async () => {
    expect(await worst()).toEqual([])
    for (const endpoint of [
      [1, 'enabled', 2, at(1), at(2), null],
      [2, 'enabled', 3, at(4), at(5), null],
      [3, 'enabled', 9, at(3), at(5), null],
      [4, 'disabled', 9, at(1), at(2), null],
      [5, 'disabled', 8, at(1), at(6), 'exhausted'],
      [6, 'disabled', 0, null, at(7), 'gone'],
      [7, 'deleted', 9, at(1), at(2), null],
    ] as const)
      await insert(1, endpoint)
    await insert(77, [1, 'enabled', 9, at(1), at(2), null])
    const of = { customerId: 1, host: 'hooks.example:8443' }
    expect(await worst()).toEqual([
      { ...of, endpointId: 3, failures: 9, since: new Date(at(3)).toISOString(), reason: null },
      { ...of, endpointId: 2, failures: 3, since: new Date(at(4)).toISOString(), reason: null },
      { ...of, endpointId: 6, failures: 0, since: new Date(at(7)).toISOString(), reason: 'gone' },
      { ...of, endpointId: 5, failures: 8, since: new Date(at(1)).toISOString(), reason: 'exhausted' },
    ])
  })

  it('are at most 20', async () => {
    for (let id = 1; id <= 25; id++) await insert(1, [id, 'enabled', 3, at(0) - id, at(1), null])
    const ids = (await worst()).map(({ endpointId }: { endpointId: number }) => endpointId)
    expect(ids).toEqual(Array.from({ length: 20 }, (_, i) => 25 - i))
  })
})

describe('the fetch queue', () => {
  beforeEach(async () => {
    await rows("INSERT INTO guest (customer_id, guest_id, last_name) VALUES (1, 1, 'Okabe')")
    await rows(`INSERT INTO reservation (customer_id, reservation_id, reservation_number, status_id, type_id, arrival_date,
      departure_date, guest_id, version, change_seq, created_at, updated_at)
      VALUES (1, 1, 1, 1, 1, '2027-01-01', '2027-01-02', 1, 1, 1, 0, 0)`)
  })

  it('is counted by hotel: Pending messages and the oldest of them, the worst hotel first', async () => {
    await insertMessages('H1', 2, 5000)
    await insertMessages('H2', 3, 1000)
    await insertMessages('H1', 1, 0, 'Processed')
    await insertMessages('H2', 1, 0, 'Failed')
    const { json, text } = await statusOf()
    expect(json.databases[LAST].queue).toEqual({
      pending: 5,
      isComplete: true,
      hotels: [
        { clientId: 1, hotelid: 'H2', pending: 3, oldestAt: iso(2000) },
        { clientId: 1, hotelid: 'H1', pending: 2, oldestAt: iso(6000) },
      ],
      inUse: [{ clientId: 1, hotelid: 'H1', oldestAt: iso(6000), lastMarkedAt: iso(1000) }],
    })
    expect(text).not.toContain('Okabe')
  })

  it('names the hotel where nobody works, also beside 20 that leave one message pending for ever', async () => {
    for (let i = 0; i < 20; i++) {
      await insertMessages(`H${i}`, 1, 0)
      await insertMessages(`H${i}`, 1, 9_000_000, 'Processed')
    }
    await insertMessages('STOPPED', 1, 5000)
    await insertMessages('STOPPED', 1, 4000, 'Processed')
    const { inUse } = (await statusOf()).json.databases[LAST].queue
    expect(inUse.length).toBe(20)
    expect(inUse[0]).toEqual({ clientId: 1, hotelid: 'STOPPED', oldestAt: iso(6000), lastMarkedAt: iso(5000) })
  })

  it('lists 20 hotels, and counts 10,000 messages, so that it costs the same however long it is', async () => {
    for (let i = 0; i < 25; i++) await insertMessages(`H${i}`, 1, i * 1000)
    const { json } = await statusOf()
    const { queue } = json.databases[LAST]
    expect([queue.pending, queue.isComplete, queue.hotels.length, queue.hotels[19].hotelid]).toEqual([
      25,
      true,
      20,
      'H19',
    ])
    await insertMessages('H0', 9_975, 100_000)
    expect((await statusOf()).json.databases[LAST].queue).toMatchObject({ pending: 10_000, isComplete: true })
    await insertMessages('H0', 5_000, 100_000)
    const { bindings, read } = recordingDatabase()
    expect((await statusOf('', bindings)).json.databases[LAST].queue).toMatchObject({
      pending: 10_000,
      isComplete: false,
    })
    expect(read.rows).toBeLessThan(21_000)
  })
})

describe('the hourly run', () => {
  it('is shown by database and in sum', async () => {
    const visit = (shard: number, outcome: string, endedAt: number | null, doneAt: number | null) =>
      rowsIn(
        CONTROL,
        'INSERT INTO clean_up_visit (shard, begun_at, ended_at, outcome, deleted_rows, done_at) VALUES (?, ?, ?, ?, 7, ?)',
        shard,
        1000 + shard,
        endedAt,
        outcome,
        doneAt,
      )
    await visit(LAST, 'backlog', 3000, 2000)
    // A database that is not part of the installation any more.
    await visit(50, 'failed', 3000, null)
    const { json } = await statusOf()
    expect(json.cleanUp).toEqual({
      lastVisitAt: iso(1000 + LAST),
      done: 0,
      begun: 0,
      backlog: 1,
      failed: 0,
      never: databases.length - 1,
    })
    expect(json.databases[LAST].cleanUp).toEqual({
      begunAt: iso(1000 + LAST),
      endedAt: iso(3000),
      outcome: 'backlog',
      deletedRows: 7,
      doneAt: iso(2000),
    })
  })
})

describe('migrations', () => {
  it('that a database lacks, or has besides those of this release', async () => {
    await rows('UPDATE d1_migrations SET name = ? WHERE name = ?', '9999_later.sql', newest)
    const { json } = await statusOf()
    expect(json.databases[LAST]).toMatchObject({
      state: 'outdated',
      fault: null,
      migration: '9999_later.sql',
      missingMigrations: [newest],
      unknownMigrations: ['9999_later.sql'],
      sizeBytes: expect.any(Number),
    })
  })

  it('are shown also where the tables of this release are missing', async () => {
    await rows('DELETE FROM d1_migrations WHERE name = ?', newest)
    await rows('DROP TABLE tenancy')
    let json: Record<string, unknown[]> = {}
    const lines = await logged(async () => {
      json = (await statusOf()).json
    })
    expect(json.databases?.[LAST]).toMatchObject({
      state: 'outdated',
      fault: 'exception',
      missingMigrations: [newest],
      tenancies: null,
      queue: null,
      deliveries: null,
    })
    expect(lines.some(({ database, fault }) => database === LAST && fault)).toBe(true)
  })
})

describe('databases that fail', () => {
  it('are named with the kind of the fault, and the response is 200', async () => {
    const changes = { DB: failing('D1_ERROR: D1 DB is overloaded. Too many requests queued.') }
    let reply: Awaited<ReturnType<typeof statusOf>> | undefined
    const lines = await logged(async () => {
      reply = await statusOf('', changes)
    })
    const { json, text } = reply as Awaited<ReturnType<typeof statusOf>>
    expect(json).toMatchObject({ version, secrets: [] })
    expect(json.databases[LAST]).toEqual({
      shard: LAST,
      state: 'unavailable',
      fault: 'overloaded',
      sizeBytes: null,
      customers: LAST ? 1 : null,
      tenancies: null,
      migration: null,
      missingMigrations: [],
      unknownMigrations: [],
      queue: null,
      deliveries: null,
      cleanUp: null,
    })
    if (LAST) expect(json.databases[0]).toEqual(ok(0))
    else expect([json.customers, json.moves, json.cleanUp]).toEqual([null, null, null])
    expect(lines.find(({ route }) => route)).toMatchObject({ status: 200, client: 'admin' })
    expect(lines[0]).toMatchObject({ fault: 'DatabaseUnavailable', d1Fault: 'overloaded' })
    expect(text + JSON.stringify(lines)).not.toContain(SECRET_CANARY)
  })

  it('do not hide problems of the secrets', async () => {
    const { json } = await statusOf('', { DB: brokenDatabase, LINK_KEYS: '' })
    expect([json.secrets.length, json.databases[LAST].fault]).toEqual([1, 'network'])
  })
})

describe('many databases', () => {
  const names = Array.from({ length: 45 }, (_, i) => `DB${i}`)
  const many = {
    DATABASES: names.join(' '),
    NEW_CUSTOMERS: '0',
    ...Object.fromEntries(names.map((name, i) => [name, i ? env.DB : CONTROL])),
  } as Partial<typeof env>
  const shards = (json: { databases: { shard: number }[] }) => json.databases.map(({ shard }) => shard)

  it('come in pages by number, each once', async () => {
    const seen: number[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { json, headers } = await statusOf(`?cursor=${encodeURIComponent(cursor)}`, many)
      seen.push(shards(json))
      cursor = headers.get('x-next-cursor')
      expect(headers.get('x-has-more')).toBe(String(cursor !== null))
    }
    expect(seen.map(page => page.length)).toEqual([20, 20, 5])
    expect(seen.flat()).toEqual(names.map((_, i) => i))
    expect(shards((await statusOf('?pageSize=50', many)).json)).toHaveLength(45)
  })

  it('are one with shard, also 0', async () => {
    for (const shard of [0, 44]) {
      const { json, headers } = await statusOf(`?shard=${shard}`, many)
      expect([shards(json), headers.get('x-has-more')]).toEqual([[shard], 'false'])
    }
  })

  it.each([
    ['shard=45', 'shard: expected the number of a database, from 0 to 44'],
    ['shard=x', 'shard: expected the number of a database'],
    ['pageSize=51', 'pageSize: expected at most 50'],
    ['cursor=junk', 'cursor: expected one that we made'],
  ])('%s is 422', async (query, description) => {
    const refused = await withBindings(many)('GET', `/admin/status?${query}`, undefined, asAdmin)
    await expectRefusal(refused, 422, 'INVALID_FIELD', description)
  })
})
