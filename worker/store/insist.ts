import { DatabaseUnavailable } from './database'

/** More than any honest crowd around one record needs: each time, at least one of its writers gets through. */
const ATTEMPTS = 60
/** Milliseconds that the longest pause between two attempts may last. */
const LONGEST_PAUSE = 100

/**
 * Reads, decides and writes again for as long as others get in between: an attempt answers undefined when what it had read
 * was no longer so. Pauses are short, and random so that those who met do not meet again.
 */
export async function insist<Outcome>(attempt: () => Promise<Outcome | undefined>): Promise<Outcome> {
  for (let i = 1; i <= ATTEMPTS; i++) {
    const outcome = await attempt()
    if (outcome !== undefined) return outcome
    await new Promise(resolve => setTimeout(resolve, Math.random() * Math.min(2 ** i, LONGEST_PAUSE)))
  }
  throw new DatabaseUnavailable(`others were in between ${ATTEMPTS} times`)
}
