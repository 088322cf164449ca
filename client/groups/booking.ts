import type { Connection } from '../connection.ts'
import type { WriteOptions } from '../options.ts'
import { headerOf } from '../send.ts'
import type { Booking } from '../types.ts'

/** The booking that was made or changed. */
export interface BookingResult {
  reservationId: number
  reservationNumber: string
  /** For `expectedVersion` of the next change. Absent: an earlier release of the service made the change that is repeated. */
  reservationVersion?: number
}

export class BookingGroup {
  readonly #connection: Connection

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection
  }

  /**
   * Makes, changes or cancels a booking, exactly once: each attempt has the same key. `identity` of a new booking is its key; without
   * one, the key that the client makes becomes the booking's identity. A key of your own: `idempotencyKey` of the options.
   *
   * @example
   * ```ts
   * import { Innlet } from '@innlet/client'
   *
   * const innlet = new Innlet({ url: 'https://innlet.example', clientId: '…', clientSecret: '…' })
   * const { reservationId } = await innlet.booking.post({
   *   identity: 'web-4712',
   *   arrivalDate: '2027-05-09',
   *   departureDate: '2027-05-12',
   *   primaryGuestDetails: { firstName: 'Ana', lastName: 'Sousa' },
   *   roomsBooked: [{ roomID: 101, guestsInRoom: 2 }],
   * })
   * await innlet.booking.post({ action: 'cancel', bookingID: reservationId })
   * ```
   */
  async post(body: Booking, options?: WriteOptions): Promise<BookingResult> {
    const reply = await this.#connection.write('/api/Booking/PostBooking', body, options)
    const version = reply.headers.get('x-reservation-version')
    return {
      reservationId: Number(headerOf(reply, 'x-reservation-id')),
      reservationNumber: headerOf(reply, 'x-reservation-number'),
      ...(version !== null && { reservationVersion: Number(version) }),
    }
  }
}
