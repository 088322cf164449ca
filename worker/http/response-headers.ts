import { version } from '../../package.json'
import type { Contract } from './endpoint'

export type HeaderFields = Readonly<Record<string, string>>

/**
 * Browsers must not run, load or frame a response that is not a page, whatever type they take it for. No cache may store it: HTTP
 * forbids that for responses to a bearer token, but not for responses to an API key.
 */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Two years, in seconds. Subdomains are left out: a hotel may serve them without https. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=63072000' }

/** CORS headers of responses that pages of any origin may read. Such paths take no credentials. */
const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Date, Retry-After, X-Api-Version, X-Request-Id',
}

/** The response to a CORS preflight request, which browsers may cache for a day. `allow`: the methods of the path. */
export const preflightHeaders = (allow: string): HeaderFields => ({
  'access-control-allow-methods': allow,
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
})

const NO_CONTRACT = {}
const cache = { 'http:': new WeakMap<object, Headers>(), 'https:': new WeakMap<object, Headers>() }

/**
 * The headers of every response of a path, which a response may override. They are cached as `Headers`: a response copies those in
 * less time than it takes to build them, which is most of the work for an error.
 */
export function commonHeaders(url: string, contract: Contract | undefined): Headers {
  const isHttps = url.startsWith('https:')
  const cached = cache[isHttps ? 'https:' : 'http:']
  let headers = cached.get(contract ?? NO_CONTRACT)
  if (!headers) {
    headers = new Headers({
      'content-type': 'application/json',
      ...SECURITY_HEADERS,
      ...(isHttps && HTTPS_ONLY),
      ...contract?.commonHeaders,
      ...(contract?.anyOrigin && ANY_ORIGIN),
      'x-api-version': version,
    })
    cached.set(contract ?? NO_CONTRACT, headers)
  }
  return headers
}
