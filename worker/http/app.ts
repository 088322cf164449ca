import type { Context } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { matchedRoutes } from 'hono/route'
import { METHOD_NAME_ALL } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { newCost } from '../db/cost'
import { DatabaseUnavailable } from '../db/errors'
import { meteredKv } from '../db/kv'
import { Shards } from '../db/shards'
import { Refusal, refuse } from '../errors'
import type { RequestContext } from '../request-context'
import { type Env, settingsOf } from '../settings'
import { BOOKMARK, returnsBookmark } from './bookmark'
import { preflight } from './cors'
import type { Contract, Endpoint } from './endpoint'
import { logException, logRequest } from './log'
import { writePoint } from './metrics'
import { requestIdOf } from './request-id'
import { type ResponseFormat, responseFormatOf } from './response-format'
import { createResponse, type ResponseContext, withCommonHeaders } from './response-headers'
import { errorResponse, serve, successResponse } from './serve'
import { sendsServerTiming, serverTiming } from './server-timing'
import { answerThenDiscard } from './unread-body'

type AppEnv = {
  Bindings: Env
  Variables: { requestId: string; context: RequestContext; route: string; contract: Contract | undefined; code: string }
}

/** `/itinerary/{token}` as hono's router writes it, and what else the endpoint answers. */
function routesOf({ path, catchAll }: Contract): string[] {
  const route = path.replace(/\{(\w+)\}/g, ':$1')
  return catchAll ? [route, route.replace(/:\w+$/, '*')] : [route]
}

function createContext(c: Context<AppEnv>): RequestContext {
  const settings = settingsOf(c.env)
  const cost = newCost()
  const shards = new Shards(settings, cost)
  return {
    request: c.req.raw,
    env: c.env,
    settings,
    db: shards.at(0),
    shards,
    revokedLinks: meteredKv(c.env.LINKS, cost),
    cost,
    startedAt: Date.now(),
    get now() {
      return Date.now()
    },
    requestId: c.get('requestId'),
    get publicUrl() {
      return settings.publicUrl || new URL(c.req.url).origin
    },
    waitUntil: work => c.executionCtx.waitUntil(work),
  }
}

const responseContext = (c: Context<AppEnv>, contract: Contract | undefined): ResponseContext => ({
  request: c.req.raw,
  requestId: c.get('requestId'),
  contract,
})

/** A refusal on the wire, and in what is counted. */
function refusalResponse(c: Context<AppEnv>, format: ResponseFormat, refusal: Refusal, contract?: Contract): Response {
  c.set('code', refusal.errors[0].code)
  return errorResponse(responseContext(c, contract), format, refusal)
}

/** An app that serves these endpoints, and refuses everything else in the same words. */
export function createApp(endpoints: readonly Endpoint[]): HonoBase<AppEnv> {
  // The router that is ready at once: the other ones compile all routes while the first request waits.
  const app = new HonoBase<AppEnv>({ router: new TrieRouter() })
  const contracts = new Map(
    endpoints.flatMap(({ contract }) => routesOf(contract).map(route => [route, contract] as const)),
  )
  /** A contract of the path that was asked for; of its methods, any. */
  const contractAt = (c: Context) => matchedRoutes(c).flatMap(({ path }) => contracts.get(path) ?? [])[0]

  app.use(async (c, next) => {
    c.set('requestId', requestIdOf(c.req.raw.headers))
    const context = createContext(c)
    c.set('context', context)
    c.set('route', 'unknown')
    await next()
    const { status } = c.res
    const code = c.get('code') ?? (status < 400 ? undefined : 'REFUSED')
    const outcome = { route: c.get('route'), status, code }
    logRequest(context, outcome)
    writePoint(context, outcome)
    if (sendsServerTiming(c.get('contract')?.auth === 'nothing', status))
      c.res.headers.set('server-timing', serverTiming(context))
    if (status >= 400) {
      const limit = context.settings.limits[c.get('contract')?.bodyLimit ?? 'BODY_BYTES']
      c.res = await answerThenDiscard(c.req.raw, c.res, 2 * limit)
    }
  })

  for (const each of endpoints) {
    const { contract } = each
    const format = responseFormatOf(contract.path)
    app.on(contract.method, routesOf(contract), async c => {
      c.set('route', contract.path)
      c.set('contract', contract)
      const context = c.get('context')
      const outcome = await serve(each, context, c.req.param() as Record<string, string>)
      if (outcome instanceof Refusal) return refusalResponse(c, format, outcome, contract)
      if (outcome instanceof Response) return withCommonHeaders(responseContext(c, contract), outcome)
      const response = successResponse(responseContext(c, contract), format, contract, outcome)
      const { bookmark } = context.db
      if (bookmark && returnsBookmark(contract)) response.headers.set(BOOKMARK, bookmark)
      return response
    })
  }

  for (const [path, { routes, methods, anyOrigin }] of groupByPath(endpoints)) {
    app.on(METHOD_NAME_ALL, routes, c => {
      c.set('route', path)
      const contract = contractAt(c)
      c.set('contract', contract)
      const allow = methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : method)).join(', ')
      if (anyOrigin && c.req.method === 'OPTIONS') {
        return createResponse(responseContext(c, contract), null, 204, preflight(allow))
      }
      const refusal = refuse('METHOD_NOT_ALLOWED', `this path takes ${allow}`)
      const response = refusalResponse(c, responseFormatOf(path), refusal, contract)
      response.headers.set('allow', allow)
      return response
    })
  }

  app.notFound(c => refusalResponse(c, responseFormatOf(c.req.path), refuse('NOT_FOUND', 'there is no such path')))

  app.onError(async (error, c) => {
    logException(c.get('requestId'), error)
    const contract = contractAt(c)
    const { onError, errorMessage } = contract ?? {}
    const refusal =
      error instanceof DatabaseUnavailable
        ? refuse('DATABASE_UNAVAILABLE', error.publicMessage, errorMessage)
        : refuse('INTERNAL_ERROR', undefined, errorMessage)
    const told = (await onError?.({ request: c.req.raw, env: c.env, requestId: c.get('requestId') })) ?? refusal
    const response =
      told instanceof Refusal
        ? refusalResponse(c, responseFormatOf(c.req.path), told, contract)
        : withCommonHeaders(responseContext(c, contract), told)
    if (told === refusal && error instanceof DatabaseUnavailable && error.retryAfter)
      response.headers.set('retry-after', String(error.retryAfter))
    // What is told may be less than what we count.
    c.set('code', refusal.errors[0].code)
    return response
  })

  return app
}

interface PathGroup {
  routes: string[]
  methods: string[]
  anyOrigin: boolean
}

function groupByPath(endpoints: readonly Endpoint[]): Map<string, PathGroup> {
  const paths = new Map<string, PathGroup>()
  for (const { contract } of endpoints) {
    const { path, method, anyOrigin = false } = contract
    const methods = [...(paths.get(path)?.methods ?? []), method]
    paths.set(path, { routes: routesOf(contract), methods, anyOrigin })
  }
  return paths
}
