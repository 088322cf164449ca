/**
 * The customer on whose behalf a request acts. Every function of the store takes one first, so that no statement can be
 * built without saying whose rows it means; only authentication, a verified link and administration make one.
 */
export interface Scope {
  readonly customer: number
  readonly [proven]: true
}

declare const proven: unique symbol

/** Call this only where it has just been proven that the caller may act for the customer. */
export function scopeOf(customer: number): Scope {
  return { customer } as Scope
}
