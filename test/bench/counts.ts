import type { ServiceResponse } from '../../tooling/command/service.ts'
import { channelHotelCalendar } from '../fixtures/channel-hotel.ts'
import type { BenchService } from './bench-service.ts'
import type { BenchData } from './fixture.ts'
import { atMost, type Figure } from './report.ts'

/** D1 round trips, from the log of the Worker. */
export async function benchCounts(
  { service, logLineOf }: BenchService,
  { bearer, links, writers, grant }: BenchData,
): Promise<Figure[]> {
  const [link] = links
  const [writer] = writers
  const figures: Figure[] = []
  const count = async (name: string, limit: number, answered: Promise<ServiceResponse>) => {
    const { headers, status, json } = await answered
    if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(json)}`)
    const { d1 } = await logLineOf(headers.get('x-request-id') ?? '')
    figures.push(atMost(`D1 round trips: ${name}`, d1, '', limit))
    return json
  }
  const get = (path: string) => service.request('GET', path, undefined, bearer)
  const post = (path: string, body: unknown, as = bearer) => service.request('POST', path, body, as)

  await count('details', 1, service.request('GET', `/api/public/PartnerItinerary/details/${link?.token}`))
  await count('GetInventoryItem', 1, get('/api/Inventory/GetInventoryItem?itemNumber=SKU-1'))
  await count('GetReservations', 1, post('/api/Reservation/GetReservations', {}))
  await count('GetReservationsForPartner', 1, get('/api/Reservation/GetReservationsForPartner'))
  const queue = await count('GetFetchQueueMessage', 1, get('/api/Fetch/GetFetchQueueMessage?pageSize=1'))
  await count(
    'GetCMConnect',
    1,
    service.request('GET', '/api/CMConnect/GetCMConnect?hotelid=FAROL', undefined, writer?.bearer),
  )
  await count('token', 1, service.request('POST', '/oauth/token', grant))

  const stay = { arrivalDate: '2035-05-01', departureDate: '2035-05-03' }
  const guest = { firstName: 'Tom', lastName: 'Baker', email: 'tom@example.com' }
  const roomsBooked = [{ roomID: 1000, guestsInRoom: 2 }]
  const booking = { identity: 'counted', ...stay, primaryGuestDetails: guest, roomsBooked }
  await count('PostBooking, new', 2, post('/api/Booking/PostBooking', booking))
  const [message] = queue.content
  const { fetchQueueMessageId } = message
  await count(
    'UpdateFetchQueueMessage',
    2,
    post('/api/Fetch/UpdateFetchQueueMessage', { fetchQueueMessageId, status: 'Processed' }),
  )
  const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }]
  await count('PostSale', 2, post('/api/Sale/PostSale', { identity: 'counted', items }))
  const calendar = channelHotelCalendar({ from: '2027-01-01', days: 730 })
  await count('UpdateCMConnect, 29,200 cells', 2, post('/api/CMConnect/UpdateCMConnect', calendar, writer?.bearer))
  const wish = { identity: 'counted-online', roomTypeID: 4, arrivalDate: '2027-05-01', departureDate: '2027-05-03' }
  const online = { ...wish, primaryGuestDetails: guest, guests: { adultCount: 2 } }
  await count(
    'postreservation, without contention',
    2,
    post('/api/OnlineBooking/postreservation', online, writer?.bearer),
  )
  return figures
}
