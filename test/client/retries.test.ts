import { describe, expect, it, vi } from 'vitest'
import { failureOf, newHotel, stay, withoutJitter } from './support/hotel.ts'

const pausesOf = (requests: { at: number }[]) => requests.slice(1).map(({ at }, i) => at - (requests[i]?.at ?? 0))

describe('A request is repeated', () => {
  it.each([
    ['429', { status: 429 }],
    ['502 of a gateway', { status: 502, body: '<h1>Bad Gateway</h1>' }],
    ['503', { status: 503 }],
    ['504 of a gateway', { status: 504 }],
    ['a broken connection', { close: 'before' }],
    ['a response that ends too early', { close: 'middle' }],
  ] as const)('after %s, three times [CLIENT-3]', async (_, fault) => {
    withoutJitter()
    const { innlet, fail, seen } = await newHotel()
    await fail({ api: [fault, fault, fault, null] })
    expect(await innlet.inventory.locations()).toHaveLength(1)
    await fail({ api: [fault, fault, fault, fault, null] })
    expect((await failureOf(innlet.inventory.locations())).retryable).toBe(true)
    expect(await seen()).toHaveLength(8)
  })

  it('after a time-out of an attempt [CLIENT-3] [CLIENT-4]', async () => {
    withoutJitter()
    const { clientWith, fail, seen } = await newHotel()
    await fail({ api: [{ delay: 10_000 }, null] })
    expect(await clientWith({ attemptTimeout: 2_000 }).inventory.locations()).toHaveLength(1)
    expect(await seen()).toHaveLength(2)
  })

  it('not before the seconds or the date of Retry-After [CLIENT-3]', async () => {
    withoutJitter()
    const { innlet, fail, seen } = await newHotel()
    // The clock of the server is an hour behind.
    const date = (seconds: number) => new Date(Date.now() - 3_600_000 + seconds * 1000).toUTCString()
    await fail({
      api: [
        { status: 429, headers: { 'retry-after': '1' } },
        { status: 503, headers: { date: date(0), 'retry-after': date(1) } },
        null,
      ],
    })
    await innlet.inventory.locations()
    for (const pause of pausesOf(await seen())) expect(pause).toBeGreaterThanOrEqual(990)
  })

  it('after random pauses whose limit doubles', async () => {
    const { innlet, fail } = await newHotel()
    await innlet.inventory.locations()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await fail({ api: [{ status: 503 }, { status: 503 }, { status: 503 }, null] })
    await innlet.inventory.locations()
    const pauses = timers.mock.calls.map(([, ms]) => ms)
    expect(pauses).toEqual(expect.arrayContaining([250, 500, 1000]))
  })

  it('as often as the options say', async () => {
    withoutJitter()
    const { clientWith, fail, seen } = await newHotel()
    await fail({ api: [{ status: 503 }, null] })
    expect(await failureOf(clientWith({ retries: 0 }).inventory.locations())).toMatchObject({ status: 503 })
    expect(await seen()).toHaveLength(1)
  })
})

describe('A request is not repeated', () => {
  it.each([
    ['a refusal', { status: 409, body: '{"errors":[{"code":"ROOM_NOT_AVAILABLE","description":"taken"}]}' }],
    ['a fault of the service', { status: 500, body: '{"errors":[{"code":"INTERNAL_ERROR","description":""}]}' }],
    [
      'what only its operator can repair',
      { status: 503, body: '{"errors":[{"code":"NOT_CONFIGURED","description":""}]}' },
    ],
    ['a redirect', { status: 307, headers: { location: 'https://elsewhere.example/' } }],
    ['a response that is not JSON', { status: 200, body: '<h1>Welcome to the Wi-Fi</h1>' }],
    ['a response without content', { status: 200, body: '{}' }],
  ])('after %s', async (_, fault) => {
    const { innlet, fail, seen } = await newHotel()
    await fail({ api: [fault, null] })
    expect((await failureOf(innlet.inventory.locations())).retryable).toBe(false)
    expect(await seen()).toHaveLength(1)
  })

  it('if Retry-After is later than the limit of the call: the error comes at once [CLIENT-4]', async () => {
    const { innlet, fail, seen } = await newHotel()
    await fail({ api: [{ status: 429, headers: { 'retry-after': '3600' } }] })
    const failure = await failureOf(innlet.inventory.locations())
    expect(failure).toMatchObject({ status: 429, retryable: true, retryAfter: 3600 })
    expect(await seen()).toHaveLength(1)
  })
})

describe('A call ends', () => {
  it('at its time limit, in the middle of an attempt [CLIENT-4]', async () => {
    const { innlet, fail } = await newHotel()
    await innlet.inventory.locations()
    await fail({ api: [{ delay: 10_000 }] })
    const failure = await failureOf(innlet.inventory.locations({}, { timeout: 300 }))
    expect(failure).toMatchObject({
      status: 0,
      code: 'TIMEOUT',
      retryable: true,
      message: 'TIMEOUT: Not done within 300 ms',
    })
  })

  it('and leaves no timer, and no listener at its signal [CLIENT-4]', async () => {
    const { innlet } = await newHotel()
    const { signal } = new AbortController()
    const listeners = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')] as const
    const timers = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')] as const
    await innlet.inventory.locations({}, { signal })
    await failureOf(innlet.itinerary.details('none', { signal }))
    const [added, removed] = listeners.map(({ mock }) => mock.calls.map(([, listener]) => listener))
    expect(removed).toEqual(added)
    expect(added).toHaveLength(2)
    const ended = timers[1].mock.calls.map(([timer]) => timer)
    for (const { value } of timers[0].mock.results) expect(ended).toContain(value)
    expect(ended.length).toBeGreaterThanOrEqual(4)
  })

  it('with the reason of its signal: before, in an attempt and in a pause [CLIENT-4]', async () => {
    const { innlet, fail, seen } = await newHotel()
    await innlet.inventory.locations()
    const reason = new Error('the guest has left')
    expect(await failureOf(innlet.inventory.locations({}, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    for (const fault of [{ delay: 10_000 }, { status: 503, headers: { 'retry-after': '60' } }]) {
      await fail({ api: [fault] })
      const before = (await seen()).length
      const leave = new AbortController()
      const failure = failureOf(innlet.booking.post(stay(), { signal: leave.signal }))
      while ((await seen()).length === before) await new Promise(resolve => setTimeout(resolve, 20))
      leave.abort(reason)
      expect(await failure).toBe(reason)
      expect(await seen()).toHaveLength(before + 1)
    }
  })
})
