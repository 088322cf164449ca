import type * as z from 'zod'
import type { LimitName, Limits } from '../../schema/wire/limits'
import type { Scope } from '../db/scope'
import type { ErrorCode, Refusal } from '../errors'
import type { IncomingRequest, RequestContext } from '../request-context'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * What a caller must have: a permission; the `ADMIN_TOKEN` or the token of an owner (`admin`); one of those or the token of a manager,
 * who acts for one customer (`customer`); a page of this origin, whose browser sends the cookie (`console`); or nothing (`public`).
 */
export type Auth = `${string}:read` | `${string}:write` | 'admin' | 'customer' | 'console' | 'public'

/** Where no permission is needed there is no customer. */
const WITHOUT_SCOPE = ['admin', 'customer', 'console', 'public'] as const

export const needsPermission = (auth: Auth) => !(WITHOUT_SCOPE as readonly string[]).includes(auth)

/** The scope of the caller's customer. */
type ScopeOf<A extends Auth> = A extends (typeof WITHOUT_SCOPE)[number] ? undefined : Scope

type Verb =
  | 'get'
  | 'list'
  | 'post'
  | 'put'
  | 'create'
  | 'update'
  | 'rotate'
  | 'delete'
  | 'erase'
  | 'move'
  | 'issue'
  | 'revoke'
  | 'close'
  | 'open'

/** `postBooking`: a verb, then what it acts on. */
type OperationId = `${Verb}${Capitalize<string>}`

/** A schema, or one that depends on the limits of the installation. */
export type ContractSchema<T extends z.ZodType = z.ZodType> = T | ((limits: Limits) => T)

export const schemaWithin = (schema: ContractSchema, limits: Limits): z.ZodType =>
  typeof schema === 'function' ? schema(limits) : schema

/** Where an endpoint is, what it does, and who may call it. */
interface Operation<A extends Auth> {
  method: Method
  /** With parameters in the syntax of OpenAPI: `/itinerary/{token}`. */
  path: `/${string}`
  /** The last parameter is the rest of the path, absent if that is empty: links get damaged on their way. */
  catchAll?: true
  /** The name of the method in a generated client. */
  operationId: OperationId
  /** One sentence, for the reference. */
  summary: string
  /** More about the operation, in Markdown. */
  description: string
  auth: A
  /** The endpoint only reads, and may read the nearest replica. `X-D1-Bookmark` sets how old that may be. */
  allowReplica?: true
}

/** The parameters of the path and the query. */
interface Parameters<P extends z.ZodType, Q extends z.ZodType> {
  params?: P
  query?: ContractSchema<Q>
  /** Query parameters in which `0` is a value. In others it means absent. */
  zeroParameters?: readonly string[]
  /** Query parameters that are lists, in lower case: one that is sent several times has the values of all. */
  listParameters?: readonly string[]
}

/** A body that is read and validated before the handler runs. */
interface ValidatedBody<B extends z.ZodType> {
  body?: ContractSchema<B>
  /** The limit on the bytes of the body. Default: `BODY_BYTES`. */
  bodyLimit?: LimitName
  /** Leaves `null` in the body, where it has a meaning of its own. Elsewhere `null` means absent. */
  keepNulls?: boolean
  /** The body fields `apiKey` and `token` may replace the credential headers. */
  bodyCredentials?: boolean
  /** Lists at the top of the body whose entries name the customer too, as `clientId`. */
  customerInEntriesOf?: readonly string[]
  /** The header `Idempotency-Key` replaces a missing `identity` of the body, or the handler reads the header. */
  idempotency?: 'body-identity' | 'handler'
  rawBody?: undefined
}

/** A body that the handler reads itself. It is documented, and neither read nor validated before the handler runs. */
type RawBody = { [Field in Exclude<keyof ValidatedBody<z.ZodType>, 'rawBody'>]?: undefined } & { rawBody: z.ZodType }

/** A request that succeeds, for the reference. Its ids are those of the demo hotel. */
export interface RequestExample {
  /** What the request is for, in one to three words. */
  name?: string
  /** What must be there before, if a new demo hotel does not have it. */
  needs?: string
  /** Paths are texts. */
  params?: Record<string, string>
  query?: Record<string, unknown>
  headers?: Record<string, string>
  body?: unknown
  /** The sample sends the request twice, to show that the second response is the first. */
  isRepeated?: true
}

/** A request and the payload of its response. */
type Example<R extends z.ZodType = z.ZodType> = RequestExample & { response?: z.input<R> }

