import type { StayRestrictions } from '../../store/channel/columns'

/** Prices in minor units by number of guests. */
export type Prices = Readonly<Record<string, number>>

/** The settings of a day of a channel room, or of a rate plan in it. Null: not sent. */
export interface DaySettings extends StayRestrictions {
  closed: boolean | null
  /** Of a room. */
  roomsToSell: number | null
  /** Of a rate plan. */
  prices: Prices | null
}

/** What one date entry sets for a room, or for a plan in a room. Days are counted from the first day of the message. */
export interface EntrySettings {
  first: number
  last: number
  settings: DaySettings
  /** Earlier settings of these days are cleared. */
  clears: boolean
}

/** The settings of one day. */
export interface CalendarDay extends DaySettings {
  day: string
}

export const NO_SETTINGS: DaySettings = {
  closed: null,
  roomsToSell: null,
  prices: null,
  minimumStay: null,
  maximumStay: null,
  closedOnArrival: null,
  closedOnDeparture: null,
}

export const SETTINGS = Object.keys(NO_SETTINGS) as (keyof DaySettings)[]

export const hasSettings = (settings: DaySettings) => SETTINGS.some(name => settings[name] !== null)

/** Whether all settings are the same. Lists of prices are, if they are one object. */
export const areAlike = (one: DaySettings, other: DaySettings) => SETTINGS.every(name => one[name] === other[name])
