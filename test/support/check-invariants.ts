import { INVARIANTS } from './invariants'
import { rows } from './service'

/** Rows that violate an invariant, by the name of the invariant. Empty if the data is consistent. */
export async function violatedInvariants(): Promise<Record<string, unknown[]>> {
  const found = await Promise.all(
    Object.entries(INVARIANTS).map(async ([sentence, query]) => [sentence, await rows(query)] as const),
  )
  return Object.fromEntries(found.filter(([, exceptions]) => exceptions.length > 0))
}
