import { type SampleHotel, sampleSeaHotel } from '../../support/sample-hotel.ts'
import { samples } from '../../support/sample-requests.ts'
import { calendar, doubleOf, firstDouble, hotelChain, rateOf, setup } from './generated-hotels.ts'
import { listsOf } from './lists.ts'

/*
 * Every operation of the service except the lists, in its main variants, one after another. Their cost must not depend on the
 * number of reservations. Reservation 3 is Confirmed and 4 is InHouse, at either size. An operation without variants here is
 * sent as its first sample request.
 */

/** The parts of a request. `as` is the credential; a bearer token by default. */
interface OperationRequest {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
  as?: 'bearer' | 'key' | 'admin' | 'nobody'
  apiKey?: string
}

/**
 * Sends a request that must respond with `status`, stores its cost under the operation and the variant, and resolves to the JSON
 * of the response.
 */
// biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are operations
export type SendCounted = (operation: string, way: string, request?: OperationRequest, status?: number) => Promise<any>

/** No host has this name, so that an attempt fails at once. */
const HOOKS = 'https://hooks.example.com/innlet'

const guest = { firstName: 'Mina', lastName: 'Okabe', email: 'mina@example.com' }

const booking = (identity: string, arrivalDate: string, departureDate: string) => ({
  identity,
  arrivalDate,
  departureDate,
  primaryGuestDetails: guest,
  guests: { guestCount: 2 },
  bookingParameters: { correspondenceToBeSent: [{ correspondenceTypeID: 1 }] },
  roomsBooked: [{ roomID: firstDouble(1), guestsInRoom: 2, rates: [{ rateID: 10, unitCost: 120, nights: 3 }] }],
  activitiesBooked: [{ activityID: 1, activityDate: arrivalDate, participants: 2, rates: [{ unitCost: 15 }] }],
  paymentDetails: { paymentAmount: 50, paymentExtID: 'pay-1' },
})

async function bookings(send: SendCounted): Promise<void> {
  const post = 'POST /api/Booking/PostBooking'
  const first = booking('counted-1', '2027-01-04', '2027-01-07')
  await send(post, 'new', { body: first })
  await send(post, 'the same again', { body: first })
  await send(post, 'new, four nights, a rate and an activity', {
    body: {
      identity: 'counted-3',
      arrivalDate: '2027-01-17',
      departureDate: '2027-01-21',
      primaryGuestDetails: guest,
      roomsBooked: [{ roomID: firstDouble(1), rates: [{ rateID: 10, unitCost: 120, nights: 4 }] }],
      activitiesBooked: [{ activityID: 1, activityDate: '2027-01-17' }],
    },
  })
  await send(post, 'new, the room is taken', { body: { ...first, identity: 'counted-2' } }, 409)
  await send(post, 'modify: another room, other activities', {
    body: {
      identity: 'counted-1',
      action: 'modify',
      roomsBooked: [{ roomID: firstDouble(1) + 1 }],
      activitiesBooked: [{ activityID: 1, activityDate: '2027-01-05' }],
    },
  })
  const status = { bookingParameters: { reservationStatusID: 4 } }
  await send(post, 'modify: a status', { body: { identity: 'counted-1', action: 'modify', ...status } })
  await send(post, 'new, without parts', {
    body: {
      arrivalDate: '2027-02-10',
      departureDate: '2027-02-11',
      primaryGuestDetails: guest,
      roomsBooked: [{ roomID: firstDouble(1) }],
    },
  })
  await send(post, 'cancel', {
    body: { bookingID: 3, action: 'cancel', cancellationFee: { amount: 5 } },
  })
}

