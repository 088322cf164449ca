import { logFault, logRun } from './http/log'
import type { Env } from './settings'
import { cleanUp, STEP } from './store/clean-up'
import { nothingSpent } from './store/cost'
import { Database } from './store/database'

/** Its name in the log. */
const RUN = 'clean-up'

const DAY = 86_400_000

/** Days that a processed queue message stays, for whoever wants to look back. */
const MESSAGE_DAYS = 30
/** Days for which a repetition of a request is known. */
const IDENTITY_DAYS = 90
/** Steps of one run: what it leaves, the next hour's takes. */
const MOST_STEPS = 40

/** The hourly run: takes away what no longer serves anybody, step by step, so that requests get their turn in between. */
export async function runCleanUp({ scheduledTime }: ScheduledController, env: Env): Promise<void> {
  try {
    await takeAway(env, scheduledTime)
  } catch (error) {
    logFault(RUN, error)
    // The platform counts the run as failed and logs what it threw, so that this must not quote anything.
    throw new Error('the clean-up failed')
  }
}

async function takeAway(env: Env, now: number): Promise<void> {
  const cost = nothingSpent()
  const db = new Database(env.DB, cost)
  const horizon = { links: now, messages: now - MESSAGE_DAYS * DAY, identities: now - IDENTITY_DAYS * DAY }
  const total = [0, 0, 0]
  for (let step = 0; step < MOST_STEPS; step++) {
    const deleted = await cleanUp(db, horizon)
    deleted.forEach((rows, kind) => {
      total[kind] = (total[kind] ?? 0) + rows
    })
    if (deleted.every(rows => rows < STEP)) break
  }
  const [links, messages, identities] = total
  logRun(RUN, { links, messages, identities }, cost)
}
