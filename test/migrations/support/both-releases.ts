import type { Service, ServiceResponse } from '../../../scripts/start/service.ts'
import { CUSTOMERS, tokenFor } from './fill.ts'

/*
 * What two releases do on the same databases at the same time, as while a deployment spreads: what one of them writes the
 * other reads and changes.
 */

/** Asks an operation of the API; another status than `status` is an error. */
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

/** Lists that both releases answer; a later one may say more of each entry. */
export async function readAll(service: Service, bearer: string): Promise<Record<string, unknown>> {
  const ask = requestWith(bearer)
  const content = async (method: string, path: string, body?: object) =>
    (await ask(service, method, path, body)).json.content
  return {
    reservations: await content('POST', 'Reservation/GetReservations', { pageSize: 200 }),
    changes: await content('GET', 'Reservation/GetReservationsForPartner?pageSize=200'),
    ofChannel: await content('POST', 'CMConnect/GetReservation', { pageSize: 200 }),
    messages: await content('GET', 'Fetch/GetFetchQueueMessage?pageSize=200&status=Processed'),
    items: await content('GET', 'Inventory/GetInventoryItem'),
    locations: await content('GET', 'Inventory/GetInventoryLocations'),
    channel: await content('GET', 'CMConnect/GetCMConnect?hotelid=H1&from=2027-05-01&to=2027-05-31'),
  }
}

const day = (customer: number, n: number) => `2027-0${6 + (customer % 3)}-${String(n).padStart(2, '0')}`

/** A booking that one release makes, and that both change in turn until the other ends it. */
async function changeBookingInTurns(
  one: Service,
  other: Service,
  ask: RequestOk,
  customer: number,
  place: number,
): Promise<void> {
  const post = async (service: Service, body: object, status?: number) =>
    ask(service, 'POST', 'Booking/PostBooking', body, status)
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
  // The same again is the same booking, and its room is taken for the other release too.
  const taken = { ...nights, primaryGuestDetails: { lastName: 'Okafor' }, roomsBooked: [{ roomID: 101 }] }
  await post(other, taken, 409)
  await post(other, { bookingID, roomsBooked: [{ roomID: 102, rates: [{ rateID: 1, unitCost: 95, nights: 2 }] }] })
  await post(one, { bookingID, bookingParameters: { reservationStatusID: 3 } })
  await post(other, { bookingID, bookingParameters: { reservationStatusID: 4 } })
  const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }]
  const sale = { identity, items, reservationID: bookingID }
  const sold = await ask(one, 'POST', 'Sale/PostSale', sale)
  const again = await ask(other, 'POST', 'Sale/PostSale', sale)
  if (again.json.content.saleId !== sold.json.content.saleId) throw new Error('the sale was made twice')
  await post(other, { bookingID, reservationSummaryNote: 'Late' })
  const { token } = (await ask(one, 'POST', 'PartnerItinerary/IssueLink', { reservationId: bookingID })).json.content
  await ask(other, 'GET', `public/PartnerItinerary/details/${token}`)
  await ask(other, 'POST', 'PartnerItinerary/RevokeLink', { reservationId: bookingID })
  await ask(one, 'GET', `public/PartnerItinerary/details/${token}`, undefined, 404)
  await post(one, { bookingID, bookingParameters: { reservationStatusID: 5 } })
}

/** What the channel says to one release is sold by the other. */
async function sellChannelUpdate(one: Service, other: Service, ask: RequestOk, place: number): Promise<void> {
  const from = `2027-05-${place}`
  const to = `2027-05-${place + 1}`
  const price = [{ numberOfGuests: '2', value: '110' }]
  const date = [{ from, to, roomstosell: '2', closed: '0', rate: [{ rateplanid: 'BAR' }], price }]
  const rateAvailabilityUpdate = [{ data: [{ hotelid: 'H1', room: [{ roomid: 'DBL', date }] }] }]
  await ask(one, 'POST', 'CMConnect/UpdateCMConnect', { rateAvailabilityUpdate })
  const stay = { arrivalDate: from, departureDate: to, roomTypeID: 10, guests: { guestCount: 2, adultCount: 2 } }
  const primaryGuestDetails = { lastName: 'Haddad' }
  await ask(other, 'POST', 'OnlineBooking/postreservation', {
    identity: `online-${place}`,
    ...stay,
    primaryGuestDetails,
  })
}

/** Everything that two releases share on the books of one customer. */
export async function exerciseBothReleases(before: Service, after: Service, customer: number): Promise<void> {
  const ask = requestWith(await tokenFor(before, customer))
  await changeBookingInTurns(before, after, ask, customer, 1)
  await changeBookingInTurns(after, before, requestWith(await tokenFor(after, customer)), customer, 5)
  await sellChannelUpdate(before, after, ask, 22)
  await sellChannelUpdate(after, before, ask, 24)
  const resources = [{ resourceId: 7, name: 'Sail' }]
  await before.admin('PUT', `/customers/${customer}/setup`, { resources })
  await after.admin('PUT', `/customers/${customer}/setup`, { resources: [{ resourceId: 7, name: 'Kite' }] })
}

/** Customers whose books can be written: one is in the middle of a move, where there are two databases. */
export const writableCustomers = (databases: number): number[] =>
  Object.values(CUSTOMERS).filter(customer => databases === 1 || customer !== CUSTOMERS.moving)
