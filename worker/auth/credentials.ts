/** The credentials of a request: an access token, an API key, both or neither. */
export interface Credentials {
  bearer?: string
  apiKey?: string
}

/** The text after `Bearer`, of any form: a malformed token is refused as invalid, not treated as absent. */
const withoutScheme = (value: string) => /^bearer(?:\s+(.*))?$/i.exec(value.trim())?.[1]

/** The credentials of the headers. An `Authorization` header with another scheme than Bearer is ignored. */
export function headerCredentials(headers: Headers): Credentials {
  const bearer = withoutScheme(headers.get('authorization') ?? '')
  const apiKey = headers.get('x-api-key')?.trim()
  return { ...(bearer && { bearer }), ...(apiKey && { apiKey }) }
}

/**
 * Adds the body fields `apiKey` and `token` of PostBooking, which replace absent headers. If both the field and the header are
 * sent, they must be equal: the result is the error code of the first that differs.
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