async function online(send: SendCounted): Promise<void> {
  const stay = { arrivalDate: '2027-02-03', departureDate: '2027-02-06', roomTypeID: doubleOf(1) }
  const body = { identity: 'online-1', ...stay, guests: { guestCount: 2 }, primaryGuestDetails: guest }
  const { roomTypeID, ...dates } = stay
  await send('GET /api/OnlineBooking/GetOffers', 'three nights', { query: { ...dates, guests: '2' } })
  await send('GET /api/OnlineBooking/GetOffers', 'three nights, one type', {
    query: { ...dates, guests: '2', roomTypeID: String(roomTypeID) },
  })
  await send('POST /api/OnlineBooking/postreservation', 'new', { body })
  await send('POST /api/OnlineBooking/postreservation', 'the same again', { body })
  const question = { identity: 'question-1', ...stay, primaryGuestDetails: guest, message: 'Is there a cot?' }
  await send('POST /api/OnlineBooking/postinquiry', 'new', { body: question })
  await send('POST /api/OnlineBooking/postinquiry', 'the same again', { body: question })
}

async function sales(send: SendCounted): Promise<void> {
  const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }]
  const sale = { identity: 'counted-1', items, paymentDetails: { paymentAmount: 3.5 } }
  const first = { ...sale, identity: 'counted-0' }
  await send('POST /api/Sale/PostSale', 'paid on the spot, the first of an isolate', { body: first })
  await send('POST /api/Sale/PostSale', 'paid on the spot', { body: sale })
  await send('POST /api/Sale/PostSale', 'the same again', { body: sale })
  await send('POST /api/Sale/PostSale', 'on an account', { body: { identity: 'counted-2', items, reservationID: 4 } })
  await send('POST /api/Sale/PostSale', 'a return', { body: { identity: 'counted-3', returnOf: 1, items } })
  await send('GET /api/Inventory/GetInventoryLocations', '', {})
  await send('GET /api/Inventory/GetInventoryItem', 'inventoryId', { query: { inventoryId: '2' } })
  await send('GET /api/Inventory/GetInventoryItem', 'inventoryId and inventoryLocationID', {
    query: { inventoryId: '2', inventoryLocationID: '1' },
  })
}

async function lookups(send: SendCounted): Promise<void> {
  const whole = 'POST /api/Reservation/GetReservations'
  await send(whole, 'reservationID', { body: { reservationID: 7 } })
  await send(whole, 'reservationNumber', { body: { reservationNumber: '10000007' } })
  await send('GET /api/Reservation/GetReservationsForPartner', 'modifiedSince, nothing changed', {
    query: { modifiedSince: '2099-01-01T00:00:00Z' },
  })
  const channel = 'POST /api/CMConnect/GetReservation'
  await send(channel, 'bookingID, an id', { body: { bookingID: '7' } })
  await send(channel, 'bookingID, a number', { body: { bookingID: '10000007' } })
  await send(channel, 'bookingID, an identity', { body: { bookingID: 'booking-00000007' } })
}

async function events(send: SendCounted): Promise<void> {
  await send('GET /api/Event/GetEvents', 'no filter', {})
  await send('GET /api/Event/GetEvents', 'reservationId', { query: { reservationId: '4' } })
}

async function queue(send: SendCounted): Promise<void> {
  const update = 'POST /api/Fetch/UpdateFetchQueueMessage'
  const body = { fetchQueueMessageId: 1, status: 'Processed', notes: 'Sent' }
  await send(update, 'a status and notes', { body })
  await send(update, 'the same again', { body })
  await send('GET /api/Fetch/GetFetchQueueMessage', 'nothing waits', { query: { hotelKey: 'KEY-NONE' } })
  await send('GET /api/Fetch/health', '', { as: 'nobody' })
  await send('GET /api/Fetch/healthdb', '', { as: 'nobody' })
  await send('GET /status', '', { as: 'nobody' })
}

