import type { Demo } from './demo.ts'

/*
 * The credentials of the demo hotel, for the pages of the reference on this machine. The Worker passes `/docs/demo.json` on to this
 * process, so that they are in no file of the site and in no setting. The `ADMIN_TOKEN` is not among them: every process
 * of this machine can send this request.
 */

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

interface DemoRequest {
  url: string
  headers: { get: (name: string) => string | null }
}

export interface DemoResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** Names of this machine. Another name would be a site that points its own name to this machine, to read the response. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** A response to the pages of this service on this machine; to all others it is 404. */
export class DemoCredentials {
  #demo: Demo | undefined

  set(demo: Demo | undefined): void {
    this.#demo = demo
  }

  readonly respond = (request: DemoRequest): DemoResponse => {
    const isShown = this.#demo && isOfOwnPage(request)
    return { status: isShown ? 200 : 404, headers: HEADERS, body: isShown ? JSON.stringify(this.#demo) : '{}' }
  }
}

function isOfOwnPage({ url, headers }: DemoRequest): boolean {
  const { hostname, origin } = new URL(url)
  const site = headers.get('sec-fetch-site') ?? 'same-origin'
  // A tunnel may replace the name of the host.
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'].some(name => headers.get(name))
  return (
    LOOPBACK.test(hostname) && (headers.get('origin') ?? origin) === origin && site === 'same-origin' && !isForwarded
  )
}
