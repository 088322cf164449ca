import type { Placeholders } from './prepared-statement'

/**
 * The customer of a request, and who acts. Every function of the store takes a scope, so that no statement can be built without a
 * customer. Only authentication, a verified link and administration make a scope.
 */
export interface Scope {
  readonly customer: number
  /** The number of the customer's database when the credential was issued. */
  readonly shard: number
  /** Who makes the changes: a client id, `key:` and the id of an API key, or `admin`. Null: the service itself. */
  readonly by: string | null
  readonly [proven]: true
}

declare const proven: unique symbol

/** The customer of a part of a statement: a scope, or the placeholder of a statement that is prepared. */
export type Owner = Scope | Placeholders<{ customer: number }>

/** The same with who acts, for a statement that tells it. */
export type Author = Scope | Placeholders<Pick<Scope, 'customer' | 'by'>>

/** Call it only where the right to act for the customer has just been verified. */
export function scopeOf(customer: number, shard: number, by: string | null): Scope {
  return { customer, shard, by } as Scope
}

/** The claim of a token for the shard. The first shard needs none: tokens of an installation with one database have no claim. */
export const shardClaim = ({ shard }: { shard: number }) => (shard ? { shard } : {})

/** The shard of a token's claim `shard`. */
export const shardOfClaim = (claim: unknown) => (Number.isSafeInteger(claim) ? (claim as number) : 0)