async function channel(send: SendCounted): Promise<void> {
  const window = { hotelid: 'H1', from: '2027-01-01', to: '2027-01-31' }
  await send('GET /api/CMConnect/GetCMConnect', 'a month of two rooms', { query: window })
  const { rooms, ratePlan } = calendar
  const update = 'POST /api/CMConnect/UpdateCMConnect'
  await send(update, 'rooms and plans, as they are', { body: { rooms, ratePlan } })
  const rates = (room: object[]) => ({ rateAvailability: [{ data: [{ hotelid: 'H1', room }] }] })
  const priced = (to: string, value: string) => ({
    from: '2027-01-01',
    to,
    rate: [{ rateplanid: 'BAR' }],
    price: [{ numberOfGuests: '2', value }],
  })
  const month = { ...priced('2027-01-31', '99.00'), roomstosell: '15' }
  await send(update, 'allotment and prices of a month', { body: rates([{ roomid: 'DBL', date: [month] }]) })
  // The update that docs/growth.md counts the cost of.
  const prices = priced('2027-01-30', '98.00')
  const allotment = { from: '2027-01-05', to: '2027-01-05', roomstosell: '14' }
  const date = [prices, allotment]
  const body = rates([
    { roomid: 'DBL', date },
    { roomid: 'CAB', date: [prices] },
  ])
  await send(update, '60 cells of a month, and an allotment', { body })
}

/** Replaces and then removes the channel's rooms, plans and days. The cost depends on how many there are. */
export async function removeChannel(send: SendCounted): Promise<void> {
  const update = 'POST /api/CMConnect/UpdateCMConnect'
  const { rooms, ratePlan, rateAvailability } = calendar
  const property = {
    data: [{ hotelid: 'H1', hotelDescriptiveContents: { hotelDescriptiveContent: { hotelName: 'Quinta' } } }],
  }
  await send(update, 'a property', { body: { property: [property] } })
  await send(update, 'a full calendar', {
    body: { rateAvailability: rateAvailability.map(each => ({ ...each, syncType: 1 })) },
  })
  const gone = (group: object[]) => group.map(each => ({ ...each, action: 3 }))
  await send(update, 'days taken away', { body: { rateAvailability: gone(rateAvailability) } })
  await send(update, 'plans and rooms taken away', { body: { ratePlan: gone(ratePlan), rooms: gone(rooms) } })
  await send(update, 'a property taken away', { body: { property: gone([property]) } })
}

async function webhooks(send: SendCounted): Promise<void> {
  const endpointId = 1
  const body = { url: HOOKS, types: ['endpoint.disabled'], identity: 'counted-hooks' }
  await send('POST /api/Webhook/PostEndpoint', 'new', { body })
  await send('POST /api/Webhook/PostEndpoint', 'the same again', { body })
  await send('POST /api/Webhook/UpdateEndpoint', 'every field', {
    body: {
      endpointId,
      url: HOOKS,
      description: 'Till',
      types: ['link.issued', 'endpoint.disabled'],
      status: 'disabled',
    },
  })
  await send('POST /api/Webhook/UpdateEndpoint', 'enabled again', { body: { endpointId, status: 'enabled' } })
  const rotation = { endpointId, identity: 'counted-rotation' }
  await send('POST /api/Webhook/RotateSecret', 'new', { body: rotation })
  await send('POST /api/Webhook/RotateSecret', 'the same again', { body: rotation })
  await send('POST /api/Webhook/TestEndpoint', '', { body: { endpointId } })
  await send('POST /api/Webhook/Replay', 'no event that matches', { body: { endpointId, status: 'failed' } })
  await send('GET /api/Webhook/GetEndpoints', '', {})
  await send('GET /api/Webhook/GetDeliveries', '', { query: { endpointId: '1' } })
  await send('GET /api/Webhook/GetDeliveries', 'status', { query: { endpointId: '1', status: 'failed' } })
  await send('POST /api/Webhook/DeleteEndpoint', '', { body: { endpointId } })
}

