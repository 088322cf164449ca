import type * as z from 'zod'
import { normalizeFieldNames } from '../../schema/wire/field-names'
import { under } from '../../schema/wire/limits'
import type { RuleIssue } from '../../schema/wire/with-rules'
import { refuseUnlessAdmin } from '../auth/admin'
import { authenticate, authorize } from '../auth/authenticate'
import { headerCredentials, withBodyCredentials } from '../auth/credentials'
import type { Scope } from '../db/scope'
import { Refusal, refuse, refuseAll } from '../errors'
import type { RequestContext } from '../request-context'
import { isJson, parseJson, readBytes } from './body'
import { anonymousAllowance, authenticatedAllowance, type BodyAllowance } from './body-allowance'
import { BOOKMARK, bookmarkIssue } from './bookmark'
import type { Answer, Contract, Endpoint } from './endpoint'
import type { ResponseFormat } from './response-format'
import { createResponse, type ResponseContext } from './response-headers'
import { fieldErrors, invalidField } from './zod-issues'

/** A body that was sent, its fields in the contract's spelling, with what is wrong with their names; or why it cannot be read. */
type Body = { value: unknown; misspelled: RuleIssue[] } | Refusal

/**
 * Serves one endpoint. The steps stand in the order in which refusals win: credential, permission, body, fields, customer;
 * the records and the rules of the business are the handler's.
 */
export async function serve(
  endpoint: Endpoint,
  context: RequestContext,
  params: Record<string, string>,
): Promise<Answer<unknown> | Refusal | Response> {
  const room = authenticatedAllowance(context.settings.limits)
  try {
    return await serveWithAllowance(endpoint, context, params, room)
  } finally {
    room.release()
  }
}

/** `room` is what the body may hold until it is served. */
async function serveWithAllowance(
  { contract, handle }: Endpoint,
  context: RequestContext,
  params: Record<string, string>,
  room: BodyAllowance,
): Promise<Answer<unknown> | Refusal | Response> {
  const admitted = contract.bodyCredentials
    ? await authorizeByBody(contract, context, room)
    : await authorizeByHeader(contract, context)
  if (admitted instanceof Refusal) return admitted
  const { scope } = admitted

  const body =
    admitted.body ?? (contract.body ? await readBody(contract, context, room) : { value: undefined, misspelled: [] })
  if (body instanceof Refusal) return body

  const { headers } = context.request
  const input = under(context.settings.limits, () =>
    validate(contract, headers, {
      params,
      query: contract.query && queryOf(context.request),
      body: contract.idempotency === 'as identity' ? withIdempotencyKey(body.value, headers) : body.value,
      misspelled: body.misspelled,
    }),
  )
  if (input instanceof Refusal) return input

  const mismatch = scope && refuseOtherCustomer(contract, scope, input)
  const home = scope ? context.shards.of(scope) : context.db
  const db = contract.allowReplica ? home.replica(headers.get(BOOKMARK) || undefined) : home
  // The exchange itself becomes the call, so that what a handler notes on it is there for the log.
  return mismatch ?? handle(Object.assign(context, input, { scope: scope as Scope, db }))
}

/** The parameters of a query; in a filter `0` and an empty text say nothing. */
function queryOf({ url }: Request) {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const said = [...new URLSearchParams(url.slice(start))].filter(([, value]) => value !== '' && value !== '0')
  return Object.fromEntries(said)
}

