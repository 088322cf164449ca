import type * as Code from '../actions/wifi.ts'
import type { Hotel } from './hotel.ts'

/** The code that shows the Wi-Fi; undefined until it is loaded. */
export let wifi: typeof Code | undefined

/** Loads it if it is needed, and is not loaded yet. */
export async function loadWifi(isNeeded: unknown): Promise<void> {
  if (isNeeded) wifi ??= await import('../actions/wifi.ts').catch(() => undefined)
}

export const haveWifi = (hotels: Hotel[]) => hotels.some(hotel => hotel.wifi)