async function itinerary(send: SendCounted): Promise<void> {
  const issue = 'POST /api/PartnerItinerary/IssueLink'
  await send(issue, 'the first', { body: { reservationId: 5 } })
  const link = await send(issue, 'in place of another', { body: { reservationId: 4 } })
  const params = { token: link.content.token }
  await send('GET /api/public/PartnerItinerary/details/{token}', '', { params, as: 'nobody' })
  await send('GET /api/public/PartnerItinerary/hotels/{token}', '', { params, as: 'nobody' })
  await send('GET /api/public/PartnerItinerary/markup/{token}', '', { params, as: 'nobody' })
  await send('GET /api/public/PartnerItinerary/calendar/{token}', '', { params, as: 'nobody' })
  await send('GET /itinerary/{token}', '', { params, as: 'nobody' })
  await send('GET /itinerary/{token}/manifest.webmanifest', '', { params, as: 'nobody' })
  await send('POST /api/PartnerItinerary/RevokeLink', '', { body: { reservationId: 4 } })
  await send('GET /api/public/PartnerItinerary/details/{token}', 'revoked', { params, as: 'nobody' }, 404)
}

/** Returns an application of the customer. */
async function administration(send: SendCounted): Promise<SampleHotel['application']> {
  const as = 'admin'
  await send('PUT /admin/interfaces/{product}', '', {
    params: { product: 'engine' },
    body: { audience: 'engine-api' },
    as,
  })
  const customer = 'PUT /admin/customers/{clientId}'
  await send(customer, 'new', { params: { clientId: 9 }, body: hotelChain, as })
  await send(customer, 'one with books', { params: { clientId: 1 }, body: { ...hotelChain, name: 'Quinta' }, as })
  await send(
    customer,
    'another currency than its books',
    { params: { clientId: 1 }, body: { ...hotelChain, currency: 'JPY' }, as },
    409,
  )
  const one = { params: { clientId: 1 }, as } as const
  await send('PATCH /admin/customers/{clientId}', '', { ...one, body: { name: 'Quinta' } })
  await send('PATCH /admin/customers/{clientId}', 'with the currency', { ...one, body: { currency: 'EUR' } })
  const { inventoryItems: _, ...records } = setup
  await send('PUT /admin/customers/{clientId}/setup', 'as it is', { params: { clientId: 1 }, body: records, as })
  await send('GET /admin/customers/{clientId}/setup', 'a page of 10', {
    params: { clientId: 1 },
    query: { pageSize: '10' },
    as,
  })
  const application = { name: 'counted', customerId: 1, product: 'innlet', permissions: ['reservations:read'] }
  const made = await send('POST /admin/applications', '', { body: application, as }, 201)
  const params = { id: made.clientId }
  await send('GET /admin/applications', 'customerId', { query: { customerId: '1' }, as })
  await send('GET /admin/applications', 'no filter', { as })
  await send('GET /admin/applications/{id}', '', { params, as })
  await send('PATCH /admin/applications/{id}', '', { params, body: { status: 'active' }, as })
  const rotated = await send('POST /admin/applications/{id}/rotate-secret', '', { params, as })
  const grant = { grant_type: 'client_credentials', client_id: made.clientId, client_secret: rotated.clientSecret }
  await send('POST /oauth/token', '', { body: { ...grant, audience: 'innlet-api' }, as: 'nobody' })
  const key = await send(
    'POST /admin/api-keys',
    '',
    { body: { ...application, permissions: ['inventory:read'] }, as },
    201,
  )
  await send('GET /api/Inventory/GetInventoryLocations', 'by an API key', { as: 'key', apiKey: key.apiKey })
  await send('DELETE /admin/api-keys/{id}', '', { params: { id: key.id }, as }, 204)
  const roles = [{ customerId: 1, role: 'manager' }]
  const invited = await send('POST /admin/people', '', { body: { name: 'Anna', kind: 'person', roles }, as }, 201)
  const person = { params: { personId: invited.personId }, as } as const
  await send('GET /admin/people', '', { as })
  await send('PUT /admin/people/{personId}', '', { ...person, body: { name: 'Anna Silva', roles } })
  await send('POST /admin/people/{personId}/invitations', '', person, 201)
  await send('POST /admin/people/{personId}/pin', '', person)
  await send('DELETE /admin/people/{personId}/pin', '', person, 204)
  await send('GET /admin/people/{personId}/sessions', '', person)
  await send('DELETE /admin/people/{personId}/sessions', '', person, 204)
  await send('DELETE /admin/people/{personId}', '', person, 204)
  const erase = 'POST /admin/customers/{clientId}/guests/{guestId}/erase'
  await send(erase, 'a guest who is to come', { params: { clientId: 1, guestId: 2 }, as }, 204)
  const move = 'POST /admin/customers/{clientId}/move'
  await send(move, 'to where it is', { params: { clientId: 1 }, body: { to: 0 }, as })
  await send('GET /admin/customers/{clientId}/guests/{guestId}/export', '', { params: { clientId: 1, guestId: 3 }, as })
  const small = { params: { clientId: 9 }, as: 'admin' as const }
  const state = 'PUT /admin/customers/{clientId}/state'
  await send(state, 'as it is', { ...small, body: { state: 'open' } })
  await send(state, 'closed', { ...small, body: { state: 'closed' } })
  await send('GET /admin/customers/{clientId}/state', '', small)
  await send('GET /admin/customers/{clientId}/export', 'without hotels', small)
  await send('DELETE /admin/customers/{clientId}', 'too early', small, 409)
  await send('POST /admin/customers/{clientId}/import', 'progress', { params: { clientId: 12 }, body: {}, as })
  return { clientId: made.clientId, clientSecret: rotated.clientSecret }
}

