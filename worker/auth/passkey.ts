import { base64url } from 'jose'
import type { AnsweredChallenge, CreatedPasskey } from '../../schema/wire/people'

/*
 * Passkeys (WebAuthn, level 3) on WebCrypto. docs/decisions/0014-own-passkey-verification.md says why no library does this.
 * Attestations are not read: the one-time link says who makes the passkey.
 */

/** The algorithms of COSE by their numbers. */
const ES256 = -7
const RS256 = -257

const IMPORTS = {
  [ES256]: { name: 'ECDSA', namedCurve: 'P-256' },
  [RS256]: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const
type Algorithm = keyof typeof IMPORTS

const VERIFICATIONS = { [ES256]: { name: 'ECDSA', hash: 'SHA-256' }, [RS256]: { name: 'RSASSA-PKCS1-v1_5' } } as const

/** A public key as it is stored. `publicKey` is a SubjectPublicKeyInfo, base64url. */
export interface PublicKey {
  credentialId: string
  algorithm: number
  publicKey: string
}

/** The address at which browsers use a passkey. */
export interface RelyingParty {
  /** Scheme, host and port. */
  origin: string
  /** The host. */
  rpId: string
}

/** What the browser signed. `challenge` is base64url; the caller decides whether it is valid. */
export interface Verified {
  challenge: string
}

/** Checks a new passkey. Undefined: it was made elsewhere, without verification of the user, or its parts contradict each other. */
export async function verifyNewPasskey(
  { id, response }: CreatedPasskey,
  party: RelyingParty,
): Promise<(Verified & PublicKey) | undefined> {
  const algorithm = response.publicKeyAlgorithm
  const challenge = challengeOf(response.clientDataJSON, 'webauthn.create', party.origin)
  const data = bytesOf(response.authenticatorData)
  const spki = bytesOf(response.publicKey)
  if (!challenge || !data || !spki || !isKnown(algorithm)) return undefined
  if (!(await isVerifiedUser(data, party.rpId))) return undefined
  const key = await importKey(algorithm, spki)
  const credentialId = bytesOf(id)
  if (!key || !credentialId || !attests(data, credentialId, await coseOf(algorithm, key))) return undefined
  return { challenge, credentialId: base64url.encode(credentialId), algorithm, publicKey: base64url.encode(spki) }
}

/** Checks the answer to a challenge. Undefined: the signature is not of this key, or what was signed is for another purpose. */
export async function verifyAnswer(
  { response }: AnsweredChallenge,
  { algorithm, publicKey }: PublicKey,
  party: RelyingParty,
): Promise<Verified | undefined> {
  const challenge = challengeOf(response.clientDataJSON, 'webauthn.get', party.origin)
  const data = bytesOf(response.authenticatorData)
  const sent = bytesOf(response.signature)
  if (!challenge || !data || !sent || !isKnown(algorithm)) return undefined
  if (!(await isVerifiedUser(data, party.rpId))) return undefined
  const key = await importKey(algorithm, base64url.decode(publicKey))
  const signature = algorithm === ES256 ? rawSignature(sent) : sent
  if (!key || !signature) return undefined
  const signed = joined(data, await sha256(bytesOf(response.clientDataJSON) as Uint8Array))
  return (await crypto.subtle.verify(VERIFICATIONS[algorithm], key, signature, signed)) ? { challenge } : undefined
}

const isKnown = (algorithm: number): algorithm is Algorithm => algorithm in IMPORTS

/** The challenge of the client data. Undefined: they are for another purpose, of another origin or of a frame. */
function challengeOf(encoded: string, purpose: string, ownOrigin: string): string | undefined {
  const bytes = bytesOf(encoded)
  if (!bytes) return undefined
  try {
    const { type, challenge, origin, crossOrigin } = JSON.parse(new TextDecoder().decode(bytes))
    const isOwn = type === purpose && origin === ownOrigin && !crossOrigin
    return isOwn && typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** The parts of authenticator data, in bytes from its start. */
const FLAGS = 32
const CREDENTIAL_LENGTH = 53
const CREDENTIAL = 55
/** Without a credential: the hash, the flags and a counter. */
const SHORTEST = 37

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const hasFlags = (data: Uint8Array, flags: number) => ((data[FLAGS] ?? 0) & flags) === flags

/** Whether a verified user was at the authenticator, for this host. Counters are not read: synced passkeys have none. */
async function isVerifiedUser(data: Uint8Array, rpId: string): Promise<boolean> {
  if (data.length < SHORTEST || !hasFlags(data, USER_PRESENT | USER_VERIFIED)) return false
  return startsWith(data, await sha256(new TextEncoder().encode(rpId)))
}

/** Whether the authenticator data contain this credential with this key. */
function attests(data: Uint8Array, credentialId: Uint8Array, key: Uint8Array): boolean {
  if (!hasFlags(data, HAS_CREDENTIAL) || data.length < CREDENTIAL) return false
  const length = new DataView(data.buffer, data.byteOffset).getUint16(CREDENTIAL_LENGTH)
  return length === credentialId.length && startsWith(data.subarray(CREDENTIAL), joined(credentialId, key))
}

/** A public key as authenticators encode it (CTAP2: COSE in the canonical form of CBOR), to compare instead of parsing CBOR. */
async function coseOf(algorithm: Algorithm, key: CryptoKey): Promise<Uint8Array> {
  const { x = '', y = '', n = '', e = '' } = (await crypto.subtle.exportKey('jwk', key)) as JsonWebKey
  if (algorithm === ES256) {
    const start = Uint8Array.of(0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32)
    return joined(start, base64url.decode(x), Uint8Array.of(0x22, 0x58, 32), base64url.decode(y))
  }
  const modulus = base64url.decode(n)
  const exponent = base64url.decode(e)
  const start = Uint8Array.of(0xa4, 1, 3, 3, 0x39, 1, 0, 0x20, 0x59, modulus.length >> 8, modulus.length & 0xff)
  return joined(start, modulus, Uint8Array.of(0x21, 0x40 + exponent.length), exponent)
}

/** Undefined: the bytes are no key of the algorithm. */
async function importKey(algorithm: Algorithm, spki: Uint8Array): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('spki', spki, IMPORTS[algorithm], true, ['verify'])
  } catch {
    return undefined
  }
}

/** Bytes of each of the two numbers of a signature of P-256. */
const NUMBER_BYTES = 32

/**
 * A signature of ES256 as WebCrypto takes it: two numbers of 32 bytes. Authenticators send them in DER, which leaves out leading
 * zeros, and adds one before a first bit that is set. Undefined: it is not DER.
 */
function rawSignature(der: Uint8Array): Uint8Array | undefined {
  const raw = new Uint8Array(2 * NUMBER_BYTES)
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return undefined
  let at = 2
  for (const end of [NUMBER_BYTES, 2 * NUMBER_BYTES]) {
    const length = der[at + 1] ?? 0
    const number = der.subarray(at + 2, at + 2 + length)
    if (der[at] !== 0x02 || !length || number.length !== length) return undefined
    const significant = number[0] === 0 ? number.subarray(1) : number
    if (significant.length > NUMBER_BYTES) return undefined
    raw.set(significant, end - significant.length)
    at += 2 + length
  }
  return at === der.length ? raw : undefined
}

const sha256 = async (bytes: Uint8Array) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

const startsWith = (bytes: Uint8Array, start: Uint8Array) =>
  bytes.length >= start.length && start.every((byte, i) => bytes[i] === byte)

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Undefined: the text is not base64url. */
function bytesOf(text: string): Uint8Array | undefined {
  try {
    return base64url.decode(text)
  } catch {
    return undefined
  }
}
