import { type ErrorDetail, type ErrorFields, EventsExpiredError, InnletError } from './errors.ts'

/** The service or what is in front of it could not respond now. A gateway responds 502 or 504 if its connection broke. */
const RETRYABLE = [429, 502, 503, 504]

interface ErrorBody {
  errors?: ErrorDetail[]
  error_code?: string
  error_description?: string
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
  const [first, ...others] = Array.isArray(body?.errors) ? body.errors : []
  if (first) return [first, ...others]
  if (body?.error_code) return [{ code: body.error_code, description: body.error_description ?? '' }]
  const description = `HTTP ${status} without an error of the service. Is the url that of the service?`
  return [{ code: 'INVALID_RESPONSE', description }]
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
