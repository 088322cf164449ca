import { DAY_MS } from '../schema/wire/dates'
import { newCost } from './db/cost'
import type { Database } from './db/database'
import { Shards } from './db/shards'
import { logException, logRun } from './http/log'
import { type Env, settingsOf } from './settings'
import { cleanUp, type RetentionLimits, ROWS_PER_STEP } from './store/customer/clean-up'

/** The name of the run in the log. */
const RUN = 'clean-up'

/** Days for which a processed queue message is kept, so that integrators can look back. */
const MESSAGE_DAYS = 30
/** Days for which a request that is sent again is recognised. */
const IDENTITY_DAYS = 90
/** Days for which an event is kept. */
const EVENT_DAYS = 90
/** Steps of one run. The next run deletes what it leaves. */
const MAX_STEPS = 40

/**
 * The hourly run: deletes expired rows, in steps, so that requests run in between. When a database fails, the run logs that and
 * goes on with the others. It then ends with an error, so that Cloudflare counts it as failed.
 */
export async function runCleanUp({ scheduledTime }: ScheduledController, env: Env): Promise<void> {
  const failed = await deleteInSteps(env, scheduledTime).catch(error => {
    logException(RUN, error)
    // The platform logs this error. It must not quote data.
    throw new Error('the clean-up failed')
  })
  if (failed.length > 0) throw new Error(`the clean-up failed in database ${failed.join(', ')}`)
}

/** Returns the numbers of the databases in which it failed. */
async function deleteInSteps(env: Env, now: number): Promise<number[]> {
  const cost = newCost()
  const horizon = {
    links: now,
    messages: now - MESSAGE_DAYS * DAY_MS,
    identities: now - IDENTITY_DAYS * DAY_MS,
    events: now - EVENT_DAYS * DAY_MS,
  }
  const total = [0, 0, 0, 0]
  const failed: number[] = []
  for (const [number, db] of new Shards(settingsOf(env), cost).all().entries()) {
    try {
      await cleanUpOne(db, horizon, total)
    } catch (error) {
      failed.push(number)
      logException(RUN, error, { database: number })
    }
  }
  const [links, messages, identities, events] = total
  logRun(RUN, { links, messages, identities, events, failed: failed.length }, cost)
  return failed
}

async function cleanUpOne(db: Database, horizon: RetentionLimits, total: number[]): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    const deleted = await cleanUp(db, horizon)
    deleted.forEach((rows, kind) => {
      total[kind] = (total[kind] ?? 0) + rows
    })
    if (deleted.every(rows => rows < ROWS_PER_STEP)) break
  }
}