/** What the sample requests name in the generated hotels. */
const generatedSampleHotel = (application: SampleHotel['application']): SampleHotel => ({
  ...sampleSeaHotel,
  reservationId: 4,
  reservationNumber: '10000004',
  guestId: 4,
  identity: 'booking-00000004',
  arrivalDate: '2027-02-14',
  departureDate: '2027-02-16',
  freeRoomId: firstDouble(1) + 2,
  roomTypeId: doubleOf(1),
  rateId: rateOf(1),
  channelRoomTypeId: doubleOf(1),
  webhookUrl: HOOKS,
  setup,
  application,
})

/** The part of the OpenAPI document that names the statuses of each operation. */
interface Statuses {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}

/** The first sample request of every operation that is not in `known`. */
async function remainingOperations(send: SendCounted, known: ReadonlySet<string>, hotel: SampleHotel): Promise<void> {
  const { paths } = (await send('GET /openapi.json', '', { as: 'nobody' })) as Statuses
  const remaining = Object.entries(samples).filter(([operation]) => !known.has(operation))
  if (remaining.some(([operation]) => operation.includes('{token}'))) {
    const body = { reservationId: hotel.reservationId }
    const issued = await send('POST /api/PartnerItinerary/IssueLink', 'after a revocation', { body })
    hotel.link = issued.content.token
  }
  for (const [operation, { needs, requests }] of remaining) {
    const [method = '', path = ''] = operation.split(' ')
    const statuses = Object.keys(paths[path]?.[method.toLowerCase()]?.responses ?? {})
    const as = needs === 'admin' ? 'admin' : needs === 'public' ? 'nobody' : 'bearer'
    await send(operation, '', { ...requests(hotel)[0], as }, Number(statuses.find(status => status < '300')))
  }
}

export async function sendEveryRequest(send: SendCounted): Promise<void> {
  const known = new Set(listsOf('').map(({ operation }) => operation))
  const record: SendCounted = (operation, ...request) => {
    known.add(operation)
    return send(operation, ...request)
  }
  for (const group of [lookups, events, queue, channel, webhooks, itinerary, sales, online, bookings])
    await group(record)
  const application = await administration(record)
  await remainingOperations(send, known, generatedSampleHotel(application))
}
