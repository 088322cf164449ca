import { ResourceMetadata } from '../../schema/wire/token'
import { refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { RESOURCE_METADATA } from '../http/response-format'
import { PUBLISHED } from './jwks'

export const resourceMetadata = endpoint(
  {
    method: 'GET',
    path: RESOURCE_METADATA,
    operationId: 'getProtectedResourceMetadata',
    summary: 'Returns the metadata of the API as a protected resource, for OAuth libraries (RFC 9728).',
    description: 'The metadata can be cached for five minutes. A 401 of the API names its address.',
    auth: 'public',
    example: {
      response: {
        resource: 'https://innlet.example',
        authorization_servers: ['https://innlet.example'],
        scopes_supported: ['reservations:read', 'reservations:write', 'rates:read', 'rates:write'],
        bearer_methods_supported: ['header'],
        resource_name: 'Innlet',
        resource_documentation: 'https://innlet.example/docs',
      },
    },
    response: ResourceMetadata,
    errors: ['NOT_CONFIGURED'],
  },
  async ({ settings, publicUrl }) => {
    if (!settings.signingKeys) return refuse('NOT_CONFIGURED', 'SIGNING_KEYS is not configured')
    return success(
      {
        resource: publicUrl,
        authorization_servers: [publicUrl],
        scopes_supported: [...settings.permissions],
        bearer_methods_supported: ['header'],
        resource_name: 'Innlet',
        resource_documentation: `${publicUrl}/docs`,
      },
      PUBLISHED,
    )
  },
)
