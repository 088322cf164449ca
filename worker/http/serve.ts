import type * as z from 'zod'
import { under } from '../../schema/wire/limits'
import { respell } from '../../schema/wire/spelling'
import type { RuleFault } from '../../schema/wire/with-rules'
import { refuseUnlessAdmin } from '../auth/admin'
import { authenticate, authorize } from '../auth/authenticate'
import { headerCredentials, withBodyCredentials } from '../auth/credentials'
import type { Scope } from '../auth/scope'
import { Refusal, refuse, refuseAll } from '../errors'
import type { Exchange } from '../exchange'
import { isJson, parseJson, readBytes } from './body'
import { anonymousRoom, type BodyRoom, provenRoom } from './body-room'
import { BOOKMARK, bookmarkFault } from './bookmark'
import { type Answered, answerWith } from './carried'
import type { Dialect } from './dialect'
import type { Answer, Contract, Endpoint } from './endpoint'
import { fieldFaults, invalid } from './faults'

/** A body that was sent, its fields in the contract's spelling, with what is wrong with their names; or why it cannot be read. */
type Body = { value: unknown; misspelled: RuleFault[] } | Refusal

/**
 * Serves one endpoint. The steps stand in the order in which refusals win: credential, permission, body, fields, customer;
 * the records and the rules of the business are the handler's.
 */
export async function serve(
  endpoint: Endpoint,
  exchange: Exchange,
  params: Record<string, string>,
): Promise<Answer<unknown> | Refusal | Response> {
  const room = provenRoom(exchange.settings.limits)
  try {
    return await serveInRoom(endpoint, exchange, params, room)
  } finally {
    room.release()
  }
}

/** `room` is what the body may hold until it is served. */
async function serveInRoom(
  { contract, handle }: Endpoint,
  exchange: Exchange,
  params: Record<string, string>,
  room: BodyRoom,
): Promise<Answer<unknown> | Refusal | Response> {
  const admitted = contract.credentialsInBody
    ? await admitByBody(contract, exchange, room)
    : await admit(contract, exchange)
  if (admitted instanceof Refusal) return admitted
  const { scope } = admitted

  const body =
    admitted.body ?? (contract.body ? await readBody(contract, exchange, room) : { value: undefined, misspelled: [] })
  if (body instanceof Refusal) return body

  const { headers } = exchange.request
  const input = under(exchange.settings.limits, () =>
    validate(contract, headers, {
      params,
      query: contract.query && queryOf(exchange.request),
      body: contract.takesKey === 'as identity' ? withKey(body.value, headers) : body.value,
      misspelled: body.misspelled,
    }),
  )
  if (input instanceof Refusal) return input

  const mismatch = scope && refuseOtherCustomer(contract, scope, input)
  const home = scope ? exchange.shards.of(scope) : exchange.db
  const db = contract.mayLag ? home.lagging(headers.get(BOOKMARK) || undefined) : home
  // The exchange itself becomes the call, so that what a handler notes on it is there for the log.
  return mismatch ?? handle(Object.assign(exchange, input, { scope: scope as Scope, db }))
}

/** The parameters of a query; in a filter `0` and an empty text say nothing. */
function queryOf({ url }: Request) {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const said = [...new URLSearchParams(url.slice(start))].filter(([, value]) => value !== '' && value !== '0')
  return Object.fromEntries(said)
}

