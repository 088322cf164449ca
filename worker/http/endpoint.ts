import type * as z from 'zod'
import type { LimitName } from '../../schema/wire/limits'
import type { Scope } from '../db/scope'
import type { ErrorCode, Refusal } from '../errors'
import type { IncomingRequest, RequestContext } from '../request-context'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a caller must prove: a permission, `admin` for the administrator's token, or nothing. */
export type Auth = `${string}:read` | `${string}:write` | 'admin' | 'nothing'

/** What is known of a caller once it has been let in: its customer's scope where it has a customer. */
export type ScopeOf<N extends Auth> = N extends 'admin' | 'nothing' ? undefined : Scope

/**
 * An endpoint, said once: what is served, what is validated and what is documented all come from here.
 */
export interface Contract<
  N extends Auth = Auth,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
  C extends ErrorCode = ErrorCode,
> {
  method: Method
  /** With parameters as OpenAPI writes them: `/itinerary/{token}`. */
  path: `/${string}`
  /** One sentence, for the reference. */
  summary: string
  description?: string
  auth: N
  params?: P
  query?: Q
  body?: B
  /** What says how many bytes the body may have; BODY_BYTES if not said. */
  bodyLimit?: LimitName
  /** `null` in the body says something else than absence, and is left in. */
  keepNulls?: boolean
  /** A body that the handler reads from the request by itself: described here, neither read nor judged before it. */
  rawBody?: z.ZodType
  /** Body fields `apiKey` and `token` stand in for the headers. */
  bodyCredentials?: boolean
  /** The field, of the body or the query, that names the customer. */
  customerField?: 'clientID' | 'clientId'
  /** The header `Idempotency-Key` stands in for the body's `identity`, or means something that the handler knows. */
  idempotency?: 'as identity' | 'by itself'
  /** It reads only, and may read the nearest copy of the books, a moment behind; `X-D1-Bookmark` says what it must have seen. */
  allowReplica?: true
  /** The payload of a success; none: 200 with an empty body. */
  response?: A
  /** The status of a success, if not 200. */
  status?: 200 | 201 | 204
  /** Refusals of the endpoint's own, beyond those that its credential, body and query bring with them. */
  errors?: readonly C[]
  /** Headers by which a success says more, each with what it says. */
  responseHeaders?: Readonly<Record<string, string>>
  /** The media type of a success that is no JSON. */
  contentType?: string
  /** A request that succeeds, for the reference. */
  example?: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
  /** What every answer of this path carries, refusals too. */
  commonHeaders?: Readonly<Record<string, string>>
  /** Pages of any origin may read every answer of this path. */
  anyOrigin?: true
  /** What is said instead of 500 or 503 when the service itself fails. */
  onError?: (asked: IncomingRequest) => Refusal<C> | Response | Promise<Response>
  /** The message of the answer when the service itself fails, instead of the fault's own. */
  errorMessage?: string
  /** Answers every path below its own too, the last parameter then absent: whatever became of an address on its way. */
  catchAll?: true
}

export interface Call<N extends Auth, P, Q, B> extends RequestContext {
  readonly scope: ScopeOf<N>
  readonly params: P
  readonly query: Q
  readonly body: B
}

/** A success: its payload, and what else it says. */
export class Answer<Content> {
  readonly content: Content
  readonly message: string
  readonly headers: Readonly<Record<string, string>>

  constructor(content: Content, also: { message?: string; headers?: Record<string, string> } = {}) {
    this.content = content
    this.message = also.message ?? ''
    this.headers = also.headers ?? {}
  }
}

/** `answer({ url })`, or `answer()` where the contract has no content. */
export function answer<Content = undefined>(
  content?: Content,
  also?: { message?: string; headers?: Record<string, string> },
): Answer<Content> {
  return new Answer(content as Content, also)
}

/** What an answer says that found nothing. */
export const NOTHING_FOUND = 'No data found!'

/** A lookup or a list that matched nothing. */
export const nothingFound = (headers: Record<string, string> = {}) =>
  new Answer<Record<string, never>>({}, { message: NOTHING_FOUND, headers })

/** `Response`: for answers that are not JSON. */
export type Outcome<Content, C extends ErrorCode> = Answer<Content> | Refusal<C> | Response

export interface Endpoint {
  readonly contract: Contract
  readonly handle: (call: Call<Auth, unknown, unknown, unknown>) => Promise<Outcome<unknown, ErrorCode>>
}

/**
 * Ties a contract to its handler: the handler's input is what the contract validated, its answer must be what the contract
 * says, and a refusal that the contract does not name is a type error.
 */
export function endpoint<
  N extends Auth,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  A extends z.ZodType = z.ZodUndefined,
  const C extends ErrorCode = never,
>(
  contract: Contract<N, P, Q, B, A, C>,
  handle: (call: Call<N, z.output<P>, z.output<Q>, z.output<B>>) => Promise<Outcome<z.input<A>, C>>,
): Endpoint {
  return { contract, handle } as unknown as Endpoint
}
