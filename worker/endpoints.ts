import { changeApplication } from './admin/change-application'
import { changeCustomer } from './admin/change-customer'
import { changePerson } from './admin/change-person'
import { createApiKey } from './admin/create-api-key'
import { createApplication } from './admin/create-application'
import { createPerson } from './admin/create-person'
import { createPin } from './admin/create-pin'
import { deleteApiKey } from './admin/delete-api-key'
import { deleteCustomer } from './admin/delete-customer'
import { deletePerson } from './admin/delete-person'
import { deletePin } from './admin/delete-pin'
import { deleteSessions } from './admin/delete-sessions'
import { eraseGuest } from './admin/erase-guest'
import { exportCustomer } from './admin/export-customer'
import { exportGuest } from './admin/export-guest'
import { getApplication } from './admin/get-application'
import { getCustomer } from './admin/get-customer'
import { getCustomerState } from './admin/get-customer-state'
import { getSetup } from './admin/get-setup'
import { getStatus } from './admin/get-status'
import { importCustomer } from './admin/import-customer'
import { invitePerson } from './admin/invite-person'
import { listApiKeys } from './admin/list-api-keys'
import { listApplications } from './admin/list-applications'
import { listAudit } from './admin/list-audit'
import { listCustomers } from './admin/list-customers'
import { listPeople } from './admin/list-people'
import { listSessions } from './admin/list-sessions'
import { moveCustomer } from './admin/move-customer'
import { putCustomer } from './admin/put-customer'
import { putCustomerState } from './admin/put-customer-state'
import { putInterface } from './admin/put-interface'
import { putSetup } from './admin/put-setup'
import { rotateSecret } from './admin/rotate-secret'
import { searchGuests } from './admin/search-guests'
import { postBooking } from './api/booking/post-booking'
import { getCmConnect } from './api/channel/get-cm-connect'
import { getReservation } from './api/channel/get-reservation'
import { updateCmConnect } from './api/channel/update-cm-connect'
import { getEvents } from './api/event/get-events'
import { getFetchQueueMessage } from './api/fetch-queue/get-fetch-queue-message'
import { health } from './api/fetch-queue/health'
import { healthdb } from './api/fetch-queue/healthdb'
import { updateFetchQueueMessage } from './api/fetch-queue/update-fetch-queue-message'
import { getInventoryItem } from './api/inventory/get-inventory-item'
import { getInventoryLocations } from './api/inventory/get-inventory-locations'
import { getOffers } from './api/online-booking/get-offers'
import { postInquiry } from './api/online-booking/post-inquiry'
import { postReservation } from './api/online-booking/post-reservation'
import { calendar } from './api/partner-itinerary/calendar'
import { details } from './api/partner-itinerary/details'
import { getLink } from './api/partner-itinerary/get-link'
import { hotels } from './api/partner-itinerary/hotels'
import { issueLink } from './api/partner-itinerary/issue-link'
import { markup } from './api/partner-itinerary/markup'
import { revokeLink } from './api/partner-itinerary/revoke-link'
import { closeRoom } from './api/reservation/close-room'
import { getClosures } from './api/reservation/get-closures'
import { getHotel } from './api/reservation/get-hotel'
import { getReservations } from './api/reservation/get-reservations'
import { getReservationsForPartner } from './api/reservation/get-reservations-for-partner'
import { getRoomNights } from './api/reservation/get-room-nights'
import { openRoom } from './api/reservation/open-room'
import { getSales } from './api/sale/get-sales'
import { postSale } from './api/sale/post-sale'
import { deleteEndpoint } from './api/webhook/delete-endpoint'
import { getDeliveries } from './api/webhook/get-deliveries'
import { getEndpoints } from './api/webhook/get-endpoints'
import { postEndpoint } from './api/webhook/post-endpoint'
import { replay } from './api/webhook/replay'
import { rotateWebhookSecret } from './api/webhook/rotate-secret'
import { testEndpoint } from './api/webhook/test-endpoint'
import { updateEndpoint } from './api/webhook/update-endpoint'
import { createChallenge } from './console/challenge'
import { postJoin } from './console/join'
import { postLock } from './console/lock'
import { postSignIn } from './console/sign-in'
import { postSignOut } from './console/sign-out'
import { issueConsoleToken } from './console/token'
import { postUnlock } from './console/unlock'
import { issueToken } from './issuer/issue-token'
import { jwks } from './issuer/jwks'
import { metadata } from './issuer/metadata'
import { resourceMetadata } from './issuer/resource-metadata'
import { itineraryPage } from './pages/itinerary'
import { itineraryManifest } from './pages/manifest'
import { status } from './pages/status'
import { openApi } from './reference/openapi'

/** All endpoints of the OpenAPI document, in the order of tasks, which is that of the pages below /docs. */
export const endpoints = [
  issueToken,
  jwks,
  metadata,
  resourceMetadata,

  putCustomer,
  changeCustomer,
  listCustomers,
  getCustomer,
  putSetup,
  getSetup,
  createApplication,
  listApplications,
  getApplication,
  changeApplication,
  rotateSecret,
  createApiKey,
  listApiKeys,
  deleteApiKey,
  createPerson,
  listPeople,
  changePerson,
  invitePerson,
  createPin,
  deletePin,
  listSessions,
  deleteSessions,
  deletePerson,
  exportGuest,
  searchGuests,
  eraseGuest,
  getCustomerState,
  putCustomerState,
  exportCustomer,
  importCustomer,
  deleteCustomer,
  moveCustomer,
  putInterface,
  listAudit,
  getStatus,

  postBooking,

  getFetchQueueMessage,
  updateFetchQueueMessage,
  health,
  healthdb,

  getInventoryLocations,
  getInventoryItem,
  postSale,
  getSales,

  getOffers,
  postReservation,
  postInquiry,

  updateCmConnect,
  getCmConnect,
  getReservation,

  getReservations,
  getReservationsForPartner,
  getHotel,
  getRoomNights,
  closeRoom,
  openRoom,
  getClosures,

  getEvents,

  postEndpoint,
  testEndpoint,
  getEndpoints,
  updateEndpoint,
  rotateWebhookSecret,
  getDeliveries,
  replay,
  deleteEndpoint,

  issueLink,
  getLink,
  revokeLink,
  details,
  hotels,
  calendar,
  markup,
  itineraryManifest,
  itineraryPage,
  status,

  openApi,
]

/** The calls of the console's own pages: only a browser has the cookie and signs with a passkey. */
export const consoleCalls = [
  createChallenge,
  postJoin,
  postSignIn,
  issueConsoleToken,
  postUnlock,
  postLock,
  postSignOut,
]
