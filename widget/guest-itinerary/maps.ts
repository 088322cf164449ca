import type { WrittenAddress } from './address.ts'
import type { Hotel } from './hotel.ts'

/**
 * A link to the directions in the maps of the device: Apple's on its devices, the app that the guest chooses on Android, else
 * Google's page. The view of an Android app (`; wv)`) may not know `geo:`. The destination is the position, or the address as a query. Undefined if neither is known.
 */
export function mapsLink({ name, position }: Hotel, { lines }: WrittenAddress, country: string, userAgent = '') {
  if (!position && !lines.length) return undefined
  const point = position && `${position.latitude},${position.longitude}`
  const query = [name, ...lines, country].filter(Boolean).join(', ')
  const destination = encodeURIComponent(point ?? query)
  // Parentheses delimit the name in the query of a `geo:` address.
  const label = encodeURIComponent(name.replace(/[()]/g, ' '))
  if (/Android(?!.*; wv\))/.test(userAgent))
    return point ? `geo:${point}?q=${point}(${label})` : `geo:0,0?q=${destination}`
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?daddr=${destination}`
  return `https://www.google.com/maps/dir/?api=1&destination=${destination}`
}
