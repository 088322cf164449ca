import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { selectRows } from '../../db/select-rows'
import { KNOWN_MIGRATIONS } from './known-migrations'

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

/** A database lacks a migration that this Worker knows. */
export class MissingMigration extends Error {
  override name = 'MissingMigration'
  readonly migration: string

  constructor(migration: string) {
    super(`${migration} was not applied`)
    this.migration = migration
  }
}

/** No customer has the id 0. The condition is there so that the statement fails without the table. */
const HAS_TABLES = sql`NOT EXISTS (SELECT 1 FROM customer WHERE customer_id = 0)`

/** Fails if the database does not respond or lacks its tables; MissingMigration if it lacks a migration. */
export async function probeDatabase(db: Database): Promise<void> {
  const [missing] = await db.batch([
    selectRows(
      { name: sql<string>`known.value` },
      selected => sql`
        SELECT ${selected} FROM json_each(${JSON.stringify(KNOWN_MIGRATIONS)}) AS known
        WHERE ${HAS_TABLES} AND NOT EXISTS (SELECT 1 FROM d1_migrations WHERE d1_migrations.name = known.value)
        LIMIT 1`,
    ),
  ])
  if (missing[0]) throw new MissingMigration(missing[0].name)
}

/** Databases that one request asks in turn beside the first, and faulty ones that it asks again: at most so many of each. */
const ASKED_IN_TURN = 50

/** Which databases the requests of an isolate ask. */
interface Turn {
  /** When this turn began. */
  began: number
  /** The first database of this turn, counted without the first database of the installation. */
  from: number
  /** Databases that failed, and have not succeeded since. */
  faulty: Set<number>
}

const turns = new WeakMap<D1Database, Turn>()

/**
 * Whether the databases are healthy. Each call asks the first database, the next of the others, and those that failed. One call
 * asks all of a small installation. `probe` takes the number of a database.
 */
export async function areHealthy(
  databases: readonly D1Database[],
  probe: (number: number) => Promise<void>,
): Promise<boolean> {
  const [first, ...others] = databases
  if (!first) return true
  const { from, faulty } = nextTurn(first, others.length)
  const inTurn = Array.from(
    { length: Math.min(ASKED_IN_TURN, others.length) },
    (_, i) => 1 + ((from + i) % others.length),
  )
  const again = [...faulty].slice(0, ASKED_IN_TURN)
  await Promise.all(
    [...new Set([0, ...inTurn, ...again])].map(async number => {
      const database = databases[number] as D1Database
      if (await isHealthy(database, () => probe(number))) faulty.delete(number)
      else faulty.add(number)
    }),
  )
  return faulty.size === 0
}

/** A turn is as long as a result is shared. The first one of an isolate begins anywhere, so that short isolates ask all databases. */
function nextTurn(first: D1Database, others: number): Turn {
  const now = Date.now()
  const known = turns.get(first)
  if (known && now - known.began < SHARED) return known
  const from = known ? (known.from + ASKED_IN_TURN) % Math.max(1, others) : Math.floor(Math.random() * others)
  const turn = { began: now, from, faulty: known?.faulty ?? new Set<number>() }
  turns.set(first, turn)
  return turn
}

/** Whether `probe` succeeds for a database. An isolate runs it at most once in 5 seconds. */
async function isHealthy(database: D1Database, probe: () => Promise<void>): Promise<boolean> {
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
