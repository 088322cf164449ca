import type { Database } from './database'
import { ConstraintViolation, DatabaseUnavailable } from './errors'

/** Others changed the same record again and again while this request was being decided. Nothing was written. */
export class TooManyConflicts extends DatabaseUnavailable {
  override name = 'Contended'
  override readonly publicMessage =
    'others changed the same record at the same time; nothing was changed; safe to retry'
}

/**
 * A constraint refused what had been decided, although nobody changed what it was decided by: the rules and the constraint
 * disagree. That is a fault of ours, and would be the same each time.
 */
export class UnexpectedConflict extends Error {
  override name = 'Disagreement'

  constructor(cause: ConstraintViolation) {
    super(`refused twice by ${cause.constraint}, on the same data`, { cause })
  }
}

/** Each time, at least one writer gets through; whoever has not after this many is told to come back. */
const MAX_ATTEMPTS = 60
/** Milliseconds after which no attempt is begun. */
const MAX_DURATION = 8_000
/** Milliseconds that the longest pause between two attempts may last. */
const MAX_PAUSE = 200

/**
 * Reads, decides and writes again for as long as others get in between: an attempt is refused by one of the constraints that
 * are expected when what it had read was no longer so. Any other refusal is a fault of ours, which no repetition cures; and so
 * is the second refusal in a row by the same constraint where both attempts read the same rows. Each attempt must therefore
 * read something that every change in its way leaves different for good: a version, a key that is used, the number of the
 * last change. Pauses are random, so that those who met do not meet again.
 */
export async function retryOnConflict<Outcome>(
  db: Database,
  expected: readonly string[],
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const end = Date.now() + MAX_DURATION
  let before: { constraint: string; read: readonly unknown[] } | undefined
  for (let i = 1; i <= MAX_ATTEMPTS && Date.now() < end; i++) {
    const read = db.recordResults()
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ConstraintViolation && expected.includes(error.constraint))) throw error
      const { constraint } = error
      if (before?.constraint === constraint && JSON.stringify(before.read) === JSON.stringify(read)) {
        throw new UnexpectedConflict(error)
      }
      before = { constraint, read }
    }
    await new Promise(resolve => setTimeout(resolve, Math.random() * Math.min(2 ** i, MAX_PAUSE)))
  }
  throw new TooManyConflicts('others were always in between')
}
