import { describe, expect, it } from 'vitest'
import { webhookKeys } from '../../../worker/auth/keys'
import type { Settings } from '../../../worker/settings'
import { type SignatureScheme, signingSecret } from '../../../worker/webhooks/endpoint-secret'
import { signedHeaders } from '../../../worker/webhooks/signature'

const key = (kid: string, k = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8') => ({ kty: 'oct', kid, k })

const ringOf = async (...keys: JsonWebKey[]) => {
  const ring = await webhookKeys({ webhookKeys: keys } as unknown as Settings)
  if (!ring) throw new Error('expected keys')
  return ring
}

const secretOf = async (scheme: SignatureScheme, { kid = 'one', customer = 7, endpointId = 1, version = 1 } = {}) => {
  const ring = await ringOf(key('one'), key('two', 'HBscGxwbHBscGxwbHBscGxwbHBscGxwbHBscGxwbHBs'))
  const secret = await signingSecret(ring, scheme, { customer, endpointId }, { version, kid })
  if (!secret) throw new Error('expected a secret')
  return secret
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), character => character.charCodeAt(0))

describe('signatures of webhooks', () => {
  it('v1 has the value that the tests of the libraries of Standard Webhooks expect [WEBHOOK-5]', async () => {
    const raw = bytesOf('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    const hmac = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const secret = { scheme: 'v1' as const, key: hmac, receiverKey: '' }
    const headers = await signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330_000, '{"test": 2432232314}', [
      secret,
    ])

    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('v1a signs with Ed25519 as RFC 8032 defines it (7.1, test 1) [WEBHOOK-5]', async () => {
    const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
    const raw = Uint8Array.from(seed.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
    const pkcs8 = new Uint8Array([48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32, ...raw])
    const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign'])
    const { x } = (await crypto.subtle.exportKey('jwk', privateKey)) as JsonWebKey

    expect(x).toBe('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')
  })

  it('each version, endpoint, customer, scheme and key has its own secret [WEBHOOK-7]', async () => {
    const secrets = await Promise.all([
      secretOf('v1'),
      secretOf('v1', { version: 2 }),
      secretOf('v1', { endpointId: 2 }),
      secretOf('v1', { customer: 8 }),
      secretOf('v1', { kid: 'two' }),
      secretOf('v1a'),
    ])

    expect(new Set(secrets.map(({ receiverKey }) => receiverKey)).size).toBe(secrets.length)
    expect((await secretOf('v1')).receiverKey).toBe(secrets[0]?.receiverKey)
  })

  it('a secret whose key is not configured is unknown [WEBHOOK-13]', async () => {
    const ring = await ringOf(key('one'))

    expect(await signingSecret(ring, 'v1', { customer: 7, endpointId: 1 }, { version: 1, kid: 'gone' })).toBeUndefined()
  })
})
