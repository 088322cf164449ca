import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Fault, Seen } from './hotel.ts'

/*
 * A proxy in front of a service, which fails as networks do. Each test uses a route of its own, `/r/NAME`, which is a prefix of the
 * service's paths. `POST /faults/NAME` sets what happens to its next requests, and `POST /seen/NAME` lists them. `/hook/NAME` records
 * webhooks there too. `POST /customers` makes a customer.
 */

interface Route {
  api: (Fault | null)[]
  /** Faults of token requests. */
  token: (Fault | null)[]
  seen: Seen[]
}

/** Browsers ask another origin for permission. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': '*',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-d1-bookmark',
  'access-control-expose-headers': '*',
}

export class FaultyProxy {
  readonly #server: Server
  readonly #routes = new Map<string, Route>()
  readonly #open = new Set<Promise<void>>()
  readonly #origin: URL
  readonly #newCustomer: () => Promise<object>
  /** The fault of a request that a test has set none for. */
  usual: (path: string) => Fault | null = () => null

  private constructor(origin: string, newCustomer: () => Promise<object>) {
    this.#origin = new URL(origin)
    this.#newCustomer = newCustomer
    this.#server = createServer((incoming, response) => {
      const handled = this.#handle(incoming, response)
        .catch(() => void response.destroy())
        .finally(() => this.#open.delete(handled))
      this.#open.add(handled)
    })
  }

  static async inFrontOf(origin: string, newCustomer = async () => ({})): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(origin, newCustomer)
    await new Promise<void>(resolve => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The requests of a route. */
  seen(name: string): readonly Seen[] {
    return this.#routes.get(name)?.seen ?? []
  }

  /** Resolves when every request is done, also those that the client has given up. */
  async idle(): Promise<void> {
    while (this.#open.size) await Promise.all(this.#open)
  }

  end(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    // Chromium itself repeats a request on a connection that was used before and is closed.
    response.setHeader('connection', 'close')
    if (incoming.method === 'OPTIONS') {
      response.writeHead(204, CORS).end()
      return
    }
    const [, kind, name = '', path = ''] = /^\/(\w+)(?:\/([^/]+)(.*))?$/.exec(incoming.url ?? '') ?? []
    const route = this.#routes.get(name) ?? { api: [], token: [], seen: [] }
    this.#routes.set(name, route)
    const body = await bytesOf(incoming)
    const answer = (content: unknown) => response.writeHead(200, CORS).end(JSON.stringify(content))
    if (kind === 'customers') answer(await this.#newCustomer())
    if (kind === 'faults') answer(Object.assign(route, JSON.parse(body.toString())))
    if (kind === 'seen') answer(this.seen(name))
    if (kind !== 'r' && kind !== 'hook') return

    const { method = '' } = incoming
    const seen = {
      at: Date.now(),
      method,
      path,
      headers: incoming.headers as Record<string, string>,
      body: body.toString(),
    }
    route.seen.push(kind === 'hook' ? { ...seen, path: '/hook' } : seen)
    if (kind === 'hook') {
      response.writeHead(204).end()
      return
    }
    const faults = path === '/oauth/token' ? route.token : route.api
    await this.#pass(seen, body, response, (faults.length ? faults.shift() : this.usual(path)) ?? {})
  }

  async #pass(seen: Seen, body: Buffer, response: ServerResponse, fault: Fault): Promise<void> {
    if (fault.delay) await setTimeout(fault.delay, undefined, { ref: false })
    if (fault.close === 'before') {
      response.destroy()
      return
    }
    if (fault.status) {
      response.writeHead(fault.status, { ...CORS, ...fault.headers }).end(fault.body)
      return
    }
    const answer = await this.#ask(seen, body)
    if (fault.close === 'after') {
      response.destroy()
      return
    }
    const { body: content } = answer
    const isCut = fault.close === 'middle'
    if (isCut && !content.length) answer.headers['content-length'] = '1'
    response.writeHead(answer.status, { ...answer.headers, ...CORS })
    if (!isCut) {
      response.end(content)
      return
    }
    response.flushHeaders()
    response.write(content.subarray(0, content.length / 2), () => response.destroy())
  }

  /** Sends a request to the service, and reads the response to its end. */
  #ask({ method, path, headers }: Seen, body: Buffer) {
    const { hostname, port, host } = this.#origin
    return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
      const options = { hostname, port, method, path, headers: { ...headers, host } }
      const sent = request(options, async answer => {
        const { 'transfer-encoding': _, connection: __, ...received } = answer.headers
        const bytes = await bytesOf(answer)
        resolve({
          status: answer.statusCode ?? 0,
          headers: { ...received, 'content-length': String(bytes.length) },
          body: bytes,
        })
      })
      sent.on('error', reject).end(body)
    })
  }
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
