import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { type ClockController, stopwatch } from './clock-controller.ts'
import { type Hotel, hotelsOf } from './hotel.ts'
import { type InitialData, parseObject } from './initial-data.ts'
import { type Itinerary, itineraryOf, withHotels } from './itinerary.ts'
import type { Link } from './link.ts'
import { haveWifi, loadWifi } from './wifi.ts'

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
      /** Whether the service could not be reached then. */
      isOffline?: boolean | undefined
    }
  | { status: 'failed'; reason: Failure; retrying?: boolean }

/** Times in milliseconds. */
export interface RetryPolicy {
  /** the timeout of a request */
  requestTimeout: number
  /** the delay before each retry */
  retryDelays: number[]
  /** how long an itinerary counts as fresh: a refresh before that does nothing */
  freshFor: number
  /** how long an itinerary waits for its hotels before it is shown without them */
  hotelsTimeout: number
}

/** Failures that are retried automatically. */
const TRANSIENT_FAILURES: readonly unknown[] = ['unreachable', 'busy']

/** Events of the window after which the stay may be out of date, or another one. */
const RETURNS = ['online', 'pageshow', 'hashchange']

/** What the controller reads from its element. */
interface ItinerarySource {
  /** It is set by the responses. */
  clock: ClockController
  link(): Link | undefined
  /** The page's initial data, if it is that of the link. It is used for the first link only: later it may be out of date. */
  initialData(link: Link): InitialData | undefined
  /** Runs when the state is `shown` or `failed` at the end of a request. */
  onSettled(state: State): void
}

/**
 * Fetches the itinerary of the element's link before an update, and holds the result. Transient failures are retried
 * automatically as often as the policy has delays, then only by `retry()`. The hotels of the stay are fetched at the same time;
 * without them the itinerary is shown too. When the guest comes back to an open page, or the
 * network comes back, the itinerary is refreshed. Only the last request counts: a new link, or the element leaving the page,
 * aborts it.
 */
export class ItineraryController implements ReactiveController {
  state: State = { status: 'loading' }
  retryPolicy: RetryPolicy = {
    requestTimeout: 12_000,
    retryDelays: [700, 2_500],
    freshFor: 60_000,
    hotelsTimeout: 1_000,
  }

  readonly #host: ReactiveControllerHost & Node
  readonly #source: ItinerarySource
  #link: Link | undefined
  #hadLink = false
  #request: AbortController | undefined
  /** The milliseconds since the last request was sent. */
  #sinceRequest = stopwatch()
  /** When the current itinerary was fetched, ms. */
  #fetchedAt = 0
  /** The last known hotels of the link, and the time zone of its initial data. */
  #hotels: Hotel[] = []
  #timeZone = ''

