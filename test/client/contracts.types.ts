import type {
  Booking,
  ChannelContent,
  ChannelMessage,
  ChannelQuery,
  ChannelReservation,
  ChannelReservationFilter,
  Delivery,
  DeliveryQuery,
  Event,
  EventQuery,
  FetchMessage,
  FetchMessageUpdate,
  FetchQuery,
  Inquiry,
  InquiryResult,
  InventoryItem,
  InventoryItemQuery,
  InventoryLocation,
  InventoryLocationQuery,
  Itinerary,
  ItineraryHotel,
  ItineraryLink,
  ItineraryLinkRequest,
  NewWebhookEndpoint,
  Offer,
  OfferQuery,
  OnlineReservation,
  OnlineReservationResult,
  PartnerQuery,
  PartnerReservation,
  Replay,
  ReplayInput,
  Reservation,
  ReservationFilter,
  RotatedSecret,
  Sale,
  SaleInput,
  SecretRotationInput,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointInput,
  WebhookEndpointReference,
  WebhookEndpointTest,
} from '../../client/types'

/*
 * The fields that integrators use by name. A field that a contract loses is an error of types here, and in each client.
 */

type Fields<T, Names extends keyof T> = Record<Names, T[Names]>

type ReservationField =
  | 'reservationId'
  | 'reservationNumber'
  | 'identity'
  | 'clientId'
  | 'reservationStatus'
  | 'reservationType'
  | 'arrivalDate'
  | 'departureDate'
  | 'arrivalTime'
  | 'departureTime'
  | 'primaryGuest'
  | 'guests'
  | 'rooms'
  | 'activities'
  | 'total'
  | 'currency'
  | 'notes'
  | 'createdAt'
  | 'updatedAt'

type FetchField =
  | 'clientID'
  | 'reservationID'
  | 'guestID'
  | 'currentPage'
  | 'fetchQueueMessageId'
  | 'instance'
  | 'reservationNumber'
  | 'firstName'
  | 'lastName'
  | 'bookingDate'
  | 'arrivalDate'
  | 'departureDate'
  | 'statusType'
  | 'status'
  | 'reservationType'
  | 'email'
  | 'phoneNumber'
  | 'countryCode'
  | 'countryPhoneCode'
  | 'notes'
  | 'hotelID'
  | 'hotelKey'
  | 'roomID'
  | 'roomName'
  | 'roomNo'
  | 'floorNo'
  | 'roomLocationName'

type EndpointField =
  | 'endpointId'
  | 'url'
  | 'description'
  | 'types'
  | 'signature'
  | 'publicKey'
  | 'status'
  | 'disabledReason'
  | 'createdAt'
  | 'deliveredSequence'
  | 'pending'
  | 'lastSuccessAt'
  | 'lastFailureAt'

/** The events of a type, narrowed by it. */
type DataOf<Type extends Event['type']> = Extract<Event, { type: Type }>['data']

