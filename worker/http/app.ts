import type { Context, ErrorHandler, Handler, MiddlewareHandler, NotFoundHandler } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { matchedRoutes } from 'hono/route'
import { METHOD_NAME_ALL } from 'hono/router'
import { CustomerClosed, DatabaseUnavailable } from '../db/errors'
import type { Scope } from '../db/scope'
import { isWebhook } from '../domain/webhook/user-agent'
import { Refusal, refuse } from '../errors'
import type { RequestContext } from '../request-context'
import { type AppEnv, createContext, requestIdOf } from './context'
import type { Contract, Endpoint } from './endpoint'
import { logException, logRequest } from './log'
import { sendsServerTiming, serverTiming, writePoint } from './metrics'
import { createResponse, errorResponse, type ResponseContext, successResponse, withCommonHeaders } from './response'
import { responseFormatOf } from './response-format'
import { preflightHeaders } from './response-headers'
import { PathRouter } from './router'
import { serve } from './serve'
import { respondThenDiscard } from './unread-body'

export interface AppOptions {
  /** Runs after the response of a request that wrote what webhooks report. It must not throw. */
  afterWrite?: (context: RequestContext, scope: Pick<Scope, 'customer' | 'shard'>) => Promise<void>
  /** The response to a path that no endpoint has. Undefined: the error `NOT_FOUND`. */
  missingPage?: (context: RequestContext) => Promise<Response | undefined>
}

/** An app that serves these endpoints, and responds to every other request with an error. */
export function createApp(endpoints: readonly Endpoint[], options: AppOptions = {}): HonoBase<AppEnv> {
  const app = new HonoBase<AppEnv>({ router: new PathRouter() })
  const contractAt = contractsByRoute(endpoints)

  app.use(recordRequest)
  app.use(refuseWebhook)
  for (const endpoint of endpoints) {
    app.on(endpoint.contract.method, routesOf(endpoint.contract), endpointHandler(endpoint, options))
  }
  for (const [path, { routes, methods }] of groupByPath(endpoints)) {
    app.on(METHOD_NAME_ALL, routes, otherMethodHandler(path, methods, contractAt))
  }
  app.notFound(unknownPathHandler(options))
  app.onError(exceptionHandler(contractAt))
  return app
}

type AppContext = Context<AppEnv>

/** The routes of hono's router: `/itinerary/{token}` is `/itinerary/:token`. */
function routesOf({ path, catchAll }: Contract): string[] {
  const route = path.replace(/\{(\w+)\}/g, ':$1')
  return catchAll ? [`${route}{[^]+}`, route.replace(/:\w+$/, '*')] : [route]
}

/** Finds a contract of the requested path, for any of its methods. */
type ContractAt = (c: AppContext) => Contract | undefined

function contractsByRoute(endpoints: readonly Endpoint[]): ContractAt {
  const contracts = new Map(
    endpoints.flatMap(({ contract }) => routesOf(contract).map(route => [route, contract] as const)),
  )
  return c => matchedRoutes(c).flatMap(({ path }) => contracts.get(path) ?? [])[0]
}

function groupByPath(endpoints: readonly Endpoint[]): Map<string, { routes: string[]; methods: string[] }> {
  const paths = new Map<string, { routes: string[]; methods: string[] }>()
  for (const { contract } of endpoints) {
    const methods = [...(paths.get(contract.path)?.methods ?? []), contract.method]
    paths.set(contract.path, { routes: routesOf(contract), methods })
  }
  return paths
}

/** Makes the context of the request, and logs and measures the request when its response is there. */
const recordRequest: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.set('requestId', requestIdOf(c.req.raw.headers))
  const context = createContext(c)
  c.set('context', context)
  c.set('route', 'unknown')
  await next()
  const { status } = c.res
  const contract = c.get('contract')
  const { scope } = context.log
  const outcome = {
    route: c.get('route'),
    status,
    code: c.get('code') ?? (status < 400 ? undefined : 'REFUSED'),
    ...(scope && { customer: scope.customer, shard: context.shards.numberOf(scope) }),
  }
  logRequest(context, outcome)
  writePoint(context, outcome)
  if (sendsServerTiming(contract?.auth === 'public', status)) c.res.headers.set('server-timing', serverTiming(context))
  if (status >= 400) {
    const limit = context.settings.limits[contract?.bodyLimit ?? 'BODY_BYTES']
    c.res = await respondThenDiscard(c.req.raw, c.res, 2 * limit)
  }
}

