import type { Database } from './database'
import { ConstraintViolation, DatabaseUnavailable } from './errors'

/** Concurrent requests changed the same record in every attempt. Nothing was written. */
class TooManyConflicts extends DatabaseUnavailable {
  override name = 'Contended'
  override readonly publicMessage =
    'others changed the same record at the same time; nothing was changed; safe to retry'
}

/**
 * A constraint refused a write although the data that was read had not changed: the rules and the constraint disagree. This
 * is a bug, and every attempt would end in it.
 */
class UnexpectedConflict extends Error {
  override name = 'Disagreement'

  constructor(cause: ConstraintViolation) {
    super(`refused twice by ${cause.constraint}, on the same data`, { cause })
  }
}

/** Maximum number of attempts. In each round at least one of the concurrent writers succeeds. */
const MAX_ATTEMPTS = 60
/** Milliseconds after which no attempt begins. */
const MAX_DURATION = 8_000
/** Maximum pause between two attempts, in milliseconds. */
const MAX_PAUSE = 200

/**
 * Repeats an attempt (read, decide, write) while concurrent changes make its data stale. One of the `expected` constraints
 * then refuses the write; a violation of any other is thrown. Two refusals in a row by one constraint on the same data are
 * a bug, and thrown as UnexpectedConflict. An attempt must therefore read a value that every conflicting change alters for
 * good: a version, a used key, the number of the last change. Pauses are random, so that requests do not collide again.
 */
export async function retryOnConflict<Outcome>(
  db: Database,
  expected: readonly string[],
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const end = Date.now() + MAX_DURATION
  let previous: { constraint: string; read: readonly unknown[] } | undefined
  for (let i = 1; i <= MAX_ATTEMPTS && Date.now() < end; i++) {
    const read = db.recordResults()
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ConstraintViolation && expected.includes(error.constraint))) throw error
      const { constraint } = error
      if (previous?.constraint === constraint && JSON.stringify(previous.read) === JSON.stringify(read)) {
        throw new UnexpectedConflict(error)
      }
      previous = { constraint, read }
    }
    await new Promise(resolve => setTimeout(resolve, Math.random() * Math.min(2 ** i, MAX_PAUSE)))
  }
  throw new TooManyConflicts('others were always in between')
}
