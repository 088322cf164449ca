/** Promises about tokens and their issuer. An id is stable, and is not used again for another promise. */
export const TOKENS = {
  'TOKEN-1':
    '`POST /oauth/token` returns `access_token`, `token_type` Bearer, `expires_in` 900 and `scope`, with `no-store`.',
  'TOKEN-2': 'There are no refresh tokens. A client renews a token by a new request with the same credentials.',
  'TOKEN-3': 'A token request is JSON or a form. The client id is in the body or in HTTP Basic.',
  'TOKEN-4': 'A standard OAuth library gets a token without special code.',
  'TOKEN-5':
    'With HTTP Basic only `invalid_client` carries `WWW-Authenticate`, so that standard libraries can read the other errors.',
  'TOKEN-6':
    'Secrets with `&`, `=`, `%` and `#` arrive unchanged. A form that does not encode them fails like a wrong secret.',
  'TOKEN-7': 'Unknown fields of a token request are ignored. A field of more than 2,048 characters is refused.',
  'TOKEN-8': 'Without `scope` a token has all granted permissions. The response lists what is granted.',
  'TOKEN-9':
    'A token is an ES256 JWT of type `at+jwt` with `iss`, `sub`, `aud`, `iat`, `exp`, `jti`, `client_id`, `scope`, `customer` and `product`.',
  'TOKEN-10': 'A token without an audience is issued, and is rejected when it is used.',
  'TOKEN-11': "Tokens are verified offline with the issuer's public keys: without database, KV or fetch.",
  'TOKEN-12': 'A token is valid to the second, from `nbf`, if it has one, until `exp`.',
  'TOKEN-13':
    'A token that is truncated, modified, combined of parts, or of another type, issuer or audience is rejected.',
  'TOKEN-14':
    'Access tokens, links, API keys, client secrets and the `ADMIN_TOKEN` are each accepted for their own purpose only.',
  'TOKEN-15': '`GET /.well-known/jwks.json` returns the public keys.',
  'TOKEN-16': '`GET /.well-known/oauth-authorization-server` returns the metadata of RFC 8414.',
  'TOKEN-17': 'Several keys can be published, and the first one signs. A rotation keeps issued tokens valid.',
  'TOKEN-18': 'During a rotation old and new isolates accept the tokens that either of them signs.',
  'TOKEN-19': 'Invalid `SIGNING_KEYS` stop the issuer with an error that names the setting.',
  'TOKEN-20': 'Each application belongs to one customer and one product. Its credentials work for no other.',
  'TOKEN-21': 'Several tokens can be valid at once. A new token does not end older ones, and no token can be revoked.',
  'TOKEN-22': 'Changed permissions apply to tokens that are issued afterwards.',
  'TOKEN-23': 'A client secret does not expire. Rotation replaces it, and the old secret stops working at once.',
  'TOKEN-24': 'The client id may be in the log. The secret and the token never are.',
  'TOKEN-25': 'An unknown client id and a wrong secret cannot be told apart by response or by work.',
  'TOKEN-26':
    'A token request is checked in this order: body, grant type, rate, signing, credentials, revoked, expired, audience, scope.',
  'TOKEN-27':
    'Every failure of `POST /oauth/token` is the token error object: `error_code`, `error_description`, `error_uri` and the `error` of RFC 6749, without `Retry-After`.',
  'TOKEN-28': 'Token requests of a client id that does not exist count against the rate.',
  'TOKEN-40': 'A secret that cannot be used stops only the requests that need it.',
  'TOKEN-41':
    'The address of the service as `resource` (RFC 8707) means the audience of the API. Any other resource, and a second one, is refused.',
  'TOKEN-42':
    '`GET /.well-known/oauth-protected-resource` returns the metadata of RFC 9728, and a 401 of the API names its address.',
}
