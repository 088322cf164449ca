import * as z from 'zod'
import { memoize } from '../memoize'

/** Characters that a field of a token request may have. */
const LONGEST = 2048

const field = memoize(() => z.string().max(LONGEST))

/** A parameter sent without a value counts as omitted (RFC 6749, section 3.2). */
const optional = z.lazy(() =>
  field()
    .transform(value => value.trim() || undefined)
    .optional(),
)

/** What a client asks for; the credentials may also come by HTTP Basic. */
export const TokenRequest = z.lazy(() =>
  z.object({
    grant_type: field().min(1),
    client_id: field().min(1),
    client_secret: field().min(1),
    /** The interface the token is for; without one the token is issued, and refused when used. */
    audience: optional,
    /** Permissions, parted by spaces; omitted: all that the application was granted. */
    scope: optional,
  }),
)

export type TokenRequest = z.output<typeof TokenRequest>

export const TokenResponse = z.lazy(() =>
  z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    /** Seconds. */
    expires_in: z.int(),
    /** All permissions granted, parted by spaces. */
    scope: z.string(),
  }),
)

/** The public keys of the issuer (RFC 7517). */
export const Jwks = z.lazy(() =>
  z.object({
    keys: z.array(
      z.object({
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        y: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.string(),
      }),
    ),
  }),
)

/** Metadata of an authorization server (RFC 8414). */
export const IssuerMetadata = z.lazy(() =>
  z.object({
    issuer: z.string(),
    token_endpoint: z.string(),
    jwks_uri: z.string(),
    grant_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    scopes_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
  }),
)
