import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import worker from '../../worker/index'
import { withBindings } from '../support/bindings'
import { type Operation, operations } from '../support/operations'
import { makeTables, send } from '../support/service'

let all: Operation[]

beforeAll(async () => {
  await makeTables()
  all = await operations()
})

const PAGES = /^\/itinerary\//
const OPEN = /^\/api\/public\/PartnerItinerary\/|^\/openapi\.json$/

/** Responses of an operation: to its method, to another method, and to a CORS preflight. */
async function answersOf({ method, address }: Operation) {
  const origin = { origin: 'https://elsewhere.test' }
  return Promise.all([
    send(method, address, undefined, origin),
    send('PROPFIND', address, undefined, origin),
    send('OPTIONS', address, undefined, { ...origin, 'access-control-request-method': method }),
  ])
}

describe('every answer of every operation', () => {
  it('is taken for what it says it is, tells nobody where it came from, and comes by https alone [HEADER-1]', async () => {
    expect(all.length).toBeGreaterThan(30)
    for (const operation of all) {
      for (const { headers } of await answersOf(operation)) {
        expect(Object.fromEntries(headers), operation.name).toEqual(
          expect.objectContaining({
            'x-content-type-options': 'nosniff',
            'referrer-policy': 'no-referrer',
            'strict-transport-security': 'max-age=63072000',
            'x-frame-options': 'DENY',
          }),
        )
      }
    }
  })

  it('runs nothing and stands in no frame; a page runs its own script alone [HEADER-1]', async () => {
    for (const operation of all) {
      for (const { headers } of await answersOf(operation)) {
        const policy = headers.get('content-security-policy') ?? ''
        expect(policy, operation.name).toEqual(expect.stringContaining("default-src 'none'"))
        expect(policy, operation.name).toEqual(expect.stringContaining("frame-ancestors 'none'"))
        expect(policy.includes('unsafe'), operation.name).toBe(false)
        if (!PAGES.test(operation.path)) expect(policy).toBe("default-src 'none'; frame-ancestors 'none'")
      }
    }
  })

  it('is kept by no cache, unless it is everybody’s [HEADER-3]', async () => {
    const published = /^\/(\.well-known\/|openapi\.json$)/
    for (const operation of all) {
      const [answer, ...others] = await answersOf(operation)
      const kept = answer?.headers.get('cache-control')
      const usual = operation.path.includes('{token}') ? 'private, no-store' : 'no-store'
      expect(kept, operation.name).toEqual(published.test(operation.path) ? 'public, max-age=300' : usual)
      for (const { headers } of others) expect(headers.get('cache-control'), operation.name).toEqual(usual)
    }
  })

  it('may be read by pages of other origins only where it is public, and never with credentials [HEADER-4]', async () => {
    for (const operation of all) {
      for (const { headers } of await answersOf(operation)) {
        const allowed = headers.get('access-control-allow-origin')
        expect(allowed, operation.name).toEqual(OPEN.test(operation.path) ? '*' : null)
        expect(headers.has('access-control-allow-credentials')).toBe(false)
      }
    }
    expect((await send('GET', '/openapi.json')).headers.get('access-control-allow-origin')).toBe('*')
  })
})

it('speaks for its own host alone, and only where it is reached by https [HEADER-5]', async () => {
  const ctx = createExecutionContext()
  const plain = await worker.fetch(new Request('http://innlet.test/api/Fetch/health'), env, ctx)
  expect(plain.status).toBe(200)
  expect(plain.headers.get('strict-transport-security')).toBe(null)
  // A hotel's domain may have subdomains without HTTPS, and a policy of two years cannot be withdrawn.
  const { headers } = await send('GET', '/api/Fetch/health')
  expect(headers.get('strict-transport-security')).not.toMatch(/includeSubDomains|preload/)
})

it('an unknown path and a fault of the service are protected alike [HEADER-1]', async () => {
  const broken = withBindings({ AUDIENCE: '' })
  for (const { headers } of [await send('GET', '/nowhere'), await broken('GET', '/api/Fetch/health')]) {
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})
