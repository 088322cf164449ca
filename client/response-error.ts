import { type ErrorDetail, type ErrorFields, EventsExpiredError, InnletError } from './errors.ts'

/** The service or what is in front of it could not respond now. A gateway responds 502 or 504 if its connection broke. */
const RETRYABLE = [429, 502, 503, 504]

/** What a response has that is an error of the service. Something else may respond in its place. */
interface ErrorBody {
  errors?: unknown
  error_code?: unknown
  error_description?: unknown
}

/** The error of a response that is no success: of the API, of the administration, of the token endpoint, or of a proxy. */
export function responseError({ status, headers }: Response, body: unknown): InnletError {
  const fields: ErrorFields = {
    status,
    errors: detailsOf(body as ErrorBody | undefined, status),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfterOf(headers),
  }
  const { code } = fields.errors[0]
  // A service that lacks a secret lacks it until its operator acts.
  fields.retryable = RETRYABLE.includes(status) && !code.endsWith('NOT_CONFIGURED')
  return code === 'EVENTS_EXPIRED'
    ? new EventsExpiredError(fields, Number(headers.get('x-newest-sequence')))
    : new InnletError(fields)
}

function detailsOf(body: ErrorBody | undefined, status: number): ErrorFields['errors'] {
  const { errors, error_code: code, error_description: description = '' } = body ?? {}
  const [first, ...others] = (Array.isArray(errors) ? errors : [{ code, description }]).filter(isDetail)
  if (first) return [first, ...others]
  const text = `HTTP ${status} without an error of the service. Is the url that of the service?`
  return [{ code: 'INVALID_RESPONSE', description: text }]
}

const isDetail = (value: unknown): value is ErrorDetail => {
  const { code, description } = (value ?? {}) as Partial<ErrorDetail>
  return typeof code === 'string' && typeof description === 'string'
}

/** `Retry-After` in seconds: it is a number of seconds, or a date by the clock of the server. */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  const seconds = (Date.parse(value) - now) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
