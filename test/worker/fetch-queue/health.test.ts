import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { version } from '../../../package.json'
import {
  brokenDatabase,
  exhaustedRateLimit,
  neverSettles,
  untouchedDatabase,
  withBindings,
} from '../../support/bindings'
import { stopClock } from '../../support/clock'
import { logged } from '../../support/logged'
import { recordingDatabase } from '../../support/query-plan'
import {
  type Answer,
  databases,
  expectRefusal,
  expectStatus,
  resetBeforeEach,
  rowsIn,
  send,
} from '../../support/service'
import { databaseFromStub } from '../../support/sessions'

resetBeforeEach()

/** The same databases as bindings of their own: an isolate remembers the result of a binding for 5 seconds. */
const ownDatabases = () => withBindings(recordingDatabase().bindings)

const healthy = { content: { status: 'Healthy', version }, errors: [], message: '', success: true }

it('health is 200 without a read of data, without a credential [QUEUE-15]', async () => {
  const untouched = { DB: untouchedDatabase, HEALTH_PER_ADDRESS: exhaustedRateLimit() }
  const { json, headers } = await expectStatus(200, withBindings(untouched)('GET', '/api/Fetch/health'))
  expect(json).toEqual(healthy)
  expect(headers.get('cache-control')).toBe('no-store')
})

it('healthdb is 200 when D1 answers, without a credential [QUEUE-17]', async () => {
  const { json } = await expectStatus(200, send('GET', '/api/Fetch/healthdb'))
  expect(json).toEqual(healthy)
})

const withoutTables = databaseFromStub({
  prepare: () => ({ bind: () => ({}) }),
  batch: () => Promise.reject(new Error('D1_ERROR: no such table: customer: SQLITE_ERROR')),
})

it.each([
  ['does not answer', brokenDatabase],
  ['has no tables', withoutTables],
])('healthdb is 503 when D1 %s [QUEUE-17]', async (_, DB) => {
  const { json } = await expectStatus(503, withBindings({ DB })('GET', '/api/Fetch/healthdb'))
  expect(json.success).toBe(false)
  expect(json.errors[0].code).toBe('DATABASE_UNAVAILABLE')
})

describe('a database that lacks a migration of this Worker [QUEUE-17]', () => {
  const newest = () => (env.MIGRATIONS as { name: string }[]).at(-1)?.name as string

  it.each(databases.map((_, number) => number))('healthdb is 503, and the log names it: database %s', async number => {
    await rowsIn(databases[number] as D1Database, 'DELETE FROM d1_migrations WHERE name = ?', newest())
    let reply: Answer | undefined
    const lines = await logged(async () => {
      reply = await ownDatabases()('GET', '/api/Fetch/healthdb')
    })
    await expectRefusal(reply as Answer, 503, 'DATABASE_UNAVAILABLE')
    expect(reply?.text).not.toContain(newest())
    expect(lines[0]).toMatchObject({ fault: 'MissingMigration', database: number, migration: newest() })
    const health = await expectStatus(200, withBindings({ DB: untouchedDatabase })('GET', '/api/Fetch/health'))
    expect(health.json).toEqual(healthy)
  })

  it('healthdb is 503 without a list of migrations', async () => {
    await rowsIn(databases[0] as D1Database, 'DROP TABLE d1_migrations')
    expect((await ownDatabases()('GET', '/api/Fetch/healthdb')).status).toBe(503)
  })

  it('a migration that this Worker does not have is no fault: an older Worker can run during an upgrade', async () => {
    await rowsIn(databases[0] as D1Database, "INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')")
    const { json } = await expectStatus(200, ownDatabases()('GET', '/api/Fetch/healthdb'))
    expect(json).toEqual(healthy)
  })

  it('healthdb costs one round trip to each database', async () => {
    const { bindings, trips } = recordingDatabase()
    await withBindings(bindings)('GET', '/api/Fetch/healthdb')
    expect(trips.length).toBe(databases.length)
  })
})

it('healthdb over 60 calls a minute from an address is 429 RATE_LIMITED with Retry-After, and asks no database [HEALTH_PER_ADDRESS]', async () => {
  const limit = exhaustedRateLimit()
  const there = withBindings({ DB: untouchedDatabase, HEALTH_PER_ADDRESS: limit })
  const { status, json, headers } = await there('GET', '/api/Fetch/healthdb', undefined, {
    'cf-connecting-ip': '192.0.2.7',
  })
  expect(status).toBe(429)
  expect(json.success).toBe(false)
  expect(json.errors[0].code).toBe('RATE_LIMITED')
  expect([headers.get('retry-after'), limit.keys]).toEqual(['60', ['192.0.2.7']])
})

