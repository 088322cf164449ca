import type * as Code from '../actions/wifi.ts'
import type { Hotel } from './hotel.ts'

/** The code that shows the Wi-Fi; undefined until it is loaded. */
export let wifi: typeof Code | undefined

/** Loads it if one of the hotels has Wi-Fi. */
export async function loadWifi(hotels?: Hotel[]): Promise<void> {
  if (!wifi && (hotels?.some(hotel => hotel.wifi) ?? true))
    wifi = await import('../actions/wifi.ts').catch(() => undefined)
}
