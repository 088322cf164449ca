import { describe, expect, it } from 'vitest'
import { version } from '../../../package.json'
import { brokenDatabase, exhaustedRateLimit, untouchedDatabase, withBindings } from '../../support/bindings'
import { recordingDatabase } from '../../support/query-plan'
import { expectRefusal, expectStatus, resetBeforeEach, send } from '../../support/service'

resetBeforeEach()

/** An address of its own: other files of the same minute use up the rate of requests without one. */
const ADDRESS = { 'cf-connecting-ip': '192.0.2.8' }
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', ...ADDRESS }
const PROGRAM = { accept: '*/*', ...ADDRESS }

/** `/status` with some bindings of its own: an isolate remembers the state of a database for 5 seconds. */
const statusWith = (bindings: Parameters<typeof withBindings>[0], headers: Record<string, string>) =>
  withBindings(bindings)('GET', '/status', undefined, headers)

describe('GET /status [SITE-1]', () => {
  it('is a page for a client that prefers HTML', async () => {
    const { headers, text } = await expectStatus(200, send('GET', '/status', undefined, BROWSER))
    expect([headers.get('content-type'), headers.get('vary')]).toEqual(['text/html; charset=utf-8', 'Accept'])
    expect(text).toContain('Everything works')
    expect(text).toContain(`<dd>${version}</dd>`)
  })

  it('is JSON for any other', async () => {
    const { headers, json } = await expectStatus(200, send('GET', '/status', undefined, PROGRAM))
    expect([headers.get('content-type'), headers.get('vary')]).toEqual(['application/json', 'Accept'])
    const { links, ...state } = json
    expect(state).toEqual({ status: 'Healthy', version, database: 'Healthy' })
    for (const address of [links.health, links.healthdb]) {
      expect((await send('GET', new URL(address).pathname, undefined, PROGRAM)).status, address).toBe(200)
    }
  })

  it('is not stored by caches', async () => {
    for (const accept of [BROWSER, PROGRAM]) {
      expect((await send('GET', '/status', undefined, accept)).headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('GET /status while a database fails is 503, without the cause [SITE-2]', () => {
  it('as a page', async () => {
    const { headers, text } = await expectStatus(503, statusWith({ DB: brokenDatabase }, BROWSER))
    expect([headers.get('content-type'), headers.get('vary')]).toEqual(['text/html; charset=utf-8', 'Accept'])
    expect(text).toContain('The database does not respond')
    expect(text).not.toContain('D1_ERROR')
  })

  it('as JSON', async () => {
    const response = await statusWith({ DB: brokenDatabase }, PROGRAM)
    await expectRefusal(response, 503, 'DATABASE_UNAVAILABLE')
    const { headers, json } = response
    expect([headers.get('content-type'), headers.get('vary')]).toEqual(['application/json', 'Accept'])
    expect(Object.keys(json)).toEqual(['errors'])
  })
})

describe('GET /status has the rate limit and the shared probe of healthdb [SITE-3]', () => {
  it.each([
    ['a page', BROWSER, 'text/html; charset=utf-8'],
    ['JSON', PROGRAM, 'application/json'],
  ])('beyond the rate it is 429 as %s, and asks no database', async (_, accept, type) => {
    const limit = exhaustedRateLimit()
    const { headers } = await expectStatus(
      429,
      statusWith({ DB: untouchedDatabase, HEALTH_PER_ADDRESS: limit }, { ...accept, 'cf-connecting-ip': '192.0.2.7' }),
    )
    expect([headers.get('content-type'), headers.get('retry-after'), limit.keys]).toEqual([type, '60', ['192.0.2.7']])
  })

  it('a probe of healthdb is not repeated', async () => {
    const { bindings, trips } = recordingDatabase()
    const there = withBindings(bindings)
    await expectStatus(200, there('GET', '/api/Fetch/healthdb', undefined, PROGRAM))
    const asked = trips.length
    await expectStatus(200, there('GET', '/status', undefined, BROWSER))
    expect(trips.length).toBe(asked)
  })
})
