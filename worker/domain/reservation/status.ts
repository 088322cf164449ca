import { STATUS, type StatusId } from '../../../schema/wire/reservation-status'

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
