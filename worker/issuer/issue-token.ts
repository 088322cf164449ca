import { TokenRequest, TokenResponse } from '../../schema/wire/token'
import { signAccessToken } from '../auth/access-token'
import { signingKeys } from '../auth/keys'
import { hashSecret, secretMatches } from '../auth/secrets'
import { OWN_PRODUCT } from '../domain/products'
import { Refusal, refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { addressOf, withinRate } from '../http/rate-limit'
import type { RequestContext } from '../request-context'
import { readForToken } from '../store/access/application'
import { readTokenRequest } from './token-request'
import { validateGrant } from './validate-grant'

export const issueToken = endpoint(
  {
    method: 'POST',
    path: '/oauth/token',
    summary: 'Issues an access token (OAuth 2.0 client credentials).',
    description:
      'JSON or a form; the client authenticates by client_id and client_secret in the body or by HTTP Basic. A token without an audience is issued, and refused when used.',
    auth: 'public',
    rawBody: TokenRequest,
    response: TokenResponse,
    example: {
      body: {
        grant_type: 'client_credentials',
        audience: 'innlet-api',
        client_id: 'app_4246161341be4a4ebfcc7f07add17025',
        client_secret: 'cs_…',
      },
    },
    errors: [
      'INVALID_REQUEST_BODY',
      'OVERLOADED',
      'UNSUPPORTED_GRANT_TYPE',
      'RATE_LIMITED',
      'SIGNING_NOT_CONFIGURED',
      'INVALID_CLIENT_CREDENTIALS',
      'CLIENT_REVOKED',
      'CLIENT_EXPIRED',
      'AUDIENCE_NOT_REGISTERED',
      'AUDIENCE_NOT_PERMITTED',
      'SCOPE_EXCEEDS_GRANT',
    ],
  },
  async call => {
    const { settings } = call
    const asked = await readTokenRequest(call.request, settings.limits)
    if (asked instanceof Refusal) return asked
    if (asked.grant_type !== 'client_credentials') return refuse('UNSUPPORTED_GRANT_TYPE')

    if (!(await withinRates(call, asked.client_id))) return refuse('RATE_LIMITED')

    const ring = await signingKeys(settings)
    if (!ring || !settings.secretPepper) return refuse('SIGNING_NOT_CONFIGURED')

    const hash = await hashSecret(settings.secretPepper, asked.client_secret)
    const known = await readForToken(call.db, asked.client_id, asked.audience ?? '')
    if (!(await secretMatches(hash, known.application.secretHash))) return refuse('INVALID_CLIENT_CREDENTIALS')
    call.log.caller = known.application.clientId

    const permissions = validateGrant(known.application, asked, {
      now: call.now,
      productOfAudience: asked.audience === settings.audience ? OWN_PRODUCT : known.product,
    })
    if (permissions instanceof Refusal) return permissions

    const token = await signAccessToken(ring, {
      issuer: call.publicUrl,
      clientId: known.application.clientId,
      customer: known.application.customerId,
      shard: known.application.shard,
      product: known.application.product,
      permissions,
      audience: asked.audience,
      issuedAt: Math.floor(call.now / 1000),
      lifetime: settings.tokenTtlSeconds,
    })
    return success({
      access_token: token,
      token_type: 'Bearer',
      expires_in: settings.tokenTtlSeconds,
      scope: permissions.join(' '),
    })
  },
)

/** Counted per client id, whether or not there is one of that name, and per address. */
async function withinRates({ env, request }: RequestContext, clientId: string): Promise<boolean> {
  const counts = await Promise.all([
    withinRate(env.TOKEN_PER_CLIENT, clientId),
    withinRate(env.TOKEN_PER_ADDRESS, addressOf(request.headers)),
  ])
  return counts.every(Boolean)
}
