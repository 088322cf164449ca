import type { ErrorCode, Refusal } from '../errors'
import type { Success } from './endpoint'

type Schema = Record<string, unknown>

/** How a part of the service writes its successes and its refusals. */
export interface ResponseFormat {
  success(answer: Success<unknown>): unknown
  error(refusal: Refusal): unknown
  /** Both as JSON Schema, for the reference: a success around the schema of its payload, a refusal with any of these codes. */
  describeSuccess(content: Schema): Schema
  describeRefusal(codes: readonly ErrorCode[]): Schema
  /** What a refusal owes besides its body. `sent` are the request's headers, `needs` what the endpoint asks of a caller. */
  headers(refusal: Refusal, sent: Headers, needs?: string): Record<string, string>
}

/** Seconds after which a caller over its rate may come back: the period of the limits in wrangler.toml. */
const RATE_PERIOD = 60

/** Seconds after which there may be room for a body again: those that held it have arrived by then, or were refused. */
const ROOM_PERIOD = 10

/** How long to wait, where that can be said; at 429 of the token endpoint it is told to nobody. */
const retryAfter = ({ errors: [{ code }], status }: Refusal, tellsRate: boolean): Record<string, string> => {
  if (code === 'OVERLOADED') return { 'retry-after': String(ROOM_PERIOD) }
  return tellsRate && status === 429 ? { 'retry-after': String(RATE_PERIOD) } : {}
}

const quoted = (text: string) => `"${text.replace(/[^ !#-[\]-~]/g, '')}"`

/** `WWW-Authenticate` as RFC 6750, section 3 has it: without an error code where no credential was sent. */
function challenge({ errors: [{ code, description }] }: Refusal, needs: string | undefined): string {
  const realm = 'Bearer realm="innlet"'
  if (code === 'AUTHENTICATION_REQUIRED') return realm
  if (code === 'PERMISSION_DENIED') return `${realm}, error="insufficient_scope", scope=${quoted(needs ?? '')}`
  const error = code === 'CUSTOMER_MISMATCH' ? 'insufficient_scope' : 'invalid_token'
  return `${realm}, error="${error}", error_description=${quoted(description)}`
}

const bearerHeaders: ResponseFormat['headers'] = (refusal, _sent, needs) => ({
  ...((refusal.status === 401 || refusal.status === 403) && { 'www-authenticate': challenge(refusal, needs) }),
  ...retryAfter(refusal, true),
})

const text = { type: 'string' }
const objectOf = (properties: Schema): Schema => ({ type: 'object', required: Object.keys(properties), properties })

const errorsWith = (codes: readonly ErrorCode[]): Schema => ({
  type: 'array',
  minItems: 1,
  items: objectOf({ code: { ...text, enum: codes }, description: text }),
})

/** `/api/*`: the envelope, whatever happens. */
const envelope: ResponseFormat = {
  success: ({ content, message }) => ({ content, errors: [], message, success: true }),
  error: ({ errors, message }) => ({
    content: {},
    errors: errors,
    message,
    success: false,
  }),
  describeSuccess: content =>
    objectOf({ content, errors: { type: 'array', maxItems: 0 }, message: text, success: { const: true } }),
  describeRefusal: codes =>
    objectOf({
      content: { type: 'object', maxProperties: 0 },
      errors: errorsWith(codes),
      message: text,
      success: { const: false },
    }),
  headers: bearerHeaders,
}

/** `/admin/*` and everything else: the plain object, or the errors. */
const plain: ResponseFormat = {
  success: ({ content }) => content,
  error: ({ errors }) => ({ errors: errors }),
  describeSuccess: content => content,
  describeRefusal: codes => objectOf({ errors: errorsWith(codes) }),
  headers: bearerHeaders,
}

/** `error` of RFC 6749, section 5.2 (RFC 8707 for audiences), beside our own codes; else `invalid_request`. */
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

/** `/oauth/token`: the token error object. Clients branch on `error_code`; stock OAuth libraries read `error`. */
const oauth: ResponseFormat = {
  success: ({ content }) => content,
  error: ({ errors }) => ({
    error: oauthError({ errors }),
    error_code: errors[0].code,
    // RFC 6749 allows printable ASCII there, without quotes and backslashes.
    error_description: errors.map(fault => fault.description.replace(/[^ !#-[\]-~]/g, "'")).join('; '),
    error_uri: null,
  }),
  describeSuccess: content => content,
  describeRefusal: codes =>
    objectOf({
      error: text,
      error_code: { ...text, enum: codes },
      error_description: text,
      error_uri: { type: ['string', 'null'] },
    }),
  headers: (refusal, sent) => ({
    // Required for a client that used HTTP Basic (RFC 6749, section 5.2). Stock clients that find it do not read the body: other
    // refusals must not have it.
    ...(oauthError(refusal) === 'invalid_client' &&
      /^basic /i.test(sent.get('authorization') ?? '') && { 'www-authenticate': 'Basic realm="innlet"' }),
    ...retryAfter(refusal, false),
  }),
}

/** How this address writes its answers. */
export function responseFormatOf(path: string): ResponseFormat {
  if (path === '/oauth/token') return oauth
  return path.startsWith('/api/') || path === '/api' ? envelope : plain
}
