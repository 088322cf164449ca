import { beforeAll, describe, expect, it } from 'vitest'
import { elsewhere } from '../support/elsewhere'
import { makeTables, send } from '../support/house'
import { type Operation, operations } from '../support/operations'

let all: Operation[]

beforeAll(async () => {
  await makeTables()
  all = await operations()
})

const PAGES = /^\/itinerary\//
const OPEN = /^\/api\/public\/PartnerItinerary\/|^\/openapi\.json$/

/** Answers of an operation: as it is asked for, by another method, and to a browser that asks first. */
async function answersOf({ method, address }: Operation) {
  const origin = { origin: 'https://elsewhere.test' }
  return Promise.all([
    send(method, address, undefined, origin),
    send('PROPFIND', address, undefined, origin),
    send('OPTIONS', address, undefined, { ...origin, 'access-control-request-method': method }),
  ])
}

describe('every answer of every operation', () => {
  it('is taken for what it says it is, tells nobody where it came from, and comes by https alone', async () => {
    expect(all.length).toBeGreaterThan(30)
    for (const operation of all) {
      for (const { headers } of await answersOf(operation)) {
        expect([operation.name, Object.fromEntries(headers)]).toEqual([
          operation.name,
          expect.objectContaining({
            'x-content-type-options': 'nosniff',
            'referrer-policy': 'no-referrer',
            'strict-transport-security': expect.stringMatching(/^max-age=63072000/),
            'x-frame-options': 'DENY',
          }),
        ])
      }
    }
  })

  it('runs nothing and stands in no frame; a page runs its own script alone', async () => {
    for (const operation of all) {
      for (const { headers } of await answersOf(operation)) {
        const policy = headers.get('content-security-policy') ?? ''
        expect([operation.name, policy]).toEqual([operation.name, expect.stringContaining("default-src 'none'")])
        expect([operation.name, policy]).toEqual([operation.name, expect.stringContaining("frame-ancestors 'none'")])
        expect([operation.name, policy.includes('unsafe')]).toEqual([operation.name, false])
        if (!PAGES.test(operation.path)) expect(policy).toBe("default-src 'none'; frame-ancestors 'none'")
      }
    }
  })

  it('may be read by pages of other origins only where it is public, and never with credentials', async () => {
    for (const operation of all) {
      for (const { headers } of await answersOf(operation)) {
        const allowed = headers.get('access-control-allow-origin')
        expect([operation.name, allowed]).toEqual([operation.name, OPEN.test(operation.path) ? '*' : null])
        expect(headers.has('access-control-allow-credentials')).toBe(false)
      }
    }
    expect((await send('GET', '/openapi.json')).headers.get('access-control-allow-origin')).toBe('*')
  })
})

it('an unknown path and a fault of the service are protected alike', async () => {
  const broken = elsewhere({ AUDIENCE: '' })
  for (const { headers } of [await send('GET', '/nowhere'), await broken('GET', '/api/Fetch/health')]) {
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})
