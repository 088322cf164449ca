/** Reservation statuses, by their ids on the wire. */
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

/** The names of the statuses, in the order of their ids. */
export const STATUS_NAMES = Object.keys(STATUS) as [StatusName, ...StatusName[]]

export const statusName = (id: number): StatusName => STATUS_NAMES[id - 1] as StatusName

/** The names of the reservation types, in the order of their ids from 1. */
export const TYPE_NAMES = ['Individual', 'Group', 'Owner', 'Complimentary'] as const

export const typeName = (id: number) => TYPE_NAMES[id - 1] as (typeof TYPE_NAMES)[number]

/** Reservation numbers and sale numbers have eight digits from this one on. */
export const FIRST_NUMBER = 10_000_000
