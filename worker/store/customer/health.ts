import { eq } from 'drizzle-orm'
import { customer } from '../../../schema/tables/control'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'

/** Milliseconds for which the requests of an isolate share the result of one probe. */
const SHARED = 5_000
/** Milliseconds after which a probe without a result counts as lost: the request that made it may have been cancelled. */
const LOST = 10_000
/** Milliseconds between two checks of a probe under way. */
const CHECK_INTERVAL = 20

interface Probe {
  began: number
  result?: { at: number; isHealthy: boolean }
}

const probes = new WeakMap<D1Database, Probe>()

/** Runs a query that fails unless the database has its tables. */
export async function probeDatabase(db: Database): Promise<void> {
  await db.batch([build.select({ customerId: customer.customerId }).from(customer).where(eq(customer.customerId, 0))])
}

/** Whether `probe` succeeds for a database. An isolate runs it at most once in 5 seconds. */
export async function isHealthy(database: D1Database, probe: () => Promise<void>): Promise<boolean> {
  for (let known = probes.get(database); known && !isOver(known); known = probes.get(database)) {
    if (known.result) return known.result.isHealthy
    // Requests poll: a promise of another request never settles once that request is cancelled.
    await scheduler.wait(CHECK_INTERVAL)
  }
  const started: Probe = { began: Date.now() }
  probes.set(database, started)
  const succeeded = await probe().then(
    () => true,
    () => false,
  )
  started.result = { at: Date.now(), isHealthy: succeeded }
  return succeeded
}

const isOver = ({ began, result }: Probe) => (result ? Date.now() - result.at >= SHARED : Date.now() - began >= LOST)
