import { type Context, Hono } from 'hono'
import { version } from '../../package.json'
import { Refusal, refuse } from '../errors'
import { type Env, settingsOf } from '../settings'
import { Database, DatabaseUnavailable } from '../store/database'
import { dialectOf } from './dialect'
import type { Endpoint, Exchange } from './endpoint'
import { logFault, logRequest } from './log'
import { requestIdOf } from './request-id'
import { serve, writeAnswer, writeRefusal } from './serve'

type House = { Bindings: Env; Variables: { requestId: string; exchange: Exchange; route: string } }

/** `/itinerary/{token}` as hono's router writes it. */
const routeOf = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

function exchangeOf(c: Context<House>): Exchange {
  const settings = settingsOf(c.env)
  const cost = { trips: 0, rowsRead: 0, rowsWritten: 0 }
  return {
    request: c.req.raw,
    env: c.env,
    settings,
    db: new Database(c.env.DB, cost),
    cost,
    now: Date.now(),
    requestId: c.get('requestId'),
    publicUrl: settings.publicUrl || new URL(c.req.url).origin,
    later: work => c.executionCtx.waitUntil(work),
  }
}

/** An app that serves these endpoints, and refuses everything else in the same words. */
export function createApp(endpoints: readonly Endpoint[]): Hono<House> {
  const app = new Hono<House>()

  app.use(async (c, next) => {
    c.set('requestId', requestIdOf(c.req.raw.headers))
    await next()
    c.res.headers.set('x-request-id', c.get('requestId'))
    c.res.headers.set('x-api-version', version)
  })

  app.use(async (c, next) => {
    const exchange = exchangeOf(c)
    c.set('exchange', exchange)
    c.set('route', 'unknown')
    await next()
    logRequest(exchange, c.get('route'), c.res.status)
  })

  for (const each of endpoints) {
    const { contract } = each
    app.on(contract.method, routeOf(contract.path), async c => {
      c.set('route', contract.path)
      const dialect = dialectOf(contract.path)
      const outcome = await serve(each, c.get('exchange'), c.req.param() as Record<string, string>)
      if (outcome instanceof Response) return outcome
      if (outcome instanceof Refusal) return writeRefusal(c, dialect, outcome, contract.needs)
      return writeAnswer(c, dialect, contract, outcome)
    })
  }

  for (const [path, methods] of methodsByPath(endpoints)) {
    app.all(routeOf(path), c => {
      c.set('route', path)
      const allow = methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : method)).join(', ')
      const response = writeRefusal(c, dialectOf(path), refuse('METHOD_NOT_ALLOWED', `this path takes ${allow}`))
      response.headers.set('allow', allow)
      return response
    })
  }

  app.notFound(c => writeRefusal(c, dialectOf(c.req.path), refuse('NOT_FOUND', 'there is no such path')))

  app.onError((error, c) => {
    logFault(c.get('requestId'), error)
    const code = error instanceof DatabaseUnavailable ? 'DATABASE_UNAVAILABLE' : 'INTERNAL_ERROR'
    return writeRefusal(c, dialectOf(c.req.path), refuse(code))
  })

  return app
}

function methodsByPath(endpoints: readonly Endpoint[]): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const { contract } of endpoints) {
    methods.set(contract.path, [...(methods.get(contract.path) ?? []), contract.method])
  }
  return methods
}
