import { Jwks } from '../../schema/wire/token'
import { signingKeys } from '../auth/keys'
import { refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'

/** Keys and metadata may be cached for five minutes. A verifier that meets an unknown `kid` fetches the keys again. */
export const PUBLISHED = { headers: { 'cache-control': 'public, max-age=300' } }

export const jwks = endpoint(
  {
    method: 'GET',
    path: '/.well-known/jwks.json',
    operationId: 'getJwks',
    summary: 'Returns the public keys that verify access tokens (RFC 7517).',
    description: 'The keys can be cached for five minutes. Fetch them again when a token has an unknown `kid`.',
    auth: 'public',
    example: {
      response: {
        keys: [{ kty: 'EC', crv: 'P-256', x: 'ktS0…', y: 'WtXZ…', kid: 'signing-7f575f6c', alg: 'ES256', use: 'sig' }],
      },
    },
    response: Jwks,
    errors: ['NOT_CONFIGURED'],
  },
  async ({ settings }) => {
    const ring = await signingKeys(settings)
    return ring ? success(ring.published, PUBLISHED) : refuse('NOT_CONFIGURED', 'SIGNING_KEYS is not configured')
  },
)
