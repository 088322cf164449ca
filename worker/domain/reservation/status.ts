import { STATUS, type StatusId } from '../../../schema/wire/reservation-status'

export {
  STATUS,
  type StatusId,
  type StatusName,
  statusName,
  TYPE_NAMES,
  typeName,
} from '../../../schema/wire/reservation-status'

const TRANSITIONS: Record<StatusId, readonly StatusId[]> = {
  1: [2, 3, 6],
  2: [3, 6],
  3: [4, 6, 7],
  4: [5],
  5: [],
  6: [],
  7: [],
}

/** Whether a reservation may go from one status to another; staying is always allowed. */
export const canTransition = (from: number, to: number): boolean =>
  from === to || (TRANSITIONS[from as StatusId] ?? []).includes(to as StatusId)

/** Tentative, Confirmed and InHouse hold rooms and places; the others hold nothing. */
export const holdsRooms = (status: number): boolean => status >= STATUS.Tentative && status <= STATUS.InHouse

/** CheckedOut, Cancelled and NoShow are final: only notes and payments may still be added. */
export const isFinal = (status: number): boolean => status >= STATUS.CheckedOut
