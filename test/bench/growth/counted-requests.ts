import { calendar, doubleOf, firstDouble, hotelChain, setup } from './generated-hotels.ts'

/*
 * Every operation of the service but the lists, in its main ways, one after another on the books: what each costs must not
 * depend on how many reservations there are. Reservation 3 is Confirmed and 4 is in house, at either size.
 */

/** What an operation is asked with. `as` is whose credential comes with it; a bearer if not said. */
export interface OperationRequest {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
  as?: 'bearer' | 'key' | 'admin' | 'nobody'
  apiKey?: string
}

/** Sends a request, which has to be answered with the status, and notes what it cost under the operation and the way; the answer's JSON. */
// biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are operations
export type SendCounted = (operation: string, way: string, request?: OperationRequest, status?: number) => Promise<any>

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

async function bookings(ask: SendCounted): Promise<void> {
  const post = 'POST /api/Booking/PostBooking'
  const first = booking('errand-1', '2027-01-04', '2027-01-07')
  await ask(post, 'new', { body: first })
  await ask(post, 'the same again', { body: first })
  await ask(post, 'new, the room is taken', { body: { ...first, identity: 'errand-2' } }, 409)
  await ask(post, 'modify: another room, other activities', {
    body: {
      identity: 'errand-1',
      action: 'modify',
      roomsBooked: [{ roomID: firstDouble(1) + 1 }],
      activitiesBooked: [{ activityID: 1, activityDate: '2027-01-05' }],
    },
  })
  const status = { bookingParameters: { reservationStatusID: 4 } }
  await ask(post, 'modify: a status', { body: { identity: 'errand-1', action: 'modify', ...status } })
  await ask(post, 'new, without parts', {
    body: {
      arrivalDate: '2027-02-10',
      departureDate: '2027-02-11',
      primaryGuestDetails: guest,
      roomsBooked: [{ roomID: firstDouble(1) }],
    },
  })
  await ask(post, 'cancel', {
    body: { bookingID: 3, action: 'cancel', cancellationFee: { amount: 5 } },
  })
}

async function online(ask: SendCounted): Promise<void> {
  const stay = { arrivalDate: '2027-02-03', departureDate: '2027-02-06', roomTypeID: doubleOf(1) }
  const body = { identity: 'online-1', ...stay, guests: { guestCount: 2 }, primaryGuestDetails: guest }
  await ask('POST /api/OnlineBooking/postreservation', 'new', { body })
  await ask('POST /api/OnlineBooking/postreservation', 'the same again', { body })
  const question = { identity: 'question-1', ...stay, primaryGuestDetails: guest, message: 'Is there a cot?' }
  await ask('POST /api/OnlineBooking/postinquiry', 'new', { body: question })
  await ask('POST /api/OnlineBooking/postinquiry', 'the same again', { body: question })
}

async function sales(ask: SendCounted): Promise<void> {
  const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }]
  const sale = { identity: 'errand-1', items, paymentDetails: { paymentAmount: 3.5 } }
  await ask('POST /api/Sale/PostSale', 'paid on the spot', { body: sale })
  await ask('POST /api/Sale/PostSale', 'the same again', { body: sale })
  await ask('POST /api/Sale/PostSale', 'on an account', { body: { identity: 'errand-2', items, reservationID: 4 } })
  await ask('GET /api/Inventory/GetInventoryLocations', '', {})
  await ask('GET /api/Inventory/GetInventoryItem', 'inventoryId', { query: { inventoryId: '2' } })
  await ask('GET /api/Inventory/GetInventoryItem', 'inventoryId and inventoryLocationID', {
    query: { inventoryId: '2', inventoryLocationID: '1' },
  })
}

async function lookups(ask: SendCounted): Promise<void> {
  const whole = 'POST /api/Reservation/GetReservations'
  await ask(whole, 'reservationID', { body: { reservationID: 7 } })
  await ask(whole, 'reservationNumber', { body: { reservationNumber: '10000007' } })
  const channel = 'POST /api/CMConnect/GetReservation'
  await ask(channel, 'bookingID, an id', { body: { bookingID: '7' } })
  await ask(channel, 'bookingID, a number', { body: { bookingID: '10000007' } })
  await ask(channel, 'bookingID, an identity', { body: { bookingID: 'booking-00000007' } })
}

async function queue(ask: SendCounted): Promise<void> {
  const update = 'POST /api/Fetch/UpdateFetchQueueMessage'
  const body = { fetchQueueMessageId: 1, status: 'Processed', notes: 'Sent' }
  await ask(update, 'a status and notes', { body })
  await ask(update, 'the same again', { body })
  await ask('GET /api/Fetch/health', '', { as: 'nobody' })
  await ask('GET /api/Fetch/healthdb', '', { as: 'nobody' })
}

async function channel(ask: SendCounted): Promise<void> {
  const window = { hotelid: 'H1', from: '2027-01-01', to: '2027-01-31' }
  await ask('GET /api/CMConnect/GetCMConnect', 'a month of two rooms', { query: window })
  const { rooms, ratePlan } = calendar
  const update = 'POST /api/CMConnect/UpdateCMConnect'
  await ask(update, 'rooms and plans, as they are', { body: { rooms, ratePlan } })
  const days = { from: '2027-01-01', to: '2027-01-31', roomstosell: '15' }
  const price = [{ numberOfGuests: '2', value: '99.00' }]
  await ask(update, 'allotment and prices of a month', {
    body: {
      rateAvailability: [
        {
          data: [
            { hotelid: 'H1', room: [{ roomid: 'DBL', date: [{ ...days, rate: [{ rateplanid: 'BAR' }], price }] }] },
          ],
        },
      ],
    },
  })
}

