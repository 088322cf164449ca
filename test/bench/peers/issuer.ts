/*
 * The token endpoint of oidc-provider: client_credentials, access tokens as JWT signed with ES256, everything in memory.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
// @ts-expect-error: it comes without types
import { Provider } from 'oidc-provider'

const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const SCOPE = 'reservations:read reservations:write'

const provider = new Provider('http://issuer.test', {
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'peer' }] },
  clients: [
    {
      client_id: 'bench',
      client_secret: 'a secret of the bench',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  scopes: SCOPE.split(' '),
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        scope: SCOPE,
        audience: 'innlet-api',
        accessTokenTTL: 900,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
})

const server = createServer(provider.callback()).listen(0, '127.0.0.1')
await once(server, 'listening')
console.log((server.address() as AddressInfo).port)
