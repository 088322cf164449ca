import { daysFrom, night } from '../../demo/stay.ts'
import type { Service } from '../../tooling/command/service.ts'
import { setUpHotel } from '../e2e/support/hotel.ts'
import { channelHotelContent, channelHotelSetup } from '../fixtures/channel-hotel.ts'
import { seaHotel } from '../fixtures/sea-hotel.ts'

/** The data of the bench: a hotel with reservations, and two hotels that a channel manager writes to. */
export interface BenchData {
  /** Credentials for the hotel that is read. */
  grant: Record<string, string>
  bearer: string
  /** Valid links, each of another reservation. */
  links: { token: string; reservationId: number }[]
  /** The hotels that are written to: by Innlet and by the bare loop. */
  writers: { customer: number; bearer: string }[]
}

const READ_CUSTOMER = 1
const WRITTEN_CUSTOMERS = [2, 3]
const BOOKINGS = 120
const LINKS = 60
const PERMISSIONS = ['reservations:write', 'rates:write', 'inventory:write']

export async function createBenchData(service: Service): Promise<BenchData> {
  const rooms = Array.from({ length: 2 * BOOKINGS }, (_, i) => ({
    roomId: 1000 + i,
    roomTypeId: i % 2 ? 20 : 10,
    locationId: 1,
    roomName: `Room ${i}`,
    roomNo: String(i),
  }))
  await setUpHotel(service, READ_CUSTOMER, { rooms: [...seaHotel.setup.rooms, ...rooms] })
  const { grant, bearer } = await createIntegrator(service, READ_CUSTOMER)

  const links: BenchData['links'] = []
  for (let n = 0; n < BOOKINGS; n++) {
    const { headers } = await service.requestOk('POST', '/api/Booking/PostBooking', booking(n), bearer)
    const reservationId = Number(headers.get('x-reservation-id'))
    if (n >= LINKS) continue
    const { json } = await service.requestOk('POST', '/api/PartnerItinerary/IssueLink', { reservationId }, bearer)
    links.push({ token: json.content.token, reservationId })
  }

  const writers: BenchData['writers'] = []
  for (const id of WRITTEN_CUSTOMERS) {
    await setUpHotel(service, id, channelHotelSetup())
    const writer = { customer: id, bearer: (await createIntegrator(service, id)).bearer }
    await service.requestOk('POST', '/api/CMConnect/UpdateCMConnect', channelHotelContent(), writer.bearer)
    writers.push(writer)
  }
  return { grant, bearer, links, writers }
}

/** Creates an application of a customer and a token for it. */
export async function createIntegrator(service: Service, customerId: number) {
  const application = { name: 'bench', customerId, product: 'innlet', permissions: PERMISSIONS }
  const { json } = await service.admin('POST', '/applications', application)
  const grant: Record<string, string> = {
    grant_type: 'client_credentials',
    client_id: json.clientId,
    client_secret: json.clientSecret,
    audience: 'innlet-api',
  }
  const granted = await service.requestOk('POST', '/oauth/token', grant)
  return { grant, bearer: granted.json.access_token as string }
}

const day = daysFrom('2031-01-01')

/** A typical stay: two rooms for four nights, twelve activities, and a payment. */
const booking = (n: number) => ({
  identity: `bench-${n}`,
  arrivalDate: day(n),
  departureDate: day(n + 4),
  primaryGuestDetails: { firstName: 'Anna', lastName: 'Lindqvist', email: 'anna@example.com' },
  guests: { guestCount: 4, adultCount: 2, childCount: 2 },
  roomsBooked: [
    { roomID: 1000 + 2 * n, guestsInRoom: 2, rates: night(1, 120, 4) },
    { roomID: 1001 + 2 * n, guestsInRoom: 2, rates: night(2, 155.5, 4) },
  ],
  activitiesBooked: Array.from({ length: 12 }, (_, i) => ({
    activityID: 2,
    activityDate: day(n + (i % 5)),
    activityStartTime: `${8 + i}:30`.padStart(5, '0'),
    participants: 4,
    selectedHosts: [{ employeeID: 1 }],
    selectedLocations: [{ locationID: 3 }],
    activityNotes: ['Bring a towel.'],
  })),
  paymentDetails: { paymentAmount: 50, paymentExtID: `pay-${n}` },
})
