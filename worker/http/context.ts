import type { Context } from 'hono'
import { newCost } from '../db/cost'
import { meteredKv } from '../db/kv'
import { Shards } from '../db/shards'
import type { RequestContext } from '../request-context'
import { type Env, settingsOf } from '../settings'
import type { Contract } from './endpoint'
import { logException } from './log'

/** What hono carries through one request. */
export type AppEnv = {
  Bindings: Env
  Variables: {
    requestId: string
    context: RequestContext
    /** The pattern of the path, for the log. */
    route: string
    contract: Contract | undefined
    /** The error code that is logged, which may say more than the response does. */
    code: string
  }
}

/** A caller's request id is used if it is safe to log: short, and letters, digits and a little punctuation. */
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/

/** The `X-Request-Id` of the request, or a new one. */
export function requestIdOf(headers: Headers): string {
  const sent = headers.get('x-request-id')
  return sent && REQUEST_ID.test(sent) ? sent : crypto.randomUUID()
}

export function createContext(c: Context<AppEnv>): RequestContext {
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
    publicUrl: settings.publicUrl || originOf(c.req.url),
    waitUntil: work => c.executionCtx.waitUntil(work.catch(error => logException(c.get('requestId'), error))),
    log: {},
    actor: { by: 'admin' },
    ignored: new Set(),
  }
}

let last = { start: '', origin: '' }

/** The origin of a URL. Most requests have the same, and parsing a URL is slow. */
function originOf(url: string): string {
  const start = url.slice(0, url.indexOf('/', 'https://'.length) + 1)
  if (start !== last.start || !start) last = { start, origin: new URL(url).origin }
  return last.origin
}
