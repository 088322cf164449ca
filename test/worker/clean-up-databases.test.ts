import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runCleanUp } from '../../worker/clean-up'
import { brokenDatabase, neverSettles } from '../support/bindings'
import { book } from '../support/booking'
import { recordingDatabase } from '../support/query-plan'
import { openHotel, resetBeforeEach, rows } from '../support/service'
import { databaseFromStub } from '../support/sessions'

/*
 * The hourly run over many databases. All names of an installation are bound to the one database of the tests: what counts is
 * which are visited, and how many statements that takes.
 */

resetBeforeEach()

beforeEach(async () => {
  const { call } = await openHotel()
  await book(call)
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** D1 allows so many statements in one invocation. */
const D1_STATEMENTS = 1_000

/** Bindings of `count` databases: `DB` and others, some of which are given. */
function installation(count: number, special: Record<number, D1Database> = {}, database: D1Database = env.DB) {
  const names = Array.from({ length: count }, (_, i) => (i === 0 ? 'DB' : `D${i}`))
  const bindings = names.map((name, i) => [name, special[i] ?? database])
  return { ...env, DATABASES: names.join(' '), ...Object.fromEntries(bindings) }
}

const run = (bindings: typeof env) => runCleanUp(createScheduledController({ scheduledTime: Date.now() }), bindings)

const visits = () => rows('SELECT shard, outcome, begun_at, done_at FROM clean_up_visit ORDER BY shard')

it('takes at most 1,000 statements over all databases, and visits 90 others in each run [RUN-16] [RUN-19] [RUN-20]', async () => {
  const { database, trips } = recordingDatabase()
  const bindings = installation(200, {}, database)
  const visited = [0]
  for (let runs = 0; visited.at(-1) !== 200; runs++) {
    expect(runs).toBeLessThan(Math.ceil(200 / 90))
    trips.length = 0
    await run(bindings)
    expect(trips.reduce((sum, statements) => sum + statements, 0)).toBeLessThan(D1_STATEMENTS)
    visited.push((await visits()).length)
  }
  expect(new Set((await visits()).map(({ outcome }) => outcome))).toEqual(new Set(['done']))

  // From now on the order is that of the visits before.
  const begun = async () =>
    new Map((await visits()).map(({ shard, begun_at }) => [shard as number, begun_at as number]))
  const before = await begun()
  await run(bindings)
  const after = await begun()
  const again = [...before.keys()].filter(shard => after.get(shard) !== before.get(shard))
  expect(again.length).toBeGreaterThanOrEqual(90)
  const longestAgo = [...before].sort(([one, at], [other, since]) => at - since || one - other).map(([shard]) => shard)
  expect(new Set(again)).toEqual(new Set(longestAgo.slice(0, again.length)))
})

it('a large backlog in one database does not keep the others waiting [RUN-19]', async () => {
  await env.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
     INSERT INTO idempotency (customer_id, identity, body_hash, reservation_id, created_at) SELECT 1, 'i' || i, '', 1, 0 FROM n`,
  ).run()
  const idle = databaseFromStub({
    prepare: text => env.DB.prepare(text),
    batch: list => (list.length === 1 ? env.DB.batch(list) : Promise.resolve(list.map(() => emptyResult))),
  })
  await run(installation(20, Object.fromEntries(Array.from({ length: 19 }, (_, i) => [i + 1, idle]))))
  expect((await visits()).map(({ outcome }) => outcome)).toEqual(Array(20).fill('done'))
  expect(await rows('SELECT * FROM idempotency WHERE created_at = 0')).toEqual([])
})

const emptyResult = {
  results: [],
  success: true,
  meta: { rows_read: 0, rows_written: 0 },
} as unknown as D1Result<never>

it('what is left after the last step is shown as a backlog, and the next run goes on [RUN-19]', async () => {
  const full = { ...emptyResult, results: Array(500).fill({ one: 1 }) } as D1Result<never>
  let isFull = true
  const busy = databaseFromStub({
    prepare: text => env.DB.prepare(text),
    batch: list => Promise.resolve(list.map(() => (isFull ? full : emptyResult))),
  })
  const bindings = installation(2, { 1: busy })
  await run(bindings)
  expect(await visits()).toMatchObject([
    { outcome: 'done', done_at: expect.any(Number) },
    { outcome: 'backlog', done_at: null },
  ])
  isFull = false
  await run(bindings)
  expect(await visits()).toMatchObject([{ outcome: 'done' }, { outcome: 'done', done_at: expect.any(Number) }])
})

it('a database that fails is visited like the others, and no other waits for it [RUN-17] [RUN-19]', async () => {
  const bindings = installation(4, { 1: brokenDatabase })
  await expect(run(bindings)).rejects.toThrow('the clean-up failed in database 1')
  expect((await visits()).map(({ outcome }) => outcome)).toEqual(['done', 'failed', 'done', 'done'])
})

it('slow databases use up one run, and the next begins with the others [RUN-19]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const slow = databaseFromStub({
    prepare: text => env.DB.prepare(text),
    batch: list => {
      vi.setSystemTime(Date.now() + 120_000)
      return env.DB.batch(list)
    },
  })
  const bindings = installation(9, Object.fromEntries(Array.from({ length: 8 }, (_, i) => [i + 1, slow])))
  const visited = []
  for (let runs = 0; runs < 3; runs++) {
    await run(bindings)
    visited.push((await visits()).length)
  }
  expect(visited).toEqual([4, 7, 9])
})

it('a run that is ended from outside does not begin again with the same database [RUN-19]', async () => {
  let reached = () => {}
  const isReached = new Promise<void>(resolve => {
    reached = resolve
  })
  const hangs = databaseFromStub({
    prepare: text => env.DB.prepare(text),
    batch: () => {
      reached()
      return neverSettles()
    },
  })
  void run(installation(3, { 1: hangs }))
  await isReached
  expect(await visits()).toMatchObject([{ outcome: 'done' }, { outcome: 'begun' }])
  void run(installation(3, { 1: hangs }))
  await expect.poll(visits).toMatchObject([{}, {}, { outcome: 'done' }])
})

it('without the first database, which has the list of visits, the others are visited all the same [RUN-17] [RUN-19]', async () => {
  const { database, trips } = recordingDatabase()
  const bindings = installation(12, { 0: brokenDatabase }, database)
  await expect(run(bindings)).rejects.toThrow('the clean-up failed in database 0')
  expect(trips).toHaveLength(11)
})
