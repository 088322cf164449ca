import * as z from 'zod'
import { memoize } from '../memoize'

/** Maximum characters of a field. */
const MAX_LENGTH = 2048

const field = memoize(() => z.string().max(MAX_LENGTH))

/** A parameter sent without a value counts as omitted (RFC 6749, section 3.2). */
const optional = z.lazy(() =>
  field()
    .transform(value => value.trim() || undefined)
    .optional(),
)

/** A token request. Its credentials may also be in HTTP Basic. */
export const TokenRequest = z.lazy(() =>
  z
    .object({
      grant_type: field().min(1).describe('Always `client_credentials`.'),
      client_id: field().min(1).describe("The application's id. It may be in HTTP Basic instead, with the secret."),
      client_secret: field().min(1).describe('Its secret. Never put it into a page or an app.'),
      audience: optional.describe(
        'The audience of the token. A token without an audience is issued, but the API refuses it.',
      ),
      resource: optional.describe(
        'The address of this service, or one below it, in place of `audience` (RFC 8707). Only one resource can be requested.',
      ),
      scope: optional.describe('Permissions, separated by spaces. Default: all permissions of the application.'),
    })
    .meta({ id: 'TokenRequest', description: 'A token request of OAuth 2.0 client credentials.' }),
)

export type TokenRequest = z.output<typeof TokenRequest>

export const TokenResponse = z.lazy(() =>
  z
    .object({
      access_token: z.string().describe('The token, for `Authorization: Bearer …`.'),
      token_type: z.literal('Bearer').describe('The scheme of `Authorization`.'),
      expires_in: z.int().describe('The lifetime of the token in seconds.'),
      scope: z.string().describe('All granted permissions, separated by spaces.'),
    })
    .meta({ id: 'TokenResponse', description: 'An access token.' }),
)

export const Jwks = z.lazy(() =>
  z
    .object({
      keys: z.array(
        z
          .object({
            kty: z.string(),
            crv: z.string(),
            x: z.string(),
            y: z.string(),
            kid: z.string(),
            alg: z.string(),
            use: z.string(),
          })
          .meta({ id: 'JsonWebKey', description: 'A public key (RFC 7517).' }),
      ),
    })
    .meta({ id: 'JsonWebKeySet', description: 'The public keys of the token issuer (RFC 7517).' }),
)

export const ResourceMetadata = z.lazy(() =>
  z
    .object({
      resource: z.string(),
      authorization_servers: z.array(z.string()),
      scopes_supported: z.array(z.string()),
      bearer_methods_supported: z.array(z.string()),
      resource_name: z.string(),
      resource_documentation: z.string(),
    })
    .meta({
      id: 'ProtectedResourceMetadata',
      description: 'The metadata of the API as a protected resource (RFC 9728).',
    }),
)

export const IssuerMetadata = z.lazy(() =>
  z
    .object({
      issuer: z.string(),
      token_endpoint: z.string(),
      jwks_uri: z.string(),
      grant_types_supported: z.array(z.string()),
      token_endpoint_auth_methods_supported: z.array(z.string()),
      scopes_supported: z.array(z.string()),
      response_types_supported: z.array(z.string()),
    })
    .meta({ id: 'AuthorizationServerMetadata', description: 'The metadata of the token issuer (RFC 8414).' }),
)
