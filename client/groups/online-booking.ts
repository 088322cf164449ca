import { type Connection, contentOf } from '../connection.ts'
import { list } from '../lists.ts'
import type { CallOptions, OptionalIdentity, WriteOptions } from '../options.ts'
import type { Pages } from '../pages.ts'
import type { Inquiry, InquiryResult, Offer, OfferQuery, OnlineReservation, OnlineReservationResult } from '../types.ts'

export class OnlineBookingGroup {
  readonly #connection: Connection

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Room types with a rate that can be booked now, each with its total. */
  offers(query: OfferQuery, options?: CallOptions): Pages<Offer> {
    return list(this.#connection, { method: 'GET', path: '/api/OnlineBooking/GetOffers', query }, options)
  }

  /**
   * Books a room of a type, exactly once. Without an `identity` the client makes one, which is the same in each attempt.
   *
   * @example
   * ```ts
   * import type { Innlet, Offer } from '@innlet/client'
   *
   * async function book(innlet: Innlet, offer: Offer, lastName: string): Promise<string> {
   *   const { itineraryUrl } = await innlet.onlineBooking.postReservation({
   *     hotelid: offer.hotelid,
   *     roomTypeID: offer.roomTypeID,
   *     rateID: offer.rateID,
   *     arrivalDate: '2027-05-09',
   *     departureDate: '2027-05-12',
   *     expectedTotal: offer.total,
   *     primaryGuestDetails: { lastName },
   *   })
   *   return itineraryUrl
   * }
   * ```
   */
  async postReservation(
    body: OptionalIdentity<OnlineReservation>,
    options?: WriteOptions,
  ): Promise<OnlineReservationResult> {
    return contentOf(await this.#connection.write('/api/OnlineBooking/postreservation', body, options))
  }

  /** Asks about a stay, exactly once. Without an `identity` the client makes one. */
  async postInquiry(body: Inquiry, options?: WriteOptions): Promise<InquiryResult> {
    return contentOf(await this.#connection.write('/api/OnlineBooking/postinquiry', body, options))
  }
}
