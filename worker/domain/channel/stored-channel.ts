import type { StayRestrictions } from '../online-booking/stay-restrictions'

/*
 * The records of a channel manager as they are read from the tables.
 */

/** A channel room or rate plan. */
export interface StoredEntry {
  id: string
  /** The hotel's own room type or rate plan that it is tied to. */
  linkedId: number | null
  isActive: number
  /** Its description, as JSON. */
  document: string
  /** Control ids as JSON; null: none was sent. */
  controlIds: string | null
}

export interface StoredRoom extends StoredEntry {
  /** Control ids of the entries with its rates and availability, as JSON. */
  availabilityIds: string | null
  /** The `roomId` of those ids, if that room of the hotel has the room type that this room is tied to. */
  ownRoomId: number | null
}

export interface StoredRoomDay extends StayRestrictions {
  roomId: string
  day: string
  roomsToSell: number | null
  closed: number | null
}

export interface StoredPlanDay extends StayRestrictions {
  roomId: string
  planId: string
  day: string
  closed: number | null
  prices: string | null
}

/** The stored records of one hotel: rooms and plans in the order of their ids, days in any order. */
export interface StoredChannel {
  hotel: {
    hotelId: string
    propertyName: string
    timeZone: string
    currency: string
    document: string | null
    controlIds: string | null
  }
  rooms: StoredRoom[]
  plans: StoredEntry[]
  roomDays: StoredRoomDay[]
  planDays: StoredPlanDay[]
}
