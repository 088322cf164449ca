import type { Connection } from '../connection.ts'
import { InnletError } from '../errors.ts'
import { pageOf } from '../lists.ts'
import type { CallOptions } from '../options.ts'
import { type Page, Pages } from '../pages.ts'
import { headerOf, type Reply, sleep } from '../send.ts'
import type { Event, EventQuery } from '../types.ts'

/** Which events. Without `afterSequence` the oldest that is kept comes first. */
export type EventListQuery = Omit<EventQuery, 'cursor'>

export interface FollowQuery extends EventListQuery {
  /** Ends the loop. */
  signal?: AbortSignal | undefined
  /** Milliseconds between two requests while there is nothing new. Default: 2,000. */
  interval?: number | undefined
  /** Is called with each error after which the loop goes on: the service could not be reached, with all repetitions. */
  onError?: ((error: InnletError) => void) | undefined
}

const newestOf = (reply: Reply) => Number(headerOf(reply, 'x-newest-sequence'))

export class EventGroup {
  readonly #connection: Connection

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection
  }

  /**
   * Events, oldest first. The loop ends at the newest. Then `cursor` is the sequence to continue after: with `types` or a
   * `reservationId` it is higher than that of the last event.
   */
  list(query: EventListQuery = {}, options?: CallOptions): Pages<Event, number> {
    return new Pages(after => this.#page(query, after, options), query.afterSequence)
  }

  /**
   * Events as they happen, in the order of the changes, until the signal is aborted: then the loop ends. It goes on after an outage, and
   * misses nothing. Store the sequence together with what the event changed in your system, and begin after it next time.
   * Rejects with `EventsExpiredError` if events after `afterSequence` are not kept any more.
   *
   * @example
   * ```ts
   * import type { Innlet } from '@innlet/client'
   *
   * async function follow(innlet: Innlet, stored: { sequence: number }, signal: AbortSignal): Promise<void> {
   *   for await (const event of innlet.events.follow({ afterSequence: stored.sequence, signal })) {
   *     if (event.type === 'reservation.cancelled') console.log(event.data.reservationNumber)
   *     stored.sequence = event.sequence
   *   }
   * }
   * ```
   */
  follow({ signal, interval = 2_000, onError, ...query }: FollowQuery = {}): Pages<Event, number> {
    let isAtEnd = false
    const read = async (after: number | undefined) => {
      for (;;) {
        try {
          if (isAtEnd) await sleep(interval, signal)
          const page = await this.#page(query, after, { signal })
          isAtEnd = !page.hasMore
          return { ...page, hasMore: true }
        } catch (error) {
          if (signal?.aborted) return { elements: [], next: undefined, hasMore: false }
          if (!(error instanceof InnletError && error.retryable)) throw error
          onError?.(error)
          isAtEnd = true
        }
      }
    }
    return new Pages(read, query.afterSequence)
  }

  /**
   * The sequence of the newest event; 0: there is none yet. To begin a copy of your records, keep it, read all records, and follow the
   * events after it.
   */
  async newestSequence(options?: CallOptions): Promise<number> {
    return newestOf(await this.#send({ pageSize: 1 }, options))
  }

  async #page(
    query: EventListQuery,
    afterSequence: number | undefined,
    options: CallOptions | undefined,
  ): Promise<Page<Event, number>> {
    const reply = await this.#send({ ...query, afterSequence }, options)
    const page = pageOf<Event, number>(reply, Number, afterSequence)
    return page.hasMore ? page : { ...page, next: newestOf(reply) }
  }

  #send(query: EventListQuery, options: CallOptions | undefined): Promise<Reply> {
    return this.#connection.send({ method: 'GET', path: '/api/Event/GetEvents', query }, options)
  }
}
