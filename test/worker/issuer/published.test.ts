import { env, exports } from 'cloudflare:workers'
import { createLocalJWKSet, jwtVerify } from 'jose'
import * as oauth4webapi from 'oauth4webapi'
import * as oauth from 'openid-client'
import { describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { bearerHeader, probeEndpoints } from '../../support/probe'
import {
  admin,
  expectRefusal,
  expectStatus,
  integrator,
  resetBeforeEach,
  SERVICE_URL,
  send,
} from '../../support/service'

resetBeforeEach()

const aHotel = () =>
  expectStatus(200, admin('PUT', '/customers/1', { name: 'H', currency: 'EUR', timeZone: 'Europe/Lisbon' }))

describe('GET /.well-known/jwks.json', () => {
  it('publishes the public halves of the keys and nothing of the private ones, cacheable for minutes [TOKEN-15]', async () => {
    const answer = await expectStatus(200, send('GET', '/.well-known/jwks.json'))
    const [own] = JSON.parse(env.SIGNING_KEYS).keys
    const { kty, crv, x, y, kid } = own
    expect(answer.json).toEqual({ keys: [{ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' }] })
    expect(answer.text).not.toContain(own.d)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  })

  it('is all that is needed to verify a token offline [TOKEN-11]', async () => {
    await aHotel()
    const { token } = await integrator(1)
    const keys = createLocalJWKSet((await send('GET', '/.well-known/jwks.json')).json)
    const verified = await jwtVerify(token, keys, { issuer: SERVICE_URL, audience: 'innlet-api', typ: 'at+jwt' })
    expect(verified.payload.customer).toBe(1)
  })

  it.each(['jwks.json', 'oauth-authorization-server', 'oauth-protected-resource'])(
    '/.well-known/%s is 503 NOT_CONFIGURED where signing is not configured',
    async name => {
      await expectRefusal(withBindings({ SIGNING_KEYS: '' })('GET', `/.well-known/${name}`), 503, 'NOT_CONFIGURED')
    },
  )
})

describe('GET /.well-known/oauth-authorization-server', () => {
  it('is the metadata of RFC 8414 [TOKEN-16]', async () => {
    const answer = await expectStatus(200, send('GET', '/.well-known/oauth-authorization-server'))
    expect(answer.json).toEqual({
      issuer: SERVICE_URL,
      token_endpoint: `${SERVICE_URL}/oauth/token`,
      jwks_uri: `${SERVICE_URL}/.well-known/jwks.json`,
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      scopes_supported: [
        'reservations:read',
        'reservations:write',
        'rates:read',
        'rates:write',
        'inventory:read',
        'inventory:write',
        'events:read',
        'events:write',
      ],
      response_types_supported: [],
    })
  })

  it('follows the settings PUBLIC_URL and FEATURES [ACCESS-6] [FEATURES]', async () => {
    const there = withBindings({ PUBLIC_URL: 'https://innlet.example', FEATURES: 'spa' })
    const { json } = await there('GET', '/.well-known/oauth-authorization-server')
    expect(json.token_endpoint).toBe('https://innlet.example/oauth/token')
    expect(json.scopes_supported).toEqual(['spa:read', 'spa:write'])
  })
})

describe('GET /.well-known/oauth-protected-resource', () => {
  it('is the metadata of RFC 9728 [TOKEN-42]', async () => {
    const answer = await expectStatus(200, send('GET', '/.well-known/oauth-protected-resource'))
    const issuer = await expectStatus(200, send('GET', '/.well-known/oauth-authorization-server'))
    expect(answer.json).toEqual({
      resource: SERVICE_URL,
      authorization_servers: [SERVICE_URL],
      scopes_supported: issuer.json.scopes_supported,
      bearer_methods_supported: ['header'],
      resource_name: 'Innlet',
      resource_documentation: `${SERVICE_URL}/docs`,
    })
  })

  it('follows the settings PUBLIC_URL and FEATURES, as the 401 of the API does [TOKEN-42] [FEATURES]', async () => {
    const there = withBindings({ PUBLIC_URL: 'https://innlet.example', FEATURES: 'spa' })
    const { json } = await there('GET', '/.well-known/oauth-protected-resource')
    expect(json).toMatchObject({ resource: 'https://innlet.example', scopes_supported: ['spa:read', 'spa:write'] })
    expect((await there('POST', '/api/Sale/PostSale', {})).headers.get('www-authenticate')).toContain(
      'resource_metadata="https://innlet.example/.well-known/oauth-protected-resource"',
    )
  })
})

describe('a stock OAuth library gets a token with no special code [TOKEN-4]', () => {
  const fetch = (url: string, options: oauth.CustomFetchOptions) =>
    exports.default.fetch(url, options as RequestInit) as Promise<Response>

  it.each([
    ['client_secret_post', oauth.ClientSecretPost],
    ['client_secret_basic', oauth.ClientSecretBasic],
  ])('the library gets one by %s', async (_, authentication) => {
    await aHotel()
    const { clientId, clientSecret } = await integrator(1)
    const config = await oauth.discovery(new URL(SERVICE_URL), clientId, undefined, authentication(clientSecret), {
      algorithm: 'oauth2',
      [oauth.customFetch]: fetch,
    })
    const granted = await oauth.clientCredentialsGrant(config, { audience: 'innlet-api', scope: 'reservations:read' })
    expect(granted).toMatchObject({ token_type: 'bearer', expires_in: 900, scope: 'reservations:read' })
    expect((await probeEndpoints().read(bearerHeader(granted.access_token))).status).toBe(200)
  })

  it('openid-client gets one with resource alone, and uses it [TOKEN-41]', async () => {
    await aHotel()
    const { clientId, clientSecret } = await integrator(1)
    const config = await oauth.discovery(new URL(SERVICE_URL), clientId, clientSecret, undefined, {
      algorithm: 'oauth2',
      [oauth.customFetch]: fetch,
    })
    const granted = await oauth.clientCredentialsGrant(config, { resource: SERVICE_URL })
    const address = new URL('/api/Inventory/GetInventoryItem', SERVICE_URL)
    expect((await oauth.fetchProtectedResource(config, granted.access_token, address, 'GET')).status).toBe(200)
  })

  it('oauth4webapi finds the issuer from a 401 alone, gets one with resource alone, and uses it [TOKEN-41] [TOKEN-42]', async () => {
    await aHotel()
    const { clientId, clientSecret } = await integrator(1)
    const through = { [oauth4webapi.customFetch]: fetch }
    const address = new URL('/api/Inventory/GetInventoryItem', SERVICE_URL)
    const use = (token: string) =>
      oauth4webapi.protectedResourceRequest(token, 'GET', address, undefined, undefined, through)

    const refusal = await use('none').catch(error => error)
    expect(refusal).toBeInstanceOf(oauth4webapi.WWWAuthenticateChallengeError)
    const { resource_metadata } = refusal.cause[0].parameters
    expect(resource_metadata).toBe(`${SERVICE_URL}/.well-known/oauth-protected-resource`)
    const service = new URL(SERVICE_URL)
    const resource = await oauth4webapi.processResourceDiscoveryResponse(
      service,
      await oauth4webapi.resourceDiscoveryRequest(service, through),
    )
    const issuer = new URL(resource.authorization_servers?.[0] as string)
    const server = await oauth4webapi.processDiscoveryResponse(
      issuer,
      await oauth4webapi.discoveryRequest(issuer, { ...through, algorithm: 'oauth2' }),
    )
    const client = { client_id: clientId }
    const granted = await oauth4webapi.processClientCredentialsResponse(
      server,
      client,
      await oauth4webapi.clientCredentialsGrantRequest(
        server,
        client,
        oauth4webapi.ClientSecretBasic(clientSecret),
        { resource: resource.resource },
        through,
      ),
    )
    expect((await use(granted.access_token)).status).toBe(200)
  })

  it('the library reads our refusals', async () => {
    await aHotel()
    const { clientId } = await integrator(1)
    const config = await oauth.discovery(new URL(SERVICE_URL), clientId, 'wrong', undefined, {
      algorithm: 'oauth2',
      [oauth.customFetch]: fetch,
    })
    await expect(oauth.clientCredentialsGrant(config)).rejects.toMatchObject({ status: 401, error: 'invalid_client' })
  })

  const byBasic = async () => {
    await aHotel()
    await expectStatus(200, admin('PUT', '/interfaces/other-product', { audience: 'other-api' }))
    const { clientId, clientSecret } = await integrator(1)
    const configure = (secret: string) =>
      oauth.discovery(new URL(SERVICE_URL), clientId, undefined, oauth.ClientSecretBasic(secret), {
        algorithm: 'oauth2',
        [oauth.customFetch]: fetch,
      })
    return { clientId, clientSecret, configure }
  }

  it.each([
    ['invalid_scope', 'SCOPE_EXCEEDS_GRANT', { scope: 'nonsense' }],
    ['invalid_target', 'AUDIENCE_NOT_REGISTERED', { audience: 'unknown-api' }],
    ['invalid_target', 'AUDIENCE_NOT_PERMITTED', { audience: 'other-api' }],
    ['invalid_target', 'AUDIENCE_NOT_REGISTERED', { resource: 'https://elsewhere.test' }],
  ])('a refusal of HTTP Basic is 401 %s, %s [TOKEN-5]', async (error, error_code, parameters) => {
    const { clientSecret, configure } = await byBasic()
    const granted = oauth.clientCredentialsGrant(await configure(clientSecret), parameters)
    await expect(granted).rejects.toMatchObject({ status: 401, error, cause: { error_code } })
  })

  it('by HTTP Basic an invalid_client alone carries the challenge that RFC 6749 requires [TOKEN-5]', async () => {
    const { clientId, clientSecret, configure } = await byBasic()
    const refusalOf = async (secret: string) =>
      oauth.clientCredentialsGrant(await configure(secret)).catch(error => error)
    const challenged = { cause: [{ scheme: 'basic', parameters: { realm: 'innlet' } }] }
    expect(await refusalOf('wrong')).toMatchObject(challenged)
    await expectStatus(200, admin('PATCH', `/applications/${clientId}`, { status: 'revoked' }))
    const revoked = await refusalOf(clientSecret)
    expect(revoked).toMatchObject(challenged)
    expect(await revoked.response.json()).toMatchObject({ error: 'invalid_client', error_code: 'CLIENT_REVOKED' })
  })
})
