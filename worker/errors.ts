/** Every error code of the service, with its HTTP status and its meaning. Responses and the OpenAPI document both use this table. */
export const ERRORS = {
  INVALID_JSON: { status: 400, meaning: 'The body is not JSON.' },
  AUTHENTICATION_REQUIRED: { status: 401, meaning: 'No credential was sent.' },
  INVALID_TOKEN: { status: 401, meaning: 'The access token is malformed, expired, or not meant for this API.' },
  INVALID_API_KEY: { status: 401, meaning: 'The API key is unknown, inactive or revoked.' },
  INVALID_CREDENTIAL: { status: 401, meaning: 'The passkey, its answer to the challenge, or the PIN is not valid.' },
  PERMISSION_DENIED: { status: 403, meaning: 'The credential lacks the permission; the description names it.' },
  REAUTHENTICATION_REQUIRED: {
    status: 403,
    meaning: 'The sign-in of the person is older than 15 minutes; the person signs in again.',
  },
  CUSTOMER_MISMATCH: { status: 403, meaning: "The request names another customer than the credential's." },
  NOT_FOUND: { status: 404, meaning: 'There is no such path, or no such record of this customer.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path does not take this method; `Allow` lists those it takes.' },
  ROOM_NOT_AVAILABLE: { status: 409, meaning: 'A room is taken; the description says which, and the first night.' },
  ACTIVITY_FULL: { status: 409, meaning: 'A slot of an activity has no place left for the participants.' },
  NOT_FOR_SALE: { status: 409, meaning: 'The stay or the item is not for sale; the description says why.' },
  INSUFFICIENT_STOCK: {
    status: 409,
    meaning: 'There is less in stock than was to be sold, or less of a sale to return.',
  },
  IDENTITY_CONFLICT: { status: 409, meaning: 'The identity was used before, for something else.' },
  VERSION_CONFLICT: { status: 409, meaning: 'The booking was changed since the version that the request expects.' },
  INVALID_TRANSITION: { status: 409, meaning: 'The record cannot go from its status to the one asked for.' },
  ENDPOINT_DISABLED: { status: 409, meaning: 'The webhook endpoint is disabled.' },
  REPLAY_RUNNING: { status: 409, meaning: 'A replay of the webhook endpoint is running.' },
  EVENTS_EXPIRED: { status: 410, meaning: 'Events after the sequence are not kept any more.' },
  BODY_TOO_LARGE: { status: 413, meaning: 'The body is larger than the endpoint takes.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The body must be sent as application/json, as it is or compressed with gzip.',
  },
  INVALID_FIELD: { status: 422, meaning: 'A field has the wrong type, format, length or range.' },
  UNKNOWN_REFERENCE: { status: 422, meaning: 'The body refers to a record that is not there or not this customer’s.' },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests; safe to retry in a minute.' },
  INTERNAL_ERROR: { status: 500, meaning: 'A fault of the service.' },
  NOT_CONFIGURED: { status: 503, meaning: 'The service lacks a secret or a setting that this call needs.' },
  OVERLOADED: {
    status: 503,
    meaning: 'The body took too long to arrive, or there is no room for it now; nothing was changed; safe to retry.',
  },
  DATABASE_UNAVAILABLE: { status: 503, meaning: 'The database did not answer; nothing was changed; safe to retry.' },

  // Of the token endpoint only, which also uses RATE_LIMITED.
  UNSUPPORTED_GRANT_TYPE: { status: 400, meaning: 'grant_type is not client_credentials.' },
  INVALID_CLIENT_CREDENTIALS: { status: 401, meaning: 'The client id is unknown or the secret is wrong.' },
  CLIENT_REVOKED: { status: 401, meaning: 'The application is inactive or revoked.' },
  CLIENT_EXPIRED: { status: 401, meaning: 'The application is past its expiry date.' },
  SCOPE_EXCEEDS_GRANT: { status: 401, meaning: 'The requested scope exceeds what the application was granted.' },
  AUDIENCE_NOT_REGISTERED: { status: 401, meaning: 'The audience is not a configured interface.' },
  AUDIENCE_NOT_PERMITTED: { status: 401, meaning: 'The audience belongs to another product.' },
  INVALID_REQUEST_BODY: { status: 422, meaning: 'A field is missing or too long, or the body cannot be read.' },
  SIGNING_NOT_CONFIGURED: { status: 503, meaning: 'Token signing is not configured in this environment.' },
} as const

export type ErrorCode = keyof typeof ERRORS

/** An error of a response. `description` begins with the path of the field, where there is one. */
export interface ErrorItem {
  code: ErrorCode
  description: string
}

/**
 * An error response as a value, which rules return and handlers pass on. Exceptions are only for outages of a database and for bugs.
 */
export class Refusal<Code extends ErrorCode = ErrorCode> {
  readonly errors: readonly [ErrorItem, ...ErrorItem[]]
  /** The message of the response. */
  readonly message: string
  /** Lets the type checker tell refusals with different codes apart. */
  declare readonly codes: Code

  /** Headers of the response besides those of its format. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    errors: readonly [ErrorItem, ...ErrorItem[]],
    message: string = ERRORS[errors[0].code].meaning,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.errors = errors
    this.message = message
    this.headers = headers
  }

  /** The same refusal with these headers. */
  withHeaders(headers: Readonly<Record<string, string>>): Refusal<Code> {
    return new Refusal(this.errors, this.message, headers)
  }

  get status() {
    return ERRORS[this.errors[0].code].status
  }
}

/** `refuse('NOT_FOUND', 'bookingID: no such reservation')`. `message` replaces the meaning of the code. */
export function refuse<Code extends ErrorCode>(
  code: Code,
  description: string = ERRORS[code].meaning,
  message?: string,
): Refusal<Code> {
  return new Refusal([{ code, description }], message)
}

/** The maximum number of errors in a response. */
export const MAX_ERRORS = 1_000

/** All errors of a request, or undefined where there are none. Of too many it has the first, and says that there are more. */
export function refuseAll<Code extends ErrorCode>(
  errors: readonly { code: Code; description: string }[],
): Refusal<Code> | undefined {
  const [first, ...rest] = errors.slice(0, MAX_ERRORS)
  if (!first) return undefined
  if (errors.length <= MAX_ERRORS) return new Refusal([first, ...rest])
  const more = { code: first.code, description: `body: there are more faults than these ${MAX_ERRORS}` }
  return new Refusal([first, ...rest, more])
}

/** A path in the syntax of JavaScript: `roomsBooked[0].rates[2].unitCost`. The body itself is `body`. */
export function pathOf(path: readonly PropertyKey[]): string {
  return (
    path.reduce<string>((text, key) => {
      if (typeof key === 'number') return `${text}[${key}]`
      return text === '' ? String(key) : `${text}.${String(key)}`
    }, '') || 'body'
  )
}
