/**
 * The customer on whose behalf a request acts. Every function of the store takes one first, so that no statement can be
 * built without saying whose rows it means; only authentication, a verified link and administration make one.
 */
export interface Scope {
  readonly customer: number
  /** The number of the database that the customer lived in when the credential was made. */
  readonly shard: number
  readonly [proven]: true
}

declare const proven: unique symbol

/** Call this only where it has just been proven that the caller may act for the customer. */
export function scopeOf(customer: number, shard: number): Scope {
  return { customer, shard } as Scope
}

/** How a token names the shard: not at all where it is the first, so that an installation with one database never speaks of it. */
export const shardClaim = ({ shard }: { shard: number }) => (shard ? { shard } : {})

/** The shard that a token's claim of that name says. */
export const shardOfClaim = (claim: unknown) => (Number.isSafeInteger(claim) ? (claim as number) : 0)
