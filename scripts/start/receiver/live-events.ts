import type { ServerResponse } from 'node:http'

/** A request that the receiver got. */
interface Received {
  isVerified: boolean
  arrivedAt: number
  body: string
}

/** What the page shows of a request. Without a valid signature only its body is shown. */
type ShownEvent = Received & {
  type?: string
  sequence?: number
  previousSequence?: number
  /** Milliseconds from the commit to the arrival. */
  delayMs?: number
  /** The same event arrived before: it was sent again. */
  isRepeated?: boolean
}

/** Events that a page shows when it is opened. */
const KEPT = 100

/** The events that arrived, for the pages that are open, as Server-Sent Events. */
export class LiveEvents {
  readonly #kept: string[] = []
  readonly #seen = new Set<string>()
  readonly #open = new Set<ServerResponse>()

  add(received: Received): void {
    const message = `data: ${JSON.stringify(this.#shown(received))}\n\n`
    this.#kept.push(message)
    if (this.#kept.length > KEPT) this.#kept.shift()
    for (const response of this.#open) response.write(message)
  }

  /** Sends the latest events to a page, and then each one that arrives. */
  show(response: ServerResponse): void {
    // A page that connects again empties its list.
    response.write(`retry: 1000\nevent: begin\ndata:\n\n${this.#kept.join('')}`)
    this.#open.add(response)
    response.once('close', () => this.#open.delete(response))
  }

  #shown(received: Received): ShownEvent {
    if (!received.isVerified) return received
    const { id, type, sequence, previousSequence, timestamp } = JSON.parse(received.body)
    const isRepeated = this.#seen.has(id)
    this.#seen.add(id)
    return {
      ...received,
      type,
      sequence,
      previousSequence,
      delayMs: received.arrivedAt - Date.parse(timestamp),
      isRepeated,
    }
  }
}
