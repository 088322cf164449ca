import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A proxy between a browser and the service. It simulates network states that the offline switch of the browser does not apply
 * to service workers: it forwards (`up`), refuses connections (`down`), accepts and never responds (`silent`), or responds
 * itself as a captive portal does (`lying`).
 */
export class Network {
  state: 'up' | 'down' | 'silent' | 'lying' = 'up'
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(port: number) {
    this.#server = createServer(socket => this.#serve(socket, port))
  }

  /** Starts a proxy in front of a local origin. */
  static async inFrontOf(origin: string): Promise<Network> {
    const network = new Network(Number(new URL(origin).port))
    await new Promise<void>(resolve => network.#server.listen(0, '127.0.0.1', resolve))
    return network
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  /** The address with the origin of the proxy. */
  addressOf(address: string): string {
    return this.origin + new URL(address).pathname
  }

  /** Closes all connections, so that clients reconnect in the new state. */
  switchTo(state: Network['state']): void {
    this.state = state
    for (const socket of this.#sockets) socket.destroy()
  }

  end(): void {
    this.switchTo('down')
    this.#server.close()
  }

  #serve(socket: Socket, port: number): void {
    this.#sockets.add(socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket)))
    if (this.state === 'down') socket.destroy()
    if (this.state === 'lying') socket.once('data', () => socket.end(CAPTIVE_PORTAL_RESPONSE))
    if (this.state !== 'up') return
    const service = connect(port, '127.0.0.1').on('error', () => socket.destroy())
    socket.on('close', () => service.destroy())
    socket.pipe(service).pipe(socket)
  }
}

const CAPTIVE_PORTAL_RESPONSE =
  'HTTP/1.1 404 Not Found\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<h1>Please buy our Wi-Fi</h1>'
