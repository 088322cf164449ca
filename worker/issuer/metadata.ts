import { IssuerMetadata } from '../../schema/wire/token'
import { refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { issueToken } from './issue-token'
import { jwks, PUBLISHED } from './jwks'

export const metadata = endpoint(
  {
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    operationId: 'getAuthorizationServerMetadata',
    summary: 'Returns the metadata of the token issuer, for OAuth libraries (RFC 8414).',
    description: 'The metadata can be cached for five minutes.',
    auth: 'public',
    example: {
      response: {
        issuer: 'https://innlet.example',
        token_endpoint: 'https://innlet.example/oauth/token',
        jwks_uri: 'https://innlet.example/.well-known/jwks.json',
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        scopes_supported: ['reservations:read', 'reservations:write', 'rates:read', 'rates:write'],
        response_types_supported: [],
      },
    },
    response: IssuerMetadata,
    errors: ['NOT_CONFIGURED'],
  },
  async ({ settings, publicUrl }) => {
    if (!settings.signingKeys) return refuse('NOT_CONFIGURED', 'SIGNING_KEYS is not configured')
    return success(
      {
        issuer: publicUrl,
        token_endpoint: publicUrl + issueToken.contract.path,
        jwks_uri: publicUrl + jwks.contract.path,
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        scopes_supported: [...settings.permissions],
        response_types_supported: [],
      },
      PUBLISHED,
    )
  },
)
