import { dateAfter } from '../../schema/stay-dates.ts'
import {
  activityOf,
  channelMessage,
  guestDetails,
  guests,
  newBooking,
  paymentDetails,
  range,
  rateLine,
  stayOf,
} from './sample-bodies.ts'
import type { SampleHotel } from './sample-hotel.ts'

/*
 * Sample requests of every endpoint. The suites that cover all endpoints send them: permissions, refusals, wrong types, faults,
 * isolation, canaries, spelling, fuzz, replicas, query plans and costs. A new endpoint needs one entry here.
 *
 * Suites run in workerd and in Node, so nothing here depends on the runtime.
 */

/** One request. The method and the path are in the name of its endpoint. */
export interface SampleRequest {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: Record<string, unknown>
}

export interface Sample {
  /** The permission of the caller. It repeats the contract, so that a changed permission fails a test. */
  needs: 'public' | 'admin' | `${string}:read` | `${string}:write`
  /**
   * Requests that succeed. The first body has every field that the endpoint reads, with ids of the hotel where a field has an id,
   * and the guest's text in every field for personal data. Further requests are other variants.
   */
  requests: (hotel: SampleHotel) => readonly [SampleRequest, ...SampleRequest[]]
  /** What the same request causes if it is sent again. By default the response and the stored data are the same. */
  repeated?: 'another record' | 'another event' | 'not found'
  /** A table in which a failed request may leave a row. The same request, sent again, completes it. */
  mayLeave?: string
  /** Succeeds without D1. */
  withoutDatabase?: true
  /** Succeeds while D1 fails, and the response says so. */
  reportsFaults?: true
}

/** The requests of endpoints that take an itinerary link. */
const withLink = ({ link }: SampleHotel) => [{ params: { token: link } }] as const
const nothing = () => [{}] as const

