import { connect, type Socket } from 'node:net'

/** A request, as it is written. */
export interface Shot {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** Requests to one socket, which take turns. */
export interface Load {
  origin: URL
  shots: readonly Shot[]
  /** What each has to answer: a load that fails measures nothing. */
  status: number
  /** Over how many connections; 8 if not said. */
  connections?: number
}

/** What one round of a load came to. Latencies in milliseconds. */
export interface Round {
  perSecond: number
  p50: number
  p99: number
}

/** Sends the shots of a load, one after another on each of its connections, for some seconds, and at least once. */
export async function fire({ origin, shots, status, connections = 8 }: Load, seconds: number): Promise<Round> {
  const requests = shots.map(shot => written(origin, shot))
  const times: number[] = []
  let next = 0
  const began = performance.now()
  const until = began + seconds * 1000
  const integrate = async () => {
    const connection = await Connection.to(origin)
    do {
      const request = requests[next++ % requests.length] as string
      const sent = performance.now()
      const answered = await connection.send(request)
      if (answered !== status) throw new Error(`expected ${status}, got ${answered}: ${request.slice(0, 200)}`)
      times.push(performance.now() - sent)
    } while (performance.now() < until)
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, integrate))
  const took = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  return { perSecond: times.length / took, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

/** Of a sorted list. */
const quantile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

export const median = (numbers: Iterable<number>) =>
  quantile(
    [...numbers].sort((a, b) => a - b),
    0.5,
  )

/** A request as it goes over the wire. */
export function written({ host }: URL, { method = 'GET', path, headers, body = '' }: Shot): string {
  const fields = { host, ...(method === 'POST' && { 'content-length': String(Buffer.byteLength(body)) }), ...headers }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/**
 * As much of HTTP/1.1 as the measured answers speak: with Content-Length, or chunked. Node's own client takes more time for a
 * request than the Worker does, and shares its cores.
 */
export class Connection {
  readonly #socket: Socket
  #heard = ''
  #done: ((status: number) => void) | undefined
  #failed: ((reason: Error) => void) | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true).setEncoding('latin1')
    socket.on('data', text => this.#hear(String(text)))
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

  /** Resolves with the status when the answer has been read to its end. */
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

  #hear(text: string): void {
    this.#heard += text
    const end = this.#heard.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#heard.slice(0, end))?.[1]
    const isWhole = length ? this.#heard.length >= end + 4 + Number(length) : this.#heard.endsWith('\r\n0\r\n\r\n')
    if (!isWhole) return
    const status = Number(this.#heard.slice(9, 12))
    this.#heard = ''
    this.#done?.(status)
  }
}
