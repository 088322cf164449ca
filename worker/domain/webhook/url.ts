/*
 * Which addresses a webhook endpoint may have. The service sends requests to them, so they must not reach private systems.
 * A name is not resolved here, because it may resolve to another address when the request is sent (docs/threats.md).
 */

/** The rules of an installation. */
export interface WebhookTargets {
  /** Also allows http, and addresses of this machine. */
  any: boolean
  /** The hosts of the service that are known, each with its port where the address has one. */
  ownHosts: readonly string[]
}

const MAX_LENGTH = 2000

/** Spaces and control characters, which the parser of addresses would drop. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the refused characters
const INVISIBLE = /[\s\u0000-\u001f\u007f]/

/** At least two labels. A host whose last label is a number is an IPv4 address to the parser, or no valid address. */
const NAME = /^(?=.{1,253}$)(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{1,63}$/

/** Names of private networks and names that are reserved: RFC 6761, 6762, 7686, 8375, ICANN's `internal`, and what routers use. */
const RESERVED = /(?:^|\.)(?:localhost|localdomain|local|lan|corp|internal|home\.arpa|test|invalid|onion)$/

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** What is wrong with an address of an endpoint; undefined: nothing. */
export function webhookUrlProblem(text: string, { any, ownHosts }: WebhookTargets): string | undefined {
  if (text.length > MAX_LENGTH) return `expected at most ${MAX_LENGTH} characters`
  const url = INVISIBLE.test(text) ? null : URL.parse(text)
  if (!url) return 'expected an https address'
  if (url.protocol !== 'https:' && !(any && url.protocol === 'http:')) return 'expected an https address'
  if (url.username || url.password) return 'expected an address without user and password'
  if (text.includes('#')) return 'expected an address without a fragment'
  const hostname = withoutTrailingDot(url.hostname)
  if (ownHosts.includes(url.host.replace(url.hostname, hostname)))
    return 'expected another host than that of this service'
  if (any && LOOPBACK.test(hostname)) return undefined
  if (!NAME.test(hostname) || isAddress(hostname)) return 'expected the name of a public host'
  if (RESERVED.test(hostname) || ownHosts.some(host => isAtOrBelow(hostname, hostnameOf(host)))) {
    return 'expected the name of a public host, other than that of this service'
  }
  // The parser leaves the default port out.
  if (url.port !== '' && Number(url.port) <= 1023 && url.port !== '443') return 'expected port 443 or one above 1023'
  return undefined
}

const withoutTrailingDot = (hostname: string) => hostname.replace(/\.$/, '')

const hostnameOf = (host: string) => withoutTrailingDot(host.replace(/:\d+$/, ''))

const isAtOrBelow = (name: string, parent: string) => `.${name}`.endsWith(`.${parent}`)

/** The parser has written every form of an IPv4 address as four decimal numbers. */
const isAddress = (hostname: string) => /^\d+(?:\.\d+){3}$/.test(hostname)
