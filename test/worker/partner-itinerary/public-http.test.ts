import { describe, expect, it, vi } from 'vitest'
import { brokenDatabase, exhaustedRateLimit, withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import { calendarPath, detailsPath, hotelsPath, markupPath, pagePath, stayWithLink } from '../../support/itinerary'
import { bearerHeader } from '../../support/probe'
import { expectRefusal, expectStatus, resetBeforeEach, send } from '../../support/service'

resetBeforeEach()

const PATHS = [
  ['details', detailsPath],
  ['hotels', hotelsPath],
  ['markup', markupPath],
  ['calendar', calendarPath],
] as const

it('the itinerary and its page tell the time, which pages of any origin can read [WIDGET-83]', async () => {
  const { token } = await stayWithLink()
  for (const path of [detailsPath(token), pagePath(token)]) {
    const { headers } = await expectStatus(200, send('GET', path))
    expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())).toBeLessThan(60_000)
  }
  const { headers } = await send('GET', detailsPath(token))
  expect(headers.get('access-control-expose-headers')?.split(', ')).toContain('Date')
})

describe.each(PATHS)('%s', (_, pathOf) => {
  it('CORS for any origin, private, no-store, no-referrer and noindex on every answer [LINK-24]', async () => {
    const { token } = await stayWithLink()
    const origin = { origin: 'https://hotel.example' }
    const answers = {
      200: await send('GET', pathOf(token), undefined, origin),
      204: await send('OPTIONS', pathOf(token), undefined, { ...origin, 'access-control-request-method': 'GET' }),
      404: await send('GET', pathOf('abc'), undefined, origin),
      405: await send('POST', pathOf(token), {}, origin),
      429: await withBindings({ ITINERARY_PER_ADDRESS: exhaustedRateLimit() })('GET', pathOf(token), undefined, origin),
    }
    for (const [status, answer] of Object.entries(answers)) {
      expect(answer.status).toBe(Number(status))
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('x-robots-tag')).toBe('noindex')
      expect(answer.headers.get('x-request-id')).toBeTruthy()
    }
  })

  it('a preflight returns the methods and headers that are allowed', async () => {
    const answer = await send('OPTIONS', pathOf('abc'), undefined, { 'access-control-request-headers': 'x-request-id' })
    expect(answer.status).toBe(204)
    expect(answer.text).toBe('')
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD')
    expect(answer.headers.get('access-control-allow-headers')).toBe('*')
  })

  it('another method is 405 with Allow', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await expectStatus(405, send(method, pathOf('abc')))
      expect(answer.headers.get('allow')).toBe('GET, HEAD')
      expect(answer.json.errors[0].code).toBe('METHOD_NOT_ALLOWED')
    }
  })

  it('HEAD answers as GET does, without the body', async () => {
    const { token } = await stayWithLink()
    const answer = await expectStatus(200, send('HEAD', pathOf(token)))
    expect(answer.text).toBe('')
  })

  it('over its rate an address gets 429 RATE_LIMITED with Retry-After, for any link [RATE_LIMITED] [ITINERARY_PER_ADDRESS] [API-27]', async () => {
    const limit = exhaustedRateLimit()
    const there = withBindings({ ITINERARY_PER_ADDRESS: limit, DB: brokenDatabase })
    const answer = await there('GET', pathOf('abc'), undefined, { 'cf-connecting-ip': '192.0.2.7' })
    await expectRefusal(answer, 429, 'RATE_LIMITED')
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(limit.keys).toEqual(['192.0.2.7'])
  })
})

it('no header credentials are taken: a bad one changes nothing [LINK-7]', async () => {
  const { token } = await stayWithLink()
  expect((await send('GET', detailsPath(token), undefined, bearerHeader('garbage'))).status).toBe(200)
})

it('CORS is open for the public itinerary alone [LINK-25]', async () => {
  const answer = await send('OPTIONS', '/api/PartnerItinerary/IssueLink', undefined, { origin: 'https://evil.example' })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('access-control-allow-origin')).toBe(null)
})

it('rows read grow with the rows of the reservation, not with the table', async () => {
  const { token, hotel } = await stayWithLink()
  const rowsRead = async () => {
    const lines: string[] = []
    const spy = vi.spyOn(console, 'log').mockImplementation(line => lines.push(line))
    await withBindings({})('GET', detailsPath(token))
    spy.mockRestore()
    return JSON.parse(lines[0] as string).rowsRead as number
  }
  const others = async (year: number) => {
    for (let month = 10; month <= 12; month++) {
      await book(hotel.call, {
        arrivalDate: `${year}-${month}-01`,
        departureDate: `${year}-${month}-03`,
        activitiesBooked: [{ activityID: 2, activityDate: `${year}-${month}-02`, selectedHosts: [{ employeeID: 1 }] }],
      })
    }
  }
  await others(2028)
  const before = await rowsRead()
  await others(2029)
  await others(2030)
  expect(await rowsRead()).toBe(before)
})
