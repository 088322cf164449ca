/**
 * An answer that is no page runs nothing, loads nothing and stands in nobody's frame, whatever a browser takes it for. No
 * cache keeps it: HTTP forbids that for what a bearer was told, but knows nothing of API keys.
 */
const NO_CONTENT_POLICY = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Two years, in seconds: whoever came by https once comes no other way. Of the names below it a host of a hotel's knows nothing. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=63072000' }

/** What every answer to this address carries, where neither it nor its contract says something else. */
export const securityHeadersOf = (address: string): Readonly<Record<string, string>> =>
  address.startsWith('https:') ? { ...NO_CONTENT_POLICY, ...HTTPS_ONLY } : NO_CONTENT_POLICY
