import { connect, type Socket } from 'node:net'

/** One request of a load. */
export interface LoadRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** Requests to one socket. */
export interface Load {
  origin: URL
  /** The requests, in turn, or a function that makes the next one: a write needs new data each time. */
  requests: readonly LoadRequest[] | (() => LoadRequest)
  /** The status that each response must have. A load that fails measures nothing. */
  status: number
  /** Number of connections; 8 by default. */
  connections?: number
}

/**
 * Sends the requests of a load for some seconds, one after another on each of its connections. Each connection sends at least one.
 * Returns the number of requests a second.
 */
export async function runLoad({ origin, requests, status, connections = 8 }: Load, seconds: number): Promise<number> {
  const messageOf = messages(origin, requests)
  let count = 0
  const began = performance.now()
  const until = began + seconds * 1000
  const sendUntilOver = async () => {
    const connection = await Connection.to(origin)
    do {
      const message = messageOf()
      const answered = await connection.send(message)
      if (answered !== status) throw new Error(`expected ${status}, got ${answered}: ${message.slice(0, 200)}`)
      count++
    } while (performance.now() < until)
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, sendUntilOver))
  return (count * 1000) / (performance.now() - began)
}

/** One request of a load, to compare its response. */
export function oneRequest({ requests }: Load): LoadRequest {
  const request = typeof requests === 'function' ? requests() : requests[0]
  if (!request) throw new TypeError('the load has no request')
  return request
}

/** The texts of the requests of a load, one after the other. */
function messages(origin: URL, requests: Load['requests']): () => string {
  if (typeof requests === 'function') return () => serializeRequest(origin, requests())
  const texts = requests.map(request => serializeRequest(origin, request))
  let next = 0
  return () => texts[next++ % texts.length] as string
}

/** A request as HTTP/1.1 text. */
export function serializeRequest({ host }: URL, { method = 'GET', path, headers, body = '' }: LoadRequest): string {
  const fields = { host, ...(method === 'POST' && { 'content-length': String(Buffer.byteLength(body)) }), ...headers }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/**
 * A minimal HTTP/1.1 client for responses with Content-Length or chunked encoding. Node's own client takes more time for a request
 * than the Worker does, and shares its cores.
 */
export class Connection {
  readonly #socket: Socket
  #received = ''
  #done: ((status: number) => void) | undefined
  #failed: ((reason: Error) => void) | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true).setEncoding('latin1')
    socket.on('data', text => this.#onData(String(text)))
    socket.on('error', error => this.#failed?.(error))
    socket.on('close', () => this.#failed?.(new Error('the service closed the connection')))
  }

  static to(origin: URL): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(origin.port), origin.hostname)
      socket.once('connect', () => resolve(new Connection(socket)))
      socket.once('error', reject)
    })
  }

  /** Resolves with the status when the whole response is read. */
  send(request: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#done = resolve
      this.#failed = reject
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#failed = undefined
    this.#socket.destroy()
  }

  #onData(text: string): void {
    this.#received += text
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, end))?.[1]
    const isWhole = length
      ? this.#received.length >= end + 4 + Number(length)
      : this.#received.endsWith('\r\n0\r\n\r\n')
    if (!isWhole) return
    const status = Number(this.#received.slice(9, 12))
    this.#received = ''
    this.#done?.(status)
  }
}