/** The response to a request that succeeds. */
interface SuccessResponse<R extends z.ZodType> {
  /** The payload. Without it a success has an empty body. */
  response?: R
  /** Default: 200. */
  status?: 200 | 201 | 204
  /** Headers of a success, each with its description. */
  responseHeaders?: Readonly<Record<string, string>>
  /** Which requests are redirected (308). The handler does it. */
  redirects?: string
  /** The media type of a success that is not JSON. */
  contentType?: string
  /** A client that prefers HTML gets a page instead of JSON, with the same status. The handler writes it. */
  orHtml?: true
  /** A request that succeeds and its payload, for the reference. */
  example?: Example<R>
  /** Further requests that succeed. Then every example has a name. */
  moreExamples?: readonly Example<R>[]
}

/** The responses to requests that fail, and what all responses have. */
interface Failures<C extends ErrorCode> {
  /** Error codes of this endpoint, besides those that its `auth`, `body` and `query` imply. */
  errors?: readonly C[]
  /** The response to an exception, instead of 500 or 503. */
  onError?: (request: IncomingRequest) => Refusal<C> | Response | Promise<Response>
  /** The message of the response to an exception, instead of the error's own. */
  errorMessage?: string
  /** Headers of every response of this path, errors included. */
  commonHeaders?: Readonly<Record<string, string>>
  /** Pages of any origin may read every response of this path. */
  anyOrigin?: true
}

/** A contract of one endpoint: routing, validation and the OpenAPI document all read it. */
export type Contract<
  A extends Auth = Auth,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  C extends ErrorCode = ErrorCode,
> = Operation<A> & Parameters<P, Q> & (ValidatedBody<B> | RawBody) & SuccessResponse<R> & Failures<C>

/** What a handler gets: the context of the request, the validated input, and the database of the caller's customer. */
export interface HandlerContext<A extends Auth, P, Q, B> extends RequestContext {
  readonly scope: ScopeOf<A>
  readonly params: P
  readonly query: Q
  readonly body: B
  /** The hash of the request as it was sent, by which a repetition is recognised. */
  readonly hashRequest: () => Promise<string>
}

interface SuccessOptions {
  message?: string
  headers?: Record<string, string>
  /** The bookmark of the database that the handler wrote to, where that is not the database of its context. */
  bookmark?: string | undefined
}

/** A success: its payload, message and headers. */
export class Success<Content> {
  readonly content: Content
  readonly message: string
  readonly headers: Readonly<Record<string, string>>
  readonly bookmark: string | undefined

  constructor(content: Content, { message = '', headers = {}, bookmark }: SuccessOptions = {}) {
    this.content = content
    this.message = message
    this.headers = headers
    this.bookmark = bookmark
  }
}

/** `success({ url })`, or `success()` where the contract has no `response`. */
export function success<Content = undefined>(content?: Content, options?: SuccessOptions): Success<Content> {
  return new Success(content as Content, options)
}

/** The message of a success that found nothing. */
export const NOTHING_FOUND = 'No data found!'

/** A lookup or a list that matched nothing. */
export const nothingFound = (headers: Record<string, string> = {}) =>
  new Success<Record<string, never>>({}, { message: NOTHING_FOUND, headers })

/** A handler returns a `Response` where the payload is not JSON. */
export type Outcome<Content, C extends ErrorCode> = Success<Content> | Refusal<C> | Response

export interface Endpoint {
  readonly contract: Contract
  readonly handle: (context: HandlerContext<Auth, unknown, unknown, unknown>) => Promise<Outcome<unknown, ErrorCode>>
}

/**
 * Ties a contract to its handler. The type checker holds the handler to it: the input is what the contract validates, the payload
 * is the contract's `response`, and every error code is one that the contract names.
 *
 * @example
 * export const getRoom = endpoint(
 *   {
 *     method: 'GET',
 *     path: '/api/Room/GetRoom',
 *     operationId: 'getRoom',
 *     summary: 'Returns the name of a room.',
 *     description: 'The name is the one that the setup declared.',
 *     auth: 'reservations:read',
 *     query: z.strictObject({ roomId: z.coerce.number() }),
 *     response: z.object({ roomName: z.string() }),
 *     errors: ['NOT_FOUND'],
 *   },
 *   async call => {
 *     const { roomId } = call.query
 *     const [[found]] = await call.db.batch([readRoom({ customer: call.scope.customer, roomId })])
 *     return found ? success(found) : refuse('NOT_FOUND', `roomId: there is no room ${roomId}`)
 *   },
 * )
 */
export function endpoint<
  A extends Auth,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodUndefined,
  const C extends ErrorCode = never,
>(
  contract: Contract<A, P, Q, B, R, C>,
  handle: (context: HandlerContext<A, z.output<P>, z.output<Q>, z.output<B>>) => Promise<Outcome<z.input<R>, C>>,
): Endpoint {
  return { contract, handle } as unknown as Endpoint
}
