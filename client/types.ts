import type * as z from 'zod'
import type * as booking from '../schema/wire/booking'
import type * as channelContent from '../schema/wire/channel-content'
import type * as channelMessage from '../schema/wire/channel-message'
import type * as channelReservation from '../schema/wire/channel-reservation'
import type * as event from '../schema/wire/event'
import type * as fetchQueue from '../schema/wire/fetch-queue'
import type * as inventory from '../schema/wire/inventory'
import type * as itinerary from '../schema/wire/itinerary'
import type * as onlineBooking from '../schema/wire/online-booking'
import type * as reservation from '../schema/wire/reservation'
import type * as roomNights from '../schema/wire/room-nights'
import type * as sale from '../schema/wire/sale'
import type * as setupDocument from '../schema/wire/setup-document'
import type * as webhook from '../schema/wire/webhook'

/*
 * What travels, from the contracts of the service. Names are those of the OpenAPI document. `site/downloads/contract-types.ts`
 * writes the exported types into the package without zod: each is the input, the output or the query of one schema.
 */

/** A query. Its numbers are digits in the address, and numbers here. A cursor is a text, also where it is a sequence. */
type Query<S extends z.ZodType> = {
  [Name in keyof z.input<S>]: [Name, z.input<S>[Name], z.output<S>[Name & keyof z.output<S>]] extends [
    Exclude<keyof z.input<S>, 'cursor'>,
    string | undefined,
    number | undefined,
  ]
    ? number | Extract<z.input<S>[Name], undefined>
    : z.input<S>[Name]
}

export type Booking = z.input<typeof booking.BookingRequest>

export type ReservationFilter = z.input<ReturnType<typeof reservation.ReservationsRequest>>
export type Reservation = z.output<typeof reservation.Reservation>
export type PartnerQuery = Query<ReturnType<typeof reservation.PartnerQuery>>
export type PartnerReservation = z.output<typeof reservation.PartnerReservation>
export type Hotel = z.output<typeof setupDocument.Hotel>
export type RoomNightQuery = Query<ReturnType<typeof roomNights.RoomNightQuery>>
export type RoomHolder = z.output<typeof roomNights.RoomHolder>
export type Closing = z.input<typeof roomNights.CloseRoomRequest>
export type Opening = z.input<typeof roomNights.OpenRoomRequest>
export type ClosureQuery = Query<ReturnType<typeof roomNights.ClosureQuery>>
export type Closure = z.output<typeof roomNights.Closure>

export type OfferQuery = Query<ReturnType<typeof onlineBooking.OfferQuery>>
export type Offer = z.output<typeof onlineBooking.Offer>
export type OnlineReservation = z.input<typeof onlineBooking.OnlineReservation>
export type OnlineReservationResult = z.output<typeof onlineBooking.OnlineReservationMade>
export type Inquiry = z.input<typeof onlineBooking.Inquiry>
export type InquiryResult = z.output<typeof onlineBooking.InquiryMade>

export type InventoryItemQuery = Query<ReturnType<typeof inventory.InventoryItemQuery>>
export type InventoryItem = z.output<typeof inventory.InventoryItem>
export type InventoryLocationQuery = Query<ReturnType<typeof inventory.InventoryLocationQuery>>
export type InventoryLocation = z.output<typeof inventory.InventoryLocation>
export type SaleInput = z.input<typeof sale.SaleRequest>
export type Sale = z.output<typeof sale.Sale>
export type SaleQuery = Query<ReturnType<typeof sale.SaleQuery>>
export type AccountSale = z.output<typeof sale.AccountSale>

export type ChannelMessage = z.input<typeof channelMessage.UpdateMessage>
export type ChannelQuery = Query<ReturnType<typeof channelContent.ChannelQuery>>
export type ChannelContent = z.output<typeof channelContent.ChannelContent>
export type ChannelReservationFilter = z.input<ReturnType<typeof channelReservation.ChannelReservationRequest>>
export type ChannelReservation = z.output<typeof channelReservation.ChannelReservation>

export type FetchQuery = Query<ReturnType<typeof fetchQueue.FetchQuery>>
export type FetchMessage = z.output<typeof fetchQueue.FetchMessage>
export type FetchMessageUpdate = z.input<typeof fetchQueue.FetchUpdate>

export type ItineraryLinkRequest = z.input<typeof itinerary.LinkRequest>
export type ItineraryLinkQuery = Query<typeof itinerary.LinkQuery>
export type ItineraryLink = z.output<typeof itinerary.IssuedLink>
export type Itinerary = z.output<typeof itinerary.Itinerary>
export type ItineraryHotel = z.output<typeof itinerary.ItineraryHotel>

export type EventQuery = Query<ReturnType<typeof event.EventQuery>>
export type Event = z.output<typeof event.Event>

export type WebhookEndpointInput = z.input<typeof webhook.WebhookEndpointRequest>
export type WebhookEndpointChange = z.input<typeof webhook.WebhookEndpointChange>
export type WebhookEndpointReference = z.input<typeof webhook.WebhookEndpointReference>
export type WebhookEndpoint = z.output<typeof webhook.WebhookEndpoint>
export type NewWebhookEndpoint = z.output<typeof webhook.NewWebhookEndpoint>
export type SecretRotationInput = z.input<typeof webhook.RotationRequest>
export type RotatedSecret = z.output<typeof webhook.RotatedSecret>
export type WebhookEndpointTest = z.output<typeof webhook.TestResult>
export type ReplayInput = z.input<typeof webhook.ReplayRequest>
export type Replay = z.output<typeof webhook.ReplayResult>
export type DeliveryQuery = Query<ReturnType<typeof webhook.DeliveryQuery>>
export type Delivery = z.output<typeof webhook.Delivery>
