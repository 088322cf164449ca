import { hash } from './hash.ts'

/*
 * The name and the telephone number of a stay's hotel, for a guest whose link no longer opens. The browser keeps them until the day
 * after the departure. Nothing else of the stay is with them.
 */

const PREFIX = 'innlet:hotel:'

export interface KeptHotel {
  name: string
  phone: string
}

/** From `until` on (ms, by the clock of the device) it is not kept. Does nothing if the browser blocks storage. */
export function keepHotel(token: string, { name, phone }: KeptHotel, until: number): void {
  const key = keyOf(token)
  if (!key || isPast(until)) return
  try {
    localStorage[key] = JSON.stringify({ name, phone, until })
  } catch {}
}

/** The hotel of the token's stay; undefined if none is kept. */
export function keptHotel(token: string): KeptHotel | undefined {
  return read(keyOf(token))
}

export function deleteExpired(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX) && !read(key)) localStorage.removeItem(key)
  } catch {}
}

function read(key: string | undefined): KeptHotel | undefined {
  try {
    const { name, phone, until } = JSON.parse(localStorage[key ?? ''])
    return /^\+\d+$/.test(phone) && !isPast(until) ? { name: String(name), phone } : undefined
  } catch {
    return undefined
  }
}

/** Every link of a stay has the same claims `customer` and `reservation`. Undefined without them. */
function keyOf(token: string): string | undefined {
  try {
    const claims = token.split('.')[1] ?? ''
    const { customer, reservation } = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/')))
    return customer && reservation ? PREFIX + hash(`${customer} ${reservation}`) : undefined
  } catch {
    return undefined
  }
}

/** Earlier releases stored a date, `YYYY-MM-DD`. */
const isPast = (until: number | string) => !(Date.now() < new Date(until).getTime())
