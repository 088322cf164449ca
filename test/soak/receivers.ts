import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/*
 * Receivers of webhooks on this machine, which live on when the service is killed.
 */

/** How a receiver responds. `retried`: 500 to some first attempts, then 204. */
export type Behaviour = 'ok' | 'large' | 'retried' | 'error' | 'gone' | 'redirect' | 'hanging' | 'closing'

/** Receivers that accept every event in the end. */
export const HEALTHY: readonly Behaviour[] = ['ok', 'large', 'retried']

interface ReceivedEvent {
  id: string
  type: string
  sequence: number
  previousSequence: number
  data: { reservationId?: number | null }
  /** Milliseconds from the commit to the arrival. */
  delayMs: number
}

export interface Receiver {
  behaviour: Behaviour
  url: string
  /** Each event once, in the order of the first accepted attempts. */
  received: ReceivedEvent[]
  attempts: number
  /** Accepted attempts of events that were accepted before. */
  repeated: number
  maxOpen: number
  /** What no receiver may see: a wrong signature, a followed redirect. */
  faults: string[]
  expect: (secret: string) => void
}

const LARGE_BYTES = 10_000_000
/** A `retried` receiver refuses one of so many events at first. */
const REFUSED_OF = 50

export interface Receivers {
  add: (name: string, behaviour: Behaviour) => Receiver
  close: () => void
}

export async function startReceivers(): Promise<Receivers> {
  const byName = new Map<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>()
  const server = createServer((request, response) => {
    const handle = byName.get((request.url ?? '').slice(1))
    handle?.(request, response).catch(() => response.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    add(name, behaviour) {
      const { receiver, handle } = newReceiver(`${origin}/${name}`, behaviour)
      byName.set(name, handle)
      if (behaviour === 'redirect') {
        byName.set(`${name}-target`, async () => {
          receiver.faults.push('the redirect was followed')
        })
      }
      return receiver
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function newReceiver(url: string, behaviour: Behaviour) {
  let webhook: Webhook | undefined
  let open = 0
  const accepted = new Set<string>()
  const refused = new Set<string>()
  const receiver: Receiver = {
    behaviour,
    url,
    received: [],
    attempts: 0,
    repeated: 0,
    maxOpen: 0,
    faults: [],
    expect(secret) {
      webhook = new Webhook(secret)
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrived = Date.now()
    receiver.attempts++
    open++
    receiver.maxOpen = Math.max(receiver.maxOpen, open)
    let isOpen = true
    const end = () => {
      if (isOpen) open--
      isOpen = false
    }
    response.once('close', end)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    try {
      webhook?.verify(body, request.headers as Record<string, string>)
    } catch (error) {
      receiver.faults.push(`a signature is not valid: ${error}`)
    }
    const { timestamp, ...event } = JSON.parse(body)
    if (HEALTHY.includes(behaviour) && !isRefused(event)) accept({ ...event, delayMs: arrived - Date.parse(timestamp) })
    respond(response, event)
    // The sender reads only the beginning of a large response, and goes on.
    if (response.headersSent) end()
  }

  const isRefused = ({ id, sequence }: ReceivedEvent) =>
    behaviour === 'retried' && sequence % REFUSED_OF === 0 && !refused.has(id)

  function accept(event: ReceivedEvent): void {
    if (accepted.has(event.id)) receiver.repeated++
    else receiver.received.push(event)
    accepted.add(event.id)
  }

  function respond(response: ServerResponse, event: ReceivedEvent): void {
    if (behaviour === 'hanging') return
    if (behaviour === 'closing') response.destroy()
    else if (behaviour === 'redirect') response.writeHead(302, { location: `${url}-target` }).end()
    else if (behaviour === 'gone') response.writeHead(410).end()
    else if (behaviour === 'large') response.writeHead(200).end('x'.repeat(LARGE_BYTES))
    else if (behaviour === 'error' || isRefused(event)) response.writeHead(500).end()
    else response.writeHead(204).end()
    refused.add(event.id)
  }

  return { receiver, handle }
}
