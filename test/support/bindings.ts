import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import worker from '../../worker/index'
import type { Env } from '../../worker/settings'
import { newRequest, readResponse } from './service'
import { databaseFromStub } from './sessions'

/** A Worker, or an app of our own making. */
interface FetchHandler {
  fetch(request: Request, env: Env, ctx: ExecutionContext): Response | Promise<Response>
}

/**
 * The same service in another environment: other settings, other keys, a binding that fails. Answers a function that sends
 * requests there, as `send` does here.
 */
export const withBindings =
  (changes: Partial<Env>, service: FetchHandler = worker as FetchHandler) =>
  async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const ctx = createExecutionContext()
    const response = await service.fetch(newRequest(method, path, body, headers), { ...env, ...changes }, ctx)
    await waitOnExecutionContext(ctx)
    return readResponse(response)
  }

/** A database that does not answer. */
export const brokenDatabase = databaseFromStub({
  prepare: () => ({ bind: () => ({}) }),
  batch: () => Promise.reject(new Error('D1_ERROR: Network connection lost.')),
})

/** None of the databases answers. */
export const brokenDatabases = { DB: brokenDatabase, ...(env.CONTROL && { CONTROL: brokenDatabase }) }

/** A database that nobody may touch. */
export const untouchedDatabase = new Proxy(databaseFromStub({} as D1Database), {
  get(_, name) {
    throw new Error(`D1 was used: ${String(name)}`)
  },
})

/** A rate limit that lets nobody through, and remembers who came. */
export function exhaustedRateLimit() {
  const keys: string[] = []
  const limit = async ({ key }: RateLimitOptions) => {
    keys.push(key)
    return { success: false }
  }
  return { keys, limit } satisfies RateLimit & { keys: string[] }
}

/** KV as it is, that remembers which keys it was asked for. */
export function recordingKv() {
  const requestedKeys: string[] = []
  const kv = {
    get(key: string) {
      requestedKeys.push(key)
      return env.LINKS.get(key)
    },
  } as KVNamespace
  return { kv, requestedKeys }
}

/** A KV that does not answer. */
export const brokenKv = {
  get: () => Promise.reject(new Error('KV GET failed: 500')),
  put: () => Promise.reject(new Error('KV PUT failed: 500')),
} as unknown as KVNamespace

/** A binding's call that is never answered. */
export const neverSettles = () => new Promise<never>(() => {})

/** A rate limit that lets everybody through, for tests that knock more often than any guest. */
export const unlimitedRateLimit: RateLimit = { limit: async () => ({ success: true }) }
