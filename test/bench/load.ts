import { connect, type Socket } from 'node:net'

/** One request of a load: made anew each time, so that each may differ. */
export interface Shot {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
  /** What it has to answer: a load that fails measures nothing. */
  status: number
}

export interface Load {
  name: string
  shot: () => Shot
}

/** What one round of a load came to. Latencies in milliseconds. */
export interface Round {
  perSecond: number
  p50: number
  p99: number
}

const CONNECTIONS = 16

/** Sends shots over a few connections, one after another on each, for some seconds. */
export async function fire(origin: URL, { name, shot }: Load, seconds: number): Promise<Round> {
  const times: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  const integrate = async () => {
    const connection = await Connection.to(origin)
    while (performance.now() < until) {
      const each = shot()
      const sent = performance.now()
      const status = await connection.send(each)
      if (status !== each.status) throw new Error(`${name}: expected ${each.status}, got ${status}`)
      times.push(performance.now() - sent)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, integrate))
  const took = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  return { perSecond: times.length / took, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

/** Of a sorted list. */
const quantile = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

export const median = (numbers: number[]) =>
  quantile(
    [...numbers].sort((a, b) => a - b),
    0.5,
  )

/**
 * As much of HTTP/1.1 as the measured answers speak: with Content-Length, or chunked. Node's own client takes more time for a
 * request than the Worker does, and shares its cores.
 */
class Connection {
  readonly #socket: Socket
  readonly #host: string
  #heard = ''
  #done: ((status: number) => void) | undefined
  #failed: ((reason: Error) => void) | undefined

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.setNoDelay(true).setEncoding('latin1')
    socket.on('data', text => this.#hear(String(text)))
    socket.on('error', error => this.#failed?.(error))
    socket.on('close', () => this.#failed?.(new Error('the service closed the connection')))
  }

  static to(origin: URL): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(origin.port), origin.hostname)
      socket.once('connect', () => resolve(new Connection(socket, origin.host)))
      socket.once('error', reject)
    })
  }

  /** Resolves with the status when the answer has been read to its end. */
  send({ method, path, headers, body = '' }: Shot): Promise<number> {
    const fields = { host: this.#host, 'content-length': String(Buffer.byteLength(body)), ...headers }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
    return new Promise((resolve, reject) => {
      this.#done = resolve
      this.#failed = reject
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
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
