import { DAY_MS } from '../schema/wire/dates'
import { newCost } from './db/cost'
import type { Database } from './db/database'
import { Shards } from './db/shards'
import { logException, logRun } from './http/log'
import { type Env, type Settings, settingsOf } from './settings'
import { deleteOldRows, type OldRows, ROWS_PER_STEP } from './store/upkeep/clean-up'
import { CALENDAR_STATEMENTS, deletePastDays } from './store/upkeep/clean-up-calendar'
import { readVisits, recordVisits, type Visit } from './store/upkeep/clean-up-visits'

/** The name of the run in the log. */
const RUN = 'clean-up'

/** Statements of one run over all databases. D1 allows 1,000 in an invocation; the last steps may exceed this number by some. */
const MAX_STATEMENTS = 950
/** Milliseconds after which a run begins no further step. Cloudflare ends a run after 15 minutes. */
const MAX_MS = 5 * 60_000
/** Steps of each sort in one visit; the first is always taken. A database with more to delete is visited again after all others. */
const STEPS_PER_VISIT = 10
const HOUR_MS = 3_600_000
/** Days for which an event is kept, and with it what was sent of it. */
const EVENT_DAYS = 90
/** Days for which the attempts to send an event are kept. */
const ATTEMPT_DAYS = 30

/** The count of the log line to which each kind of rows is added; null: it is not counted. */
const COUNTED_AS = {
  links: 'links',
  processedMessages: 'messages',
  failedMessages: 'messages',
  pendingMessages: 'messages',
  identities: 'identities',
  events: 'events',
  deliveries: 'deliveries',
  attempts: 'attempts',
  clearedSequences: null,
  webhookIdentities: 'identities',
  sessions: 'signIns',
  invitations: 'signIns',
  challenges: 'signIns',
  audit: 'audit',
} as const satisfies Record<OldRows, string | null>

/** Rows of the first database. */
const SIGN_INS: readonly OldRows[] = ['sessions', 'invitations', 'challenges']

/**
 * The hourly run: deletes old rows in steps, so that requests run in between. It visits the databases one after the other, and
 * begins with the one that it has not visited for longest. When a database fails, the run logs that and continues with the
 * others. It then ends with an error, so that Cloudflare counts it as failed.
 */
export async function runCleanUp({ scheduledTime }: ScheduledController, env: Env): Promise<void> {
  const failed = await visitDatabases(env, scheduledTime).catch(error => {
    logException(RUN, error)
    // The platform logs this error. It must not quote data.
    throw new Error('the clean-up failed')
  })
  if (failed.length > 0) throw new Error(`the clean-up failed in database ${failed.join(', ')}`)
}

/** Returns the numbers of the databases in which it failed. */
async function visitDatabases(env: Env, now: number): Promise<number[]> {
  const settings = settingsOf(env)
  const cost = newCost()
  const shards = new Shards(settings, cost)
  const run = new Run(settings, now)
  const visited = new Map<number, Visit>()
  const failed = new Set<number>()
  const fail = (shard: number, error: unknown) => {
    failed.add(shard)
    logException(RUN, error, { database: shard })
  }
  const record = async (visits: readonly Visit[]) => {
    const [first, ...others] = visits
    if (!first || failed.has(0)) return
    run.statements++
    await recordVisits(shards.at(0), [first, ...others]).catch(error => fail(0, error))
  }

  run.statements++
  const stored = await readVisits(shards.at(0), shards.count).catch(error => fail(0, error))
  const queue = stored ? longestAgoFirst(stored, shards.count) : byTheClock(shards.count, now)
  let ended: Visit[] = []
  for (let next = queue.shift(); next && !run.isOver; next = queue.shift()) {
    const begun: Visit = { ...next, begunAt: Date.now(), endedAt: null, outcome: 'begun' }
    // This is stored before the visit: if the invocation is ended, the next run begins with another database.
    await record([...ended.filter(({ shard }) => shard !== begun.shard), begun])
    const visit = await visitOne(run, shards.at(next.shard), begun, error => fail(begun.shard, error))
    visited.set(visit.shard, visit)
    if (visit.outcome === 'backlog') queue.push(visit)
    ended = [visit]
  }
  await record(ended)

  const backlog = [...visited.values()].filter(({ outcome }) => outcome === 'backlog').length
  logRun(RUN, { ...run.deleted, visited: visited.size, backlog, failed: failed.size }, cost)
  return [...failed]
}

/** The next visits to all databases. */
function longestAgoFirst(stored: readonly Visit[], count: number): Visit[] {
  const known = new Map(stored.map(visit => [visit.shard, visit]))
  return Array.from({ length: count }, (_, shard) => ({ ...(known.get(shard) ?? never(shard)), deletedRows: 0 })).sort(
    (one, other) => one.begunAt - other.begunAt,
  )
}

