import type { ControlIds } from '../../schema/tables/channel'
import type { Named } from './channel-names'

/*
 * The hotels, rooms and plans of a channel, as a message finds them and as it leaves them. A message is applied here step by
 * step, so that each step sees what those before it declared or took away; what remains is then written at once.
 */

/** What the customer has of the names in a message. */
export interface KnownChannel {
  currency: string
  hotels: string[]
  rooms: Named[]
  plans: Named[]
  /** Room types and rate plans of the house by id, with the hotel that each belongs to. */
  roomTypes: Map<number, string>
  rates: Map<number, string>
  /** Rooms of the house by id, with their type. */
  ownRooms: Map<number, number>
}

export interface Description {
  [field: string]: unknown
}

/** What a message says of a room or a plan. Undefined: nothing, it stays as it is. */
export interface Said {
  /** The room type or rate plan of the house that it is tied to. */
  tie?: number | undefined
  isActive?: boolean | undefined
  /** The description takes the place of the one before; else only its fields do. */
  replaces: boolean
  description: Description
  /** Ids of control fields that are kept; undefined: none was sent. */
  ids?: ControlIds | undefined
  /** Of a room: those of entries with its rates and availability. */
  availabilityIds?: ControlIds | undefined
}

/** The rooms, or the plans, of a hotel. */
export interface Shelf {
  /** Those that are there, with what the message said of them. */
  there: Map<string, Said | undefined>
  /** Those that were taken away, with their days, before what is there now was put. */
  taken: Set<string>
}

export interface Hotel {
  hotelId: string
  /** The message declared it, under this name. */
  newName: string | undefined
  /** Its description, rooms, plans and days were taken away, before what is there now was put. */
  isTaken: boolean
  said: Said | undefined
  rooms: Shelf
  plans: Shelf
}

export type Books = Map<string, Hotel>

const newHotel = (hotelId: string, newName?: string): Hotel => ({
  hotelId,
  newName,
  isTaken: false,
  said: undefined,
  rooms: { there: new Map(), taken: new Set() },
  plans: { there: new Map(), taken: new Set() },
})

/** The books as they are before a message. */
export function openBooks({ hotels, rooms, plans }: KnownChannel): Books {
  const books: Books = new Map(hotels.map(hotelId => [hotelId, newHotel(hotelId)]))
  for (const [hotelId, roomId] of rooms) books.get(hotelId)?.rooms.there.set(roomId, undefined)
  for (const [hotelId, planId] of plans) books.get(hotelId)?.plans.there.set(planId, undefined)
  return books
}

/** A hotel that the message declares, if it is not known. */
export function declareHotel(books: Books, hotelId: string, name: string): Hotel {
  const hotel = books.get(hotelId) ?? newHotel(hotelId, name)
  books.set(hotelId, hotel)
  return hotel
}

/** Takes away what the channel keeps of a hotel. The property itself stays: it is the house's. */
export function takeHotel(hotel: Hotel) {
  hotel.isTaken = true
  hotel.said = undefined
  hotel.rooms.there.clear()
  hotel.plans.there.clear()
}

export function take({ there, taken }: Shelf, id: string) {
  there.delete(id)
  taken.add(id)
}

export const put = ({ there }: Shelf, id: string, said: Said) => there.set(id, after(there.get(id), said))

/** Two sayings as one. */
export function after(before: Said | undefined, said: Said): Said {
  return {
    tie: said.tie ?? before?.tie,
    isActive: said.isActive ?? before?.isActive,
    replaces: said.replaces || (before?.replaces ?? false),
    description: said.replaces || !before ? said.description : patched(before.description, said.description),
    ids: lastIds(before?.ids, said.ids),
    availabilityIds: lastIds(before?.availabilityIds, said.availabilityIds),
  }
}

/** Each id as last sent. */
const lastIds = (before: ControlIds | undefined, said: ControlIds | undefined) =>
  before && said ? { ...before, ...said } : (said ?? before)

/** Fields of the later replace those of the earlier, objects field by field, lists as a whole (RFC 7396). */
function patched(earlier: Description, later: Description): Description {
  const result = { ...earlier }
  for (const [field, value] of Object.entries(later)) {
    if (value === undefined) continue
    const before = result[field]
    result[field] = isObject(before) && isObject(value) ? patched(before, value) : value
  }
  return result
}

const isObject = (value: unknown): value is Description =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A room or plan, said: `null` where nothing is. */
export type SaidRow = readonly [
  hotelId: string,
  id: string,
  tie: number | null,
  isActive: 0 | 1 | null,
  replaces: 0 | 1,
  description: Description,
  ids: ControlIds | null,
  /** Of a plan it is always null. */
  availabilityIds: ControlIds | null,
]

/** What is to be written of hotels, rooms and plans. */
export interface BookChanges {
  newHotels: (readonly [hotelId: string, name: string])[]
  taken: { hotels: string[]; rooms: Named[]; plans: Named[] }
  hotels: (readonly [hotelId: string, replaces: 0 | 1, description: Description, ids: ControlIds | null])[]
  rooms: SaidRow[]
  plans: SaidRow[]
}

export function bookChanges(books: Books): BookChanges {
  const hotels = [...books.values()]
  const taken = (shelf: 'rooms' | 'plans') =>
    hotels.flatMap(hotel => [...hotel[shelf].taken].map(id => [hotel.hotelId, id] as const))
  const said = (shelf: 'rooms' | 'plans') =>
    hotels.flatMap(hotel => [...hotel[shelf].there].flatMap(([id, said]) => (said ? [rowOf(hotel, id, said)] : [])))
  return {
    newHotels: hotels.flatMap(({ hotelId, newName }) => (newName === undefined ? [] : [[hotelId, newName] as const])),
    taken: {
      hotels: hotels.filter(({ isTaken }) => isTaken).map(({ hotelId }) => hotelId),
      rooms: taken('rooms'),
      plans: taken('plans'),
    },
    hotels: hotels.flatMap(({ hotelId, said }) =>
      said ? [[hotelId, said.replaces ? 1 : 0, said.description, said.ids ?? null] as const] : [],
    ),
    rooms: said('rooms'),
    plans: said('plans'),
  }
}

function rowOf({ hotelId }: Hotel, id: string, said: Said): SaidRow {
  const { tie, isActive, replaces, description, ids, availabilityIds } = said
  const active = isActive === undefined ? null : isActive ? 1 : 0
  return [hotelId, id, tie ?? null, active, replaces ? 1 : 0, description, ids ?? null, availabilityIds ?? null]
}
