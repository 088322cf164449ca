import * as z from 'zod'
import type { Event, InventoryItem, Offer, Reservation } from '../../types.ts'
import { soughtName } from '../names.ts'
import { counted } from '../text.ts'
import { dateAfter } from './dates.ts'
import * as inputs from './inputs.ts'
import { reservationOf, summaryOf } from './reservations.ts'
import { fitted, listOf, readRows, section, short } from './rows.ts'
import { type ReadingTool, readingTool } from './tool.ts'

/** The rows of a list that a result has, and whether there are more. */
const sentence = (
  count: number,
  noun: string,
  { cursor, next }: { cursor?: string | undefined; next?: string | undefined },
) => `${counted(count, noun)}${cursor === undefined ? '' : ' more'}${next === undefined ? '' : ', and there is more'}.`

const offers = readingTool({
  name: 'offers',
  description:
    'What can be booked for a stay: room types with their rate plans and the total. With roomTypeID, the description and the price of each night too.',
  permission: 'rates:read',
  input: z.strictObject({
    arrivalDate: inputs.arrivalDate,
    departureDate: inputs.departureDate,
    guests: inputs.guests.default(1),
    hotelid: inputs.hotelid.optional(),
    roomTypeID: z.int().min(1).optional().describe('Only this room type.'),
    cursor: inputs.cursor,
  }),
  read: async (innlet, { cursor, ...query }) => {
    const { rows, next } = await readRows(
      [
        section<Offer>({
          name: 'offers',
          open: place => innlet.onlineBooking.offers({ ...query, cursor: place }),
          row: offer => (query.roomTypeID === undefined ? offerRow(offer) : fitted(offer).data),
        }),
      ],
      cursor,
    )
    return { text: sentence(rows.offers?.length ?? 0, 'offer', { cursor, next }), data: rows, next }
  },
})

const offerRow = ({ nights, roomTypeDescription, ...offer }: Offer & { roomTypeDescription?: string }) => offer

