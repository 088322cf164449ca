import * as z from 'zod'
import type { Offer } from '../../types.ts'
import { counted } from '../text.ts'
import * as inputs from './inputs.ts'
import { reservationOf, summaryOf } from './reservations.ts'
import { type ReadingTool, readingTool } from './tool.ts'

/** Elements that a result has at most, so that a model can read all of it. */
const MAX_ELEMENTS = 50

/** The first elements of a list, and whether there are more. */
async function firstOf<Element>(
  list: AsyncIterable<Element>,
  isWanted: (element: Element) => boolean = () => true,
): Promise<{ elements: Element[]; hasMore: boolean }> {
  const elements: Element[] = []
  for await (const element of list) {
    if (!isWanted(element)) continue
    if (elements.length === MAX_ELEMENTS) return { elements, hasMore: true }
    elements.push(element)
  }
  return { elements, hasMore: false }
}

const sentence = (count: number, noun: string, hasMore = false) =>
  hasMore ? `The first ${counted(count, noun)}; there are more.` : `${counted(count, noun)}.`

const offers = readingTool({
  name: 'offers',
  description:
    'What can be booked for a stay: room types with their rate plans, the total, and the price of each night.',
  permission: 'rates:read',
  input: z.strictObject({
    arrivalDate: inputs.arrivalDate,
    departureDate: inputs.departureDate,
    guests: inputs.guests.default(1),
    hotelid: inputs.hotelid.optional(),
  }),
  read: async (innlet, query) => {
    const { elements, hasMore } = await firstOf(innlet.onlineBooking.offers(query))
    return { text: sentence(elements.length, 'offer', hasMore), data: { offers: elements, hasMore } }
  },
})

const findReservation = readingTool({
  name: 'find_reservation',
  description:
    'Finds reservations that match each given filter. With the last name alone it reads all reservations: give days of arrival too.',
  permission: 'reservations:read',
  input: z.strictObject({
    reservationId: inputs.reservationId.optional(),
    reservationNumber: z.string().optional().describe('The number that the guest knows.'),
    status: z.string().optional().describe('Such as Confirmed; several are separated by commas.'),
    arrivalFrom: inputs.date.optional().describe('The first day of arrival, YYYY-MM-DD.'),
    arrivalTo: inputs.date.optional().describe('The last day of arrival, YYYY-MM-DD.'),
    lastName: z.string().optional().describe('A part of the last name of the guest.'),
  }),
  read: async (
    innlet,
    { reservationId: reservationID, reservationNumber, status, arrivalFrom, arrivalTo, lastName },
  ) => {
    const arrivalDate = arrivalFrom || arrivalTo ? { startDate: arrivalFrom, endDate: arrivalTo } : undefined
    const found = innlet.reservation.find({ reservationID, reservationNumber, reservationStatus: status, arrivalDate })
    const part = lastName?.toLowerCase() ?? ''
    const { elements, hasMore } = await firstOf(found, ({ primaryGuest }) =>
      primaryGuest.lastName.toLowerCase().includes(part),
    )
    return { text: sentence(elements.length, 'reservation', hasMore), data: { reservations: elements, hasMore } }
  },
})

const account = readingTool({
  name: 'account',
  description: 'The account of a reservation: total, payments and balance.',
  permission: 'reservations:read',
  input: z.strictObject({ reservationId: inputs.reservationId }),
  read: async (innlet, input) => {
    const { reservationId, reservationNumber, reservationStatus, total, balance, currency, payments } =
      await reservationOf(innlet, input.reservationId)
    return {
      text: `Reservation ${reservationNumber}: total ${total} ${currency}, balance ${balance} ${currency}.`,
      data: { reservationId, reservationNumber, reservationStatus, total, balance, currency, payments },
    }
  },
})

