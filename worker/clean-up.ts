import { logRun } from './http/log'
import type { Env } from './settings'
import { cleanUp, STEP } from './store/clean-up'
import { nothingSpent } from './store/cost'
import { Database } from './store/database'

const DAY = 86_400_000

/** Days that a processed queue message stays, for whoever wants to look back. */
const MESSAGE_DAYS = 30
/** Days for which a repetition of a request is known. */
const IDENTITY_DAYS = 90
/** Steps of one run: what it leaves, the next hour's takes. */
const MOST_STEPS = 40

/** The hourly run: takes away what no longer serves anybody, step by step, so that requests get their turn in between. */
export async function runCleanUp({ scheduledTime: now }: ScheduledController, env: Env): Promise<void> {
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
  logRun('clean-up', { links, messages, identities }, cost)
}
