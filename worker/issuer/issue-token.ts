import { TokenRequest, TokenResponse } from '../../schema/wire/token'
import { OWN_PRODUCT, signAccessToken } from '../auth/access-token'
import { signingKeys } from '../auth/keys'
import { markUsed } from '../auth/last-use'
import { addressOf, withinRate } from '../auth/rate-limit'
import { hashSecret, secretMatches } from '../auth/secrets'
import { Refusal, refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import type { RequestContext } from '../request-context'
import { markApplicationUsed, readForToken } from '../store/access/application'
import { requestedAudience } from './requested-audience'
import { readTokenRequest } from './token-request'
import { validateGrant } from './validate-grant'

export const issueToken = endpoint(
  {
    method: 'POST',
    path: '/oauth/token',
    operationId: 'issueToken',
    summary: 'Issues an access token (OAuth 2.0 client credentials).',
    description:
      'The body is JSON or a form. The client authenticates with `client_id` and `client_secret` in the body, or with HTTP ' +
      'Basic. `resource` with the address of the service means its audience (RFC 8707). A token without an audience is issued, ' +
      'but the API refuses it.',
    auth: 'public',
    rawBody: TokenRequest,
    response: TokenResponse,
    example: {
      body: {
        grant_type: 'client_credentials',
        audience: 'innlet-api',
        client_id: 'app_…',
        client_secret: 'cs_…',
      },
      response: { access_token: 'eyJ…', token_type: 'Bearer', expires_in: 900, scope: 'reservations:read rates:write' },
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
    const tokenRequest = await readTokenRequest(call.request, settings.limits)
    if (tokenRequest instanceof Refusal) return tokenRequest
    call.log.caller = loggedClientId(tokenRequest.client_id)
    if (tokenRequest.grant_type !== 'client_credentials') return refuse('UNSUPPORTED_GRANT_TYPE')

    if (!(await withinRates(call, tokenRequest.client_id))) return refuse('RATE_LIMITED')

    const ring = await signingKeys(settings)
    if (!ring || !settings.secretPepper) return refuse('SIGNING_NOT_CONFIGURED')

    const { client_id, client_secret, scope } = tokenRequest
    const requested = requestedAudience(tokenRequest, { publicUrl: call.publicUrl, audience: settings.audience })
    const audience = requested instanceof Refusal ? undefined : requested
    const hash = await hashSecret(settings.secretPepper, client_secret)
    const { application, product } = await readForToken(call.db, client_id, audience ?? '')
    if (!(await secretMatches(hash, application.secretHash))) return refuse('INVALID_CLIENT_CREDENTIALS')
    call.log.caller = application.clientId
    call.log.scope = { customer: application.customerId, shard: application.shard }

    const permissions = validateGrant(
      application,
      { audience: requested, scope },
      {
        now: call.now,
        productOfAudience: audience === settings.audience ? OWN_PRODUCT : product,
      },
    )
    if (permissions instanceof Refusal) return permissions
    markUsed(call, application.lastUsedAt, since => markApplicationUsed(call.db, application.clientId, since))

    const token = await signAccessToken(ring, {
      issuer: call.publicUrl,
      subject: application.clientId,
      customer: application.customerId,
      shard: application.shard,
      product: application.product,
      permissions,
      audience,
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

/** Every client id that this service makes. */
const CLIENT_ID = /^app_[0-9a-f]{32}$/

/**
 * The client id for the log of a request that may fail. A client may send a secret in the wrong field. So the log gets only what
 * has the form of a client id, which no secret has.
 */
const loggedClientId = (sent: string): string | undefined => (CLIENT_ID.test(sent) ? sent : undefined)

/** Counted per client id, whether or not it exists, and per address. */
async function withinRates({ env, request }: RequestContext, clientId: string): Promise<boolean> {
  const counts = await Promise.all([
    withinRate(env.TOKEN_PER_CLIENT, clientId),
    withinRate(env.TOKEN_PER_ADDRESS, addressOf(request.headers)),
  ])
  return counts.every(Boolean)
}
