import { refuse } from '../errors'

/** The one thing that is said of a link that does not open, whatever the reason. */
export const INVALID_LINK_MESSAGE = 'The link is invalid or has expired.'

/** Invalid, expired and revoked tokens are not told apart, nor is a server error while loading. */
export const invalidLink = () => refuse('NOT_FOUND', INVALID_LINK_MESSAGE, INVALID_LINK_MESSAGE)

/** A guest's whereabouts: kept by no cache, found by no search engine, told to no other site. */
export const PRIVATE_HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}
