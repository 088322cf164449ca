import { type InitialData, objectOf } from './initial-data.ts'
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
  | {
      is: 'shown'
      itinerary: Itinerary
      link: Link
      /** Of when it is (ms), where it could not be made sure since. */
      asOf?: number | undefined
    }
  | { is: 'failed'; why: Failure; retrying?: boolean }

/** How long to wait, in milliseconds. */
export interface RetryPolicy {
  /** for an answer */
  answer: number
  /** before each further attempt */
  delays: number[]
  /** before what is shown is asked for once more */
  fresh: number
}

/** What is worth another attempt without being asked. */
const TRANSIENT_STATUSES: readonly unknown[] = ['unreachable', 'busy']

/**
 * Fetches an itinerary and keeps what came of it. What may pass by itself is tried again, a few times by itself and after that
 * when the guest asks for it. Only the last request counts: another link, or an element that leaves the page, ends it.
 */
export class ItineraryController {
  state: State = { is: 'loading' }
  patience: RetryPolicy = { answer: 12_000, delays: [700, 2_500], fresh: 60_000 }

  readonly #changed: () => void
  readonly #settled: (state: State) => void
  #link: Link | undefined
  #request: AbortController | undefined
  /** When it was asked for last, and of when the answer is that is shown; ms. */
  #asked = 0
  #answered = 0

  /** `changed` hears of every other state, `settled` of every end: shown or failed. */
  constructor(changed: () => void, settled: (state: State) => void) {
    this.#changed = changed
    this.#settled = settled
  }

  /** Shows what `link` leads to, or what the page has handed over. A link that is on its way or shown already is no news. */
  open(link: Link | undefined, handOver?: InitialData): void {
    const known = link?.details === this.#link?.details
    if (known && (this.#request || this.state.is === 'shown')) return
    this.#link = link
    const itinerary = itineraryOf(handOver?.content)
    if (link && itinerary) this.#take(itinerary, link, handOver?.asOf)
    else this.#load({ is: 'loading' })
  }

  /** The guest asks once more. What went wrong stays to be read until there is an answer. */
  retry(): void {
    const { state } = this
    if (state.is === 'failed' && !state.retrying) this.#load({ ...state, retrying: true })
  }

  /** The guest is back: what is shown may be old. It stays until there is something else to show. */
  async refresh(): Promise<void> {
    const { state } = this
    if (state.is !== 'shown') return
    // What says of when it is has waited long enough for whatever has changed since: a network.
    if (!state.asOf && Date.now() - this.#asked < this.patience.fresh) return
    const { signal } = this.#begin()
    const answer = await this.#attempt(state.link, signal)
    if (signal.aborted) return
    if (answer === 'gone') this.#end({ is: 'failed', why: answer })
    else if (typeof answer === 'string') this.#show({ ...state, asOf: this.#answered })
    else if (JSON.stringify(answer) === JSON.stringify(state.itinerary)) this.#show({ ...state, asOf: undefined })
    else this.#end({ is: 'shown', itinerary: answer, link: state.link })
  }

  /** The element left the page. */
  leave(): void {
    this.#request?.abort()
    this.#request = undefined
  }

  /** What the page has handed over counts as an answer; what it says to be of another time is marked, and asked for again at once. */
  #take(itinerary: Itinerary, link: Link, asOf: number | undefined): void {
    const { signal } = this.#begin()
    this.#answered = asOf ?? Date.now()
    this.#end({ is: 'shown', itinerary, link, asOf })
    if (asOf !== undefined && !signal.aborted) this.refresh()
  }

  async #load(meanwhile: State): Promise<void> {
    const { signal } = this.#begin()
    this.#show(meanwhile)
    const state = await this.#outcome(signal)
    if (!signal.aborted) this.#end(state)
  }

  #begin(): AbortController {
    this.#request?.abort()
    this.#asked = Date.now()
    this.#request = new AbortController()
    return this.#request
  }

  #show(state: State): void {
    this.state = state
    this.#changed()
  }

  #end(state: State): void {
    this.#show(state)
    this.#settled(state)
  }

  async #outcome(signal: AbortSignal): Promise<State> {
    const link = this.#link
    if (!link) return { is: 'failed', why: 'no-link' }
    const pauses = [...this.patience.delays]
    while (true) {
      const answer = await this.#attempt(link, signal)
      const pause = pauses.shift()
      if (typeof answer !== 'string') return { is: 'shown', itinerary: answer, link }
      if (!TRANSIENT_STATUSES.includes(answer) || pause === undefined || signal.aborted)
        return { is: 'failed', why: answer }
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }

  /** Asks once, until `signal` ends it or patience does. */
  async #attempt(link: Link, signal: AbortSignal): Promise<Itinerary | Failure> {
    const answer = await request(link, AbortSignal.any([signal, AbortSignal.timeout(this.patience.answer)]))
    if (typeof answer !== 'string') this.#answered = Date.now()
    return answer
  }
}

/** One attempt. The link is the guest's secret: neither a cache nor another site is to learn of it. */
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
    const { success, content } = objectOf(await response.text())
    // Only the service itself knows that a link is dead: any other 404 says that nobody of ours was asked.
    if (status === 404 && success === false) return 'gone'
    return itineraryOf(content) ?? 'unreadable'
  } catch {
    return 'unreachable'
  }
}
