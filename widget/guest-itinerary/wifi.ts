import type * as Code from '../actions/wifi.ts'
import type { Hotel } from './hotel.ts'

/** The code that shows the Wi-Fi and the breakfast; undefined until it is loaded. */
export let wifi: typeof Code | undefined

/** Loads it if it is needed, and is not loaded yet. */
export async function loadWifi(isNeeded: unknown): Promise<void> {
  if (isNeeded) wifi ??= await import('../actions/wifi.ts').catch(() => undefined)
}

/** Whether a hotel has a Wi-Fi, or texts in which the breakfast may be. */
export const haveWifi = (hotels: Hotel[]) => hotels.some(({ wifi, houseInfo }) => wifi || houseInfo.length)
