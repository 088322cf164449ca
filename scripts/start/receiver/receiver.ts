import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { withShell } from '../../../site/shell.ts'
import { LiveEvents } from './live-events.ts'

/*
 * The receiver of the demo hotel's webhooks: a separate server on this machine, as an integrator has one. Its page shows each
 * event when it arrives.
 */

/** A receiver that listens. */
export interface Receiver {
  /** The address of its page. */
  pageUrl: string
  /** The address for the webhook endpoint. */
  webhookUrl: string
  /** Sets the secret of the endpoint. Until then, webhooks get 503, so that they are sent again. */
  expect: (secret: string) => void
}

const WEBHOOKS = '/webhooks'
/** An event has at most 20 kB. */
const MAX_BYTES = 65_536

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

interface ReceiverOptions {
  /** The address of an earlier start: its port is taken where it is free, so that the page keeps its address. */
  url: string | undefined
  /** The folder of the built site, with its styles and fonts. */
  site: string
  /** The service, to which the header of the page links. */
  origin: string
}

export async function startReceiver({ url, site, origin }: ReceiverOptions): Promise<Receiver> {
  const files: Record<string, [type: string, path: string]> = {
    '/page.css': ['text/css; charset=utf-8', join(import.meta.dirname, 'page.css')],
    '/page.js': ['text/javascript; charset=utf-8', join(import.meta.dirname, 'page.js')],
    '/site/base.css': ['text/css; charset=utf-8', join(site, 'site/base.css')],
    '/favicon.svg': ['image/svg+xml', join(site, 'favicon.svg')],
    '/fonts/figtree.woff2': ['font/woff2', join(site, 'fonts/figtree.woff2')],
    '/fonts/figtree-ext.woff2': ['font/woff2', join(site, 'fonts/figtree-ext.woff2')],
    '/fonts/fraunces.woff2': ['font/woff2', join(site, 'fonts/fraunces.woff2')],
  }
  const page = withShell(readFileSync(join(import.meta.dirname, 'page.html'), 'utf8'), { origin })
  const events = new LiveEvents()
  let webhook: Webhook | undefined

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  const port = await listen(server, url ? Number(new URL(url).port) : 0)
  return {
    pageUrl: `http://localhost:${port}/`,
    webhookUrl: `http://127.0.0.1:${port}${WEBHOOKS}`,
    expect(secret) {
      webhook = new Webhook(secret)
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The name of another host would be a site that points its own name to this machine, to read the page.
    if (!/^(localhost|127\.0\.0\.1):\d+$/.test(request.headers.host ?? '')) return end(response, 421)
    const { method, url: path = '' } = request
    if (method === 'POST' && path === WEBHOOKS) return end(response, await receive(request))
    if (method !== 'GET') return end(response, 405)
    if (path === '/events')
      return events.show(response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' }))
    const html = { ...HEADERS, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }
    if (path === '/') return void response.writeHead(200, html).end(page)
    const [type, file] = files[path] ?? []
    if (!type || !file) return end(response, 404)
    const caching = type === 'font/woff2' ? 'max-age=86400' : 'no-cache'
    response.writeHead(200, { ...HEADERS, 'content-type': type, 'cache-control': caching }).end(readFileSync(file))
  }

  async function receive(request: IncomingMessage): Promise<number> {
    const arrivedAt = Date.now()
    const body = await bodyOf(request)
    if (body === undefined) return 413
    if (!webhook) return 503
    try {
      webhook.verify(body, request.headers as Record<string, string>)
    } catch {
      events.add({ isVerified: false, arrivedAt, body })
      return 401
    }
    events.add({ isVerified: true, arrivedAt, body })
    return 204
  }
}

/** Listens at this port, or at any free one. Returns the port. */
async function listen(server: Server, preferred: number): Promise<number> {
  const begin = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await begin(preferred).catch(error => {
    if (!preferred) throw error
    return begin(0)
  })
  return (server.address() as AddressInfo).port
}

const end = (response: ServerResponse, status: number): void => {
  response.writeHead(status, HEADERS).end()
}

/** The text of a body; undefined: it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
