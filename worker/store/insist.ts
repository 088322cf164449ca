import { ConstraintViolation, DatabaseUnavailable } from './database'

/** Others changed the same record again and again while this request was being decided. Nothing was written. */
export class Contended extends DatabaseUnavailable {
  override name = 'Contended'
  override readonly told = 'others changed the same record at the same time; nothing was changed; safe to retry'
}

/** Each time, at least one writer gets through; whoever has not after this many is told to come back. */
const ATTEMPTS = 60
/** Milliseconds after which no attempt is begun. */
const PATIENCE = 8_000
/** Milliseconds that the longest pause between two attempts may last. */
const LONGEST_PAUSE = 200

/**
 * Reads, decides and writes again for as long as others get in between: an attempt answers undefined, or is refused by one
 * of the constraints that are expected, when what it had read was no longer so. Any other refusal is a fault of ours, which
 * no repetition cures. Pauses are random, so that those who met do not meet again.
 */
export async function insist<Outcome>(
  expected: readonly string[],
  attempt: () => Promise<Outcome | undefined>,
): Promise<Outcome> {
  const overtaken = (error: unknown) => {
    if (error instanceof ConstraintViolation && expected.includes(error.constraint)) return undefined
    throw error
  }
  const end = Date.now() + PATIENCE
  for (let i = 1; i <= ATTEMPTS && Date.now() < end; i++) {
    const outcome = await attempt().catch(overtaken)
    if (outcome !== undefined) return outcome
    await new Promise(resolve => setTimeout(resolve, Math.random() * Math.min(2 ** i, LONGEST_PAUSE)))
  }
  throw new Contended('others were always in between')
}
