import { sql } from 'drizzle-orm'
import { build, type Database } from './database'

/** Milliseconds for which the requests of an isolate share the result of one probe. */
const SHARED = 5_000
/** Milliseconds after which a probe without a result counts as lost: the request that made it may have been cut off. */
const LOST = 10_000
/** Milliseconds between two looks whether a probe under way has a result. */
const EVERY = 20

interface Probe {
  began: number
  result?: { at: number; isHealthy: boolean }
}

const probes = new WeakMap<D1Database, Probe>()

/** Asks D1 something that only a database with its tables can answer. */
export async function probeDatabase(db: Database): Promise<void> {
  await db.batch([build.all(sql`SELECT customer_id FROM customer WHERE customer_id = 0`)])
}

/** Whether a database answers `ask`, which throws where it does not. It is asked at most once in 5 seconds by an isolate. */
export async function isHealthy(database: D1Database, ask: () => Promise<void>): Promise<boolean> {
  for (let probe = probes.get(database); probe && !isOver(probe); probe = probes.get(database)) {
    if (probe.result) return probe.result.isHealthy
    // Each looks by itself: a promise of another request is never settled when that request is cut off.
    await scheduler.wait(EVERY)
  }
  const probe: Probe = { began: Date.now() }
  probes.set(database, probe)
  const answered = await ask().then(
    () => true,
    () => false,
  )
  probe.result = { at: Date.now(), isHealthy: answered }
  return answered
}

const isOver = ({ began, result }: Probe) => (result ? Date.now() - result.at >= SHARED : Date.now() - began >= LOST)
