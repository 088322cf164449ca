import type { WebhookKeyRing } from '../auth/keys'
import type { SecretVersion } from '../store/webhook/columns'

/*
 * Secrets of webhook endpoints are not stored. Each is derived from a key of `WEBHOOK_KEYS`, and from what the database stores
 * of it: the customer, the endpoint, its version and the `kid` of the key.
 */

/** `v1`: HMAC SHA-256 with a shared secret. `v1a`: Ed25519 with a key pair. The names are those of Standard Webhooks. */
export type SignatureScheme = 'v1' | 'v1a'

/** Identifies an endpoint over all customers. */
export interface WebhookEndpointName {
  customer: number
  endpointId: number
}

/** What signs the webhooks of an endpoint. */
export interface SigningSecret {
  scheme: SignatureScheme
  key: CryptoKey
  /** What the receiver verifies with: `whsec_…`, the shared secret, or `whpk_…`, the public key. */
  receiverKey: string
}

const SECRET_BYTES = 32

/** The start of an Ed25519 key in PKCS #8 (RFC 8410), which the 32 bytes of the seed follow. */
const PKCS8_ED25519 = Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32)

/** The secret of a version; undefined: its key is not configured. */
export async function signingSecret(
  ring: WebhookKeyRing,
  scheme: SignatureScheme,
  name: WebhookEndpointName,
  { version, kid }: SecretVersion,
): Promise<SigningSecret | undefined> {
  const key = ring.byKid.get(kid)?.key
  if (!key) return undefined
  const bytes = await derive(key, `innlet webhook ${scheme} ${name.customer} ${name.endpointId} ${version}`)
  return scheme === 'v1' ? sharedSecret(bytes) : keyPair(bytes)
}

/** HKDF (RFC 5869) with SHA-256, without a salt. `info` keeps the secrets of all versions, endpoints and customers apart. */
async function derive(key: CryptoKey, info: string): Promise<Uint8Array<ArrayBuffer>> {
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(info) }
  return new Uint8Array(await crypto.subtle.deriveBits(hkdf, key, SECRET_BYTES * 8))
}

async function sharedSecret(bytes: Uint8Array<ArrayBuffer>): Promise<SigningSecret> {
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return { scheme: 'v1', key, receiverKey: `whsec_${base64(bytes)}` }
}

async function keyPair(seed: Uint8Array<ArrayBuffer>): Promise<SigningSecret> {
  const pkcs8 = new Uint8Array([...PKCS8_ED25519, ...seed])
  // workerd computes the public key only in the export of a key as JWK.
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign'])
  const { x = '' } = (await crypto.subtle.exportKey('jwk', key)) as JsonWebKey
  return { scheme: 'v1a', key, receiverKey: `whpk_${x.replaceAll('-', '+').replaceAll('_', '/')}=` }
}

export const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
