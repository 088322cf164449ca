import type { ControlIds } from '../../../schema/tables/channel'
import type { HotelScopedId } from './referenced-ids'

/*
 * The hotels, rooms and plans of a channel, as a message finds them and as it leaves them. A message is applied here step by
 * step, so that each step sees what those before it declared or took away; what remains is then written at once.
 */

/** What the customer has of the names in a message. */
export interface KnownChannel {
  currency: string
  hotels: string[]
  rooms: HotelScopedId[]
  plans: HotelScopedId[]
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
export interface EntryChange {
  /** The room type or rate plan of the house that it is tied to. */
  linkedId?: number | undefined
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
export interface EntryDrafts {
  /** Those that are there, with what the message said of them. */
  present: Map<string, EntryChange | undefined>
  /** Those that were taken away, with their days, before what is there now was put. */
  removed: Set<string>
}

export interface HotelDraft {
  hotelId: string
  /** The message declared it, under this name. */
  newName: string | undefined
  /** Its description, rooms, plans and days were taken away, before what is there now was put. */
  isRemoved: boolean
  change: EntryChange | undefined
  rooms: EntryDrafts
  plans: EntryDrafts
}

export type CatalogDraft = Map<string, HotelDraft>

const newHotel = (hotelId: string, newName?: string): HotelDraft => ({
  hotelId,
  newName,
  isRemoved: false,
  change: undefined,
  rooms: { present: new Map(), removed: new Set() },
  plans: { present: new Map(), removed: new Set() },
})

/** The books as they are before a message. */
export function startDraft({ hotels, rooms, plans }: KnownChannel): CatalogDraft {
  const draft: CatalogDraft = new Map(hotels.map(hotelId => [hotelId, newHotel(hotelId)]))
  for (const [hotelId, roomId] of rooms) draft.get(hotelId)?.rooms.present.set(roomId, undefined)
  for (const [hotelId, planId] of plans) draft.get(hotelId)?.plans.present.set(planId, undefined)
  return draft
}

/** A hotel that the message declares, if it is not known. */
export function declareHotel(draft: CatalogDraft, hotelId: string, name: string): HotelDraft {
  const hotel = draft.get(hotelId) ?? newHotel(hotelId, name)
  draft.set(hotelId, hotel)
  return hotel
}

/** Takes away what the channel keeps of a hotel. The property itself stays: it is the house's. */
export function removeHotel(hotel: HotelDraft) {
  hotel.isRemoved = true
  hotel.change = undefined
  hotel.rooms.present.clear()
  hotel.plans.present.clear()
}

export function removeEntry({ present, removed }: EntryDrafts, id: string) {
  present.delete(id)
  removed.add(id)
}

export const mergeEntry = ({ present }: EntryDrafts, id: string, said: EntryChange) =>
  present.set(id, mergeChanges(present.get(id), said))

/** Two sayings as one. */
export function mergeChanges(before: EntryChange | undefined, said: EntryChange): EntryChange {
  return {
    linkedId: said.linkedId ?? before?.linkedId,
    isActive: said.isActive ?? before?.isActive,
    replaces: said.replaces || (before?.replaces ?? false),
    description: said.replaces || !before ? said.description : mergePatch(before.description, said.description),
    ids: mergeIds(before?.ids, said.ids),
    availabilityIds: mergeIds(before?.availabilityIds, said.availabilityIds),
  }
}

/** Each id as last sent. */
const mergeIds = (before: ControlIds | undefined, said: ControlIds | undefined) =>
  before && said ? { ...before, ...said } : (said ?? before)

/** Fields of the later replace those of the earlier, objects field by field, lists as a whole (RFC 7396). */
function mergePatch(earlier: Description, later: Description): Description {
  const result = { ...earlier }
  for (const [field, value] of Object.entries(later)) {
    if (value === undefined) continue
    const before = result[field]
    result[field] = isObject(before) && isObject(value) ? mergePatch(before, value) : value
  }
  return result
}

const isObject = (value: unknown): value is Description =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A room or plan, said: `null` where nothing is. */
export type EntryRow = readonly [
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
export interface CatalogChanges {
  newHotels: (readonly [hotelId: string, name: string])[]
  removed: { hotels: string[]; rooms: HotelScopedId[]; plans: HotelScopedId[] }
  hotels: (readonly [hotelId: string, replaces: 0 | 1, description: Description, ids: ControlIds | null])[]
  rooms: EntryRow[]
  plans: EntryRow[]
}

export function catalogChanges(draft: CatalogDraft): CatalogChanges {
  const hotels = [...draft.values()]
  const taken = (entries: 'rooms' | 'plans') =>
    hotels.flatMap(hotel => [...hotel[entries].removed].map(id => [hotel.hotelId, id] as const))
  const said = (entries: 'rooms' | 'plans') =>
    hotels.flatMap(hotel => [...hotel[entries].present].flatMap(([id, said]) => (said ? [rowOf(hotel, id, said)] : [])))
  return {
    newHotels: hotels.flatMap(({ hotelId, newName }) => (newName === undefined ? [] : [[hotelId, newName] as const])),
    removed: {
      hotels: hotels.filter(({ isRemoved }) => isRemoved).map(({ hotelId }) => hotelId),
      rooms: taken('rooms'),
      plans: taken('plans'),
    },
    hotels: hotels.flatMap(({ hotelId, change }) =>
      change ? [[hotelId, change.replaces ? 1 : 0, change.description, change.ids ?? null] as const] : [],
    ),
    rooms: said('rooms'),
    plans: said('plans'),
  }
}

function rowOf({ hotelId }: HotelDraft, id: string, said: EntryChange): EntryRow {
  const { linkedId, isActive, replaces, description, ids, availabilityIds } = said
  const active = isActive === undefined ? null : isActive ? 1 : 0
  return [hotelId, id, linkedId ?? null, active, replaces ? 1 : 0, description, ids ?? null, availabilityIds ?? null]
}
