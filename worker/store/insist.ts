import { ConstraintViolation, type Database, DatabaseUnavailable } from './database'

/** Others changed the same record again and again while this request was being decided. Nothing was written. */
export class Contended extends DatabaseUnavailable {
  override name = 'Contended'
  override readonly told = 'others changed the same record at the same time; nothing was changed; safe to retry'
}

/**
 * A constraint refused what had been decided, although nobody changed what it was decided by: the rules and the constraint
 * disagree. That is a fault of ours, and would be the same each time.
 */
export class Disagreement extends Error {
  override name = 'Disagreement'

  constructor(cause: ConstraintViolation) {
    super(`refused twice by ${cause.constraint}, on the same data`, { cause })
  }
}

/** Each time, at least one writer gets through; whoever has not after this many is told to come back. */
const ATTEMPTS = 60
/** Milliseconds after which no attempt is begun. */
const PATIENCE = 8_000
/** Milliseconds that the longest pause between two attempts may last. */
const LONGEST_PAUSE = 200

/**
 * Reads, decides and writes again for as long as others get in between: an attempt is refused by one of the constraints that
 * are expected when what it had read was no longer so. Any other refusal is a fault of ours, which no repetition cures; and so
 * is the second refusal in a row by the same constraint where both attempts read the same rows. Each attempt must therefore
 * read something that every change in its way leaves different for good: a version, a key that is used, the number of the
 * last change. Pauses are random, so that those who met do not meet again.
 */
export async function insist<Outcome>(
  db: Database,
  expected: readonly string[],
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const end = Date.now() + PATIENCE
  let before: { constraint: string; read: readonly unknown[] } | undefined
  for (let i = 1; i <= ATTEMPTS && Date.now() < end; i++) {
    const read = db.record()
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ConstraintViolation && expected.includes(error.constraint))) throw error
      const { constraint } = error
      if (before?.constraint === constraint && JSON.stringify(before.read) === JSON.stringify(read)) {
        throw new Disagreement(error)
      }
      before = { constraint, read }
    }
    await new Promise(resolve => setTimeout(resolve, Math.random() * Math.min(2 ** i, LONGEST_PAUSE)))
  }
  throw new Contended('others were always in between')
}
