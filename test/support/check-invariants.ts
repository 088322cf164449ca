import { env } from 'cloudflare:workers'
import { INVARIANTS } from './invariants'

/** Rows that violate an invariant, by the name of the invariant. Empty if the data is consistent. */
export async function violatedInvariants(): Promise<Record<string, unknown[]>> {
  const found = await env.DB.batch(Object.values(INVARIANTS).map(query => env.DB.prepare(query)))
  const exceptions = Object.keys(INVARIANTS).map((sentence, i) => [sentence, found[i]?.results ?? []] as const)
  return Object.fromEntries(exceptions.filter(([, rows]) => rows.length > 0))
}
