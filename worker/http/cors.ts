/** On every answer that pages of any origin may read. No credentials are taken there, so that none can be lent. */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After, X-Api-Version, X-Request-Id',
}

/** What a browser is told when it asks first; it may remember it for a day. `allow` are the methods of the path. */
export const preflight = (allow: string) => ({
  'access-control-allow-methods': allow,
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
})
