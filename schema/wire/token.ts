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
      grant_type: field().min(1),
      client_id: field().min(1),
      client_secret: field().min(1),
      /** The interface of the token. Without one the token is issued, but refused when it is used. */
      audience: optional,
      /** Permissions, separated by spaces. Default: all that the application was granted. */
      scope: optional,
    })
    .meta({ id: 'TokenRequest', description: 'A token request of OAuth 2.0 client credentials.' }),
)

export type TokenRequest = z.output<typeof TokenRequest>

export const TokenResponse = z.lazy(() =>
  z
    .object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      /** Seconds. */
      expires_in: z.int(),
      /** All granted permissions, separated by spaces. */
      scope: z.string(),
    })
    .meta({ id: 'TokenResponse', description: 'An access token.' }),
)

/** The public keys of the issuer (RFC 7517). */
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

/** Metadata of an authorization server (RFC 8414). */
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
