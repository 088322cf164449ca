import { RESERVATION_STATUSES, RESERVATION_TYPES } from '../../../schema/wire/reservation'

export type StatusName = (typeof RESERVATION_STATUSES)[number]
type ReservationType = (typeof RESERVATION_TYPES)[number]

/** The ids of reservation statuses. */
export const STATUS = {
  Inquiry: 1,
  Tentative: 2,
  Confirmed: 3,
  InHouse: 4,
  CheckedOut: 5,
  Cancelled: 6,
  NoShow: 7,
} as const satisfies Record<StatusName, number>

export type StatusId = (typeof STATUS)[StatusName]

/** The name of a status. Ids count from 1 in the order of the names. */
export const statusName = (id: number): StatusName => RESERVATION_STATUSES[id - 1] as StatusName

/** The name of a reservation type. Ids count from 1 in the order of the names. */
export const typeName = (id: number): ReservationType => RESERVATION_TYPES[id - 1] as ReservationType

/** Reservation and sale numbers are the id plus this number, so that they have eight digits. */
export const NUMBER_OFFSET = 10_000_000

const TRANSITIONS: Record<StatusId, readonly StatusId[]> = {
  1: [2, 3, 6],
  2: [3, 6],
  3: [4, 6, 7],
  4: [5],
  5: [],
  6: [],
  7: [],
}

/** Whether a reservation may change from one status to another; the same status is always allowed. */
export const canTransition = (from: number, to: number): boolean =>
  from === to || (TRANSITIONS[from as StatusId] ?? []).includes(to as StatusId)

/** Whether a status holds rooms and places: Tentative, Confirmed and InHouse do. */
export const holdsRooms = (status: number): boolean => status >= STATUS.Tentative && status <= STATUS.InHouse

/** Whether a status is final (CheckedOut, Cancelled, NoShow): only notes and payments may be added. */
export const isFinal = (status: number): boolean => status >= STATUS.CheckedOut
