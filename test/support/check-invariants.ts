import { INVARIANTS } from './invariants'
import { rows } from './service'

/** Everything in the books that contradicts what must be true of them, by its sentence; empty: they are sound. */
export async function violatedInvariants(): Promise<Record<string, unknown[]>> {
  const found = await Promise.all(
    Object.entries(INVARIANTS).map(async ([sentence, query]) => [sentence, await rows(query)] as const),
  )
  return Object.fromEntries(found.filter(([, exceptions]) => exceptions.length > 0))
}
