import { exportJWK, generateKeyPair } from 'jose'

/** Secrets of one run of the tests, generated each time and never written to disk. */
export async function testSecrets() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const signing = { ...(await exportJWK(privateKey)), kid: 'signing-1', alg: 'ES256', use: 'sig' }
  const link = {
    kty: 'oct',
    kid: 'link-1',
    alg: 'HS256',
    k: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
  }
  return {
    ADMIN_TOKEN: crypto.randomUUID(),
    SIGNING_KEYS: JSON.stringify({ keys: [signing] }),
    LINK_KEYS: JSON.stringify({ keys: [link] }),
    SECRET_PEPPER: crypto.randomUUID(),
  }
}
