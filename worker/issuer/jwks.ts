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
    summary: 'The public keys that access tokens are verified with.',
    auth: 'public',
    response: Jwks,
    errors: ['NOT_CONFIGURED'],
  },
  async ({ settings }) => {
    const ring = await signingKeys(settings)
    return ring ? success(ring.published, PUBLISHED) : refuse('NOT_CONFIGURED', 'SIGNING_KEYS is not configured')
  },
)
