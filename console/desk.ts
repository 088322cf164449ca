import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { EventsExpiredError } from '../client/errors.ts'
import { Innlet } from '../client/innlet.ts'
import type { Event, Hotel } from '../client/types.ts'
import { hotelDayIn } from '../schema/stay-dates.ts'
import type { Access, Session } from './session.ts'

/** Milliseconds between two looks for changes while the page is visible. */
const INTERVAL = 15_000

/** Milliseconds that a person waits for one attempt of a request, and for it with its repetitions. */
const ATTEMPT = 10_000
const WHOLE = 40_000

/** Events since the last look. `undefined`: they are not kept any more, so everything is to be read again. */
export type Changes = readonly Event[] | undefined
type Listener = (changes: Changes) => unknown

/** The work for one customer: its records, its client, and what changes there. Every page has it. */
export class Desk {
  readonly session: Session
  readonly access: Access
  readonly innlet: Innlet
  readonly hotel: Hotel
  /** The hotel whose day is shown: `hotelid` of a property. */
  hotelid: string
  /** When the service was last reached, in milliseconds since 1970. */
  freshAt = Date.now()
  isReached = true
  #sequence: number
  #listeners = new Set<Listener>()
  #looking = Promise.resolve()
  #isLooking = false
  readonly #ended = new AbortController()

  private constructor(session: Session, access: Access, innlet: Innlet, hotel: Hotel, sequence: number) {
    this.session = session
    this.access = access
    this.innlet = innlet
    this.hotel = hotel
    this.hotelid = hotel.properties[0]?.hotelid ?? ''
    this.#sequence = sequence
    const { signal } = this.#ended
    const timer = setInterval(() => this.#lookIfVisible(), INTERVAL)
    signal.addEventListener('abort', () => clearInterval(timer))
    addEventListener('focus', () => this.#lookIfVisible(), { signal })
    addEventListener('online', () => this.#lookIfVisible(), { signal })
    document.addEventListener('visibilitychange', () => this.#lookIfVisible(), { signal })
  }

  /** Opens the work for a customer. Rejects if the person has no role there, or the customer is closed. */
  static async open(session: Session, access: Access): Promise<Desk> {
    const { customerId } = access
    const innlet = new Innlet({
      url: location.origin,
      attemptTimeout: ATTEMPT,
      timeout: WHOLE,
      accessToken: () => session.token(customerId),
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        // A role was taken away, or a key rotated: the client asks for a token again.
        if (response.status === 401) session.forget()
        return response
      },
    })
    // The sequence first: what changes while the records are read comes as an event.
    const sequence = await innlet.events.newestSequence()
    return new Desk(session, access, innlet, await innlet.reservation.hotel(), sequence)
  }

  /** The hotel whose day is shown. */
  get property() {
    return this.hotel.properties.find(({ hotelid }) => hotelid === this.hotelid)
  }

  /** The day of the hotel, which ends at four in the morning. */
  get today(): string {
    return hotelDayIn(this.property?.timeZone ?? this.hotel.timeZone, Date.now())
  }

  /** Calls a function with what changes, while an element is in the page. */
  follow(host: ReactiveControllerHost, listener: Listener): void {
    const controller: ReactiveController = {
      hostConnected: () => this.#listeners.add(listener),
      hostDisconnected: () => this.#listeners.delete(listener),
    }
    host.addController(controller)
  }

  /** Looks for changes now: after an own write. Resolves when those who follow have them. */
  look(): Promise<void> {
    // After a look that has begun, because that may be older than the write.
    this.#looking = this.#looking.then(() => this.#read())
    return this.#looking
  }

  /** Ends the looks for changes. */
  end(): void {
    this.#ended.abort()
  }

  #lookIfVisible(): void {
    const { person, isLocked } = this.session
    if (document.visibilityState === 'visible' && person && !isLocked && !this.#isLooking) this.look()
  }

  async #read(): Promise<void> {
    this.#isLooking = true
    let changes: Event[] | undefined = []
    try {
      const pages = this.innlet.events.list({ afterSequence: this.#sequence })
      for await (const event of pages) changes.push(event)
      this.#sequence = pages.cursor ?? this.#sequence
      this.isReached = true
    } catch (error) {
      this.isReached = error instanceof EventsExpiredError
      if (error instanceof EventsExpiredError) {
        this.#sequence = error.newestSequence
        changes = undefined
      }
    }
    if (this.isReached) this.freshAt = Date.now()
    await this.#tell(changes)
    this.#isLooking = false
  }

  /** One page that fails keeps no other from its changes: it shows its own failure. */
  async #tell(changes: Changes): Promise<void> {
    await Promise.allSettled([...this.#listeners].map(listener => listener(changes)))
  }
}