/** A body whose identity, where it has none, is that of the header. */
function withIdempotencyKey(body: unknown, headers: Headers): unknown {
  const key = headers.get('idempotency-key')
  if (!key || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return (body as { identity?: unknown }).identity ? body : { ...body, identity: key }
}

/** A caller that may do what the endpoint does, and the body where it had to be read to know that. */
interface Authorized {
  scope: Scope | undefined
  body?: Body
}

async function authorizeByHeader({ auth }: Contract, context: RequestContext): Promise<Authorized | Refusal> {
  if (auth === 'nothing') return { scope: undefined }
  if (auth === 'admin') return (await refuseUnlessAdmin(context)) ?? { scope: undefined }
  const caller = await authenticate(context, headerCredentials(context.request.headers))
  const scope = caller instanceof Refusal ? caller : authorize(caller, auth)
  return scope instanceof Refusal ? scope : { scope }
}

/**
 * The same where the body may name credentials too. Those of the headers are judged before any of the body is read, and a body that
 * comes without them has no more room than strangers have.
 */
async function authorizeByBody(
  contract: Contract,
  context: RequestContext,
  room: BodyAllowance,
): Promise<Authorized | Refusal> {
  const header = headerCredentials(context.request.headers)
  const isAnonymous = !header.bearer && !header.apiKey
  const known = isAnonymous ? undefined : await authenticate(context, header)
  if (known instanceof Refusal) return known

  const itsRoom = isAnonymous ? anonymousAllowance(context.settings.limits) : room
  try {
    const body = await readBody(contract, context, itsRoom)
    if (body instanceof Refusal && body.status === 503) return body
    const whole = body instanceof Refusal ? header : withBodyCredentials(header, body.value)
    if (typeof whole === 'string') return refuse(whole, 'the header and the body name different credentials')
    const isWhole = known && whole.bearer === header.bearer && whole.apiKey === header.apiKey
    const caller = isWhole ? known : await authenticate(context, whole, { isCounted: Boolean(known) })
    const scope = caller instanceof Refusal ? caller : authorize(caller, contract.auth)
    return scope instanceof Refusal ? scope : { scope, body }
  } finally {
    if (isAnonymous) itsRoom.release()
  }
}

/** A body without a media type is refused for that, unless there is no body at all. */
async function readBody(contract: Contract, { request, settings }: RequestContext, room: BodyAllowance): Promise<Body> {
  const typed = request.headers.has('content-type')
  if (typed && !isJson(request.headers)) return refuse('UNSUPPORTED_MEDIA_TYPE')
  const limit = Math.min(settings.limits[contract.bodyLimit ?? 'BODY_BYTES'], room.most)
  const bytes = await readBytes(request, limit, room)
  if (bytes instanceof Refusal) return bytes
  if (!typed && bytes?.length !== 0) return refuse('UNSUPPORTED_MEDIA_TYPE')
  if (bytes === undefined) return refuse('BODY_TOO_LARGE', `the body may have ${limit} bytes`)
  const parsed = parseJson(bytes, contract.keepNulls)
  if (parsed instanceof Refusal) return parsed
  return { ...parsed, misspelled: contract.body ? normalizeFieldNames(parsed.value, contract.body) : [] }
}

interface Input {
  params: unknown
  query: unknown
  body: unknown
}

/** Every fault of the path, the query, the body and the bookmark at once. */
function validate(
  contract: Contract,
  headers: Headers,
  { misspelled, ...input }: Input & { misspelled: RuleIssue[] },
): Input | Refusal<'INVALID_FIELD'> {
  const names = contract.query ? [...normalizeFieldNames(input.query, contract.query), ...misspelled] : misspelled
  const faults = names.map(invalidField)
  const check = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined
    const result = schema.safeParse(value)
    if (!result.success) faults.push(...fieldErrors(result.error))
    return result.data
  }
  const checked = {
    params: check(contract.params, input.params),
    query: check(contract.query, input.query),
    body: check(contract.body, input.body),
  }
  const bookmarkProblem = bookmarkIssue(contract, headers)
  return refuseAll(bookmarkProblem ? [...faults, bookmarkProblem] : faults) ?? checked
}

function refuseOtherCustomer({ customerField }: Contract, scope: Scope, { body, query }: Input) {
  if (!customerField) return undefined
  const named = ((body ?? query) as Record<string, unknown> | undefined)?.[customerField]
  if (!named || named === scope.customer) return undefined
  return refuse('CUSTOMER_MISMATCH', `${customerField}: not the customer of this credential`)
}

/** A refusal on the wire, with the headers that its dialect owes. */
export function errorResponse(answered: ResponseContext, format: ResponseFormat, refusal: Refusal): Response {
  const owed = format.headers(refusal, answered.request.headers, answered.contract?.auth)
  return createResponse(answered, JSON.stringify(format.error(refusal)), refusal.status, owed)
}

/** A success on the wire. */
export const successResponse = (
  answered: ResponseContext,
  format: ResponseFormat,
  { status = 200, response }: Contract,
  answer: Answer<unknown>,
): Response =>
  createResponse(answered, response ? JSON.stringify(format.success(answer)) : null, status, answer.headers)
