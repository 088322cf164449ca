import { STATUS, type StatusId } from '../../../schema/wire/reservation-status'

/** The moves that lead on: to a stay and its end. */
const FORWARD: Record<StatusId, readonly StatusId[]> = {
  1: [2, 3, 6],
  2: [3, 6],
  3: [4, 6, 7],
  4: [5],
  5: [],
  6: [],
  7: [],
}

/** The moves that take a check-in, a check-out, a cancellation or a no-show back. */
const BACK: Partial<Record<StatusId, readonly StatusId[]>> = { 4: [3], 5: [4], 6: [2, 3], 7: [3, 4] }

/** Whether a move takes back what was set by mistake. */
export const takesBack = (from: number, to: number): boolean => (BACK[from as StatusId] ?? []).includes(to as StatusId)

/** Whether a reservation may change from one status to another; the same status is always allowed. */
export const canTransition = (from: number, to: number): boolean =>
  from === to || (FORWARD[from as StatusId] ?? []).includes(to as StatusId) || takesBack(from, to)

/** Whether a status holds rooms and places: Tentative, Confirmed and InHouse do. */
export const holdsRooms = (status: number): boolean => status >= STATUS.Tentative && status <= STATUS.InHouse

/** Whether a status ends a booking (CheckedOut, Cancelled, NoShow): only notes and payments may be added, or the end taken back. */
export const isFinal = (status: number): boolean => status >= STATUS.CheckedOut

/** Whether a status ends a booking without a stay (Cancelled, NoShow). Only such an end may cost a fee. */
export const endedUnused = (status: number | null): boolean => status === STATUS.Cancelled || status === STATUS.NoShow
