import { ERRORS, type ErrorCode, refuse } from '../errors'
import { BOOKMARK, returnsBookmark } from '../http/bookmark'
import { type Contract, needsPermission, success } from '../http/endpoint'
import { IGNORED_FIELDS, PREFERENCE_APPLIED, STRICT, tellsIgnored } from '../http/ignored-fields'
import { responseFormatOf } from '../http/response-format'
import { descriptionOf } from './envelopes'
import { examplesAt } from './examples'
import type { Json, SchemaWriter } from './schemas'

/*
 * The responses of an operation. The examples are written by the code that writes the responses.
 */

/** Headers of responses that no contract declares. */
export const HEADERS: Record<string, string> = {
  'X-Request-Id': 'The id of the request in the log: the id that the client sent, if it is valid; otherwise a new one.',
  'X-Api-Version': 'The version of the service.',
  [BOOKMARK]: 'The state of the database. A later read that sends this value reads no older state.',
  'Server-Timing': 'Milliseconds: `total`, and the time spent waiting for `db` and `kv`.',
  'WWW-Authenticate':
    'The fault of the credential (RFC 6750). With 401 of the API also `resource_metadata` (RFC 9728).',
  'Retry-After': 'Seconds to wait before a retry.',
  [IGNORED_FIELDS]:
    'The names in the body and the query that the operation does not know, by comma: `roomsBooked[].rate`. Absent if there are none.',
  [PREFERENCE_APPLIED]: `\`${STRICT}\`, if the request has it in \`Prefer\`.`,
}

/** Values of headers that the samples of requests without a response body show. */
export const HEADER_EXAMPLES: Record<string, string> = {
  'X-Request-Id': '4b7f6f2e-6f0f-4c43-9d62-4d0d2f1a8a11',
  'X-Reservation-Id': '9',
  'X-Reservation-Number': '10000009',
  'X-Reservation-Version': '1',
}

const COMMON_HEADERS = ['X-Request-Id', 'X-Api-Version']

/** Those of responses that list what was ignored. */
const HEADERS_OF_IGNORED = [IGNORED_FIELDS, PREFERENCE_APPLIED]

function headerReferences(path: string, ...names: string[]) {
  const all = [...COMMON_HEADERS, ...(tellsIgnored(path) ? HEADERS_OF_IGNORED : []), ...names]
  return Object.fromEntries(all.map(name => [name, { $ref: `#/components/headers/${name}` }]))
}

export function successOf(contract: Contract, { schemaOf }: SchemaWriter): Json {
  const { path, status = 200, response, contentType, orHtml, responseHeaders = {} } = contract
  const bookmark = returnsBookmark(contract) ? [BOOKMARK] : []
  const headers = headerReferences(path, 'Server-Timing', ...bookmark, ...Object.keys(responseHeaders))
  if (contentType) {
    return {
      [status]: { description: 'Success.', headers, content: { [contentType]: { schema: { type: 'string' } } } },
    }
  }
  if (!response) return { [status]: { description: 'Success. The response has no body.', headers } }
  const media = {
    schema: descriptionOf(path).success(schemaOf(response, 'output')),
    ...examplesAt(contract, ({ response }) => response && responseFormatOf(path).success(success(response))),
  }
  return { [status]: { description: 'Success.', headers, content: { 'application/json': media, ...(orHtml && HTML) } } }
}

const HTML = { 'text/html': { schema: { type: 'string' } } }

/** The redirect and the error responses of an operation by status, each with its codes and their meanings. */
export function errorResponsesOf(contract: Contract): Json {
  const byStatus = Map.groupBy(codesOf(contract), code => ERRORS[code].status)
  return {
    ...(contract.redirects && { 308: { description: contract.redirects, headers: headerReferences(contract.path) } }),
    ...Object.fromEntries([...byStatus].map(([status, codes]) => [status, errorResponse(contract, status, codes)])),
  }
}

function errorResponse({ path, contentType, orHtml }: Contract, status: number, codes: readonly ErrorCode[]): Json {
  const format = contentType === 'text/html' ? 'html' : responseFormatOf(path).name
  const response = {
    description: codes.map(code => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
    headers: headerReferences(path, ...headersOfStatus(status, codes, path)),
    content: format === 'html' ? HTML : { 'application/json': errorMedia(codes, path), ...(orHtml && HTML) },
  }
  names.set(response, prefixOf(format, path) + codes.map(inPascalCase).join('Or') + (orHtml ? 'OrPage' : ''))
  return response
}

function errorMedia(codes: readonly ErrorCode[], path: string): Json {
  const [code] = codes as [ErrorCode]
  return {
    schema: descriptionOf(path).refusal(codes),
    example: responseFormatOf(path).error(refuse(code, EXAMPLE_DESCRIPTIONS[code], ERRORS[code].meaning)),
  }
}

const names = new WeakMap<Json, string>()

/** The name of an error response as a component: `NotFound`, `PermissionDeniedOrCustomerMismatch`, `PlainNotFound`. */
export const nameOfResponse = (response: Json) => names.get(response)

const PREFIXES = { envelope: '', plain: 'Plain', oauth: 'Token', html: 'Page' }

/** Responses of the API and of other paths have different headers. */
const prefixOf = (format: keyof typeof PREFIXES, path: string) =>
  tellsIgnored(path) || format === 'oauth' || format === 'html' ? PREFIXES[format] : `Public${PREFIXES[format]}`

const inPascalCase = (code: ErrorCode) => code.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase())

/** Descriptions of errors in examples. Default: the meaning of the code. */
const EXAMPLE_DESCRIPTIONS: Partial<Record<ErrorCode, string>> = {
  INVALID_FIELD: 'clientID: expected an integer',
}

/** The headers of an error response. The token endpoint sends neither WWW-Authenticate nor Retry-After for its rate limit. */
const headersOfStatus = (status: number, codes: readonly ErrorCode[], path: string): string[] => {
  if (codes.includes('OVERLOADED')) return ['Retry-After']
  if (path === '/oauth/token') return []
  if (status === 401 || status === 403) return ['WWW-Authenticate']
  return status === 429 ? ['Retry-After'] : []
}

/**
 * Every error code of an endpoint, in the order of the table: those that its auth, body and query imply, and those that the
 * contract lists.
 */
function codesOf(contract: Contract): ErrorCode[] {
  const { auth, path, body, params, query, errors = [], onError } = contract
  const codes = new Set<ErrorCode>(errors)
  const addIf = (condition: unknown, ...implied: ErrorCode[]) => {
    if (condition) for (const code of implied) codes.add(code)
  }
  const isAdmin = auth === 'admin' || auth === 'customer'
  addIf(isAdmin || needsPermission(auth), 'AUTHENTICATION_REQUIRED', 'INVALID_TOKEN')
  addIf(isAdmin, 'PERMISSION_DENIED', 'REAUTHENTICATION_REQUIRED')
  addIf(isAdmin || auth === 'console', 'NOT_CONFIGURED')
  addIf(auth === 'console', 'PERMISSION_DENIED')
  addIf(
    needsPermission(auth),
    'INVALID_API_KEY',
    'PERMISSION_DENIED',
    'CUSTOMER_MISMATCH',
    'INVALID_FIELD',
    'RATE_LIMITED',
  )
  addIf(body, 'INVALID_JSON', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'OVERLOADED')
  addIf(body || tellsIgnored(path) || ((query || params) && !onError), 'INVALID_FIELD')
  addIf(!onError, 'INTERNAL_ERROR', 'DATABASE_UNAVAILABLE')
  return (Object.keys(ERRORS) as ErrorCode[]).filter(code => codes.has(code))
}
