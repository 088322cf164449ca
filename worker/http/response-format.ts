import { FRESH_SECONDS } from '../auth/admin'
import type { ErrorCode, Refusal } from '../errors'
import type { Success } from './endpoint'

/** How one part of the service writes successes and errors. */
export interface ResponseFormat {
  /** worker/reference/envelopes.ts describes the format of this name. */
  readonly name: 'envelope' | 'plain' | 'oauth'
  success(success: Success<unknown>): unknown
  error(refusal: Refusal): unknown
  headers(refusal: Refusal, request: RefusedRequest): Record<string, string>
}

/** What the headers of an error response depend on. */
interface RefusedRequest {
  /** The headers of the request. */
  sent: Headers
  /** That of the contract. */
  auth: string | undefined
  /** The public address of the service. Empty: the settings are invalid. */
  publicUrl: string
}

/** The path of the metadata of the API as a protected resource (RFC 9728). */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'

/** Seconds after which a caller over its rate may retry: the period of the rates in wrangler.toml. */
const RATE_PERIOD = 60

/** Seconds after which a body may be allowed again: earlier bodies have arrived by then, or were refused. */
const OVERLOAD_PERIOD = 10

/** When to retry, where that is known. The token endpoint does not send it with 429. */
const retryAfter = ({ errors: [{ code }], status }: Refusal, sendsRate: boolean): Record<string, string> => {
  if (code === 'OVERLOADED') return { 'retry-after': String(OVERLOAD_PERIOD) }
  return sendsRate && status === 429 ? { 'retry-after': String(RATE_PERIOD) } : {}
}

const quoted = (text: string) => `"${text.replace(/[^ !#-[\]-~]/g, '')}"`

/** `WWW-Authenticate` of RFC 6750, section 3. It has no error code where no credential was sent. */
function challenge({ errors: [{ code, description }] }: Refusal, auth: string | undefined): string {
  const realm = 'Bearer realm="innlet"'
  if (code === 'AUTHENTICATION_REQUIRED') return realm
  if (code === 'PERMISSION_DENIED') return `${realm}, error="insufficient_scope", scope=${quoted(auth ?? '')}`
  // RFC 9470, section 3: the person signs in again.
  if (code === 'REAUTHENTICATION_REQUIRED')
    return `${realm}, error="insufficient_user_authentication", error_description=${quoted(description)}, max_age=${FRESH_SECONDS}`
  const error = code === 'CUSTOMER_MISMATCH' ? 'insufficient_scope' : 'invalid_token'
  return `${realm}, error="${error}", error_description=${quoted(description)}`
}

const bearerHeaders: ResponseFormat['headers'] = (refusal, { auth }) => ({
  // A browser at the console has a cookie, and no token to send.
  ...((refusal.status === 401 || refusal.status === 403) &&
    auth !== 'console' && { 'www-authenticate': challenge(refusal, auth) }),
  ...retryAfter(refusal, true),
})

/** The same. A 401 also says where to read which tokens the API accepts (RFC 9728, section 5.1). */
const apiHeaders: ResponseFormat['headers'] = (refusal, request) => {
  const headers = bearerHeaders(refusal, request)
  if (refusal.status !== 401) return headers
  const metadata = `resource_metadata=${quoted(request.publicUrl + RESOURCE_METADATA)}`
  return { ...headers, 'www-authenticate': `${headers['www-authenticate']}, ${metadata}` }
}

/** `/api/*`: every response is the envelope. */
const envelope: ResponseFormat = {
  name: 'envelope',
  success: ({ content, message }) => ({ content, errors: [], message, success: true }),
  error: ({ errors, message }) => ({
    content: {},
    errors,
    message,
    success: false,
  }),
  headers: apiHeaders,
}

/** `/admin/*` and all other paths: the payload itself, or the errors. */
const plain: ResponseFormat = {
  name: 'plain',
  success: ({ content }) => content,
  error: ({ errors }) => ({ errors }),
  headers: bearerHeaders,
}

/** The `error` of RFC 6749, section 5.2 (RFC 8707 for audiences) for each error code; `invalid_request` for others. */
const OAUTH_ERRORS: Partial<Record<ErrorCode, string>> = {
  UNSUPPORTED_GRANT_TYPE: 'unsupported_grant_type',
  INVALID_CLIENT_CREDENTIALS: 'invalid_client',
  CLIENT_REVOKED: 'invalid_client',
  CLIENT_EXPIRED: 'invalid_client',
  SCOPE_EXCEEDS_GRANT: 'invalid_scope',
  AUDIENCE_NOT_REGISTERED: 'invalid_target',
  AUDIENCE_NOT_PERMITTED: 'invalid_target',
  RATE_LIMITED: 'temporarily_unavailable',
  OVERLOADED: 'temporarily_unavailable',
  DATABASE_UNAVAILABLE: 'temporarily_unavailable',
  SIGNING_NOT_CONFIGURED: 'server_error',
  INTERNAL_ERROR: 'server_error',
}

const oauthError = ({ errors: [{ code }] }: Pick<Refusal, 'errors'>) => OAUTH_ERRORS[code] ?? 'invalid_request'

/** `/oauth/token`: the OAuth error object. Clients branch on `error_code`; OAuth libraries read `error`. */
const oauth: ResponseFormat = {
  name: 'oauth',
  success: ({ content }) => content,
  error: ({ errors }) => ({
    error: oauthError({ errors }),
    error_code: errors[0].code,
    // RFC 6749 allows only printable ASCII here, without quotes and backslashes.
    error_description: errors.map(({ description }) => description.replace(/[^ !#-[\]-~]/g, "'")).join('; '),
    error_uri: null,
  }),
  headers: (refusal, { sent }) => ({
    // Required for a client that used HTTP Basic (RFC 6749, section 5.2). OAuth libraries that find it do not read the body, so that
    // other errors must not have it.
    ...(oauthError(refusal) === 'invalid_client' &&
      /^basic /i.test(sent.get('authorization') ?? '') && { 'www-authenticate': 'Basic realm="innlet"' }),
    ...retryAfter(refusal, false),
  }),
}

/** The format of the responses of a path. */
export function responseFormatOf(path: string): ResponseFormat {
  if (path === '/oauth/token') return oauth
  return path.startsWith('/api/') || path === '/api' ? envelope : plain
}