const findReservation = readingTool({
  name: 'find_reservation',
  description:
    'Finds reservations that match each given filter, as rows. With reservationId or reservationNumber: the whole reservation. With the last name alone it reads all reservations: give days of arrival too.',
  permission: 'reservations:read',
  input: z.strictObject({
    reservationId: inputs.reservationId.optional(),
    reservationNumber: z.string().optional().describe('The number that the guest knows.'),
    status: z.string().optional().describe('Such as Confirmed; several are separated by commas.'),
    arrivalFrom: inputs.date.optional().describe('The first day of arrival, YYYY-MM-DD.'),
    arrivalTo: inputs.date.optional().describe('The last day of arrival, YYYY-MM-DD.'),
    lastName: z.string().optional().describe('A part of the last name of the guest. Accents do not matter.'),
    cursor: inputs.cursor,
  }),
  read: async (innlet, input) => {
    const { reservationId: reservationID, reservationNumber, arrivalFrom, arrivalTo, lastName = '', cursor } = input
    const arrivalDate = arrivalFrom || arrivalTo ? { startDate: arrivalFrom, endDate: arrivalTo } : undefined
    const filter = { reservationID, reservationNumber, reservationStatus: input.status, arrivalDate }
    const part = soughtName(lastName)
    const isOne = reservationID !== undefined || reservationNumber !== undefined
    const { rows, next } = await readRows(
      [
        section<Reservation>({
          name: 'reservations',
          open: place => innlet.reservation.find({ ...filter, cursor: place }),
          row: reservation => {
            if (!soughtName(reservation.primaryGuest.lastName).includes(part)) return undefined
            return isOne ? reservation : summaryOf(reservation)
          },
        }),
      ],
      cursor,
    )
    return { text: sentence(rows.reservations?.length ?? 0, 'reservation', { cursor, next }), data: rows, next }
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
  description: 'What happened to a reservation, and who did it: the events of the last 90 days, oldest first.',
  permission: 'events:read',
  input: z.strictObject({ reservationId: inputs.reservationId, cursor: inputs.cursor }),
  read: async (innlet, { reservationId, cursor }) => {
    const { rows, next } = await readRows(
      [
        section<Event>({
          name: 'events',
          open: place =>
            innlet.events.list({ reservationId, afterSequence: place === undefined ? undefined : Number(place) }),
          row: ({ sequence, type, timestamp, by, data }) => ({ sequence, type, timestamp, by, data }),
        }),
      ],
      cursor,
    )
    return { text: sentence(rows.events?.length ?? 0, 'event', { cursor, next }), data: rows, next }
  },
})

const day = readingTool({
  name: 'arrivals_departures',
  description: 'Who arrives and who departs on a day. Departures follow the last arrival.',
  permission: 'reservations:read',
  input: z.strictObject({ date: inputs.date.describe('The day, YYYY-MM-DD.'), cursor: inputs.cursor }),
  read: async (innlet, { date, cursor }) => {
    const range = { startDate: date, endDate: date }
    const listed = (name: string, filter: 'arrivalDate' | 'departureDate') =>
      section<Reservation>({
        name,
        open: place => innlet.reservation.find({ [filter]: range, reservationStatus: PRESENT, cursor: place }),
        row: summaryOf,
      })
    const { rows, next } = await readRows(
      [listed('arrivals', 'arrivalDate'), listed('departures', 'departureDate')],
      cursor,
    )
    const count = (name: string) => counted(rows[`${name}s`]?.length ?? 0, name)
    const more = next === undefined ? '' : ', and there is more'
    return { text: `${date}: ${count('arrival')}, ${count('departure')}${more}.`, data: rows, next }
  },
})

const PRESENT = 'Tentative,Confirmed,InHouse,CheckedOut'

const roomsFree = readingTool({
  name: 'rooms_free',
  description: 'The rooms that nothing holds on the nights of a stay, and that are in use.',
  permission: 'reservations:read',
  input: z.strictObject({
    arrivalDate: inputs.arrivalDate,
    departureDate: inputs.departureDate.describe(
      'The day of departure, YYYY-MM-DD, at most 92 nights after the arrival.',
    ),
    hotelid: inputs.hotelid.optional(),
    cursor: inputs.cursor,
  }),
  read: async (innlet, { arrivalDate, departureDate, hotelid, cursor }) => {
    const held = new Set<number>()
    for await (const { roomId } of innlet.reservation.roomNights({ from: arrivalDate, to: departureDate, hotelid }))
      held.add(roomId)
    const { rooms, roomTypes } = await innlet.reservation.hotel()
    const types = new Map(roomTypes.map(type => [type.roomTypeId, type]))
    const free = rooms.flatMap(({ roomId, roomNo, roomName, roomTypeId, isActive }) => {
      const type = types.get(roomTypeId)
      if (!type || !isActive || held.has(roomId) || (hotelid && type.hotelid !== hotelid)) return []
      return { roomId, roomNo, roomName, roomTypeID: roomTypeId, roomTypeName: type.name, hotelid: type.hotelid }
    })
    const { rows, next } = await readRows(
      [section({ name: 'rooms', open: () => listOf(free), row: (room: object) => room })],
      cursor,
    )
    return { text: sentence(rows.rooms?.length ?? 0, 'free room', { cursor, next }), data: rows, next }
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
    cursor: inputs.cursor,
  }),
  read: async (innlet, { from, hotelid, cursor }) => {
    const to = dateAfter(from, 6)
    const { rateAvailability } = await innlet.cmConnect.get({ hotelid, from, to })
    const entries = rateAvailability
      .flatMap(({ data }) => data)
      .flatMap(({ hotelid, room }) =>
        room.flatMap(({ roomid, date }) => date.map(entry => ({ hotelid, roomid, entry }))),
      )
    const { rows, next } = await readRows(
      [section({ name: 'days', open: () => listOf(entries), row: (each: DayEntry) => each })],
      cursor,
    )
    const days = byRoom((rows.days ?? []) as DayEntry[])
    return {
      text: `${from} to ${to}. ${sentence(days.length, 'hotel', { cursor, next })}`,
      data: { from, to, rateAvailability: days },
      next,
    }
  },
})

interface DayEntry {
  hotelid: string
  roomid: string
  entry: object
}

/** Date entries by their hotel and room, as the channel manager has them. */
function byRoom(entries: readonly DayEntry[]) {
  const hotels = new Map<string, Map<string, object[]>>()
  for (const { hotelid, roomid, entry } of entries) {
    const rooms = hotels.get(hotelid) ?? new Map<string, object[]>()
    hotels.set(hotelid, rooms)
    rooms.set(roomid, [...(rooms.get(roomid) ?? []), entry])
  }
  return [...hotels].map(([hotelid, rooms]) => ({
    hotelid,
    room: [...rooms].map(([roomid, date]) => ({ roomid, date })),
  }))
}

const stock = readingTool({
  name: 'stock',
  description:
    'Items for sale with their price and the quantity at each location, as rows. With itemNumber: all that is known of it.',
  permission: 'inventory:read',
  input: z.strictObject({
    itemNumber: z.string().optional().describe('Only the item with this number.'),
    cursor: inputs.cursor,
  }),
  read: async (innlet, { itemNumber, cursor }) => {
    const { rows, next } = await readRows(
      [
        section<InventoryItem>({
          name: 'items',
          open: place => innlet.inventory.items({ itemNumber, cursor: place }),
          // What an item costs the hotel is not for everybody who may ask an agent.
          row: ({ cost, ...item }) => (itemNumber ? item : itemRow(item)),
        }),
      ],
      cursor,
    )
    return { text: sentence(rows.items?.length ?? 0, 'item', { cursor, next }), data: rows, next }
  },
})

const itemRow = (item: Omit<InventoryItem, 'cost'>) => ({
  inventoryId: item.inventoryId,
  inventoryLocationId: item.inventoryLocationId,
  itemNumber: item.itemNumber,
  description: short(item.description, 100),
  price: item.price,
  quantityInHand: item.quantityInHand,
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
