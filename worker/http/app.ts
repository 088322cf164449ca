import type { Context } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { matchedRoutes } from 'hono/route'
import { METHOD_NAME_ALL } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { Refusal, refuse } from '../errors'
import type { Exchange } from '../exchange'
import { type Env, settingsOf } from '../settings'
import { nothingSpent } from '../store/cost'
import { DatabaseUnavailable } from '../store/database'
import { countedKv } from '../store/kv'
import { Shards } from '../store/shards'
import { BOOKMARK, givesBookmark } from './bookmark'
import { type Answered, answerWith, withHeaders } from './carried'
import { preflight } from './cors'
import { type Dialect, dialectOf } from './dialect'
import type { Contract, Endpoint } from './endpoint'
import { logFault, logRequest } from './log'
import { writePoint } from './metrics'
import { requestIdOf } from './request-id'
import { serve, writeAnswer, writeRefusal } from './serve'
import { serverTiming, tellsTime } from './timing'
import { answerThenDiscard } from './unread-body'

type House = {
  Bindings: Env
  Variables: { requestId: string; exchange: Exchange; route: string; contract: Contract | undefined; code: string }
}

/** `/itinerary/{token}` as hono's router writes it, and what else the endpoint answers. */
function routesOf({ path, catchAll }: Contract): string[] {
  const route = path.replace(/\{(\w+)\}/g, ':$1')
  return catchAll ? [route, route.replace(/:\w+$/, '*')] : [route]
}

function exchangeOf(c: Context<House>): Exchange {
  const settings = settingsOf(c.env)
  const cost = nothingSpent()
  const shards = new Shards(settings, cost)
  return {
    request: c.req.raw,
    env: c.env,
    settings,
    db: shards.at(0),
    shards,
    links: countedKv(c.env.LINKS, cost),
    cost,
    began: Date.now(),
    get now() {
      return Date.now()
    },
    requestId: c.get('requestId'),
    get publicUrl() {
      return settings.publicUrl || new URL(c.req.url).origin
    },
    later: work => c.executionCtx.waitUntil(work),
  }
}

const answeredIn = (c: Context<House>, contract: Contract | undefined): Answered => ({
  request: c.req.raw,
  requestId: c.get('requestId'),
  contract,
})

/** A refusal on the wire, and in what is counted. */
function refused(c: Context<House>, dialect: Dialect, refusal: Refusal, contract?: Contract): Response {
  c.set('code', refusal.faults[0].code)
  return writeRefusal(answeredIn(c, contract), dialect, refusal)
}

/** An app that serves these endpoints, and refuses everything else in the same words. */
export function createApp(endpoints: readonly Endpoint[]): HonoBase<House> {
  // The router that is ready at once: the other ones compile all routes while the first request waits.
  const app = new HonoBase<House>({ router: new TrieRouter() })
  const contracts = new Map(
    endpoints.flatMap(({ contract }) => routesOf(contract).map(route => [route, contract] as const)),
  )
  /** A contract of the path that was asked for; of its methods, any. */
  const contractAt = (c: Context) => matchedRoutes(c).flatMap(({ path }) => contracts.get(path) ?? [])[0]

  app.use(async (c, next) => {
    c.set('requestId', requestIdOf(c.req.raw.headers))
    const exchange = exchangeOf(c)
    c.set('exchange', exchange)
    c.set('route', 'unknown')
    await next()
    const { status } = c.res
    const code = c.get('code') ?? (status < 400 ? undefined : 'REFUSED')
    const outcome = { route: c.get('route'), status, code }
    logRequest(exchange, outcome)
    writePoint(exchange, outcome)
    if (tellsTime(c.get('contract')?.needs === 'nothing', status))
      c.res.headers.set('server-timing', serverTiming(exchange))
    if (status >= 400) {
      const limit = exchange.settings.limits[c.get('contract')?.bodyLimit ?? 'BODY_BYTES']
      c.res = await answerThenDiscard(c.req.raw, c.res, 2 * limit)
    }
  })

  for (const each of endpoints) {
    const { contract } = each
    const dialect = dialectOf(contract.path)
    app.on(contract.method, routesOf(contract), async c => {
      c.set('route', contract.path)
      c.set('contract', contract)
      const exchange = c.get('exchange')
      const outcome = await serve(each, exchange, c.req.param() as Record<string, string>)
      if (outcome instanceof Refusal) return refused(c, dialect, outcome, contract)
      if (outcome instanceof Response) return withHeaders(answeredIn(c, contract), outcome)
      const response = writeAnswer(answeredIn(c, contract), dialect, contract, outcome)
      const { bookmark } = exchange.db
      if (bookmark && givesBookmark(contract)) response.headers.set(BOOKMARK, bookmark)
      return response
    })
  }

  for (const [path, { routes, methods, anyOrigin }] of byPath(endpoints)) {
    app.on(METHOD_NAME_ALL, routes, c => {
      c.set('route', path)
      const contract = contractAt(c)
      c.set('contract', contract)
      const allow = methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : method)).join(', ')
      if (anyOrigin && c.req.method === 'OPTIONS') {
        return answerWith(answeredIn(c, contract), null, 204, preflight(allow))
      }
      const refusal = refuse('METHOD_NOT_ALLOWED', `this path takes ${allow}`)
      const response = refused(c, dialectOf(path), refusal, contract)
      response.headers.set('allow', allow)
      return response
    })
  }

  app.notFound(c => refused(c, dialectOf(c.req.path), refuse('NOT_FOUND', 'there is no such path')))

  app.onError(async (error, c) => {
    logFault(c.get('requestId'), error)
    const contract = contractAt(c)
    const { onFault, faultMessage } = contract ?? {}
    const refusal =
      error instanceof DatabaseUnavailable
        ? refuse('DATABASE_UNAVAILABLE', error.told, faultMessage)
        : refuse('INTERNAL_ERROR', undefined, faultMessage)
    const told = (await onFault?.({ request: c.req.raw, env: c.env, requestId: c.get('requestId') })) ?? refusal
    const response =
      told instanceof Refusal
        ? refused(c, dialectOf(c.req.path), told, contract)
        : withHeaders(answeredIn(c, contract), told)
    if (told === refusal && error instanceof DatabaseUnavailable && error.retryAfter)
      response.headers.set('retry-after', String(error.retryAfter))
    // What is told may be less than what we count.
    c.set('code', refusal.faults[0].code)
    return response
  })

  return app
}

interface Path {
  routes: string[]
  methods: string[]
  anyOrigin: boolean
}

function byPath(endpoints: readonly Endpoint[]): Map<string, Path> {
  const paths = new Map<string, Path>()
  for (const { contract } of endpoints) {
    const { path, method, anyOrigin = false } = contract
    const methods = [...(paths.get(path)?.methods ?? []), method]
    paths.set(path, { routes: routesOf(contract), methods, anyOrigin })
  }
  return paths
}
