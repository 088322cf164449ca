import type { Access, Session } from './session.ts'

/* For which customer this browser works. The choice is no secret, and is kept for the next time. */

const KEY = 'innlet:console:customer'

/** The customers of the person. One of an owner is 0: all. */
export const accessesOf = ({ customers }: Session): readonly Access[] => customers

/** The customer of the last time in this browser. */
export function rememberedCustomer(): number | undefined {
  try {
    return Number(localStorage.getItem(KEY)) || undefined
  } catch {
    return undefined
  }
}

/** Keeps the customer for the next time, or forgets it. */
export function rememberCustomer(customerId: number | undefined): void {
  try {
    if (customerId) localStorage.setItem(KEY, String(customerId))
    else localStorage.removeItem(KEY)
  } catch {
    // A browser that refuses storage asks each time.
  }
}
