import type { Refusal } from '../errors'
import type { Contract, Success } from './endpoint'
import {
  IGNORED_FIELDS,
  ignoredFieldsHeader,
  isStrict,
  PREFERENCE_APPLIED,
  STRICT,
  tellsIgnored,
} from './ignored-fields'
import { type ResponseFormat, responseFormatOf } from './response-format'
import { commonHeaders, type HeaderFields } from './response-headers'

/** The request that is responded to, and the contract of its path where there is one. */
export interface ResponseContext {
  request: Request
  requestId: string
  contract: Contract | undefined
  /** The requested path. */
  path: string
  /** The public address of the service. Empty: the settings are invalid. */
  publicUrl: string
  /** The paths of what was ignored of the request. */
  ignored: ReadonlySet<string> | undefined
}

/** A response with its own headers and those that all responses have. It is JSON unless `own` has another type. */
export function createResponse(
  context: ResponseContext,
  body: BodyInit | null,
  status: number,
  own: HeaderFields = {},
): Response {
  const { request, requestId, contract, path, ignored } = context
  const response = new Response(body, { status, headers: commonHeaders(request.url, contract) })
  const { headers } = response
  if (body === null) headers.delete('content-type')
  for (const name in own) headers.set(name, own[name] as string)
  headers.set('x-request-id', requestId)
  if (tellsIgnored(path)) {
    if (ignored?.size) headers.set(IGNORED_FIELDS, ignoredFieldsHeader(ignored))
    if (isStrict(request.headers)) headers.set(PREFERENCE_APPLIED, STRICT)
  }
  return response
}

/** The same for a response that a handler made. */
export const withCommonHeaders = (context: ResponseContext, { body, status, headers }: Response): Response =>
  createResponse(context, body, status, Object.fromEntries(headers))

/** An error response, with the headers of its format. */
export function errorResponse(context: ResponseContext, format: ResponseFormat, refusal: Refusal): Response {
  const headers = {
    ...format.headers(refusal, {
      sent: context.request.headers,
      auth: context.contract?.auth,
      publicUrl: context.publicUrl,
    }),
    ...refusal.headers,
  }
  return createResponse(context, JSON.stringify(format.error(refusal)), refusal.status, headers)
}

export function successResponse(
  context: ResponseContext,
  { path, status = 200, response }: Contract,
  success: Success<unknown>,
): Response {
  const body = response ? JSON.stringify(responseFormatOf(path).success(success)) : null
  return createResponse(context, body, status, success.headers)
}
