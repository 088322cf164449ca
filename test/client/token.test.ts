import { afterEach, describe, expect, it, vi } from 'vitest'
import { Innlet } from '../../client/innlet.ts'
import { failureOf, IN_BROWSER, newHotel, withoutJitter } from './support/hotel.ts'

afterEach(() => vi.useRealTimers())

/** A response of the token endpoint. */
const token = (access_token: string, expires_in = 900) => ({
  status: 200,
  body: JSON.stringify({ access_token, token_type: 'Bearer', expires_in, scope: 'inventory:write' }),
})

describe.skipIf(IN_BROWSER)('The token of an application', () => {
  it('is requested once for many calls at once [CLIENT-1]', async () => {
    const { innlet, seen } = await newHotel()
    await Promise.all(Array.from({ length: 20 }, () => innlet.inventory.locations()))
    await innlet.inventory.locations()
    expect(await seen('/oauth/token')).toHaveLength(1)
  })

  it('is renewed a minute before its end [CLIENT-1]', async () => {
    const { innlet, seen } = await newHotel()
    vi.useFakeTimers({ toFake: ['Date'] })
    await innlet.inventory.locations()
    vi.setSystemTime(Date.now() + 839_000)
    await innlet.inventory.locations()
    expect(await seen('/oauth/token')).toHaveLength(1)
    vi.setSystemTime(Date.now() + 2_000)
    await innlet.inventory.locations()
    expect(await seen('/oauth/token')).toHaveLength(2)
  })

  it('is used to its end while the next one is not issued', async () => {
    const { clientWith, fail } = await newHotel()
    const innlet = clientWith({ retries: 0 })
    vi.useFakeTimers({ toFake: ['Date'] })
    await innlet.inventory.locations()
    vi.setSystemTime(Date.now() + 895_000)
    await fail({ token: [{ status: 503 }, { status: 429 }, { close: 'before' }] })
    expect(await innlet.inventory.locations()).toHaveLength(1)
    expect(await innlet.inventory.locations()).toHaveLength(1)
    vi.setSystemTime(Date.now() + 10_000)
    expect(await failureOf(innlet.inventory.locations())).toMatchObject({ code: 'NETWORK_ERROR' })
  })

  it('with a short life is not requested for each call', async () => {
    const { innlet, seen, fail, accessToken } = await newHotel()
    await fail({ token: [token(accessToken, 60)] })
    await innlet.inventory.locations()
    await innlet.inventory.locations()
    expect(await seen('/oauth/token')).toHaveLength(1)
  })

  it('is renewed once after a 401, by one of many calls, which are then repeated [CLIENT-1]', async () => {
    const { innlet, seen, fail } = await newHotel()
    await fail({ token: [token('refused')] })
    await Promise.all(Array.from({ length: 5 }, () => innlet.inventory.locations()))
    expect(await seen('/oauth/token')).toHaveLength(2)
    expect(await seen()).toHaveLength(10)
  })

  it('that is refused twice ends the call with the 401 [CLIENT-1]', async () => {
    const { innlet, seen, fail } = await newHotel()
    await fail({ token: [token('refused'), token('refused too')] })
    expect(await failureOf(innlet.inventory.locations())).toMatchObject({ status: 401, code: 'INVALID_TOKEN' })
    expect(await seen('/oauth/token')).toHaveLength(2)
    expect(await seen()).toHaveLength(2)
  })

  it('that is not issued is an error with the code of the token endpoint [CLIENT-5]', async () => {
    const { clientWith, url, clientId, fail, seen } = await newHotel()
    const wrong = new Innlet({ url, clientId, clientSecret: 'wrong' })
    const failures = await Promise.all([wrong.inventory.locations(), wrong.inventory.locations()].map(failureOf))
    for (const failure of failures) {
      expect(failure).toMatchObject({ status: 401, code: 'INVALID_CLIENT_CREDENTIALS', retryable: false })
      expect(failure.requestId).toMatch(/.{8}/)
    }
    const before = (await seen('/oauth/token')).length
    await fail({ token: [{ close: 'before' }, { status: 429 }, { status: 503 }, null] })
    withoutJitter()
    await clientWith({}).inventory.locations()
    expect(await seen('/oauth/token')).toHaveLength(before + 4)
  })

  it.each([
    'null',
    '[]',
    '{}',
    '{"access_token":"a\\r\\nb","expires_in":900}',
    '{"access_token":"a","expires_in":"x"}',
  ])('that is none is an error: %s [CLIENT-5]', async body => {
    const { innlet, fail, seen } = await newHotel()
    await fail({ token: [{ status: 200, body }] })
    expect(await failureOf(innlet.inventory.locations())).toMatchObject({ code: 'INVALID_RESPONSE' })
    expect(await seen()).toEqual([])
  })

  it('is still requested for the others when one of its callers has ended', async () => {
    const { innlet, seen, fail } = await newHotel()
    await fail({ token: [{ delay: 200 }] })
    const [ended, others] = [new AbortController(), innlet.inventory.locations()]
    const one = failureOf(innlet.inventory.locations({}, { signal: ended.signal }))
    ended.abort()
    expect((await one).name).toBe('AbortError')
    expect(await others).toHaveLength(1)
    expect(await seen('/oauth/token')).toHaveLength(1)
  })
})

it('A token of the caller is requested for each call, and once more after a 401 [CLIENT-1]', async () => {
  const { clientWith, accessToken, seen } = await newHotel()
  const tokens = [accessToken, 'refused', accessToken]
  const own = clientWith({
    clientId: undefined,
    clientSecret: undefined,
    accessToken: async () => tokens.shift() ?? '',
  })
  await own.inventory.locations()
  await own.inventory.locations()
  expect(await seen()).toHaveLength(3)
  const fixed = clientWith({ clientId: undefined, clientSecret: undefined, accessToken: 'refused' })
  expect(await failureOf(fixed.inventory.locations())).toMatchObject({ status: 401 })
  expect(await seen()).toHaveLength(4)
})

it.skipIf(IN_BROWSER)('An API key is sent as it is', async () => {
  const { url, apiKey, seen } = await newHotel()
  expect(await new Innlet({ url, apiKey }).inventory.locations()).toHaveLength(1)
  expect((await seen())[0]?.headers['x-api-key']).toBe(apiKey)
})

it.runIf(IN_BROWSER)('A browser cannot have a secret or an API key [CLIENT-10]', () => {
  const url = 'https://innlet.example'
  expect(() => new Innlet({ url, clientId: 'a', clientSecret: 'b' })).toThrow('a browser')
  expect(() => new Innlet({ url, apiKey: 'a' })).toThrow('a browser')
  expect(new Innlet({ url, accessToken: 'a' })).toBeInstanceOf(Innlet)
})

it('A client has exactly one credential', () => {
  const url = 'https://innlet.example'
  expect(() => new Innlet({ url } as never)).toThrow(/accessToken$/)
  const environment: Record<string, string> = {}
  expect(() => new Innlet({ url, accessToken: environment.TOKEN } as never)).toThrow(/; without a value: accessToken$/)
  expect(() => new Innlet({ url, accessToken: '' })).toThrow('accessToken')
  expect(() => new Innlet({ url: environment.URL, accessToken: 'a' } as never)).toThrow(/^url: expected the text/)
})
