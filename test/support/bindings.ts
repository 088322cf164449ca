import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import worker from '../../worker/index'
import type { Env } from '../../worker/settings'
import { newRequest, readResponse } from './service'
import { databaseFromStub } from './sessions'

/** A Worker or an app. */
interface FetchHandler {
  fetch(request: Request, env: Env, ctx: ExecutionContext): Response | Promise<Response>
}

/** A function like `send` for the service with other bindings: other settings, other keys, a binding that fails. */
export const withBindings =
  (changes: Partial<Env>, service: FetchHandler = worker as FetchHandler) =>
  async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const ctx = createExecutionContext()
    const response = await service.fetch(newRequest(method, path, body, headers), { ...env, ...changes }, ctx)
    await waitOnExecutionContext(ctx)
    return readResponse(response)
  }

/** A database whose requests fail. */
export const brokenDatabase = databaseFromStub({
  prepare: () => ({ bind: () => ({}) }),
  batch: () => Promise.reject(new Error('D1_ERROR: Network connection lost.')),
})

/** All databases fail. */
export const brokenDatabases = { DB: brokenDatabase, ...(env.CONTROL && { CONTROL: brokenDatabase }) }

/** A database that throws on any use. */
export const untouchedDatabase = new Proxy(databaseFromStub({} as D1Database), {
  get(_, name) {
    throw new Error(`D1 was used: ${String(name)}`)
  },
})

/** A rate limit that refuses every request and records the keys. */
export function exhaustedRateLimit() {
  const keys: string[] = []
  const limit = async ({ key }: RateLimitOptions) => {
    keys.push(key)
    return { success: false }
  }
  return { keys, limit } satisfies RateLimit & { keys: string[] }
}

/** KV that records the keys that are read. */
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

/** A KV whose requests fail. */
export const brokenKv = {
  get: () => Promise.reject(new Error('KV GET failed: 500')),
  put: () => Promise.reject(new Error('KV PUT failed: 500')),
} as unknown as KVNamespace

/** A promise that never settles, for a binding that does not respond. */
export const neverSettles = () => new Promise<never>(() => {})

/** A rate limit that refuses nothing, for tests with many requests. */
export const unlimitedRateLimit: RateLimit = { limit: async () => ({ success: true }) }
