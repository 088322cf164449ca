import { base64url } from 'jose'

/*
 * An authenticator in software, as a browser with a passkey shows it. Each part can be changed, as an attacker would.
 */

/** What is signed, by default as an honest browser says it. */
export interface Ceremony {
  origin: string
  rpId: string
  challenge: string
  type?: string
  crossOrigin?: boolean
  /** Default: a user is present and verified. */
  flags?: number
}

const PRESENT_AND_VERIFIED = 0x05
const HAS_CREDENTIAL = 0x40

const bytesOf = (text: string) => new TextEncoder().encode(text)
const sha256 = async (bytes: Uint8Array) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)))
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap(part => [...part]))

const ALGORITHMS = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
  },
} as const

/** A passkey of a person. */
export class Passkey {
  readonly id = base64url.encode(crypto.getRandomValues(new Uint8Array(16)))
  readonly #algorithm: keyof typeof ALGORITHMS
  readonly #keys: CryptoKeyPair
  /** What the authenticator says of whom the passkey is: base64url. */
  readonly userId: string

  private constructor(algorithm: keyof typeof ALGORITHMS, keys: CryptoKeyPair, userId: string) {
    this.#algorithm = algorithm
    this.#keys = keys
    this.userId = userId
  }

  static async make(userId: string, algorithm: keyof typeof ALGORITHMS = 'ES256'): Promise<Passkey> {
    const keys = await crypto.subtle.generateKey(ALGORITHMS[algorithm], true, ['sign', 'verify'])
    return new Passkey(algorithm, keys as CryptoKeyPair, userId)
  }

  get algorithm(): number {
    return this.#algorithm === 'ES256' ? -7 : -257
  }

  /** The public key as SubjectPublicKeyInfo, base64url. */
  async publicKey(): Promise<string> {
    return base64url.encode(
      new Uint8Array((await crypto.subtle.exportKey('spki', this.#keys.publicKey)) as ArrayBuffer),
    )
  }

  /** `toJSON()` of a credential that was created. */
  async created(ceremony: Ceremony) {
    const id = base64url.decode(this.id)
    const length = Uint8Array.of(id.length >> 8, id.length & 0xff)
    const data = await authenticatorData({ flags: PRESENT_AND_VERIFIED | HAS_CREDENTIAL, ...ceremony })
    const attested = joined(data, new Uint8Array(16), length, id, await this.#cose())
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData({ type: 'webauthn.create', ...ceremony }),
        authenticatorData: base64url.encode(attested),
        publicKey: await this.publicKey(),
        publicKeyAlgorithm: this.algorithm,
        transports: ['internal'],
      },
      clientExtensionResults: {},
    }
  }

  /** `toJSON()` of the answer to a challenge. */
  async answer(ceremony: Ceremony) {
    const clientDataJSON = clientData({ type: 'webauthn.get', ...ceremony })
    const data = await authenticatorData(ceremony)
    const signed = joined(data, await sha256(base64url.decode(clientDataJSON)))
    const signature = new Uint8Array(
      await crypto.subtle.sign(ALGORITHMS[this.#algorithm], this.#keys.privateKey, signed),
    )
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: base64url.encode(data),
        signature: base64url.encode(this.#algorithm === 'ES256' ? derOf(signature) : signature),
        userHandle: this.userId,
      },
      clientExtensionResults: {},
    }
  }

  async #cose(): Promise<Uint8Array> {
    const {
      x = '',
      y = '',
      n = '',
      e = '',
    } = (await crypto.subtle.exportKey('jwk', this.#keys.publicKey)) as JsonWebKey
    return this.#algorithm === 'ES256'
      ? joined(hex('a50102032620012158 20'), base64url.decode(x), hex('225820'), base64url.decode(y))
      : joined(hex('a401030339010020590100'), base64url.decode(n), hex('2143'), base64url.decode(e))
  }
}

const hex = (text: string) => Uint8Array.from(text.match(/[0-9a-f]{2}/g) ?? [], byte => Number.parseInt(byte, 16))

const clientData = ({ type, challenge, origin, crossOrigin = false }: Ceremony) =>
  base64url.encode(bytesOf(JSON.stringify({ type, challenge, origin, crossOrigin })))

async function authenticatorData({ rpId, flags = PRESENT_AND_VERIFIED }: Ceremony): Promise<Uint8Array> {
  return joined(await sha256(bytesOf(rpId)), Uint8Array.of(flags, 0, 0, 0, 0))
}

/** A signature of ECDSA as authenticators send it: DER. Its numbers have no leading zeros, and none begins with a set bit. */
function derOf(raw: Uint8Array): Uint8Array {
  const numbers = [raw.subarray(0, 32), raw.subarray(32)].map(half => {
    const significant = half.subarray(half.findIndex(byte => byte !== 0))
    const number = (significant[0] ?? 0) & 0x80 ? joined(Uint8Array.of(0), significant) : significant
    return joined(Uint8Array.of(2, number.length), number)
  })
  const body = joined(...numbers)
  return joined(Uint8Array.of(0x30, body.length), body)
}
