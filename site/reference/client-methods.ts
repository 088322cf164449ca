/** A method of `@innlet/client`. */
export interface ClientMethod {
  /** Such as `booking.post`. */
  name: string
  /** What it returns: a promise of the content or of nothing, or an async iterable of the elements of all pages. */
  returns: 'content' | 'nothing' | 'list'
}

const content = (name: string): ClientMethod => ({ name, returns: 'content' })
const nothing = (name: string): ClientMethod => ({ name, returns: 'nothing' })
const list = (name: string): ClientMethod => ({ name, returns: 'list' })

/** The method for each operation that an integrator's credential may call. */
export const CLIENT_METHODS: Readonly<Record<string, ClientMethod>> = {
  postBooking: content('booking.post'),
  getReservations: list('reservation.find'),
  getReservationsForPartner: list('reservation.forPartner'),
  getHotel: content('reservation.hotel'),
  getRoomNights: list('reservation.roomNights'),
  closeRoom: content('reservation.closeRoom'),
  openRoom: nothing('reservation.openRoom'),
  getClosures: list('reservation.closures'),
  getOffers: list('onlineBooking.offers'),
  postReservation: content('onlineBooking.postReservation'),
  postInquiry: content('onlineBooking.postInquiry'),
  getInventoryItem: list('inventory.items'),
  getInventoryLocations: content('inventory.locations'),
  postSale: content('sale.post'),
  getSales: list('sale.list'),
  updateCMConnect: nothing('cmConnect.update'),
  getCMConnect: content('cmConnect.get'),
  getChannelReservations: list('cmConnect.reservations'),
  getFetchQueueMessage: list('fetchQueue.messages'),
  updateFetchQueueMessage: nothing('fetchQueue.update'),
  issueLink: content('itinerary.issueLink'),
  getLink: content('itinerary.link'),
  revokeLink: nothing('itinerary.revokeLink'),
  getEvents: list('events.list'),
  createWebhookEndpoint: content('webhooks.endpoints.create'),
  listWebhookEndpoints: content('webhooks.endpoints.list'),
  updateWebhookEndpoint: content('webhooks.endpoints.update'),
  deleteWebhookEndpoint: nothing('webhooks.endpoints.delete'),
  rotateWebhookSecret: content('webhooks.endpoints.rotateSecret'),
  createWebhookTest: content('webhooks.endpoints.test'),
  listWebhookDeliveries: list('webhooks.endpoints.deliveries'),
  createWebhookReplay: content('webhooks.endpoints.replay'),
}