  constructor(host: ReactiveControllerHost & Node, source: ItinerarySource) {
    this.#host = host
    this.#source = source
    host.addController(this)
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#onReturn)
    for (const type of RETURNS) addEventListener(type, this.#onReturn)
    this.#host.requestUpdate()
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#onReturn)
    for (const type of RETURNS) removeEventListener(type, this.#onReturn)
    this.#request?.abort()
    this.#request = undefined
  }

  /** Shows the itinerary of the link, or the page's initial data. Does nothing if the link is loading or shown already. */
  hostUpdate(): void {
    if (!this.#host.isConnected) return
    const link = this.#source.link()
    const isCurrent = link?.details === this.#link?.details
    if (isCurrent && (this.#request || this.state.status === 'shown')) return
    this.#link = link
    if (!isCurrent) {
      this.#hotels = []
      this.#timeZone = ''
    }
    const initial = link && !this.#hadLink ? this.#source.initialData(link) : undefined
    this.#hadLink ||= link !== undefined
    const itinerary = itineraryOf(initial?.content, initial?.hotels, initial?.timeZone)
    if (link && itinerary) this.#showInitial(itinerary, link, initial)
    else this.#load({ status: 'loading' })
  }

  /** Retries a failure at the guest's request. The failure stays visible until the response. */
  retry(): void {
    const { state } = this
    if (state.status === 'failed' && !state.retrying) this.#load({ ...state, retrying: true })
  }

  /** The date may have changed too: the element renders again. A page that loads is new; one from the browser's cache is not. */
  readonly #onReturn = (event: Event) => {
    if ('persisted' in event && !event.persisted) return
    this.#host.requestUpdate()
    if (document.visibilityState === 'visible') this.#refresh()
  }

  /** Fetches again what may be out of date. The current itinerary stays visible until the response. */
  async #refresh(): Promise<void> {
    const { state } = this
    if (state.status !== 'shown') return
    // A copy with `asOf` is refreshed at once: it is marked as old, and the network may be back.
    if (!state.asOf && this.#sinceRequest() < this.retryPolicy.freshFor) return
    const { signal } = this.#begin()
    const hotels = this.#fetchHotels(state.link, signal)
    let result = await this.#attempt(state.link, signal)
    if (typeof result !== 'string') result = await this.#addHotels(result, hotels, signal)
    if (signal.aborted) return
    if (result === 'gone') this.#end({ status: 'failed', reason: result })
    else if (typeof result === 'string')
      this.#show({ ...state, asOf: this.#fetchedAt, isOffline: result !== 'busy' && result !== 'limited' })
    else if (isEqual(result, state.itinerary)) this.#show({ ...state, asOf: undefined })
    else this.#end({ status: 'shown', itinerary: result, link: state.link })
  }

  /** Initial data counts as a response. With `asOf` it is an old copy: it is marked, and refreshed at once. */
  #showInitial(itinerary: Itinerary, link: Link, { asOf, at, ahead }: Partial<InitialData> = {}): void {
    const { signal } = this.#begin()
    const { clock } = this.#source
    // Of a page that is loaded, the milliseconds since then are known.
    clock.set(asOf ? Date.now() + (Number(ahead) || 0) : Number(at) + performance.now())
    this.#fetchedAt = asOf ?? clock.now()
    this.#hotels = itinerary.hotels
    this.#timeZone = itinerary.timeZone
    this.#end({ status: 'shown', itinerary, link, asOf, isOffline: true })
    loadWifi(haveWifi(itinerary.hotels)).then(() => this.#host.requestUpdate())
    if (asOf !== undefined && !signal.aborted) this.#refresh()
  }

  async #load(meanwhile: State): Promise<void> {
    const { signal } = this.#begin()
    this.#show(meanwhile)
    const link = this.#link
    if (!link) return this.#end({ status: 'failed', reason: 'no-link' })
    const hotels = this.#fetchHotels(link, signal)
    const state = await this.#fetchWithRetries(link, signal)
    if (state.status === 'shown') state.itinerary = await this.#addHotels(state.itinerary, hotels, signal)
    if (!signal.aborted) this.#end(state)
  }

  /** Adds the hotels to a new itinerary. If they come late, the itinerary is shown again with them. */
  async #addHotels(itinerary: Itinerary, hotels: Promise<void>, signal: AbortSignal): Promise<Itinerary> {
    const delay = pause(this.retryPolicy.hotelsTimeout)
    const isLate = await Promise.race([hotels.then(() => false), delay.then(() => true)])
    const refreshIfLate = () => {
      const { state } = this
      if (signal.aborted || state.status !== 'shown') return
      const itinerary = this.#withHotels(state.itinerary)
      if (!isEqual(itinerary, state.itinerary)) this.#end({ ...state, itinerary })
    }
    if (isLate) hotels.then(refreshIfLate)
    return this.#withHotels(itinerary)
  }

  #withHotels(itinerary: Itinerary): Itinerary {
    return withHotels({ ...itinerary, timeZone: this.#timeZone }, this.#hotels)
  }

  /** Fetches the hotels, with the retries of the policy. Without a usable response the known ones stay. */
  async #fetchHotels({ hotels }: Link, signal: AbortSignal): Promise<void> {
    for (const delay of [0, ...this.retryPolicy.retryDelays]) {
      if (delay) await pause(delay)
      if (signal.aborted) return
      const result = await request(hotels, signal, this.retryPolicy.requestTimeout)
      if (signal.aborted) return
      if (typeof result !== 'string' && result.content) {
        this.#hotels = hotelsOf(result.content)
        await loadWifi(haveWifi(this.#hotels))
      }
      if (!TRANSIENT_FAILURES.includes(result)) return
    }
  }

  #begin(): AbortController {
    this.#request?.abort()
    this.#sinceRequest = stopwatch()
    this.#request = new AbortController()
    return this.#request
  }

  #show(state: State): void {
    this.state = state
    this.#host.requestUpdate()
  }

  #end(state: State): void {
    this.#show(state)
    this.#source.onSettled(state)
  }

  async #fetchWithRetries(link: Link, signal: AbortSignal): Promise<State> {
    const delays = [...this.retryPolicy.retryDelays]
    while (true) {
      const result = await this.#attempt(link, signal)
      const delay = delays.shift()
      if (typeof result !== 'string') return { status: 'shown', itinerary: result, link }
      if (!TRANSIENT_FAILURES.includes(result) || delay === undefined || signal.aborted)
        return { status: 'failed', reason: result }
      await pause(delay)
    }
  }

  /** One request, until `signal` aborts it or it times out. */
  async #attempt(link: Link, signal: AbortSignal): Promise<Itinerary | Failure> {
    const result = await request(link.details, signal, this.retryPolicy.requestTimeout)
    if (typeof result === 'string') return result
    const itinerary = itineraryOf(result.content)
    if (itinerary) {
      this.#source.clock.set(result.at)
      this.#fetchedAt = this.#source.clock.now()
    }
    return itinerary ?? 'unreadable'
  }
}

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * One request, until `signal` aborts it or the timeout (ms). The link is a secret of the guest: it must not reach a cache or, as
 * a referrer, another site. Without an address the link is not one of this page.
 */
async function request(
  address: string,
  signal: AbortSignal,
  timeout: number,
): Promise<{ content: unknown; at?: number } | Failure> {
  if (!address) return 'gone'
  // The oldest browsers do not have `AbortSignal.any`.
  const within = new AbortController()
  const abort = () => within.abort()
  const timer = setTimeout(abort, timeout)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    if (address.startsWith('sample:')) return { content: (await import('../actions/sample.ts')).sampleContent(address) }
    const response = await fetch(address, {
      signal: within.signal,
      headers: { accept: 'application/json' },
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    const { status, headers } = response
    if (status === 429) return 'limited'
    if (status >= 500) return 'busy'
    const { success, content } = parseObject(await response.text())
    // Only a 404 with the service's envelope means a dead link. Any other 404 comes from another server, such as a proxy.
    if (status === 404 && success === false) return 'gone'
    return { content, at: Date.parse(String(headers.get('date'))) }
  } catch {
    return 'unreachable'
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}
