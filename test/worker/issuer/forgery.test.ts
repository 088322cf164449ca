import { env } from 'cloudflare:workers'
import { exportJWK, exportSPKI, generateKeyPair, importJWK, type JWK } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { bearerHeader, forgeToken, probeEndpoints } from '../../support/probe'
import { someOf } from '../../support/repetitions'
import { admin, expectStatus, integrator, resetBeforeEach } from '../../support/service'

resetBeforeEach()

let token: string

beforeEach(async () => {
  await expectStatus(200, admin('PUT', '/customers/1', { name: 'H', currency: 'EUR', timeZone: 'Europe/Lisbon' }))
  ;({ token } = await integrator(1))
})

const { read } = probeEndpoints()
const [own] = JSON.parse(env.SIGNING_KEYS).keys as [JWK]
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

describe('a forged token opens nothing', () => {
  it('signed with the public key as a secret, or by another algorithm', async () => {
    const publicKey = (await importJWK({ kty: own.kty, crv: own.crv, x: own.x, y: own.y } as JWK, 'ES256', {
      extractable: true,
    })) as CryptoKey
    const words = new TextEncoder()
    const forged = [
      await forgeToken({}, { alg: 'HS256' }, words.encode(await exportSPKI(publicKey))),
      await forgeToken({}, { alg: 'HS256' }, words.encode(JSON.stringify(await exportJWK(publicKey)))),
      await forgeToken({}, { alg: 'HS256' }, words.encode(String(own.x).padEnd(32, 'A'))),
    ]
    for (const alg of ['RS256', 'PS256', 'ES384'])
      forged.push(await forgeToken({}, { alg }, (await generateKeyPair(alg)).privateKey))
    for (const each of forged) expect((await read(bearerHeader(each))).status).toBe(401)
  })

  it('by a key of its own that its header brings along, or a kid that is no name', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const jwk = await exportJWK(publicKey)
    for (const header of [{ jwk }, { kid: '../keys' }, { kid: "' OR 1=1" }, { jku: 'https://evil.test', jwk }]) {
      expect((await read(bearerHeader(await forgeToken({}, header, privateKey)))).status).toBe(401)
    }
  })

  it('cut short anywhere [TOKEN-13]', async () => {
    for (let length = 0; length < token.length; length++) {
      expect((await read(bearerHeader(token.slice(0, length)))).status, String(length)).toBe(401)
      expect((await read(bearerHeader(token.slice(length + 1)))).status, `from ${length}`).toBe(401)
    }
  })

  it('with any bit of it flipped [TOKEN-13]', async () => {
    for (let i = 0; i < token.length; i++) {
      const at = ALPHABET.indexOf(token.charAt(i))
      for (const bit of someOf([1, 2, 4, 8, 16, 32], 1, i)) {
        // A dot encodes no bits of the token, so the bits of its character are flipped.
        const character = at < 0 ? String.fromCharCode('.'.charCodeAt(0) ^ bit) : ALPHABET.charAt(at ^ bit)
        const { status } = await read(bearerHeader(token.slice(0, i) + character + token.slice(i + 1)))
        expect(status, `${i} ${bit}`).toBe(401)
      }
    }
  })

  it('put together from the parts of good ones [TOKEN-13]', async () => {
    const parts = [token, (await integrator(1)).token].map(each => each.split('.'))
    const header = parts[0]?.[0]
    const spliced = [0, 1].map(i => [header, parts[i]?.[1], parts[1 - i]?.[2]].join('.'))
    for (const each of spliced) expect((await read(bearerHeader(each))).status).toBe(401)
    for (const each of parts) expect((await read(bearerHeader(each.join('.')))).status).toBe(200)
  })
})
