import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Event, InnletError, verifyWebhook } from '../../client/innlet.ts'
import { failureOf, newHotel, stay } from './support/hotel.ts'

afterEach(() => vi.useRealTimers())

const encoder = new TextEncoder()
const base64 = (bytes: ArrayBuffer | Uint8Array) => btoa(String.fromCharCode(...new Uint8Array(bytes)))

/** The example of the Standard Webhooks library. */
const VECTOR = {
  key: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  body: '{"test": 2432232314}',
}

/** A webhook as the service signs it, with a key of its own. */
async function signed(scheme: 'v1' | 'v1a', { body = '{"type":"ping"}', at = Date.now(), id = 'evt_1' } = {}) {
  const timestamp = String(Math.floor(at / 1000))
  const content = encoder.encode(`${id}.${timestamp}.${body}`)
  let key: string
  let signature: ArrayBuffer
  if (scheme === 'v1') {
    const secret = crypto.getRandomValues(new Uint8Array(24))
    const hmac = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    key = `whsec_${base64(secret)}`
    signature = await crypto.subtle.sign('HMAC', hmac, content)
  } else {
    const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
    const { x = '' } = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as JsonWebKey
    key = `whpk_${x.replaceAll('-', '+').replaceAll('_', '/')}=`
    signature = await crypto.subtle.sign('Ed25519', pair.privateKey, content)
  }
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `${scheme},${base64(signature)}`,
  }
  return { headers, body, key }
}

describe('verifyWebhook', () => {
  it('accepts the example of the specification at its time [CLIENT-9]', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_614_265_330_000 })
    expect(await verifyWebhook(VECTOR.headers, VECTOR.body, VECTOR.key)).toEqual({ test: 2432232314 })
  })

  it.each(['v1', 'v1a'] as const)(
    'accepts text, bytes and a part of a buffer, and each kind of headers: %s [CLIENT-9]',
    async scheme => {
      const { headers, body, key } = await signed(scheme, { body: '{"type":"ping","data":{"name":"Inês 🌊"}}' })
      const expected = JSON.parse(body)
      const bytes = encoder.encode(body)
      const part = new Uint8Array([0, ...bytes, 0]).subarray(1, -1)
      for (const sent of [body, bytes, bytes.buffer, part])
        expect(await verifyWebhook(headers, sent, key)).toEqual(expected)
      const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]))
      // The class of a library: `undici`, `node-fetch`, a test environment.
      const foreign = { get: (name: string) => new Headers(headers).get(name) } as Headers
      for (const sent of [new Headers(headers), foreign, upper])
        expect(await verifyWebhook(sent, body, key)).toEqual(expected)
    },
  )

  it.each(['v1', 'v1a'] as const)('accepts one valid signature among several: %s [CLIENT-9]', async scheme => {
    const { headers, body, key } = await signed(scheme)
    const other = scheme === 'v1' ? 'v1a' : 'v1'
    const { 'webhook-signature': valid } = headers
    const several = `${scheme},AAAA ${scheme},not-base64! ${other},${valid.split(',')[1]} v9,x ${valid} ${scheme}`
    await expect(verifyWebhook({ ...headers, 'webhook-signature': several }, body, key)).resolves.toBeDefined()
    const wrongScheme = valid.replace(/^\w+/, other)
    await expect(verifyWebhook({ ...headers, 'webhook-signature': wrongScheme }, body, key)).rejects.toThrow(
      InnletError,
    )
  })

  it.each(['v1', 'v1a'] as const)('refuses another body, id, time, key and signature: %s [CLIENT-9]', async scheme => {
    const { headers, body, key } = await signed(scheme)
    const time = String(Number(headers['webhook-timestamp']) + 1)
    const other = await signed(scheme)
    const refused = await Promise.all(
      [
        verifyWebhook(headers, `${body} `, key),
        verifyWebhook({ ...headers, 'webhook-id': 'evt_2' }, body, key),
        verifyWebhook({ ...headers, 'webhook-timestamp': time }, body, key),
        verifyWebhook({ ...headers, 'webhook-timestamp': 'now' }, body, key),
        verifyWebhook({ ...headers, 'webhook-signature': '' }, body, key),
        verifyWebhook({}, body, key),
        verifyWebhook(headers, body, other.key),
      ].map(failureOf),
    )
    for (const each of refused) expect(each).toMatchObject({ code: 'INVALID_SIGNATURE', status: 0 })
    const parsed = await failureOf(verifyWebhook(headers, JSON.parse(body), key))
    expect(parsed).toMatchObject({ code: 'INVALID_SIGNATURE', message: expect.stringContaining('before it is parsed') })
    const environment: Record<string, string> = {}
    for (const wrong of [environment.KEY as string, '', 'secret', 'whsec_', 'whsec_!', 'whpk_AAAA', 'whsk_AAAA']) {
      expect(await failureOf(verifyWebhook(headers, body, wrong))).toMatchObject({ code: 'INVALID_KEY' })
    }
  })

  it('tries ten signatures, because anybody may send thousands', async () => {
    const { headers, body, key } = await signed('v1')
    const preceded = (others: number) => `${'v1,AAAA '.repeat(others)}${headers['webhook-signature']}`
    await expect(verifyWebhook({ ...headers, 'webhook-signature': preceded(9) }, body, key)).resolves.toBeDefined()
    const refused = verifyWebhook({ ...headers, 'webhook-signature': preceded(10) }, body, key)
    expect(await failureOf(refused)).toMatchObject({ code: 'INVALID_SIGNATURE' })
  })

  it('accepts five minutes, and refuses more, before and after [CLIENT-9]', async () => {
    const now = Math.floor(Date.now() / 1000) * 1000
    vi.useFakeTimers({ toFake: ['Date'], now })
    for (const seconds of [-300, 300]) {
      const { headers, body, key } = await signed('v1', { at: now + seconds * 1000 })
      await expect(verifyWebhook(headers, body, key)).resolves.toBeDefined()
    }
    for (const seconds of [-301, 301]) {
      const { headers, body, key } = await signed('v1', { at: now + seconds * 1000 })
      await expect(verifyWebhook(headers, body, key)).rejects.toThrow('300 seconds')
    }
  })

  it.each(['v1', 'v1a'] as const)(
    'accepts what the service sends, and not with the key of another endpoint: %s [CLIENT-9]',
    async signature => {
      const { innlet, hook, seen } = await newHotel()
      const made = await innlet.webhooks.endpoints.create({ url: hook, signature })
      const other = await innlet.webhooks.endpoints.create({ url: 'http://localhost:9/', signature })
      const key = made.secret ?? made.publicKey ?? ''
      const { reservationId } = await innlet.booking.post(stay())
      expect(await innlet.webhooks.endpoints.test(made)).toMatchObject({ httpStatus: 204 })
      await expect.poll(() => seen('/hook')).toHaveLength(2)
      const events = await Promise.all(
        (await seen('/hook')).map(({ headers, body }) => verifyWebhook(headers, body, key)),
      )
      const created = events.find(({ type }) => type === 'reservation.created') as Event & { previousSequence: number }
      expect(created).toMatchObject({ sequence: 1, previousSequence: 0, data: { reservationId } })
      expect(events.find(({ type }) => type === 'ping')).toMatchObject({ sequence: 0, data: {} })
      const [received] = await seen('/hook')
      const refused = verifyWebhook(
        received?.headers ?? {},
        received?.body ?? '',
        other.secret ?? other.publicKey ?? '',
      )
      expect(await failureOf(refused)).toMatchObject({ code: 'INVALID_SIGNATURE' })
    },
  )
})
