/** Reservation statuses by their ids on the wire. */
export const STATUS = {
  Inquiry: 1,
  Tentative: 2,
  Confirmed: 3,
  InHouse: 4,
  CheckedOut: 5,
  Cancelled: 6,
  NoShow: 7,
} as const

export type StatusName = keyof typeof STATUS
export type StatusId = (typeof STATUS)[StatusName]

const STATUS_NAMES = Object.fromEntries(Object.entries(STATUS).map(([name, id]) => [id, name])) as Record<
  StatusId,
  StatusName
>

export const statusName = (id: number): StatusName => STATUS_NAMES[id as StatusId]

/** Reservation types by their ids on the wire. */
export const TYPE_NAMES = { 1: 'Individual', 2: 'Group', 3: 'Owner', 4: 'Complimentary' } as const

export const typeName = (id: number): (typeof TYPE_NAMES)[keyof typeof TYPE_NAMES] =>
  TYPE_NAMES[id as keyof typeof TYPE_NAMES]

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
