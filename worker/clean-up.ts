import { newCost } from './db/cost'
import type { Database } from './db/database'
import { Shards } from './db/shards'
import { MS_PER_DAY } from './domain/stay-dates'
import { logException, logRun } from './http/log'
import { type Env, settingsOf } from './settings'
import { cleanUp, type RetentionLimits, ROWS_PER_STEP } from './store/customer/clean-up'

/** Its name in the log. */
const RUN = 'clean-up'

/** Days that a processed queue message stays, for whoever wants to look back. */
const MESSAGE_DAYS = 30
/** Days for which a repetition of a request is known. */
const IDENTITY_DAYS = 90
/** Steps of one run: what it leaves, the next hour's takes. */
const MAX_STEPS = 40

/**
 * The hourly run: takes away what no longer serves anybody, step by step, so that requests get their turn in between. A database that
 * fails is logged, and the run goes on with the others; it then ends in an error, so that Cloudflare counts it as failed.
 */
export async function runCleanUp({ scheduledTime }: ScheduledController, env: Env): Promise<void> {
  const failed = await deleteInSteps(env, scheduledTime).catch(error => {
    logException(RUN, error)
    // The platform logs what a run throws, so that this must not quote anything.
    throw new Error('the clean-up failed')
  })
  if (failed.length > 0) throw new Error(`the clean-up failed in database ${failed.join(', ')}`)
}

/** Answers the numbers of the databases in which it failed. */
async function deleteInSteps(env: Env, now: number): Promise<number[]> {
  const cost = newCost()
  const horizon = {
    links: now,
    messages: now - MESSAGE_DAYS * MS_PER_DAY,
    identities: now - IDENTITY_DAYS * MS_PER_DAY,
  }
  const total = [0, 0, 0]
  const failed: number[] = []
  for (const [number, db] of new Shards(settingsOf(env), cost).all().entries()) {
    try {
      await cleanUpOne(db, horizon, total)
    } catch (error) {
      failed.push(number)
      logException(RUN, error, { database: number })
    }
  }
  const [links, messages, identities] = total
  logRun(RUN, { links, messages, identities, failed: failed.length }, cost)
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
