import { exportJWK, generateKeyPair } from 'jose'

/** Secrets of one run of the tests, generated each time and never written to disk. */
export async function testSecrets() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const signing = { ...(await exportJWK(privateKey)), kid: 'signing-1', alg: 'ES256', use: 'sig' }
  return {
    ADMIN_TOKEN: crypto.randomUUID(),
    SIGNING_KEYS: JSON.stringify({ keys: [signing] }),
    LINK_KEYS: JSON.stringify({ keys: [octKey('link-1')] }),
    WEBHOOK_KEYS: JSON.stringify({ keys: [octKey('webhook-1')] }),
    SECRET_PEPPER: crypto.randomUUID(),
  }
}

const octKey = (kid: string) => ({
  kty: 'oct',
  kid,
  alg: 'HS256',
  k: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
})
