import { LinkPath } from '../../schema/wire/itinerary'
import { refuse } from '../errors'

/** The message for a link that does not open, the same for every reason. */
const INVALID_LINK_MESSAGE = 'The link is invalid or has expired.'

/** The same response for invalid, expired and revoked tokens, and for a server error while loading. */
export const invalidLink = () => refuse('NOT_FOUND', INVALID_LINK_MESSAGE, INVALID_LINK_MESSAGE)

/** An itinerary is private: no cache stores it, no search engine lists it, and its address is not sent to other sites. */
export const PRIVATE_HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** The element and the service worker set their clocks by it. */
export const RESPONSE_TIME = { Date: 'The time of the service.' }
export const timeHeader = (now: number) => new Date(now).toUTCString()

/** What the contracts of all operations of the public itinerary have in common. */
export const PUBLIC_ITINERARY = {
  auth: 'public',
  params: LinkPath,
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
  commonHeaders: PRIVATE_HEADERS,
  anyOrigin: true,
  onError: invalidLink,
  catchAll: true,
} as const