/** A body whose identity, where it has none, is that of the header. */
function withKey(body: unknown, headers: Headers): unknown {
  const key = headers.get('idempotency-key')
  if (!key || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return (body as { identity?: unknown }).identity ? body : { ...body, identity: key }
}

/** A caller that may do what the endpoint does, and the body where it had to be read to know that. */
interface Admitted {
  scope: Scope | undefined
  body?: Body
}

async function admit({ needs }: Contract, exchange: Exchange): Promise<Admitted | Refusal> {
  if (needs === 'nothing') return { scope: undefined }
  if (needs === 'admin') return (await refuseUnlessAdmin(exchange)) ?? { scope: undefined }
  const caller = await authenticate(exchange, headerCredentials(exchange.request.headers))
  const scope = caller instanceof Refusal ? caller : authorize(caller, needs)
  return scope instanceof Refusal ? scope : { scope }
}

/**
 * The same where the body may name credentials too. Those of the headers are judged before any of the body is read, and a body that
 * comes without them has no more room than strangers have.
 */
async function admitByBody(contract: Contract, exchange: Exchange, room: BodyRoom): Promise<Admitted | Refusal> {
  const header = headerCredentials(exchange.request.headers)
  const isAnonymous = !header.bearer && !header.apiKey
  const known = isAnonymous ? undefined : await authenticate(exchange, header)
  if (known instanceof Refusal) return known

  const itsRoom = isAnonymous ? anonymousRoom(exchange.settings.limits) : room
  try {
    const body = await readBody(contract, exchange, itsRoom)
    if (body instanceof Refusal && body.status === 503) return body
    const whole = body instanceof Refusal ? header : withBodyCredentials(header, body.value)
    if (typeof whole === 'string') return refuse(whole, 'the header and the body name different credentials')
    const isWhole = known && whole.bearer === header.bearer && whole.apiKey === header.apiKey
    const caller = isWhole ? known : await authenticate(exchange, whole, { isCounted: Boolean(known) })
    const scope = caller instanceof Refusal ? caller : authorize(caller, contract.needs)
    return scope instanceof Refusal ? scope : { scope, body }
  } finally {
    if (isAnonymous) itsRoom.release()
  }
}

/** A body without a media type is refused for that, unless there is no body at all. */
async function readBody(contract: Contract, { request, settings }: Exchange, room: BodyRoom): Promise<Body> {
  const typed = request.headers.has('content-type')
  if (typed && !isJson(request.headers)) return refuse('UNSUPPORTED_MEDIA_TYPE')
  const limit = Math.min(settings.limits[contract.bodyLimit ?? 'BODY_BYTES'], room.most)
  const bytes = await readBytes(request, limit, room)
  if (bytes instanceof Refusal) return bytes
  if (!typed && bytes?.length !== 0) return refuse('UNSUPPORTED_MEDIA_TYPE')
  if (bytes === undefined) return refuse('BODY_TOO_LARGE', `the body may have ${limit} bytes`)
  const parsed = parseJson(bytes, contract.keepsNulls)
  if (parsed instanceof Refusal) return parsed
  return { ...parsed, misspelled: contract.body ? respell(parsed.value, contract.body) : [] }
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
  { misspelled, ...input }: Input & { misspelled: RuleFault[] },
): Input | Refusal<'INVALID_FIELD'> {
  const names = contract.query ? [...respell(input.query, contract.query), ...misspelled] : misspelled
  const faults = names.map(invalid)
  const check = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined
    const result = schema.safeParse(value)
    if (!result.success) faults.push(...fieldFaults(result.error))
    return result.data
  }
  const checked = {
    params: check(contract.params, input.params),
    query: check(contract.query, input.query),
    body: check(contract.body, input.body),
  }
  const astray = bookmarkFault(contract, headers)
  return refuseAll(astray ? [...faults, astray] : faults) ?? checked
}

function refuseOtherCustomer({ customerField }: Contract, scope: Scope, { body, query }: Input) {
  if (!customerField) return undefined
  const named = ((body ?? query) as Record<string, unknown> | undefined)?.[customerField]
  if (!named || named === scope.customer) return undefined
  return refuse('CUSTOMER_MISMATCH', `${customerField}: not the customer of this credential`)
}

/** A refusal on the wire, with the headers that its dialect owes. */
export function writeRefusal(answered: Answered, dialect: Dialect, refusal: Refusal): Response {
  const owed = dialect.headers(refusal, answered.request.headers, answered.contract?.needs)
  return answerWith(answered, JSON.stringify(dialect.refusal(refusal)), refusal.status, owed)
}

/** A success on the wire. */
export const writeAnswer = (
  answered: Answered,
  dialect: Dialect,
  { status = 200, content }: Contract,
  answer: Answer<unknown>,
): Response => answerWith(answered, content ? JSON.stringify(dialect.success(answer)) : null, status, answer.headers)
