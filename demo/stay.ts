import { dateAfter } from '../schema/stay-dates.ts'

/** A body of PostBooking, and optionally the change that follows it. */
export interface Booking {
  identity: string
  roomsBooked?: { roomID: number; [field: string]: unknown }[]
  activitiesBooked?: { activityID: number; [field: string]: unknown }[]
  paymentDetails?: { paymentExtID: string; [field: string]: unknown }
  holdMinutes?: number
  afterwards?: { identity: string; action: 'modify' | 'cancel'; [field: string]: unknown }
  [field: string]: unknown
}

/** `daysFrom('2026-11-21')(-1)` is 2026-11-20. Calendar days, independent of time zones. */
export const daysFrom = (today: string) => (days: number) => dateAfter(today, days)

/** The rate lines of a room with one price for all nights. */
export const night = (rateID: number, unitCost: number, nights: number) => [{ rateID, unitCost, quantity: 1, nights }]
