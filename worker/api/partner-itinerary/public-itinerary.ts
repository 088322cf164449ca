import { refuse } from '../../errors'

/** The one thing that is said of a link that does not open, whatever the reason. */
export const DEAD_LINK = 'The link is invalid or has expired.'

/** Invalid, expired and revoked tokens are not told apart, nor is a server error while loading. */
export const refuseLink = () => refuse('NOT_FOUND', DEAD_LINK, DEAD_LINK)

/** A guest's whereabouts: kept by no cache, found by no search engine, told to no other site. */
export const PRIVATE = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}
