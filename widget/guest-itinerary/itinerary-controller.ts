import { type InitialData, parseObject } from './initial-data.ts'
import { type Itinerary, itineraryOf } from './itinerary.ts'
import type { Link } from './link.ts'

/** Why there is no itinerary. */
export type Failure =
  /** the page has no link */
  | 'no-link'
  /** the link is invalid or has expired */
  | 'gone'
  /** no response: no network, or a timeout */
  | 'unreachable'
  /** a server error */
  | 'busy'
  /** too many requests from this address */
  | 'limited'
  /** the response is not an itinerary */
  | 'unreadable'

export type State =
  | { status: 'loading' }
  | {
      status: 'shown'
      itinerary: Itinerary
      link: Link
      /** When it was fetched (ms), if the last refresh failed. */
      asOf?: number | undefined
    }
  | { status: 'failed'; reason: Failure; retrying?: boolean }

/** Times in milliseconds. */
export interface RetryPolicy {
  /** the timeout of a request */
  answer: number
  /** the delay before each retry */
  pauses: number[]
  /** how long an itinerary counts as fresh: a refresh before that does nothing */
  fresh: number
}

/** Failures that are retried automatically. */
const TRANSIENT_FAILURES: readonly unknown[] = ['unreachable', 'busy']

/**
 * Fetches an itinerary and holds the result. Transient failures are retried automatically as often as the policy has delays,
 * then only by `retry()`. Only the last request counts: a new link, or the element leaving the page, aborts it.
 */
export class ItineraryController {
  state: State = { status: 'loading' }
  retryPolicy: RetryPolicy = { answer: 12_000, pauses: [700, 2_500], fresh: 60_000 }

  readonly #onChange: () => void
  readonly #onSettled: (state: State) => void
  #link: Link | undefined
  #request: AbortController | undefined
  /** When the last request was sent, and when the current itinerary was fetched; ms. */
  #requestedAt = 0
  #fetchedAt = 0

  /** `onChange` runs on every new state, `onSettled` when the state is `shown` or `failed` at the end of a request. */
  constructor(onChange: () => void, onSettled: (state: State) => void) {
    this.#onChange = onChange
    this.#onSettled = onSettled
  }

  /** Shows the itinerary of `link`, or the page's initial data. Does nothing if the link is loading or shown already. */
  open(link: Link | undefined, initial?: InitialData): void {
    const isCurrent = link?.details === this.#link?.details
    if (isCurrent && (this.#request || this.state.status === 'shown')) return
    this.#link = link
    const itinerary = itineraryOf(initial?.content)
    if (link && itinerary) this.#showInitial(itinerary, link, initial?.asOf)
    else this.#load({ status: 'loading' })
  }

  /** Retries a failure at the guest's request. The failure stays visible until the response. */
  retry(): void {
    const { state } = this
    if (state.status === 'failed' && !state.retrying) this.#load({ ...state, retrying: true })
  }

  /** Fetches again what may be out of date. The current itinerary stays visible until the response. */
  async refresh(): Promise<void> {
    const { state } = this
    if (state.status !== 'shown') return
    // A copy with `asOf` is refreshed at once: it is marked as old, and the network may be back.
    if (!state.asOf && Date.now() - this.#requestedAt < this.retryPolicy.fresh) return
    const { signal } = this.#begin()
    const result = await this.#attempt(state.link, signal)
    if (signal.aborted) return
    if (result === 'gone') this.#end({ status: 'failed', reason: result })
    else if (typeof result === 'string') this.#show({ ...state, asOf: this.#fetchedAt })
    else if (JSON.stringify(result) === JSON.stringify(state.itinerary)) this.#show({ ...state, asOf: undefined })
    else this.#end({ status: 'shown', itinerary: result, link: state.link })
  }

  /** The element left the page. */
  disconnect(): void {
    this.#request?.abort()
    this.#request = undefined
  }

  /** Initial data counts as a response. With `asOf` it is an old copy: it is marked, and refreshed at once. */
  #showInitial(itinerary: Itinerary, link: Link, asOf: number | undefined): void {
    const { signal } = this.#begin()
    this.#fetchedAt = asOf ?? Date.now()
    this.#end({ status: 'shown', itinerary, link, asOf })
    if (asOf !== undefined && !signal.aborted) this.refresh()
  }

  async #load(meanwhile: State): Promise<void> {
    const { signal } = this.#begin()
    this.#show(meanwhile)
    const state = await this.#fetchWithRetries(signal)
    if (!signal.aborted) this.#end(state)
  }

  #begin(): AbortController {
    this.#request?.abort()
    this.#requestedAt = Date.now()
    this.#request = new AbortController()
    return this.#request
  }

  #show(state: State): void {
    this.state = state
    this.#onChange()
  }

  #end(state: State): void {
    this.#show(state)
    this.#onSettled(state)
  }

  async #fetchWithRetries(signal: AbortSignal): Promise<State> {
    const link = this.#link
    if (!link) return { status: 'failed', reason: 'no-link' }
    const delays = [...this.retryPolicy.pauses]
    while (true) {
      const result = await this.#attempt(link, signal)
      const delay = delays.shift()
      if (typeof result !== 'string') return { status: 'shown', itinerary: result, link }
      if (!TRANSIENT_FAILURES.includes(result) || delay === undefined || signal.aborted)
        return { status: 'failed', reason: result }
      await new Promise(resolve => setTimeout(resolve, delay))
    }
  }

  /** One request, until `signal` aborts it or it times out. */
  async #attempt(link: Link, signal: AbortSignal): Promise<Itinerary | Failure> {
    const result = await request(link, AbortSignal.any([signal, AbortSignal.timeout(this.retryPolicy.answer)]))
    if (typeof result !== 'string') this.#fetchedAt = Date.now()
    return result
  }
}

/** One request. The link is a secret of the guest: it must not reach a cache or, as a referrer, another site. */
async function request({ details }: Link, signal: AbortSignal): Promise<Itinerary | Failure> {
  try {
    const response = await fetch(details, {
      signal,
      headers: { accept: 'application/json' },
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    const { status } = response
    if (status === 429) return 'limited'
    if (status >= 500) return 'busy'
    const { success, content } = parseObject(await response.text())
    // Only a 404 with the service's envelope means a dead link. Any other 404 comes from another server, such as a proxy.
    if (status === 404 && success === false) return 'gone'
    return itineraryOf(content) ?? 'unreadable'
  } catch {
    return 'unreachable'
  }
}
