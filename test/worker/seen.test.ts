import type { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { brokenDatabase, brokenKv, withBindings } from '../support/bindings'
import { calendarPath, detailsPath, hotelsPath, markupPath, pagePath, stayWithLink } from '../support/itinerary'
import { bearerHeader } from '../support/probe'
import { databases, resetBeforeEach } from '../support/service'

resetBeforeEach()

let stay: Awaited<ReturnType<typeof stayWithLink>>
beforeEach(async () => {
  stay = await stayWithLink()
})

/** The service over a METRICS binding that keeps its points. */
function measured(changes: Partial<typeof env> = {}) {
  const points: AnalyticsEngineDataPoint[] = []
  const METRICS = { writeDataPoint: (point: AnalyticsEngineDataPoint) => points.push(point) }
  return { points, there: withBindings({ ...changes, METRICS: METRICS as unknown as AnalyticsEngineDataset }) }
}

const LIST = '/api/Reservation/GetReservations'

describe('Server-Timing', () => {
  it('shows the total time, and the time of D1 with its round trips [API-16]', async () => {
    const { headers } = await withBindings({})('POST', LIST, {}, bearerHeader(stay.hotel.token))
    expect(headers.get('server-timing')).toMatch(/^total;dur=\d+, db;dur=\d+;desc="trips: 1"$/)
  })

  it('shows the time of KV if KV was read [API-16]', async () => {
    const { headers } = await withBindings({})('GET', detailsPath(stay.token))
    expect(headers.get('server-timing')).toMatch(/^total;dur=\d+, db;dur=\d+;desc="trips: 1", kv;dur=\d+$/)
  })

  it('is on refusals too, without entries for databases that were not read', async () => {
    const there = withBindings({})
    for (const answer of [await there('POST', LIST, {}), await there('PATCH', LIST), await there('GET', '/nowhere')]) {
      expect(answer.headers.get('server-timing')).toMatch(/^total;dur=\d+$/)
    }
  })

  it('is on no refusal of a public path, where it would reveal why a link or a secret is refused [API-16]', async () => {
    const { token } = stay
    for (const changes of [{}, { DB: brokenDatabase }]) {
      const there = withBindings(changes)
      for (const path of [detailsPath, hotelsPath, markupPath, calendarPath, pagePath]) {
        for (const dead of [path('abc'), path(changes.DB ? token : `${token}A`)]) {
          const { status, headers } = await there('GET', dead)
          expect([status, headers.has('server-timing')], dead).toEqual([404, false])
        }
      }
      const { status, headers } = await there('POST', '/oauth/token', { grant_type: 'client_credentials' })
      expect([status >= 400, headers.has('server-timing')]).toEqual([true, false])
    }
  })

  it('is never shared with pages of other origins', async () => {
    const { headers } = await withBindings({})('GET', detailsPath(stay.token), undefined, {
      origin: 'https://hotel.test',
    })
    expect(headers.has('timing-allow-origin')).toBe(false)
    expect(headers.get('access-control-expose-headers')).not.toMatch(/server-timing/i)
  })
})

describe('a point of Analytics Engine', () => {
  it('has route, method and outcome, customer and shard, status, duration, trips, rows, waiting and faults of D1, by route [API-17]', async () => {
    const { points, there } = measured()
    await there('POST', LIST, {}, bearerHeader(stay.hotel.token))
    expect(points).toEqual([
      {
        indexes: [LIST],
        blobs: [LIST, 'POST', 'OK', '1', String(databases.length - 1), stay.hotel.clientId],
        doubles: [200, ...Array(6).fill(expect.any(Number)), ...Array(10).fill(0)],
      },
    ])
    const [, , trips, rowsRead, rowsWritten] = points[0]?.doubles ?? []
    expect([trips, (rowsRead ?? 0) > 0, rowsWritten]).toEqual([1, true, 0])
  })

  it('names the fault that the response does not show', async () => {
    const { points, there } = measured({ DB: brokenDatabase })
    expect((await there('GET', detailsPath(stay.token))).status).toBe(404)
    await there('POST', LIST, {})
    await there('POST', LIST, {}, bearerHeader(stay.hotel.token))
    expect(points.map(({ blobs, doubles }) => [blobs?.[2], doubles?.[0]])).toEqual([
      ['DATABASE_UNAVAILABLE', 404],
      ['AUTHENTICATION_REQUIRED', 401],
      ['DATABASE_UNAVAILABLE', 503],
    ])
  })

  it('has customer, client and code of a refusal, also at the token endpoint [API-17]', async () => {
    const { points, there } = measured()
    const { clientId: client_id, token } = stay.hotel
    await there('POST', '/api/Booking/PostBooking', { action: 'cancel', bookingID: 99 }, bearerHeader(token))
    await there('POST', '/oauth/token', { grant_type: 'client_credentials', client_id, client_secret: 'wrong' })
    expect(points.map(({ blobs }) => [blobs?.[3], blobs?.[5], blobs?.[2]])).toEqual([
      ['1', client_id, 'NOT_FOUND'],
      ['', client_id, 'INVALID_CLIENT_CREDENTIALS'],
    ])
  })

  it('has the pattern of a path, never its values [API-17]', async () => {
    const { points, there } = measured({ LINKS: brokenKv })
    for (const path of [detailsPath, hotelsPath, markupPath, calendarPath, pagePath])
      await there('GET', path(stay.token))
    await there('GET', `/nowhere/${stay.token}?email=marta@guest.test`)
    expect(points.map(({ indexes }) => indexes?.[0])).toEqual([
      detailsPath('{token}'),
      hotelsPath('{token}'),
      markupPath('{token}'),
      calendarPath('{token}'),
      pagePath('{token}'),
      'unknown',
    ])
    expect(JSON.stringify(points)).not.toMatch(new RegExp(`${stay.token}|marta`))
  })

  it('is not missed where there is no such binding [API-17]', async () => {
    const there = withBindings({ METRICS: undefined })
    expect((await there('POST', LIST, {}, bearerHeader(stay.hotel.token))).status).toBe(200)
  })
})
