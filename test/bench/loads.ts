import { daysFrom, night } from '../../demo/stay.ts'
import type { Service } from '../../scripts/start/service.ts'
import { integrator, ROOMS } from './house.ts'
import type { Load, Shot } from './load.ts'

/** Loads by the log's name of what they cost. */
export type Loads = Record<string, Load>

const JSON_BODY = { 'content-type': 'application/json' }

const post = (path: string, body: unknown, status: number, bearer?: string): Shot => ({
  method: 'POST',
  path,
  headers: { ...JSON_BODY, ...(bearer && { authorization: `Bearer ${bearer}` }) },
  body: JSON.stringify(body),
  status,
})

const day = daysFrom('2031-01-01')
let booked = 0

/** Two nights in a room that is free, with an activity and a payment. */
function newBooking() {
  const n = booked++
  const first = 2 * Math.floor(n / ROOMS)
  return {
    identity: `bench-${n}`,
    arrivalDate: day(first),
    departureDate: day(first + 2),
    primaryGuestDetails: { firstName: 'Anna', lastName: 'Lindqvist', email: 'anna@example.com' },
    guests: { guestCount: 2, adultCount: 2 },
    roomsBooked: [{ roomID: 1000 + (n % ROOMS), guestsInRoom: 2, rates: night(1, 120, 2) }],
    activitiesBooked: [{ activityID: 2, activityDate: day(first), activityStartTime: '08:00', participants: 2 }],
    paymentDetails: { paymentAmount: 50, paymentExtID: `pay-${n}` },
  }
}

/** A stay as guests have them: two rooms, and a dozen items in the schedule. */
const shownBooking = {
  identity: 'shown',
  arrivalDate: '2030-06-10',
  departureDate: '2030-06-14',
  primaryGuestDetails: { firstName: 'Anna', lastName: 'Lindqvist' },
  roomsBooked: [
    { roomID: 101, guestsInRoom: 2 },
    { roomID: 201, guestsInRoom: 2 },
  ],
  activitiesBooked: Array.from({ length: 12 }, (_, i) => ({
    activityID: 2,
    activityDate: `2030-06-1${i % 5}`,
    activityStartTime: `${8 + i}:30`.padStart(5, '0'),
    participants: 4,
    selectedHosts: [{ employeeID: 1 }],
    selectedLocations: [{ locationID: 3 }],
    activityNotes: ['Bring a towel.'],
  })),
}

/** Everything that is measured under load, each ready to be fired. */
export async function prepareLoads(service: Service): Promise<Loads> {
  const { grant, bearer } = await integrator(service, ['reservations:write'])
  const stranger = await integrator(service, ['inventory:read'])
  const { headers } = await service.must('POST', '/api/Booking/PostBooking', shownBooking, bearer)
  const reservationId = Number(headers.get('x-reservation-id'))
  const link = await service.must('POST', '/api/PartnerItinerary/IssueLink', { reservationId }, bearer)
  const { token } = link.json.content
  const details = `/api/public/PartnerItinerary/details/${token}`
  return {
    'GET /.well-known/jwks.json 200': {
      name: 'the signing keys: no I/O',
      shot: () => ({ method: 'GET', path: '/.well-known/jwks.json', status: 200 }),
    },
    'POST /oauth/token 200': { name: 'token', shot: () => post('/oauth/token', grant, 200) },
    'POST /api/Booking/PostBooking 403': {
      name: 'a bearer verified, its permission lacking',
      shot: () => post('/api/Booking/PostBooking', {}, 403, stranger.bearer),
    },
    'POST /api/Booking/PostBooking 200': {
      name: 'PostBooking, new',
      shot: () => post('/api/Booking/PostBooking', newBooking(), 200, bearer),
    },
    'GET /api/public/PartnerItinerary/details/{token} 200': {
      name: 'details',
      shot: () => ({ method: 'GET', path: details, status: 200 }),
    },
    'GET /itinerary/{token} 200': {
      name: "the guest's page",
      shot: () => ({ method: 'GET', path: `/itinerary/${token}`, status: 200 }),
    },
  }
}
