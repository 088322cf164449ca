/**
 * The widget's words in one language: plain data, so that a hotel can have its own. `#` stands for what is spoken of, a number,
 * a name or a date.
 */
export interface Words {
  /** for screen readers while there is nothing to see */
  loading: string
  stay: string
  stayAt: string
  reservation: string
  cancelled: string
  arrival: string
  departure: string
  nights: Plural
  calendar: string
  /** in the menu of calendars, beside calendars that go by their names */
  subscribe: string
  file: string
  close: string
  share: string
  copied: string
  /** over the link, where it cannot be copied for the guest */
  copyThis: string
  print: string
  /** on the guest's page: deletes what the browser keeps of the stay; and what is said once that is done */
  forget: string
  forgotten: string
  /** since the last look */
  fresh: string
  changed: string
  asOf: string
  rooms: string
  room: string
  roomNumber: string
  noRooms: string
  guests: Plural
  schedule: string
  today: string
  noDate: string
  noSchedule: string
  hosts: string
  /** what went wrong, and what the guest may do about it */
  'no-link': Notice
  gone: Notice
  unreachable: Notice
  busy: Notice
  unreadable: Notice
  retry: string
  retrying: string
  /** by the names that the service gives, which stand for themselves where there is no other word */
  statuses: { [Name in Status]?: string }
  types: { [Name in StayType]?: string }
}

export type Notice = readonly [message: string, advice: string]
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
export type Status = 'Inquiry' | 'Tentative' | 'Confirmed' | 'InHouse' | 'CheckedOut' | 'Cancelled' | 'NoShow'
export type StayType = 'Individual' | 'Group' | 'Owner' | 'Complimentary'

/** A name without what may differ in writing it. */
export const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