/** Puts the channel's rooms, plans and days in place of others, and takes them away: the cost follows what there is of them. */
export async function removeChannel(ask: SendCounted): Promise<void> {
  const update = 'POST /api/CMConnect/UpdateCMConnect'
  const { rooms, ratePlan, rateAvailability } = calendar
  const property = {
    data: [{ hotelid: 'H1', hotelDescriptiveContents: { hotelDescriptiveContent: { hotelName: 'Quinta' } } }],
  }
  await ask(update, 'a property', { body: { property: [property] } })
  await ask(update, 'a full calendar', {
    body: { rateAvailability: rateAvailability.map(each => ({ ...each, syncType: 1 })) },
  })
  const gone = (group: object[]) => group.map(each => ({ ...each, action: 3 }))
  await ask(update, 'days taken away', { body: { rateAvailability: gone(rateAvailability) } })
  await ask(update, 'plans and rooms taken away', { body: { ratePlan: gone(ratePlan), rooms: gone(rooms) } })
  await ask(update, 'a property taken away', { body: { property: gone([property]) } })
}

async function itinerary(ask: SendCounted): Promise<void> {
  const issue = 'POST /api/PartnerItinerary/IssueLink'
  await ask(issue, 'the first', { body: { reservationId: 5 } })
  const link = await ask(issue, 'in place of another', { body: { reservationId: 4 } })
  const params = { token: link.content.token }
  await ask('GET /api/public/PartnerItinerary/details/{token}', '', { params, as: 'nobody' })
  await ask('GET /api/public/PartnerItinerary/calendar/{token}', '', { params, as: 'nobody' })
  await ask('GET /itinerary/{token}', '', { params, as: 'nobody' })
  await ask('GET /itinerary/{token}/manifest.webmanifest', '', { params, as: 'nobody' })
  await ask('POST /api/PartnerItinerary/RevokeLink', '', { body: { reservationId: 4 } })
  await ask('GET /api/public/PartnerItinerary/details/{token}', 'revoked', { params, as: 'nobody' }, 404)
}

async function administration(ask: SendCounted): Promise<void> {
  const as = 'admin'
  await ask('PUT /admin/interfaces/{product}', '', {
    params: { product: 'engine' },
    body: { audience: 'engine-api' },
    as,
  })
  const customer = 'PUT /admin/customers/{clientId}'
  await ask(customer, 'new', { params: { clientId: 9 }, body: hotelChain, as })
  await ask(customer, 'one with books', { params: { clientId: 1 }, body: { ...hotelChain, name: 'Quinta' }, as })
  await ask(
    customer,
    'another currency than its books',
    { params: { clientId: 1 }, body: { ...hotelChain, currency: 'JPY' }, as },
    409,
  )
  const { inventoryItems: _, ...records } = setup
  await ask('PUT /admin/customers/{clientId}/setup', 'as it is', { params: { clientId: 1 }, body: records, as })
  const application = { name: 'errands', customerId: 1, product: 'innlet', permissions: ['reservations:read'] }
  const made = await ask('POST /admin/applications', '', { body: application, as }, 201)
  const params = { id: made.clientId }
  await ask('GET /admin/applications', 'customerId', { query: { customerId: '1' }, as })
  await ask('GET /admin/applications', 'nothing', { as })
  await ask('GET /admin/applications/{id}', '', { params, as })
  await ask('PATCH /admin/applications/{id}', '', { params, body: { status: 'active' }, as })
  const rotated = await ask('POST /admin/applications/{id}/rotate-secret', '', { params, as })
  const grant = { grant_type: 'client_credentials', client_id: made.clientId, client_secret: rotated.clientSecret }
  await ask('POST /oauth/token', '', { body: { ...grant, audience: 'innlet-api' }, as: 'nobody' })
  const key = await ask(
    'POST /admin/api-keys',
    '',
    { body: { ...application, permissions: ['inventory:read'] }, as },
    201,
  )
  await ask('GET /api/Inventory/GetInventoryLocations', 'by an API key', { as: 'key', apiKey: key.apiKey })
  await ask('DELETE /admin/api-keys/{id}', '', { params: { id: key.id }, as }, 204)
  const erase = 'POST /admin/customers/{clientId}/guests/{guestId}/erase'
  await ask(erase, 'a guest who is to come', { params: { clientId: 1, guestId: 2 }, as }, 204)
  const move = 'POST /admin/customers/{clientId}/move'
  await ask(move, 'to where it is', { params: { clientId: 1 }, body: { to: 0 }, as })
}

/** The service's own papers, for which it asks no database. */
async function publicDocuments(ask: SendCounted): Promise<void> {
  for (const path of ['/.well-known/jwks.json', '/.well-known/oauth-authorization-server', '/openapi.json']) {
    await ask(`GET ${path}`, '', { as: 'nobody' })
  }
}

export async function sendEveryRequest(ask: SendCounted): Promise<void> {
  const errands = [lookups, queue, channel, itinerary, sales, online, bookings, administration, publicDocuments]
  for (const errand of errands) await errand(ask)
}
