import { daysFrom } from '../../../demo/stay.ts'
import {
  CYCLE,
  calendar,
  DOUBLES,
  FIRST_DAY,
  firstCabin,
  firstDouble,
  HOLDING,
  hotelChain,
  type Kind,
  NIGHTS,
  rateOf,
  setup,
} from './generated-hotels.ts'

/*
 * One reservation of each kind, created and changed through the API. They are the originals that the other reservations are
 * copied from.
 */

/** A client of the service. A response of 300 or more is an exception. */
export interface ApiClient {
  requestOk: (method: string, path: string, body?: unknown, bearer?: string) => Promise<Answered>
  /** A request of the administrator, below /admin. */
  admin: (method: string, path: string, body?: unknown) => Promise<Answered>
}

interface Answered {
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are endpoints
  json: any
}

export const KINDS: readonly Kind[] = [...new Set(CYCLE)]

const day = daysFrom(FIRST_DAY)

/** The first status of each kind of reservation, and its later changes. */
const LIFECYCLES: Record<Kind, [status: number, ...then: object[]]> = {
  Inquiry: [1],
  Tentative: [2],
  Confirmed: [3],
  InHouse: [3, { bookingParameters: { reservationStatusID: 4 } }],
  NoShow: [3, { bookingParameters: { reservationStatusID: 7 } }],
  Cancelled: [3, { action: 'cancel', cancellationFee: { amount: 20 } }],
  CheckedOut: [3, { bookingParameters: { reservationStatusID: 4 } }, { bookingParameters: { reservationStatusID: 5 } }],
}

/** The status of the fetch messages of each kind; those of other kinds are pending. */
const MESSAGES: Partial<Record<Kind, string>> = { CheckedOut: 'Processed', Cancelled: 'Processed', NoShow: 'Failed' }

const booking = (kind: Kind, n: number, statusId: number) => ({
  identity: `original-${kind}`,
  arrivalDate: day(0),
  departureDate: day(NIGHTS),
  bookingParameters: {
    reservationStatusID: statusId,
    reservationTypeID: 1,
    correspondenceToBeSent: [{ correspondenceTypeID: 1 }],
  },
  primaryGuestDetails: {
    firstName: 'Anna',
    lastName: 'Lindqvist',
    email: 'anna@example.com',
    phone: '+46 70 000 00 00',
    address1: 'Storgatan 1',
    city: 'Umeå',
    country: 'SE',
  },
  guests: { guestCount: 2, adultCount: 2 },
  roomsBooked: [
    {
      roomID: HOLDING.includes(kind) ? firstCabin(1) + HOLDING.indexOf(kind) : firstDouble(1) + (n % DOUBLES),
      guestsInRoom: 2,
      rates: [{ rateID: rateOf(1), unitCost: 120, nights: NIGHTS, taxAmount: 12 }],
      roomNotes: ['High bed'],
    },
  ],
  activitiesBooked: [
    {
      activityID: 1,
      activityDate: day(1),
      activityStartTime: '08:00',
      participants: 2,
      rates: [{ unitCost: 15, quantity: 2, nights: 1 }],
      selectedHosts: [{ employeeID: 1 }],
      selectedLocations: [{ locationID: 1 }],
    },
  ],
  paymentDetails: { paymentAmount: 50, transactionTotal: 50, paymentSource: 'card', paymentExtID: 'pay-1' },
})

/** Creates the chain as a customer, one reservation of each kind in the order of `KINDS`, and one sale. */
export async function createOriginals(service: ApiClient, customer = 1): Promise<void> {
  await service.admin('PUT', `/customers/${customer}`, hotelChain)
  await service.admin('PUT', `/customers/${customer}/setup`, setup)
  const bearer = await createToken(service, customer)
  const post = (path: string, body: object) => service.requestOk('POST', `/api/${path}`, body, bearer)
  await post('CMConnect/UpdateCMConnect', calendar)
  for (const [n, kind] of KINDS.entries()) {
    const [statusId, ...changes] = LIFECYCLES[kind]
    const made = await post('Booking/PostBooking', booking(kind, n, statusId))
    const reservationId = Number(made.headers.get('x-reservation-id'))
    for (const change of changes) await post('Booking/PostBooking', { bookingID: reservationId, ...change })
    if (kind === 'InHouse') await post('PartnerItinerary/IssueLink', { reservationId })
    await settleMessages(service, bearer, MESSAGES[kind])
  }
  const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }]
  await post('Sale/PostSale', { identity: 'original', items, paymentDetails: { paymentAmount: 3.5 } })
}

/** Creates an application of a customer with all permissions, and a token for it. */
export async function createToken(service: ApiClient, customerId = 1): Promise<string> {
  const permissions = ['reservations:write', 'rates:write', 'inventory:write', 'events:write']
  const application = { name: 'books', customerId, product: 'innlet', permissions }
  const { clientId, clientSecret } = (await service.admin('POST', '/applications', application)).json
  const grant = { grant_type: 'client_credentials', audience: 'innlet-api' }
  const body = { ...grant, client_id: clientId, client_secret: clientSecret }
  return (await service.requestOk('POST', '/oauth/token', body)).json.access_token
}

/** Sets the status of the waiting messages of the newest reservation. */
async function settleMessages(service: ApiClient, bearer: string, status: string | undefined): Promise<void> {
  if (!status) return
  const waiting = await service.requestOk('GET', '/api/Fetch/GetFetchQueueMessage?pageSize=200', undefined, bearer)
  const latest = waiting.json.content.at(-1).reservationID
  for (const { fetchQueueMessageId, reservationID } of waiting.json.content) {
    if (reservationID !== latest) continue
    await service.requestOk('POST', '/api/Fetch/UpdateFetchQueueMessage', { fetchQueueMessageId, status }, bearer)
  }
}
