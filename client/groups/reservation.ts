import { type Connection, contentOf } from '../connection.ts'
import { list, pageOf } from '../lists.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import { Pages } from '../pages.ts'
import type {
  Closing,
  Closure,
  ClosureQuery,
  Hotel,
  Opening,
  PartnerQuery,
  PartnerReservation,
  Reservation,
  ReservationFilter,
  RoomHolder,
  RoomNightQuery,
} from '../types.ts'

/** Where to begin with the changes. */
export interface ChangesQuery {
  /** The `cursor` of an earlier loop; or an instant, as a `Date` or in ISO 8601 with a zone. Default: all reservations. */
  since?: string | Date | undefined
  /** Reservations of one request. */
  pageSize?: number | undefined
}

const PARTNER = '/api/Reservation/GetReservationsForPartner'

/** An instant begins with its year, and a cursor never does. */
const INSTANT = /^\d{4}-/

export class ReservationGroup {
  readonly #connection: Connection

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Reservations with all their data, in the order of `reservationId`, or of a date that the filter names. */
  find(filter: ReservationFilter = {}, options?: CallOptions): Pages<Reservation> {
    return list(this.#connection, { method: 'POST', path: '/api/Reservation/GetReservations', body: filter }, options)
  }

  /** Reservations without contact and payment data, in the order of their last change. */
  forPartner(query: PartnerQuery = {}, options?: CallOptions): Pages<PartnerReservation> {
    return list(this.#connection, { method: 'GET', path: PARTNER, query }, options)
  }

  /**
   * Reservations that changed since you last asked, each as it is now. The loop ends at the newest. `since` is the `cursor` of the last
   * loop, or an instant at first; without it all reservations come. Store the `cursor` when the loop has ended, or as often as you like
   * in it: no change is missed, and what came after it comes again.
   *
   * @example
   * ```ts
   * import type { Innlet } from '@innlet/client'
   *
   * async function follow(innlet: Innlet, stored: { cursor: string | undefined }): Promise<void> {
   *   const changes = innlet.reservation.changes({ since: stored.cursor })
   *   for await (const reservation of changes) {
   *     console.log(reservation.reservationId, reservation.reservationStatus)
   *     stored.cursor = changes.cursor
   *   }
   *   stored.cursor = changes.cursor
   * }
   * ```
   */
  changes({ since, pageSize }: ChangesQuery = {}, options?: CallOptions): Pages<PartnerReservation> {
    const start = since instanceof Date ? since.toISOString() : since
    const read = async (cursor: string | undefined) => {
      const from = cursor && INSTANT.test(cursor) ? { modifiedSince: cursor } : { cursor }
      const call = { method: 'GET', path: PARTNER, query: { ...from, pageSize } } as const
      return pageOf<PartnerReservation, string>(await this.#connection.send(call, options), String, cursor)
    }
    return new Pages(read, start)
  }

  /** The hotels of the customer with their rooms, rate plans and activities: the records whose ids other calls take. */
  async hotel(options?: CallOptions): Promise<Hotel> {
    const call = { method: 'GET', path: '/api/Reservation/GetHotel' } as const
    return contentOf(await this.#connection.send(call, options))
  }

  /** The stays and closures that hold each room on some nights, by room, then by date. `pageSize` counts rooms. */
  roomNights(query: RoomNightQuery, options?: CallOptions): Pages<RoomHolder> {
    return list(this.#connection, { method: 'GET', path: '/api/Reservation/GetRoomNights', query }, options)
  }

  /** Takes a room out of service for some nights, exactly once. Without an `identity` the client makes one. */
  async closeRoom(body: Closing, options?: WriteOptions): Promise<{ closureId: number }> {
    return contentOf(await this.#connection.write('/api/Reservation/CloseRoom', body, options))
  }

  /** Ends a closure, or its last nights. It has no identity and is repeated: what is open already stays as it is. */
  async openRoom(body: Opening, options?: CallOptions): Promise<void> {
    await this.#connection.post('/api/Reservation/OpenRoom', body, options)
  }

  /** The closures that have one of some nights, in the order of their first night. */
  closures(query: ClosureQuery, options?: CallOptions): Pages<Closure> {
    return list(this.#connection, { method: 'GET', path: '/api/Reservation/GetClosures', query }, options)
  }
}
