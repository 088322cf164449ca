import { daysFrom } from '../../../demo/stay.ts'
import type { Service } from '../../../tooling/command/service.ts'
import { setUpHotel } from '../../e2e/support/hotel.ts'
import { seaHotel } from '../../fixtures/sea-hotel.ts'
import { createIntegrator } from '../fixture.ts'

/*
 * Hotels that are written to, and requests with new data each time: no request finds a room taken, or is a repetition.
 */

/** A hotel, and the token of its integrator. */
export interface WriteHotel {
  customer: number
  bearer: string
}

/** Rooms that are booked by their number, and rooms that are sold online by their type. */
const ROOMS = 400
const FIRST_ROOM = 1_000
export const FIRST_ONLINE_ROOM = 5_000
/** Bookings that are changed, and messages that are updated: more than requests are open at a time. */
const CHANGED = 200
const NIGHTS = 4
const ONLINE_NIGHTS = 2
/** Nights with prices. */
const CALENDAR = 730

const day = daysFrom('2031-01-01')
const onlineDay = daysFrom('2027-01-01')
const guest = { firstName: 'Anna', lastName: 'Lindqvist', email: 'anna@example.com' }

/**
 * Creates the hotels, and one more after them that has a row in each table. SQLite inserts faster at the end of a table, which
 * is then the end of no measured hotel.
 */
export async function createWriteHotels(service: Service, customers: readonly number[]): Promise<WriteHotel[]> {
  const hotels: WriteHotel[] = []
  for (const customer of customers) hotels.push(await createWriteHotel(service, customer))
  const last = await createWriteHotel(service, Math.max(...customers) + 1)
  for (const { path, body } of Object.values(WRITES)) await service.requestOk('POST', path, body(0), last.bearer)
  return hotels
}

/** Creates a hotel with a calendar, and the bookings that are changed. */
async function createWriteHotel(service: Service, customer: number): Promise<WriteHotel> {
  const rooms = (count: number, first: number, roomTypeId: number) =>
    Array.from({ length: count }, (_, i) => ({
      roomId: first + i,
      roomTypeId,
      locationId: 1,
      roomName: `Room ${i}`,
      roomNo: String(i),
    }))
  const [item] = seaHotel.setup.inventoryItems
  const inventoryItems = [{ ...item, stock: [{ inventoryLocationId: 1, quantityInHand: 900_000 }] }]
  const all = [...rooms(ROOMS + 2 * CHANGED, FIRST_ROOM, 20), ...rooms(ROOMS, FIRST_ONLINE_ROOM, 10)]
  await setUpHotel(service, customer, { inventoryItems, rooms: all })
  const { bearer } = await createIntegrator(service, customer)
  const post = (path: string, body: object) => service.requestOk('POST', `/api/${path}`, body, bearer)
  await post('CMConnect/UpdateCMConnect', channelMessage)
  for (let n = 0; n < CHANGED; n++) await post('Booking/PostBooking', changedBooking(n))
  return { customer, bearer }
}

const rate = (unitCost: number, nights = NIGHTS) => [{ rateID: 1, unitCost, quantity: 1, nights }]

/** A booking that is changed later. It holds one of two rooms of its own. */
const changedBooking = (n: number) => ({
  identity: `changed-${n}`,
  arrivalDate: day(0),
  departureDate: day(NIGHTS),
  primaryGuestDetails: guest,
  roomsBooked: [{ roomID: FIRST_ROOM + ROOMS + 2 * n, guestsInRoom: 2, rates: rate(120) }],
})

const soldDays = {
  from: onlineDay(0),
  to: onlineDay(CALENDAR),
  roomstosell: String(ROOMS),
  closed: '0',
  rate: [{ rateplanid: 'BAR' }],
  price: [{ numberOfGuests: '2', value: '120.00' }],
}

const channelMessage = {
  rooms: [{ roomTypeId: 10, data: [{ sellableProducts: { hotelid: 'H1', sellableProduct: [{ roomid: 'DBL' }] } }] }],
  ratePlan: [{ rateID: 1, data: [{ ratePlans: { hotelid: 'H1', ratePlan: [{ rateplanid: 'BAR' }] } }] }],
  rateAvailability: [{ data: [{ hotelid: 'H1', room: [{ roomid: 'DBL', date: [soldDays] }] }] }],
}

/** The path and the bodies of each operation: `body(n)` is the body of the request number `n` to one hotel. */
export const WRITES: Record<string, { path: string; body: (n: number) => object }> = {
  'PostBooking, new': {
    path: '/api/Booking/PostBooking',
    body: n => {
      const first = NIGHTS * (1 + Math.floor(n / ROOMS))
      const room = { roomID: FIRST_ROOM + (n % ROOMS), guestsInRoom: 2, rates: rate(120) }
      const breakfast = { activityID: 2, activityDate: day(first), activityStartTime: '08:30', participants: 2 }
      return {
        identity: `new-${n}`,
        arrivalDate: day(first),
        departureDate: day(first + NIGHTS),
        primaryGuestDetails: guest,
        guests: { guestCount: 2 },
        roomsBooked: [room],
        activitiesBooked: [{ ...breakfast, rates: [{ unitCost: 15 }] }],
      }
    },
  },
  'PostBooking, modify': {
    path: '/api/Booking/PostBooking',
    body: n => {
      const booking = n % CHANGED
      const turn = 1 + Math.floor(n / CHANGED)
      const roomID = FIRST_ROOM + ROOMS + 2 * booking + (turn % 2)
      return {
        identity: `changed-${booking}`,
        action: 'modify',
        arrivalDate: day(0),
        departureDate: day(NIGHTS),
        // The price makes each change another one.
        roomsBooked: [{ roomID, guestsInRoom: 2, rates: rate(120 + turn / 100) }],
      }
    },
  },
  PostSale: {
    path: '/api/Sale/PostSale',
    body: n => ({
      identity: `sale-${n}`,
      items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }],
      paymentDetails: { paymentAmount: 3.5 },
    }),
  },
  UpdateFetchQueueMessage: {
    path: '/api/Fetch/UpdateFetchQueueMessage',
    body: n => {
      const turn = Math.floor(n / CHANGED)
      return {
        fetchQueueMessageId: 1 + (n % CHANGED),
        status: turn % 2 ? 'Failed' : 'Processed',
        notes: `Sent ${turn}`,
      }
    },
  },
  postreservation: {
    path: '/api/OnlineBooking/postreservation',
    body: n => {
      const first = (ONLINE_NIGHTS * n) % (CALENDAR - ONLINE_NIGHTS)
      return {
        identity: `online-${n}`,
        roomTypeID: 10,
        arrivalDate: onlineDay(first),
        departureDate: onlineDay(first + ONLINE_NIGHTS),
        primaryGuestDetails: guest,
        guests: { guestCount: 2 },
      }
    },
  },
}
