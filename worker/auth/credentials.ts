/** What a request shows of itself: an access token, an API key, both, or neither. */
export interface Credentials {
  bearer?: string
  apiKey?: string
}

/** What follows `Bearer`, whatever it is: what cannot be a token is refused as a bad one, not taken for none. */
const withoutScheme = (value: string) => /^bearer(?:\s+(.*))?$/i.exec(value.trim())?.[1]

/** The credentials of the headers. An `Authorization` of another scheme than Bearer is none of ours. */
export function headerCredentials(headers: Headers): Credentials {
  const bearer = withoutScheme(headers.get('authorization') ?? '')
  const apiKey = headers.get('x-api-key')?.trim()
  return { ...(bearer && { bearer }), ...(apiKey && { apiKey }) }
}

/**
 * PostBooking's body fields `apiKey` and `token` stand in for headers that are absent. A field beside a header must say the
 * same: the answer then names the one that does not.
 */
export function withBodyCredentials(
  header: Credentials,
  body: unknown,
): Credentials | 'INVALID_TOKEN' | 'INVALID_API_KEY' {
  const { token, apiKey } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const fields = {
    ...(typeof token === 'string' && token && { bearer: withoutScheme(token) ?? token }),
    ...(typeof apiKey === 'string' && apiKey && { apiKey }),
  }
  if (fields.bearer && header.bearer && fields.bearer !== header.bearer) return 'INVALID_TOKEN'
  if (fields.apiKey && header.apiKey && fields.apiKey !== header.apiKey) return 'INVALID_API_KEY'
  return { ...fields, ...header }
}