/**
 * An endpoint of webhooks may have an address of this service that is not known: it has several, and without `PUBLIC_URL` the run
 * of each minute knows none. Such a webhook ends here.
 */
const refuseWebhook: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (isWebhook(c.req.raw.headers))
    return refusalResponse(c, undefined, refuse('NOT_FOUND', 'the service receives no webhooks'))
  await next()
}

function endpointHandler(endpoint: Endpoint, { afterWrite }: AppOptions): Handler<AppEnv> {
  const { contract } = endpoint
  return async c => {
    c.set('route', contract.path)
    c.set('contract', contract)
    const context = c.get('context')
    const outcome = await serve(endpoint, context, c.req.param() as Record<string, string>)
    const { scope } = context.log
    if (afterWrite && scope && context.cost.startsWebhooks) context.waitUntil(afterWrite(context, scope))
    if (outcome instanceof Refusal) return refusalResponse(c, contract, outcome)
    if (outcome instanceof Response) return withCommonHeaders(responseContext(c, contract), outcome)
    return successResponse(responseContext(c, contract), contract, outcome)
  }
}

function unknownPathHandler({ missingPage }: AppOptions): NotFoundHandler<AppEnv> {
  return async c => {
    const page = await missingPage?.(c.get('context'))
    if (!page) return refusalResponse(c, undefined, refuse('NOT_FOUND', 'there is no such path'))
    if (page.status === 404) c.set('code', 'NOT_FOUND')
    return withCommonHeaders(responseContext(c, undefined), page)
  }
}

/** Responds to methods that a path does not have, and to CORS preflight requests. */
function otherMethodHandler(path: string, methods: readonly string[], contractAt: ContractAt): Handler<AppEnv> {
  const allow = methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : method)).join(', ')
  return c => {
    const contract = contractAt(c)
    c.set('route', path)
    c.set('contract', contract)
    if (contract?.anyOrigin && c.req.method === 'OPTIONS') {
      return createResponse(responseContext(c, contract), null, 204, preflightHeaders(allow))
    }
    const response = refusalResponse(c, contract, refuse('METHOD_NOT_ALLOWED', `this path takes ${allow}`))
    response.headers.set('allow', allow)
    return response
  }
}

function exceptionHandler(contractAt: ContractAt): ErrorHandler<AppEnv> {
  return async (error, c) => {
    const contract = contractAt(c)
    // An administrator may name a customer that is closed or absent. A token or a link of one is unusual.
    if (!(error instanceof CustomerClosed && contract?.auth === 'admin')) logException(c.get('requestId'), error)
    const refusal = exceptionRefusal(error, contract)
    const { code } = refusal.errors[0]
    const own = await contract?.onError?.({ request: c.req.raw, env: c.env, requestId: c.get('requestId') })
    if (own instanceof Response) {
      c.set('code', code)
      return withCommonHeaders(responseContext(c, contract), own)
    }
    const response = refusalResponse(c, contract, own ?? refusal)
    if (!own && error instanceof DatabaseUnavailable && error.retryAfter) {
      response.headers.set('retry-after', String(error.retryAfter))
    }
    // The response may say less than the log.
    c.set('code', code)
    return response
  }
}

function exceptionRefusal(error: Error, contract: Contract | undefined): Refusal {
  if (error instanceof DatabaseUnavailable)
    return refuse('DATABASE_UNAVAILABLE', error.publicMessage, contract?.errorMessage)
  if (!(error instanceof CustomerClosed)) return refuse('INTERNAL_ERROR', undefined, contract?.errorMessage)
  // The token was issued before the customer was closed.
  if (contract?.auth !== 'admin') return refuse('INVALID_TOKEN', 'the customer of this token is closed')
  return error.exists
    ? refuse('INVALID_TRANSITION', 'clientId: the customer is closed; open it first')
    : refuse('NOT_FOUND', 'clientId: there is no such customer')
}

const responseContext = (c: AppContext, contract: Contract | undefined): ResponseContext => ({
  request: c.req.raw,
  requestId: c.get('requestId'),
  contract,
  path: c.req.path,
  // An invalid setting leaves no context.
  publicUrl: c.get('context')?.publicUrl ?? '',
  ignored: c.get('context')?.ignored,
})

/** An error response, in the format of the requested path; its code is logged. */
function refusalResponse(c: AppContext, contract: Contract | undefined, refusal: Refusal): Response {
  c.set('code', refusal.errors[0].code)
  return errorResponse(responseContext(c, contract), responseFormatOf(c.req.path), refusal)
}
