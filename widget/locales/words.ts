/** The widget's words in one language. `#` in a plural stands for the number. */
export interface Words {
  direction: 'ltr' | 'rtl'
  /** for screen readers while there is nothing to see */
  loading: string
  stay: string
  stayAt: (hotel: string) => string
  reservation: string
  cancelled: string
  arrival: string
  departure: string
  nights: Plural
  calendar: string
  rooms: string
  room: string
  roomNumber: (number: string) => string
  noRooms: string
  guests: Plural
  schedule: string
  today: string
  noDate: string
  noSchedule: string
  hosts: (names: string) => string
  /** what went wrong, and what the guest may do about it */
  noLink: Notice
  gone: Notice
  unreachable: Notice
  busy: Notice
  unreadable: Notice
  retry: string
  retrying: string
  /** by the names that the service gives */
  statuses: Record<Status, string>
  types: Record<StayType, string>
}

export type Notice = readonly [message: string, advice: string]
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
export type Status = 'Inquiry' | 'Tentative' | 'Confirmed' | 'InHouse' | 'CheckedOut' | 'Cancelled' | 'NoShow'
export type StayType = 'Individual' | 'Group' | 'Owner' | 'Complimentary'

/** A name without what may differ in writing it. */
export const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