export type Promised = [
  Fields<
    Booking,
    | 'identity'
    | 'type'
    | 'action'
    | 'apiKey'
    | 'token'
    | 'clientID'
    | 'bookingID'
    | 'arrivalDate'
    | 'departureDate'
    | 'arrivalTime'
    | 'departureTime'
    | 'reservationSummaryNote'
    | 'errorMessage'
    | 'bookingParameters'
    | 'primaryGuestDetails'
    | 'paymentDetails'
    | 'guests'
    | 'cancellationFee'
    | 'roomsBooked'
    | 'activitiesBooked'
  >,
  Fields<
    ReservationFilter,
    | 'clientId'
    | 'reservationID'
    | 'reservationNumber'
    | 'reservationStatus'
    | 'fetchHotelKey'
    | 'arrivalDate'
    | 'departureDate'
    | 'pageNo'
    | 'pageSize'
    | 'cursor'
  >,
  Fields<Reservation, ReservationField | 'type' | 'payments' | 'balance'>,
  Fields<
    PartnerQuery,
    'clientId' | 'arrivalFrom' | 'arrivalTo' | 'status' | 'modifiedSince' | 'pageNo' | 'pageSize' | 'cursor'
  >,
  Fields<PartnerReservation, ReservationField>,
  Fields<
    OfferQuery,
    | 'clientID'
    | 'arrivalDate'
    | 'departureDate'
    | 'guests'
    | 'hotelid'
    | 'roomTypeID'
    | 'rateID'
    | 'pageNo'
    | 'pageSize'
    | 'cursor'
  >,
  Fields<
    Offer,
    | 'hotelid'
    | 'hotelName'
    | 'roomTypeID'
    | 'roomTypeName'
    | 'description'
    | 'maxOccupancy'
    | 'rateID'
    | 'rateName'
    | 'roomsLeft'
    | 'total'
    | 'currency'
    | 'nights'
  >,
  Fields<
    OnlineReservation,
    | 'clientID'
    | 'identity'
    | 'hotelid'
    | 'arrivalDate'
    | 'departureDate'
    | 'roomTypeID'
    | 'rateID'
    | 'guests'
    | 'primaryGuestDetails'
    | 'arrivalTime'
    | 'notes'
    | 'expectedTotal'
  >,
  Fields<
    OnlineReservationResult,
    'reservationId' | 'reservationNumber' | 'reservationStatus' | 'roomId' | 'total' | 'currency' | 'itineraryUrl'
  >,
  Fields<
    Inquiry,
    | 'clientID'
    | 'identity'
    | 'hotelid'
    | 'arrivalDate'
    | 'departureDate'
    | 'roomTypeID'
    | 'guests'
    | 'primaryGuestDetails'
    | 'message'
  >,
  Fields<InquiryResult, 'reservationId' | 'reservationNumber'>,
  Fields<
    InventoryItemQuery,
    'clientID' | 'itemNumber' | 'inventoryId' | 'inventoryLocationID' | 'pageNo' | 'pageSize' | 'cursor'
  >,
  Fields<
    InventoryItem,
    | 'inventoryId'
    | 'inventoryLocationId'
    | 'itemNumber'
    | 'inventoryLocationName'
    | 'description'
    | 'size'
    | 'color'
    | 'productType'
    | 'productImageType'
    | 'productImageURL'
    | 'quantityInHand'
    | 'cost'
    | 'price'
  >,
  Fields<InventoryLocationQuery, 'clientID' | 'pageNo' | 'pageSize' | 'cursor'>,
  Fields<InventoryLocation, 'inventoryLocationId' | 'inventoryLocationName' | 'description' | 'isActive'>,
  Fields<SaleInput, 'clientID' | 'identity' | 'saleDate' | 'reservationID' | 'items' | 'paymentDetails'>,
  Fields<Sale, 'saleId' | 'saleNumber' | 'total' | 'currency' | 'items'>,
  Fields<ChannelMessage, 'property' | 'rooms' | 'ratePlan' | 'rateAvailability' | 'rateAvailabilityUpdate'>,
  Fields<ChannelQuery, 'hotelid' | 'from' | 'to' | 'clientId' | 'cursor'>,
  Fields<ChannelContent, 'property' | 'rooms' | 'ratePlan' | 'rateAvailability'>,
  Fields<
    ChannelReservationFilter,
    'clientID' | 'reservationCMStatusTypeID' | 'bookingID' | 'roomInfo' | 'pageNo' | 'pageSize' | 'cursor'
  >,
  Fields<
    ChannelReservation,
    | 'bookingID'
    | 'reservationId'
    | 'reservationNumber'
    | 'clientID'
    | 'reservationCMStatusTypeID'
    | 'guest'
    | 'roomInfo'
    | 'total'
    | 'currency'
    | 'createdAt'
    | 'updatedAt'
  >,
  Fields<FetchQuery, 'clientID' | 'currentPage' | 'pageSize' | 'cursor' | 'status' | 'hotelKey'>,
  Fields<FetchMessage, FetchField>,
  Fields<FetchMessageUpdate, FetchField>,
  Fields<ItineraryLinkRequest, 'reservationId'>,
  Fields<ItineraryLink, 'token' | 'url' | 'calendarUrl' | 'expiresAt'>,
  Fields<Itinerary, 'overview' | 'roomStays' | 'scheduleItems'>,
  Fields<
    ItineraryHotel,
    | 'hotelid'
    | 'name'
    | 'timeZone'
    | 'checkInTime'
    | 'checkOutTime'
    | 'logoUrl'
    | 'imagePath'
    | 'roomIds'
    | 'address'
    | 'position'
    | 'phone'
    | 'whatsapp'
    | 'email'
    | 'website'
    | 'directions'
    | 'houseInfo'
    | 'wifi'
  >,
  Fields<EventQuery, 'types' | 'reservationId' | 'afterSequence' | 'cursor' | 'pageSize'>,
  Fields<
    WebhookEndpointInput,
    'clientID' | 'url' | 'description' | 'types' | 'signature' | 'afterSequence' | 'identity'
  >,
  Fields<WebhookEndpointChange, 'clientID' | 'endpointId' | 'url' | 'description' | 'types' | 'status'>,
  Fields<WebhookEndpointReference, 'clientID' | 'endpointId'>,
  Fields<WebhookEndpoint, EndpointField>,
  Fields<NewWebhookEndpoint, EndpointField | 'secret'>,
  Fields<SecretRotationInput, 'clientID' | 'endpointId' | 'identity'>,
  Fields<RotatedSecret, 'secret' | 'publicKey'>,
  Fields<WebhookEndpointTest, 'httpStatus' | 'durationMs' | 'error'>,
  Fields<ReplayInput, 'clientID' | 'endpointId' | 'fromSequence' | 'toSequence' | 'since' | 'status'>,
  Fields<Replay, 'events'>,
  Fields<DeliveryQuery, 'clientID' | 'endpointId' | 'status' | 'afterSequence' | 'cursor' | 'pageSize'>,
  Fields<Delivery, 'eventId' | 'sequence' | 'type' | 'reservationId' | 'status' | 'nextAttemptAt' | 'attempts'>,
  Fields<Event, 'id' | 'type' | 'sequence' | 'timestamp' | 'customerId' | 'data'>,
  Fields<DataOf<'reservation.created'>, 'reservationId' | 'reservationNumber' | 'identity' | 'status' | 'hotelid'>,
  Fields<DataOf<'reservation.modified'>, 'reservationId' | 'arrivalDate' | 'departureDate' | 'changed'>,
  Fields<DataOf<'sale.created'>, 'saleId' | 'saleNumber' | 'reservationId' | 'items' | 'truncated'>,
  Fields<DataOf<'rates.updated'>, 'hotelid' | 'roomids' | 'from' | 'to' | 'truncated'>,
  Fields<DataOf<'link.issued'>, 'reservationId'>,
  Fields<DataOf<'guest.erased'>, 'guestId' | 'reservationIds'>,
  Fields<DataOf<'endpoint.disabled'>, 'endpointId' | 'reason'>,
  Fields<Reservation['primaryGuest'], 'guestId' | 'firstName' | 'lastName' | 'email' | 'phone'>,
  Fields<Reservation['rooms'][number], 'roomId' | 'roomTypeId' | 'arrivalDate' | 'departureDate' | 'rates' | 'notes'>,
  Fields<Reservation['payments'][number], 'paymentAmount' | 'paymentSource' | 'paymentExtID'>,
  Fields<Offer['nights'][number], 'date' | 'price'>,
  Fields<Itinerary['overview'], 'reservationNumber' | 'guestFirstName' | 'arrivalDate' | 'departureDate'>,
  Fields<Itinerary['roomStays'][number], 'roomId' | 'roomName' | 'assignmentStartDate' | 'assignmentEndDate'>,
  Fields<Itinerary['scheduleItems'][number], 'scheduleDate' | 'startTime' | 'activityName' | 'guestNotes'>,
  Fields<NonNullable<Booking['roomsBooked']>[number], 'roomID' | 'guestsInRoom' | 'rates' | 'roomNotes'>,
  Fields<Delivery['attempts'][number], 'at' | 'durationMs' | 'httpStatus' | 'error' | 'response'>,
]
