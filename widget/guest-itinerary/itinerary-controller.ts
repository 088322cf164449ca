import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { type Itinerary, itineraryOf } from './itinerary.ts'
import type { Link } from './link.ts'

/** Why there is nothing to show. */
export type Failure =
  /** the page has no link at all */
  | 'no-link'
  /** the service does not know the link (any more) */
  | 'gone'
  /** nobody answered: no network, or not in time */
  | 'unreachable'
  /** the service answered that it cannot, for now */
  | 'busy'
  /** the service has heard too much from here, and wants to be left alone for a while */
  | 'limited'
  /** the answer is not one that we understand */
  | 'unreadable'

export type State =
  | { is: 'loading' }
  | { is: 'shown'; itinerary: Itinerary; link: Link }
  | { is: 'failed'; why: Failure; retrying?: boolean }

/** How long to wait, in milliseconds: for an answer, and before each further attempt. */
export interface Patience {
  answer: number
  pauses: number[]
}

/** What is worth another attempt without being asked. */
const PASSING: readonly Failure[] = ['unreachable', 'busy']

/**
 * Fetches an itinerary for its host and keeps what came of it. What may pass by itself is tried again, a few times by itself and
 * after that when the guest asks for it. Only the last request counts: another link or a host that leaves the page ends it.
 */
export class ItineraryController implements ReactiveController {
  state: State = { is: 'loading' }
  patience: Patience = { answer: 12_000, pauses: [700, 2_500] }

  readonly #host: ReactiveControllerHost
  readonly #settled: (state: State) => void
  #link: Link | undefined
  #request: AbortController | undefined

  /** `settled` hears of every end: shown or failed. */
  constructor(host: ReactiveControllerHost, settled: (state: State) => void) {
    this.#host = host
    this.#settled = settled
    host.addController(this)
  }

  /**
   * Shows what `link` leads to. A link that is on its way or shown already is no news. `content` is what the page has brought
   * along: what the service would answer if it were asked now.
   */
  open(link: Link | undefined, content?: unknown): void {
    const known = link?.details === this.#link?.details
    if (known && (this.#request || this.state.is === 'shown')) return
    this.#link = link
    const itinerary = itineraryOf(content)
    if (!link || !itinerary) return void this.#load({ is: 'loading' })
    this.state = { is: 'shown', itinerary, link }
    queueMicrotask(() => this.#settled(this.state))
  }

  /** The guest asks once more. What went wrong stays to be read until there is an answer. */
  retry(): void {
    const { state } = this
    if (state.is === 'failed' && !state.retrying) this.#load({ ...state, retrying: true })
  }

  hostDisconnected(): void {
    this.#request?.abort()
    this.#request = undefined
  }

  async #load(meanwhile: State): Promise<void> {
    this.#request?.abort()
    const request = new AbortController()
    this.#request = request
    this.#show(meanwhile)
    const state = await this.#outcome(request.signal)
    if (request.signal.aborted) return
    this.#show(state)
    this.#settled(state)
  }

  #show(state: State): void {
    this.state = state
    this.#host.requestUpdate()
  }

  async #outcome(signal: AbortSignal): Promise<State> {
    const link = this.#link
    if (!link) return { is: 'failed', why: 'no-link' }
    for (const pause of [...this.patience.pauses, undefined]) {
      const answer = await within(this.patience.answer, signal, attempt => ask(link, attempt))
      if (typeof answer !== 'string') return { is: 'shown', itinerary: answer, link }
      if (!PASSING.includes(answer) || pause === undefined || signal.aborted) return { is: 'failed', why: answer }
      await new Promise(resolve => setTimeout(resolve, pause))
    }
    return { is: 'failed', why: 'unreachable' }
  }
}

/** Does `work` with a signal that ends it when `signal` does, or when it takes longer than so many milliseconds. */
async function within<T>(
  milliseconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const attempt = new AbortController()
  const end = () => attempt.abort()
  const timer = setTimeout(end, milliseconds)
  signal.addEventListener('abort', end)
  try {
    return await work(attempt.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

/** One attempt. The link is the guest's secret: neither a cache nor another site is to learn of it. */
async function ask(link: Link, signal: AbortSignal): Promise<Itinerary | Failure> {
  try {
    const response = await fetch(link.details, {
      signal,
      headers: { accept: 'application/json' },
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    if (response.status === 404) return 'gone'
    if (response.status === 429) return 'limited'
    if (response.status >= 500) return 'busy'
    return itineraryOf(contentOf(await response.text())) ?? 'unreadable'
  } catch {
    return 'unreachable'
  }
}

function contentOf(text: string): unknown {
  try {
    return JSON.parse(text)?.content
  } catch {
    return undefined
  }
}
