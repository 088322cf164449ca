import { Connection } from './connection.ts'
import { BookingGroup } from './groups/booking.ts'
import { CmConnectGroup } from './groups/cm-connect.ts'
import { EventGroup } from './groups/events.ts'
import { FetchQueueGroup } from './groups/fetch-queue.ts'
import { InventoryGroup } from './groups/inventory.ts'
import { ItineraryGroup } from './groups/itinerary.ts'
import { OnlineBookingGroup } from './groups/online-booking.ts'
import { ReservationGroup } from './groups/reservation.ts'
import { SaleGroup } from './groups/sale.ts'
import { WebhookEndpointGroup } from './groups/webhook-endpoints.ts'
import type { InnletOptions } from './options.ts'

export { type ErrorDetail, EventsExpiredError, InnletError } from './errors.ts'
export type { BookingResult } from './groups/booking.ts'
export type { EventListQuery, FollowQuery } from './groups/events.ts'
export type { ChangesQuery } from './groups/reservation.ts'
export type { DeliveryListQuery } from './groups/webhook-endpoints.ts'
export type * from './options.ts'
export type { Pages } from './pages.ts'
export type * from './types.ts'
export { type VerifiedEvent, verifyWebhook, type WebhookBody, type WebhookHeaders } from './webhook-signature.ts'

/**
 * A client of an Innlet service. Make one for each credential, and keep it: it holds the token, and the state of the database that its
 * reads must have.
 *
 * Each method takes the body or the query of its endpoint and returns the content of the response. Lists are async iterables. A method
 * that fails rejects with an `InnletError`.
 *
 * @example
 * ```ts
 * import { Innlet } from '@innlet/client'
 *
 * const innlet = new Innlet({ url: 'https://innlet.example', clientId: '…', clientSecret: '…' })
 *
 * for await (const offer of innlet.onlineBooking.offers({ arrivalDate: '2027-05-09', departureDate: '2027-05-12' })) {
 *   console.log(offer.roomTypeName, offer.total, offer.currency)
 * }
 * ```
 */
export class Innlet {
  readonly booking: BookingGroup
  readonly reservation: ReservationGroup
  readonly onlineBooking: OnlineBookingGroup
  readonly inventory: InventoryGroup
  readonly sale: SaleGroup
  readonly cmConnect: CmConnectGroup
  readonly fetchQueue: FetchQueueGroup
  readonly itinerary: ItineraryGroup
  readonly events: EventGroup
  readonly webhooks: { readonly endpoints: WebhookEndpointGroup }

  constructor(options: InnletOptions) {
    const connection = new Connection(options)
    this.booking = new BookingGroup(connection)
    this.reservation = new ReservationGroup(connection)
    this.onlineBooking = new OnlineBookingGroup(connection)
    this.inventory = new InventoryGroup(connection)
    this.sale = new SaleGroup(connection)
    this.cmConnect = new CmConnectGroup(connection)
    this.fetchQueue = new FetchQueueGroup(connection)
    this.itinerary = new ItineraryGroup(connection)
    this.events = new EventGroup(connection)
    this.webhooks = { endpoints: new WebhookEndpointGroup(connection) }
  }
}
