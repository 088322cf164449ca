import { env } from 'cloudflare:workers'
import { SignJWT } from 'jose'
import { book } from './booking'
import { expectStatus, type Hotel, openHotel, send } from './service'

/** A stay of two rooms with four activities, in no order, across the change to summer time of 2027. */
export const stay = {
  identity: 'stay-1',
  arrivalDate: '2027-03-26',
  departureDate: '2027-03-30',
  primaryGuestDetails: { firstName: 'Marta', lastName: 'Lindqvist', email: 'marta@guest.test', phone: '+46 70 000' },
  guests: { guestCount: 5 },
  reservationSummaryNote: 'Anniversary',
  roomsBooked: [
    { roomID: 201, guestsInRoom: 3 },
    { roomID: 101, guestsInRoom: 2, departureDate: '2027-03-28', roomNotes: ['High bed'] },
  ],
  activitiesBooked: [
    {
      activityID: 1,
      activityDate: '2027-03-28',
      activityStartTime: '09:30',
      activityEndTime: '11:00',
      participants: 2,
      activityNotes: ['Bring a towel', 'Meet at 9:15; be early'],
      selectedHosts: [{ employeeID: 1 }, { employeeID: 2, employeeFirstName: 'Thomas', employeeLastName: 'Baker' }],
      selectedLocations: [{ locationID: 3 }, { locationName: 'Praia, north end' }],
      selectedResources: [{ resourceID: 1 }],
    },
    { activityID: 2, activityDate: '2027-03-28', participants: 5 },
    { activityID: 2, activityDate: '2027-03-27', activityStartTime: '08:00', participants: 5 },
    {
      activityID: 1,
      activityDate: '2027-03-27',
      activityStartTime: '22:00',
      activityEndTime: '02:30',
      participants: 1,
      selectedHosts: [{ employeeLastName: 'Silva' }],
    },
  ],
}

export interface IssuedLink {
  token: string
  url: string
  calendarUrl: string
  expiresAt: string
}

export async function issueLink(hotel: Hotel, reservationId: number): Promise<IssuedLink> {
  const { json } = await expectStatus(200, hotel.call('POST', '/PartnerItinerary/IssueLink', { reservationId }))
  return json.content
}

/** A hotel with the stay booked and its link issued. */
export async function stayWithLink(customer = 1) {
  const hotel = await openHotel(customer)
  const reservationId = await book(hotel.call, stay)
  return { hotel, reservationId, ...(await issueLink(hotel, reservationId)) }
}

export const detailsPath = (token: string) => `/api/public/PartnerItinerary/details/${token}`
export const hotelsPath = (token: string) => `/api/public/PartnerItinerary/hotels/${token}`
export const markupPath = (token: string) => `/api/public/PartnerItinerary/markup/${token}`
export const calendarPath = (token: string) => `/api/public/PartnerItinerary/calendar/${token}`
export const pagePath = (token: string) => `/itinerary/${token}`

export const openDetails = (token: string) => send('GET', detailsPath(token))

/** The claims of a token, without verification. */
export const decodeClaims = (token: string) =>
  JSON.parse(atob(token.split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? ''))

/** A token with arbitrary claims, signed with the key of the service. */
export function forgeLink(claims: Record<string, unknown>, header: Record<string, unknown> = {}) {
  const [jwk] = JSON.parse(env.LINK_KEYS).keys
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'link+jwt', kid: jwk.kid, ...header })
    .sign(new Uint8Array(Buffer.from(jwk.k, 'base64url')))
}
