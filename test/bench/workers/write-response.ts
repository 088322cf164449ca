import { version } from '../../../package.json'
import { FIRST_NUMBER } from '../../../schema/wire/reservation-status.ts'
import type { WriteResponse } from '../writes/program.ts'

/** What the headers of a response tell about its request. Times are in milliseconds. */
interface Facts {
  bookmark: string | null
  startedAt: number
  trips: number
  d1Ms: number
}

/** The headers that all responses of Innlet have. */
const COMMON = new Headers({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-api-version': version,
})
const COMMON_OF_JSON = new Headers([...COMMON, ['content-type', 'application/json']])

/** The response of Innlet to a write, by hand. */
export function writeResponse({ json, reservationId }: WriteResponse, facts: Facts): Response {
  const { bookmark, startedAt, trips, d1Ms } = facts
  const response = new Response(json ? JSON.stringify(json) : null, { headers: json ? COMMON_OF_JSON : COMMON })
  const { headers } = response
  headers.set('x-request-id', crypto.randomUUID())
  headers.set('server-timing', `total;dur=${Date.now() - startedAt}, db;dur=${d1Ms};desc="trips: ${trips}"`)
  if (bookmark) headers.set('x-d1-bookmark', bookmark)
  if (reservationId) {
    headers.set('x-reservation-id', String(reservationId))
    headers.set('x-reservation-number', String(FIRST_NUMBER + reservationId))
  }
  return response
}