it('healthdb asks each database once in 5 seconds, however many call at a time [QUEUE-16]', async () => {
  stopClock()
  const { bindings, trips } = recordingDatabase()
  const ask = async (calls: number) => {
    const answers = await Promise.all(
      Array.from({ length: calls }, () => withBindings(bindings)('GET', '/api/Fetch/healthdb')),
    )
    return new Set(answers.map(({ status }) => status))
  }
  const databases = Object.keys(bindings).length
  expect([await ask(5), trips.length]).toEqual([new Set([200]), databases])
  vi.setSystemTime(Date.now() + 4_999)
  expect([await ask(1), trips.length]).toEqual([new Set([200]), databases])
  vi.setSystemTime(Date.now() + 1)
  expect([await ask(2), trips.length]).toEqual([new Set([200]), 2 * databases])
})

it('healthdb that found a database failing answers 503 to all who ask meanwhile [QUEUE-16]', async () => {
  stopClock()
  let asked = 0
  const failing = databaseFromStub({
    prepare: () => ({ bind: () => ({}) }),
    batch: () => {
      asked++
      return Promise.reject(new Error('D1_ERROR: Network connection lost.'))
    },
  })
  const there = withBindings({ DB: failing })
  const answers = [await there('GET', '/api/Fetch/healthdb'), await there('GET', '/api/Fetch/healthdb')]
  expect([answers.map(({ status }) => status), asked]).toEqual([[503, 503], 1])
})

it('healthdb waits 10 seconds for the probe of a request that was cut off, then asks by itself [QUEUE-16]', async () => {
  stopClock()
  let asked = 0
  const silent = databaseFromStub({
    prepare: () => ({ bind: () => ({}) }),
    batch: () => (asked++ ? Promise.resolve([{ results: [], meta: {} }]) : neverSettles()),
  })
  const there = withBindings({ DB: silent })
  there('GET', '/api/Fetch/healthdb')
  const second = there('GET', '/api/Fetch/healthdb')
  await scheduler.wait(50)
  expect(asked).toBe(1)
  vi.setSystemTime(Date.now() + 10_000)
  expect([(await second).status, asked]).toEqual([200, 2])
})

describe('healthdb of 300 databases', () => {
  const COUNT = 300
  const NAMES = Array.from({ length: COUNT }, (_, i) => (i ? `D${i}` : 'DB'))
  /** How often each database was asked. */
  let asked: number[]
  let faulty: Set<number>

  const installation = () => {
    asked = Array(COUNT).fill(0)
    faulty = new Set()
    const bindings = NAMES.map((name, number) => {
      const batch = () => {
        asked[number] = (asked[number] ?? 0) + 1
        const lost = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'))
        return faulty.has(number) ? lost() : Promise.resolve([{ results: [], meta: {} }])
      }
      return [name, databaseFromStub({ prepare: () => ({ bind: () => ({}) }), batch })]
    })
    const there = withBindings({ DATABASES: NAMES.join(' '), NEW_CUSTOMERS: '0', ...Object.fromEntries(bindings) })
    return async () => (await there('GET', '/api/Fetch/healthdb')).status
  }
  const sum = () => asked.reduce((all, one) => all + one, 0)
  /** Requests at intervals of 5 seconds until every database was asked. */
  const askAll = async (ask: () => Promise<number>) => {
    const statuses: number[] = []
    for (; asked.includes(0); vi.setSystemTime(Date.now() + 5_000)) statuses.push(await ask())
    return statuses
  }

  beforeEach(() => void stopClock())

  it('asks the first and 50 others, and all within 6 requests [QUEUE-18]', async () => {
    const ask = installation()
    expect([await ask(), sum(), asked[0]]).toEqual([200, 51, 1])
    expect([await ask(), sum()]).toEqual([200, 51])
    vi.setSystemTime(Date.now() + 5_000)
    expect(await askAll(ask)).toHaveLength(5)
    expect([asked[0], Math.max(...asked.slice(1))]).toEqual([6, 2])
  })

  it('is 503 while a database is faulty, and asks it again each time until it is healthy [QUEUE-18]', async () => {
    const ask = installation()
    faulty.add(123)
    const statuses = await askAll(ask)
    expect(statuses).toContain(503)
    const before = asked[123] as number
    for (let i = 0; i < 3; i++, vi.setSystemTime(Date.now() + 5_000)) expect(await ask()).toBe(503)
    expect(asked[123]).toBe(before + 3)
    faulty.clear()
    expect(await ask()).toBe(200)
  })

  it('is 503 while all are faulty, and asks at most 101 at a time [QUEUE-18]', async () => {
    const ask = installation()
    for (let number = 0; number < COUNT; number++) faulty.add(number)
    for (let i = 0; i < 8; i++, vi.setSystemTime(Date.now() + 5_000)) {
      const before = sum()
      expect(await ask()).toBe(503)
      expect(sum() - before).toBeLessThanOrEqual(101)
    }
    faulty.clear()
    for (let i = 0; i < 6; i++, vi.setSystemTime(Date.now() + 5_000)) await ask()
    expect(await ask()).toBe(200)
  })
})