/** Visits to all databases but the first, which cannot be read. Each hour another one is the first of them. */
function byTheClock(count: number, now: number): Visit[] {
  const others = Array.from({ length: count - 1 }, (_, i) => never(i + 1))
  const begin = Math.floor(now / HOUR_MS) % Math.max(1, others.length)
  return [...others.slice(begin), ...others.slice(0, begin)]
}

const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

const never = (shard: number): Visit => ({
  shard,
  begunAt: 0,
  endedAt: null,
  outcome: 'begun',
  deletedRows: 0,
  doneAt: null,
  calendarBefore: null,
  calendarAfter: null,
  identitiesBefore: null,
})

/** What one run deletes, and what it has used. */
class Run {
  statements = 0
  readonly deleted = {
    links: 0,
    messages: 0,
    identities: 0,
    events: 0,
    deliveries: 0,
    attempts: 0,
    days: 0,
    audit: 0,
    signIns: 0,
  }
  /** Rows older than an instant are deleted. */
  readonly horizons: readonly (readonly [OldRows, number])[]
  /** Calendar days before this date are deleted; undefined: none. */
  readonly calendarBefore: string | undefined
  readonly #end = Date.now() + MAX_MS

  constructor({ retention }: Pick<Settings, 'retention'>, now: number) {
    const kept: [OldRows, number][] = [
      ['processedMessages', retention.PROCESSED_MESSAGE_DAYS],
      ['failedMessages', retention.FAILED_MESSAGE_DAYS],
      ['pendingMessages', retention.PENDING_MESSAGE_DAYS],
      ['identities', retention.IDENTITY_DAYS],
      ['webhookIdentities', retention.IDENTITY_DAYS],
      ['events', EVENT_DAYS],
      ['deliveries', EVENT_DAYS],
      ['attempts', ATTEMPT_DAYS],
      ['clearedSequences', ATTEMPT_DAYS],
      ['audit', retention.AUDIT_DAYS],
    ]
    const limited = kept.filter(([, days]) => days > 0)
    const ended = (['links', ...SIGN_INS] as const).map(kind => [kind, now] as const)
    this.horizons = [...ended, ...limited.map(([kind, days]) => [kind, now - days * DAY_MS] as const)]
    const calendarDays = retention.PAST_CALENDAR_DAYS
    if (calendarDays > 0) this.calendarBefore = dayOf(now - calendarDays * DAY_MS)
  }

  get isOver(): boolean {
    return this.statements >= MAX_STATEMENTS || Date.now() >= this.#end
  }
}

async function visitOne(run: Run, db: Database, begun: Visit, fail: (error: unknown) => void): Promise<Visit> {
  const visit = { ...begun }
  try {
    const isClean = await deleteRows(run, db, visit)
    const arePastDaysDeleted = await deleteDays(run, db, visit)
    visit.outcome = isClean && arePastDaysDeleted ? 'done' : 'backlog'
  } catch (error) {
    fail(error)
    visit.outcome = 'failed'
  }
  visit.endedAt = Date.now()
  if (visit.outcome === 'done') visit.doneAt = visit.endedAt
  return visit
}

/** Returns whether no old rows are left. Idempotency records are deleted once a day: a pass reads all of them. */
async function deleteRows(run: Run, db: Database, visit: Visit): Promise<boolean> {
  const isDue = ([kind, before]: readonly [OldRows, number]) => {
    if (SIGN_INS.includes(kind)) return visit.shard === 0
    return kind !== 'identities' || visit.identitiesBefore !== dayOf(before)
  }
  let open = run.horizons.filter(isDue)
  for (let step = 0; step < STEPS_PER_VISIT && open.length > 0; step++) {
    if (step > 0 && run.isOver) return false
    run.statements += open.length
    const counts = await deleteOldRows(db, open)
    for (const [i, [kind]] of open.entries()) {
      const rows = counts[i] ?? 0
      const counted = COUNTED_AS[kind]
      if (!counted) continue
      run.deleted[counted] += rows
      visit.deletedRows += rows
    }
    const passed = open.find(([kind], i) => kind === 'identities' && counts[i] !== ROWS_PER_STEP)
    if (passed) visit.identitiesBefore = dayOf(passed[1])
    open = open.filter((_, i) => counts[i] === ROWS_PER_STEP)
  }
  return open.length === 0
}

/** Returns whether no past days are left. All are deleted once a day: a pass reads every channel room. */
async function deleteDays(run: Run, db: Database, visit: Visit): Promise<boolean> {
  const before = run.calendarBefore
  if (before === undefined || visit.calendarBefore === before) return true
  for (let step = 0; step < STEPS_PER_VISIT; step++) {
    if (step > 0 && run.isOver) return false
    run.statements += CALENDAR_STATEMENTS
    const { deleted, next } = await deletePastDays(db, before, visit.calendarAfter)
    run.deleted.days += deleted
    visit.deletedRows += deleted
    visit.calendarAfter = next ?? null
    if (next === undefined) {
      visit.calendarBefore = before
      return true
    }
  }
  return false
}