const history = readingTool({
  name: 'history',
  description: 'What happened to a reservation: the events of the last 90 days, oldest first.',
  permission: 'events:read',
  input: z.strictObject({ reservationId: inputs.reservationId }),
  read: async (innlet, { reservationId }) => {
    const { elements, hasMore } = await firstOf(innlet.events.list({ reservationId }))
    return { text: sentence(elements.length, 'event', hasMore), data: { events: elements, hasMore } }
  },
})

const day = readingTool({
  name: 'arrivals_departures',
  description: 'Who arrives and who departs on a day.',
  permission: 'reservations:read',
  input: z.strictObject({ date: inputs.date.describe('The day, YYYY-MM-DD.') }),
  read: async (innlet, { date }) => {
    const range = { startDate: date, endDate: date }
    const reservationStatus = 'Tentative,Confirmed,InHouse,CheckedOut'
    const arrivals = await firstOf(innlet.reservation.find({ arrivalDate: range, reservationStatus }))
    const departures = await firstOf(innlet.reservation.find({ departureDate: range, reservationStatus }))
    return {
      text: `${date}: ${sentence(arrivals.elements.length, 'arrival', arrivals.hasMore)} ${sentence(departures.elements.length, 'departure', departures.hasMore)}`,
      data: {
        arrivals: arrivals.elements.map(summaryOf),
        departures: departures.elements.map(summaryOf),
        hasMore: arrivals.hasMore || departures.hasMore,
      },
    }
  },
})

const roomsFree = readingTool({
  name: 'rooms_free',
  description: 'How many rooms of each type can be sold for a stay.',
  permission: 'rates:read',
  input: z.strictObject({
    arrivalDate: inputs.arrivalDate,
    departureDate: inputs.departureDate,
    hotelid: inputs.hotelid.optional(),
  }),
  read: async (innlet, query) => {
    const types = new Map<
      number,
      Pick<Offer, 'hotelid' | 'roomTypeID' | 'roomTypeName' | 'maxOccupancy' | 'roomsLeft'>
    >()
    for await (const { hotelid, roomTypeID, roomTypeName, maxOccupancy, roomsLeft } of innlet.onlineBooking.offers(
      query,
    )) {
      const known = types.get(roomTypeID)
      if (!known || known.roomsLeft < roomsLeft) {
        types.set(roomTypeID, { hotelid, roomTypeID, roomTypeName, maxOccupancy, roomsLeft })
      }
    }
    return { text: sentence(types.size, 'room type'), data: { roomTypes: [...types.values()] } }
  },
})

const ratesOfWeek = readingTool({
  name: 'rates_week',
  description:
    'Prices, rooms to sell and restrictions of the seven days from a day on, as the channel manager sees them.',
  permission: 'rates:read',
  input: z.strictObject({
    from: inputs.date.describe('The first day, YYYY-MM-DD.'),
    hotelid: inputs.hotelid.optional(),
  }),
  read: async (innlet, { from, hotelid }) => {
    const to = new Date(Date.parse(from) + 6 * 86_400_000).toISOString().slice(0, 10)
    const { rateAvailability } = await innlet.cmConnect.get({ hotelid, from, to })
    const days = rateAvailability.flatMap(({ data }) => data)
    return { text: `${from} to ${to}. ${sentence(days.length, 'hotel')}`, data: { from, to, rateAvailability: days } }
  },
})

const stock = readingTool({
  name: 'stock',
  description: 'Items for sale with their price and the quantity at each location.',
  permission: 'inventory:read',
  input: z.strictObject({ itemNumber: z.string().optional().describe('Only the item with this number.') }),
  read: async (innlet, { itemNumber }) => {
    const { elements, hasMore } = await firstOf(innlet.inventory.items({ itemNumber }))
    // What an item costs the hotel is not for everybody who may ask an agent.
    const items = elements.map(({ cost, ...item }) => item)
    return { text: sentence(items.length, 'item', hasMore), data: { items, hasMore } }
  },
})

export const READING_TOOLS: readonly ReadingTool[] = [
  offers,
  findReservation,
  account,
  history,
  day,
  roomsFree,
  ratesOfWeek,
  stock,
]
