import type { ControlIds } from '../../../schema/tables/channel'
import type { HotelScopedId } from './referenced-ids'

/*
 * The hotels, rooms and plans of a channel while a message is applied. Each step of the message sees what the steps before it
 * declared or removed. The result is then written at once.
 */

/** The customer's records that a message refers to. */
export interface KnownChannel {
  currency: string
  hotels: string[]
  rooms: HotelScopedId[]
  plans: HotelScopedId[]
  /** The hotel's own room types and rate plans by id, with the hotel of each. */
  roomTypes: Map<number, string>
  rates: Map<number, string>
  /** The hotel's own rooms by id, with their type. */
  ownRooms: Map<number, number>
}

interface Description {
  [field: string]: unknown
}

/** What a message changes of a hotel, room or plan. Undefined fields stay as they are. */
export interface EntryChange {
  /** The hotel's own room type or rate plan that it is tied to. */
  linkedId?: number | undefined
  isActive?: boolean | undefined
  /** The description replaces the stored one; otherwise it is merged into it. */
  replaces: boolean
  description: Description
  /** Ids of the control fields; undefined: none was sent. */
  ids?: ControlIds | undefined
  /** Of a room: the ids of the entries with its rates and availability. */
  availabilityIds?: ControlIds | undefined
}

/** The rooms, or the plans, of a hotel. */
export interface EntryDrafts {
  /** Those that exist, with the change of the message. */
  present: Map<string, EntryChange | undefined>
  /** Those that are deleted, with their days, before the present ones are written. */
  removed: Set<string>
}

export interface HotelDraft {
  hotelId: string
  /** The name under which the message declared it; undefined: it existed before. */
  newName: string | undefined
  /** Its description, rooms, plans and days are deleted before the present ones are written. */
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

/** The stored state before a message. */
export function startDraft({ hotels, rooms, plans }: KnownChannel): CatalogDraft {
  const draft: CatalogDraft = new Map(hotels.map(hotelId => [hotelId, newHotel(hotelId)]))
  for (const [hotelId, roomId] of rooms) draft.get(hotelId)?.rooms.present.set(roomId, undefined)
  for (const [hotelId, planId] of plans) draft.get(hotelId)?.plans.present.set(planId, undefined)
  return draft
}

/** Adds a hotel that the message declares, if it does not exist. */
export function declareHotel(draft: CatalogDraft, hotelId: string, name: string): HotelDraft {
  const hotel = draft.get(hotelId) ?? newHotel(hotelId, name)
  draft.set(hotelId, hotel)
  return hotel
}

/** Removes the channel's records of a hotel. The property itself stays: it is the hotel's own record. */
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

export const mergeEntry = ({ present }: EntryDrafts, id: string, change: EntryChange) =>
  present.set(id, mergeChanges(present.get(id), change))

/** Two changes as one: the later wins. */
export function mergeChanges(before: EntryChange | undefined, change: EntryChange): EntryChange {
  return {
    linkedId: change.linkedId ?? before?.linkedId,
    isActive: change.isActive ?? before?.isActive,
    replaces: change.replaces || (before?.replaces ?? false),
    description: change.replaces || !before ? change.description : mergePatch(before.description, change.description),
    ids: mergeIds(before?.ids, change.ids),
    availabilityIds: mergeIds(before?.availabilityIds, change.availabilityIds),
  }
}

/** Each id as last sent. */
const mergeIds = (before: ControlIds | undefined, sent: ControlIds | undefined) =>
  before && sent ? { ...before, ...sent } : (sent ?? before)

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

/** The change of a room or plan to write. */
export interface ChangedEntry extends EntryChange {
  hotelId: string
  id: string
}

/** The hotels, rooms and plans to write. */
export interface CatalogChanges {
  newHotels: (readonly [hotelId: string, name: string])[]
  removed: { hotels: string[]; rooms: HotelScopedId[]; plans: HotelScopedId[] }
  hotels: (EntryChange & { hotelId: string })[]
  rooms: ChangedEntry[]
  plans: ChangedEntry[]
}

export function catalogChanges(draft: CatalogDraft): CatalogChanges {
  const hotels = [...draft.values()]
  const removed = (entries: 'rooms' | 'plans') =>
    hotels.flatMap(hotel => [...hotel[entries].removed].map(id => [hotel.hotelId, id] as const))
  const changed = (entries: 'rooms' | 'plans') =>
    hotels.flatMap(({ hotelId, [entries]: { present } }) =>
      [...present].flatMap(([id, change]) => (change ? [{ hotelId, id, ...change }] : [])),
    )
  return {
    newHotels: hotels.flatMap(({ hotelId, newName }) => (newName === undefined ? [] : [[hotelId, newName] as const])),
    removed: {
      hotels: hotels.filter(({ isRemoved }) => isRemoved).map(({ hotelId }) => hotelId),
      rooms: removed('rooms'),
      plans: removed('plans'),
    },
    hotels: hotels.flatMap(({ hotelId, change }) => (change ? [{ hotelId, ...change }] : [])),
    rooms: changed('rooms'),
    plans: changed('plans'),
  }
}
