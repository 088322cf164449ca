import type { Service, ServiceResponse } from '../../../tooling/command/service.ts'
import { CUSTOMERS, tokenFor } from './fill.ts'

/*
 * Two releases on the same databases, as during a deployment: each reads and changes what the other has written.
 */

/** Sends a request; another status than `status` is an exception. */
type RequestOk = (
  service: Service,
  method: string,
  path: string,
  body?: object,
  status?: number,
) => Promise<ServiceResponse>

const requestWith =
  (bearer: string): RequestOk =>
  async (service, method, path, body, status = 200) => {
    const answered = await service.request(method, `/api/${path}`, body, bearer)
    if (answered.status === status) return answered
    throw new Error(`${method} ${path}: expected ${status}, got ${answered.status} ${JSON.stringify(answered.json)}`)
  }

/** Lists of both releases. A later release may return more fields. */
export async function readAll(service: Service, bearer: string): Promise<Record<string, unknown>> {
  const request = requestWith(bearer)
  const content = async (method: string, path: string, body?: object) =>
    (await request(service, method, path, body)).json.content
  return {
    reservations: await content('POST', 'Reservation/GetReservations', { pageSize: 200 }),
    changes: await content('GET', 'Reservation/GetReservationsForPartner?pageSize=200'),
    ofChannel: await content('POST', 'CMConnect/GetReservation', { pageSize: 200 }),
    messages: await content('GET', 'Fetch/GetFetchQueueMessage?pageSize=200&status=Processed'),
    items: await content('GET', 'Inventory/GetInventoryItem'),
    locations: await content('GET', 'Inventory/GetInventoryLocations'),
    ...(await readFiltered(content)),
    channel: await content('GET', 'CMConnect/GetCMConnect?hotelid=H1&from=2027-05-01&to=2027-05-31'),
  }
}

/** Lists with the filters that search different indexes. The release before names the indexes in its statements. */
async function readFiltered(content: (method: string, path: string, body?: object) => Promise<unknown>) {
  const list = (filter: object) => content('POST', 'Reservation/GetReservations', { pageSize: 200, ...filter })
  const partner = (filter: string) => content('GET', `Reservation/GetReservationsForPartner?pageSize=200&${filter}`)
  const ofChannel = (filter: object) => content('POST', 'CMConnect/GetReservation', { pageSize: 200, ...filter })
  const dates = { startDate: '2027-01-01', endDate: '2027-12-31' }
  const week = { arrivalDate: '2027-05-20', departureDate: '2027-05-27' }
  return {
    byStatus: await list({ reservationStatus: 'Confirmed,CheckedOut' }),
    byHotel: await list({ fetchHotelKey: 'KEY-H1' }),
    byArrival: await list({ arrivalDate: dates }),
    byDeparture: await list({ departureDate: dates, reservationStatus: 'InHouse' }),
    byStay: await list({ arrivalDate: dates, departureDate: dates }),
    byNumber: await list({ reservationNumber: '10000002' }),
    changesByStatus: await partner('status=Confirmed'),
    changesByArrival: await partner('arrivalFrom=2027-01-01'),
    changesSince: await partner('modifiedSince=2020-01-01T00:00:00Z'),
    ofRoomType: await ofChannel({ roomInfo: [{ roomTypeID: 10 }] }),
    ofWeek: await ofChannel({ roomInfo: [{ roomTypeID: 10, ...week }] }),
    pendingMessages: await content('GET', 'Fetch/GetFetchQueueMessage?pageSize=200'),
  }
}

const day = (customer: number, n: number) => `2027-0${7 + (customer % 3)}-${String(n).padStart(2, '0')}`