/** The samples by endpoint: `GET /api/Fetch/health`. */
export const samples: Readonly<Record<string, Sample>> = {
  'POST /oauth/token': {
    needs: 'public',
    requests: ({ application: { clientId, clientSecret } }) => [
      {
        body: {
          grant_type: 'client_credentials',
          audience: 'innlet-api',
          client_id: clientId,
          client_secret: clientSecret,
        },
      },
    ],
  },
  'GET /.well-known/jwks.json': { needs: 'public', requests: nothing, withoutDatabase: true },
  'GET /.well-known/oauth-authorization-server': { needs: 'public', requests: nothing, withoutDatabase: true },
  'GET /.well-known/oauth-protected-resource': { needs: 'public', requests: nothing, withoutDatabase: true },

  'PUT /admin/interfaces/{product}': {
    needs: 'admin',
    requests: () => [{ params: { product: 'kiosk' }, body: { audience: 'kiosk-api' } }],
  },
  'PUT /admin/customers/{clientId}': {
    needs: 'admin',
    requests: ({ customer }) => [
      {
        params: { clientId: customer },
        body: {
          name: 'Aurora',
          currency: 'EUR',
          timeZone: 'Europe/Lisbon',
          logoUrl: 'https://aurora.example/logo.svg',
          imagePath: 'https://aurora.example/sea.jpg',
        },
      },
      { params: { clientId: 5 }, body: { name: 'Boreal', currency: 'SEK', timeZone: 'Europe/Stockholm' } },
    ],
    // With several databases, the place of a new customer is written before the customer.
    mayLeave: 'customer_directory',
  },
  'PATCH /admin/customers/{clientId}': {
    needs: 'admin',
    requests: ({ customer }) => [
      {
        params: { clientId: customer },
        body: {
          name: 'Aurora',
          currency: 'EUR',
          timeZone: 'Europe/Lisbon',
          logoUrl: 'https://aurora.example/logo.svg',
          imagePath: 'https://aurora.example/sea.jpg',
          itineraryUrlTemplate: 'https://aurora.example/my-stay?itinerary={token}',
        },
      },
    ],
  },
  'PUT /admin/customers/{clientId}/setup': {
    needs: 'admin',
    requests: ({ customer, setup }) => [{ params: { clientId: customer }, body: setup }],
  },
  'GET /admin/customers': { needs: 'admin', requests: () => [{ query: { pageSize: '10' } }] },
  'GET /admin/customers/{clientId}': {
    needs: 'admin',
    requests: ({ customer }) => [{ params: { clientId: customer } }],
  },
  'GET /admin/customers/{clientId}/setup': {
    needs: 'admin',
    requests: ({ customer }) => [{ params: { clientId: customer } }],
  },
  'GET /admin/customers/{clientId}/state': {
    needs: 'admin',
    requests: ({ customer }) => [{ params: { clientId: customer } }],
  },
  'PUT /admin/customers/{clientId}/state': {
    needs: 'admin',
    requests: ({ customer, closedCustomer }) => [
      { params: { clientId: customer }, body: { state: 'open' } },
      { params: { clientId: closedCustomer }, body: { state: 'readOnly' } },
    ],
    // An interrupted change leaves the customer closed.
    mayLeave: 'customer_directory',
  },
  'GET /admin/customers/{clientId}/export': {
    needs: 'admin',
    requests: ({ closedCustomer }) => [{ params: { clientId: closedCustomer } }],
  },
  // Without rows: an import and a deletion take many batches, which admin/import-customer and admin/delete-customer test.
  'POST /admin/customers/{clientId}/import': {
    needs: 'admin',
    requests: ({ freeCustomerId }) => [{ params: { clientId: freeCustomerId }, body: { after: '', lines: '' } }],
  },
  'DELETE /admin/customers/{clientId}': {
    needs: 'admin',
    requests: ({ deletedCustomer }) => [{ params: { clientId: deletedCustomer } }],
  },
  'GET /admin/customers/{clientId}/guests/{guestId}/export': {
    needs: 'admin',
    requests: ({ customer, guestId }) => [{ params: { clientId: customer, guestId } }],
  },
  'POST /admin/customers/{clientId}/guests/search': {
    needs: 'admin',
    requests: ({ customer, guest }) => [
      { params: { clientId: customer }, body: { email: guest, phone: '1', lastName: guest, pageSize: 10, cursor: '' } },
      { params: { clientId: customer }, body: { lastName: guest } },
    ],
  },
  'POST /admin/applications': {
    needs: 'admin',
    requests: ({ customer }) => [
      { body: { name: 'Channel manager', customerId: customer, product: 'innlet', permissions: ['rates:write'] } },
    ],
    repeated: 'another record',
  },
  'GET /admin/applications': {
    needs: 'admin',
    requests: ({ customer }) => [{ query: { customerId: String(customer) } }, {}],
  },
  'GET /admin/applications/{id}': {
    needs: 'admin',
    requests: ({ application }) => [{ params: { id: application.clientId } }],
  },
  'PATCH /admin/applications/{id}': {
    needs: 'admin',
    requests: ({ application }) => [{ params: { id: application.clientId }, body: { status: 'active' } }],
  },
  'POST /admin/applications/{id}/rotate-secret': {
    needs: 'admin',
    requests: ({ application }) => [{ params: { id: application.clientId } }],
    repeated: 'another record',
  },
  'POST /admin/api-keys': {
    needs: 'admin',
    requests: ({ customer }) => [
      { body: { customerId: customer, name: 'Point of sale', permissions: ['inventory:write'] } },
    ],
    repeated: 'another record',
  },
  'GET /admin/api-keys': {
    needs: 'admin',
    requests: ({ customer }) => [{ query: { customerId: String(customer) } }],
  },
  'DELETE /admin/api-keys/{id}': {
    needs: 'admin',
    requests: ({ spareKeyId }) => [{ params: { id: spareKeyId } }],
    repeated: 'not found',
  },
  'POST /admin/people': {
    needs: 'admin',
    requests: ({ customer }) => [
      { body: { name: 'Anna', kind: 'person', roles: [{ customerId: customer, role: 'manager' }] } },
      { body: { name: 'Reception', kind: 'desk', roles: [{ customerId: customer, role: 'frontdesk' }] } },
    ],
    repeated: 'another record',
  },
  'GET /admin/people': { needs: 'admin', requests: () => [{ query: { pageSize: '10' } }] },
  'PUT /admin/people/{personId}': {
    needs: 'admin',
    requests: ({ customer, personId }) => [
      { params: { personId }, body: { name: 'Anna', roles: [{ customerId: customer, role: 'frontdesk' }] } },
    ],
  },
  'POST /admin/people/{personId}/invitations': {
    needs: 'admin',
    requests: ({ personId }) => [{ params: { personId } }],
    repeated: 'another record',
  },
  'POST /admin/people/{personId}/pin': {
    needs: 'admin',
    requests: ({ personId }) => [{ params: { personId } }],
    repeated: 'another record',
  },
  'DELETE /admin/people/{personId}/pin': { needs: 'admin', requests: ({ personId }) => [{ params: { personId } }] },
  'GET /admin/people/{personId}/sessions': {
    needs: 'admin',
    requests: ({ personId }) => [{ params: { personId }, query: { pageSize: '10' } }],
  },
  'DELETE /admin/people/{personId}/sessions': {
    needs: 'admin',
    requests: ({ personId }) => [{ params: { personId } }],
  },
  'DELETE /admin/people/{personId}': {
    needs: 'admin',
    requests: ({ sparePersonId }) => [{ params: { personId: sparePersonId } }],
    repeated: 'not found',
  },
  'POST /admin/customers/{clientId}/guests/{guestId}/erase': {
    needs: 'admin',
    requests: ({ customer, guestId }) => [{ params: { clientId: customer, guestId } }],
  },
  // To the current database: a move to another one takes many requests, which shards/interrupted tests.
  'POST /admin/customers/{clientId}/move': {
    needs: 'admin',
    requests: ({ customer, database }) => [{ params: { clientId: customer }, body: { to: database } }],
  },

  'GET /admin/audit': {
    needs: 'admin',
    requests: ({ database }) => [
      { query: { shard: String(database), pageSize: '10' } },
      { query: { act: 'customer.put', by: 'admin', since: '2026-11-22T08:00:00Z', until: '2099-11-22T08:00:00Z' } },
    ],
  },
  'GET /admin/status': {
    needs: 'admin',
    requests: ({ database }) => [{ query: { shard: String(database) } }],
    reportsFaults: true,
  },

  'POST /api/Booking/PostBooking': {
    needs: 'reservations:write',
    requests: hotel => [
      { body: newBooking(hotel) },
      {
        body: {
          identity: 'change',
          bookingID: hotel.reservationId,
          roomsBooked: [{ roomID: hotel.freeRoomId, rates: [rateLine(hotel)] }],
          activitiesBooked: [activityOf(hotel)],
        },
      },
      { body: { identity: hotel.identity, action: 'modify', reservationSummaryNote: 'x' } },
      { body: { bookingID: hotel.reservationId, identity: 'end', action: 'cancel', cancellationFee: { amount: 5 } } },
      { body: { bookingID: hotel.reservationId, action: 'cancel' } },
    ],
  },

  'GET /api/Fetch/GetFetchQueueMessage': {
    needs: 'reservations:read',
    requests: ({ hotelKey }) => [{}, { query: { status: 'Pending', hotelKey, currentPage: '1', pageSize: '20' } }],
  },
  'POST /api/Fetch/UpdateFetchQueueMessage': {
    needs: 'reservations:write',
    requests: ({ customer, hotelId, hotelKey, fetchMessageId, reservationId, reservationNumber, guestId, guest }) => [
      {
        body: {
          clientID: customer,
          fetchQueueMessageId: fetchMessageId,
          status: 'Processed',
          notes: `${guest} queue`,
          reservationID: reservationId,
          guestID: guestId,
          reservationNumber,
          firstName: `${guest} first`,
          lastName: `${guest} last`,
          email: `${guest}@guest.test`,
          phoneNumber: `+46 70 ${guest}`,
          hotelID: hotelId,
          hotelKey,
          roomID: '101',
        },
      },
      { body: { fetchQueueMessageId: fetchMessageId, status: 'Failed' } },
    ],
  },
  'GET /api/Fetch/health': { needs: 'public', requests: nothing, withoutDatabase: true },
  'GET /api/Fetch/healthdb': { needs: 'public', requests: nothing },

  'GET /api/Inventory/GetInventoryLocations': { needs: 'inventory:read', requests: nothing },
  'GET /api/Inventory/GetInventoryItem': {
    needs: 'inventory:read',
    requests: ({ inventoryId, itemNumber, inventoryLocationId }) => [
      {},
      {
        query: {
          itemNumber,
          inventoryId: String(inventoryId),
          inventoryLocationID: String(inventoryLocationId),
        },
      },
    ],
  },
  'POST /api/Sale/PostSale': {
    needs: 'inventory:write',
    requests: hotel => [
      {
        body: {
          clientID: hotel.customer,
          identity: `${hotel.guest} till`,
          saleDate: hotel.arrivalDate,
          reservationID: hotel.reservationId,
          items: [
            {
              inventoryId: hotel.inventoryId,
              inventoryLocationId: hotel.inventoryLocationId,
              quantity: 1,
              unitPrice: 3.5,
            },
          ],
          paymentDetails: paymentDetails(hotel),
        },
      },
      {
        body: {
          identity: `${hotel.guest} back`,
          returnOf: hotel.saleId,
          items: [{ inventoryId: hotel.inventoryId, inventoryLocationId: hotel.inventoryLocationId, quantity: 0.5 }],
        },
      },
    ],
  },
  'GET /api/Sale/GetSales': {
    needs: 'inventory:read',
    requests: ({ reservationId }) => [{ query: { reservationID: String(reservationId) } }],
  },

  'GET /api/OnlineBooking/GetOffers': {
    needs: 'rates:read',
    requests: hotel => [
      {
        query: {
          ...stayOf(hotel),
          guests: '2',
          hotelid: hotel.hotelId,
          roomTypeID: String(hotel.roomTypeId),
          rateID: String(hotel.rateId),
        },
      },
      { query: stayOf(hotel) },
    ],
  },
  'POST /api/OnlineBooking/postreservation': {
    needs: 'reservations:write',
    requests: hotel => [
      {
        body: {
          clientID: hotel.customer,
          identity: `${hotel.guest} web`,
          hotelid: hotel.hotelId,
          ...stayOf(hotel),
          roomTypeID: hotel.roomTypeId,
          rateID: hotel.rateId,
          guests,
          primaryGuestDetails: guestDetails(hotel),
          arrivalTime: '21:30',
          notes: `${hotel.guest} notes`,
        },
      },
    ],
  },
  'POST /api/OnlineBooking/postinquiry': {
    needs: 'reservations:write',
    requests: hotel => [
      {
        body: {
          clientID: hotel.customer,
          identity: `${hotel.guest} question`,
          hotelid: hotel.hotelId,
          ...stayOf(hotel),
          roomTypeID: hotel.roomTypeId,
          guests,
          primaryGuestDetails: guestDetails(hotel),
          message: `${hotel.guest} message`,
        },
      },
    ],
  },

  'POST /api/CMConnect/UpdateCMConnect': {
    needs: 'rates:write',
    requests: hotel => [{ body: channelMessage(hotel) }],
  },
  'GET /api/CMConnect/GetCMConnect': {
    needs: 'rates:read',
    requests: ({ hotelId, arrivalDate }) => [
      { query: { hotelid: hotelId, from: arrivalDate, to: dateAfter(arrivalDate, 7) } },
      {},
    ],
  },
  'POST /api/CMConnect/GetReservation': {
    needs: 'reservations:read',
    requests: hotel => [
      {
        body: {
          clientID: hotel.customer,
          reservationCMStatusTypeID: 1,
          bookingID: hotel.identity,
          roomInfo: [{ roomTypeID: hotel.channelRoomTypeId, ...stayOf(hotel) }],
          pageNo: 1,
          pageSize: 50,
          cursor: '',
        },
      },
      { body: { bookingID: String(hotel.reservationId), reservationCMStatusTypeID: 1 } },
      { body: { bookingID: `${hotel.guest} booking` } },
      { body: {} },
    ],
  },

  'POST /api/Reservation/GetReservations': {
    needs: 'reservations:read',
    requests: hotel => [
      {
        body: {
          clientId: hotel.customer,
          reservationID: hotel.reservationId,
          reservationNumber: hotel.reservationNumber,
          reservationStatus: 'Confirmed',
          fetchHotelKey: hotel.hotelKey,
          arrivalDate: range(hotel.arrivalDate),
          departureDate: range(hotel.departureDate),
          guest: `${hotel.guest}`.slice(0, 3),
          includePast: true,
          pageNo: 1,
          pageSize: 50,
          cursor: '',
        },
      },
      { body: { reservationNumber: hotel.reservationNumber, fetchHotelKey: `${hotel.guest} key` } },
      { body: { guest: `${hotel.guest}@guest.example` } },
      { body: {} },
    ],
  },
  'GET /api/Reservation/GetHotel': { needs: 'reservations:read', requests: nothing },
  'GET /api/Reservation/GetRoomNights': {
    needs: 'reservations:read',
    requests: ({ arrivalDate, departureDate, hotelId }) => [
      { query: { from: arrivalDate, to: departureDate, hotelid: hotelId, pageSize: '10' } },
      { query: { from: arrivalDate } },
    ],
  },
  'POST /api/Reservation/CloseRoom': {
    needs: 'reservations:write',
    requests: hotel => [
      {
        body: {
          clientID: hotel.customer,
          identity: `${hotel.guest} closed`,
          roomID: hotel.freeRoomId,
          fromDate: hotel.arrivalDate,
          toDate: hotel.departureDate,
          reason: `${hotel.guest} reason`,
        },
      },
    ],
  },
  'POST /api/Reservation/OpenRoom': {
    needs: 'reservations:write',
    requests: hotel => [
      { body: { clientID: hotel.customer, closureId: hotel.closureId, fromDate: hotel.arrivalDate } },
    ],
  },
  'GET /api/Reservation/GetClosures': {
    needs: 'reservations:read',
    requests: ({ arrivalDate, departureDate, closedRoomId }) => [
      { query: { from: arrivalDate, to: departureDate, roomID: String(closedRoomId), pageSize: '10' } },
      { query: { from: arrivalDate } },
    ],
  },
  'GET /api/Reservation/GetReservationsForPartner': {
    needs: 'reservations:read',
    requests: ({ arrivalDate, departureDate }) => [
      {},
      { query: { status: 'Confirmed', arrivalFrom: arrivalDate, arrivalTo: departureDate, pageSize: '10' } },
    ],
  },

  'GET /api/Event/GetEvents': {
    needs: 'events:read',
    requests: ({ reservationId }) => [
      {},
      { query: { reservationId: String(reservationId), types: 'reservation.created', pageSize: '20' } },
      { query: { since: '2026-11-22T08:00:00Z' } },
    ],
  },

  'POST /api/Webhook/PostEndpoint': {
    needs: 'events:write',
    requests: ({ customer, webhookUrl }) => [
      {
        body: {
          clientID: customer,
          url: webhookUrl,
          description: 'Till',
          types: ['endpoint.disabled'],
          signature: 'v1',
          afterSequence: 0,
          identity: 'hooks',
        },
      },
      { body: { url: webhookUrl, signature: 'v1a', types: ['endpoint.disabled'], identity: 'hooks with a key pair' } },
    ],
  },
  'POST /api/Webhook/UpdateEndpoint': {
    needs: 'events:write',
    requests: ({ customer, webhookEndpointId: endpointId, webhookUrl }) => [
      {
        body: {
          clientID: customer,
          endpointId,
          url: webhookUrl,
          description: 'Till',
          types: ['endpoint.disabled'],
          status: 'disabled',
        },
      },
      { body: { endpointId, status: 'enabled' } },
    ],
  },
  'POST /api/Webhook/DeleteEndpoint': {
    needs: 'events:write',
    requests: ({ customer, webhookEndpointId: endpointId }) => [{ body: { clientID: customer, endpointId } }],
    repeated: 'not found',
  },
  'GET /api/Webhook/GetEndpoints': { needs: 'events:read', requests: nothing },
  'POST /api/Webhook/RotateSecret': {
    needs: 'events:write',
    requests: ({ customer, webhookEndpointId: endpointId }) => [
      { body: { clientID: customer, endpointId, identity: 'rotation' } },
    ],
  },
  'POST /api/Webhook/TestEndpoint': {
    needs: 'events:write',
    requests: ({ customer, webhookEndpointId: endpointId }) => [{ body: { clientID: customer, endpointId } }],
  },
  'GET /api/Webhook/GetDeliveries': {
    needs: 'events:read',
    requests: ({ webhookEndpointId }) => [
      { query: { endpointId: String(webhookEndpointId) } },
      { query: { endpointId: String(webhookEndpointId), status: 'failed', afterSequence: '0', pageSize: '20' } },
      {
        query: {
          ...{ endpointId: String(webhookEndpointId), since: '2026-11-22T08:00:00Z', until: '2099-11-22T08:00:00Z' },
        },
      },
    ],
  },
  'POST /api/Webhook/Replay': {
    needs: 'events:write',
    requests: ({ customer, webhookEndpointId: endpointId }) => [
      {
        body: {
          clientID: customer,
          endpointId,
          fromSequence: 1,
          toSequence: 2,
          since: '2026-11-21T00:00:00Z',
          status: 'failed',
        },
      },
      { body: { endpointId } },
    ],
  },

  'POST /api/PartnerItinerary/IssueLink': {
    needs: 'reservations:write',
    requests: ({ reservationId }) => [{ body: { reservationId } }],
    // Each issued link is another link, and has an event.
    repeated: 'another event',
  },
  'GET /api/PartnerItinerary/GetLink': {
    needs: 'reservations:write',
    requests: ({ reservationId }) => [{ query: { reservationId: String(reservationId) } }],
  },
  'POST /api/PartnerItinerary/RevokeLink': {
    needs: 'reservations:write',
    requests: ({ reservationId }) => [{ body: { reservationId } }],
  },
  'GET /api/public/PartnerItinerary/details/{token}': { needs: 'public', requests: withLink },
  'GET /api/public/PartnerItinerary/hotels/{token}': { needs: 'public', requests: withLink },
  'GET /api/public/PartnerItinerary/markup/{token}': { needs: 'public', requests: withLink },
  'GET /api/public/PartnerItinerary/calendar/{token}': { needs: 'public', requests: withLink },
  'GET /itinerary/{token}/manifest.webmanifest': { needs: 'public', requests: withLink },
  'GET /itinerary/{token}': { needs: 'public', requests: withLink },
  'GET /status': { needs: 'public', requests: nothing },

  'GET /openapi.json': { needs: 'public', requests: nothing, withoutDatabase: true },
}
