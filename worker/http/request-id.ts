/** What we take over from a caller: letters, digits and a little punctuation, short enough to log. */
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/

/** The caller's `X-Request-Id`, if it is sane, else a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get('x-request-id')
  return given && REQUEST_ID.test(given) ? given : crypto.randomUUID()
}