/** One release creates a booking; both change it in turn. */
async function changeBookingInTurns(
  one: Service,
  other: Service,
  request: RequestOk,
  customer: number,
  place: number,
): Promise<void> {
  const post = async (service: Service, body: object, status?: number) =>
    request(service, 'POST', 'Booking/PostBooking', body, status)
  const nights = { arrivalDate: day(customer, place), departureDate: day(customer, place + 2) }
  const identity = `shared-${place}`
  const made = await post(one, {
    ...nights,
    identity,
    primaryGuestDetails: { lastName: 'Moreau' },
    roomsBooked: [{ roomID: 101, rates: [{ rateID: 1, unitCost: 90, nights: 2 }] }],
    activitiesBooked: [
      { activityID: 1, activityDate: nights.arrivalDate, activityStartTime: '10:00', participants: 2 },
    ],
    paymentDetails: { paymentAmount: 50, paymentExtID: `shared-${place}` },
  })
  const bookingID = Number(made.headers.get('x-reservation-id'))
  // The room is taken for both releases.
  const taken = { ...nights, primaryGuestDetails: { lastName: 'Okafor' }, roomsBooked: [{ roomID: 101 }] }
  await post(other, taken, 409)
  await post(other, { bookingID, roomsBooked: [{ roomID: 102, rates: [{ rateID: 1, unitCost: 95, nights: 2 }] }] })
  await post(one, { bookingID, bookingParameters: { reservationStatusID: 3 } })
  await post(other, { bookingID, bookingParameters: { reservationStatusID: 4 } })
  const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }]
  const sale = { identity, items, reservationID: bookingID }
  await request(one, 'POST', 'Sale/PostSale', sale)
  await request(other, 'POST', 'Sale/PostSale', sale)
  await post(other, { bookingID, reservationSummaryNote: 'Late' })
  const { token } = (await request(one, 'POST', 'PartnerItinerary/IssueLink', { reservationId: bookingID })).json
    .content
  await request(other, 'GET', `public/PartnerItinerary/details/${token}`)
  await request(other, 'POST', 'PartnerItinerary/RevokeLink', { reservationId: bookingID })
  await request(one, 'GET', `public/PartnerItinerary/details/${token}`, undefined, 404)
  await post(one, { bookingID, bookingParameters: { reservationStatusID: 5 } })
}

/** The channel updates one release, and the other sells. */
async function sellChannelUpdate(one: Service, other: Service, bearer: string, place: number): Promise<void> {
  const request = requestWith(bearer)
  const from = `2027-05-${place}`
  const to = `2027-05-${place + 1}`
  const price = [{ numberOfGuests: '2', value: '110' }]
  const date = [{ from, to, roomstosell: '2', closed: '0', rate: [{ rateplanid: 'BAR' }], price }]
  const rateAvailabilityUpdate = [{ data: [{ hotelid: 'H1', room: [{ roomid: 'DBL', date }] }] }]
  await request(one, 'POST', 'CMConnect/UpdateCMConnect', { rateAvailabilityUpdate })
  const stay = { arrivalDate: from, departureDate: to, roomTypeID: 10, guests: { guestCount: 2, adultCount: 2 } }
  const primaryGuestDetails = { lastName: 'Haddad' }
  await request(other, 'POST', 'OnlineBooking/postreservation', {
    identity: `online-${place}`,
    ...stay,
    primaryGuestDetails,
  })
}

/** Runs all shared requests for one customer. */
export async function exerciseBothReleases(before: Service, after: Service, customer: number): Promise<void> {
  const bearer = await tokenFor(before, customer)
  const request = requestWith(bearer)
  await changeBookingInTurns(before, after, request, customer, 1)
  await changeBookingInTurns(after, before, requestWith(await tokenFor(after, customer)), customer, 5)
  await sellChannelUpdate(before, after, bearer, 22)
  await sellChannelUpdate(after, before, bearer, 24)
  const resources = [{ resourceId: 7, name: 'Sail' }]
  await before.admin('PUT', `/customers/${customer}/setup`, { resources })
  await after.admin('PUT', `/customers/${customer}/setup`, { resources: [{ resourceId: 7, name: 'Kite' }] })
}

/** Customers that accept writes. With two databases, one customer is being moved. */
export const writableCustomers = (databases: number): number[] =>
  Object.values(CUSTOMERS).filter(customer => databases === 1 || customer !== CUSTOMERS.moving)
