/**
 * The widget's words in one language: plain data, so that a hotel can set its own. `#` stands for a value: a number, a name or
 * a date.
 */
export interface Words {
  /** for screen readers while the stay loads */
  loading: string
  /** for screen readers when the stay is shown */
  loaded: string
  stay: string
  stayAt: string
  /** the title of a stay in several hotels */
  trip: string
  reservation: string
  cancelled: string
  arrival: string
  departure: string
  nights: Plural
  calendar: string
  /** in the menu of calendars, beside the calendars with proper names */
  subscribe: string
  file: string
  close: string
  share: string
  copied: string
  /** above the link, if the browser does not allow copying it */
  copyThis: string
  print: string
  /** since the last visit */
  fresh: string
  changed: string
  changes: Plural
  /** around the former time of what has another time now */
  was: string
  /** around a plan with its day and time, which there was at the last visit */
  removed: string
  /** when a stored copy was stored: date and time; or the time, today */
  asOf: string
  asOfToday: string
  /** after it, if the service cannot be reached */
  offline: string
  /** the heading of the hotel, and what the guest can do there */
  hotel: string
  directions: string
  copyAddress: string
  addressCopied: string
  showDriver: string
  call: string
  email: string
  website: string
  /** the way to the hotel, in the hotel's own text */
  gettingThere: string
  /** breakfast, keys */
  goodToKnow: string
  /** in English those of actions/wifi-words.ts */
  wifi: Partial<WifiWords>
  rooms: string
  room: string
  roomNumber: string
  noRooms: string
  guests: Plural
  schedule: string
  today: string
  noDate: string
  noSchedule: string
  /** the plan that is on, the next one, and the time until it begins */
  now: string
  next: string
  inTime: string
  /** the button that jumps to the schedule */
  days: string
  /** of past days */
  plans: Plural
  dayCount: Plural
  /** around the times of the hotel */
  roomReady: string
  checkIn: string
  checkOut: string
  /** before the name of the next hotel */
  changeTo: string
  /** after the departure; and where the guest did not come */
  ended: string
  leftBehind: string
  missed: string
  /** a request, and a stay that is not confirmed, and what happens next */
  requested: Notice
  unconfirmed: Notice
  hosts: string
  /** around a time that is on the day after */
  nextDay: string
  /** what went wrong, and what the guest can do */
  'no-link': Notice
  /** and the commonest cause */
  gone: readonly [...Notice, cause: string]
  unreachable: Notice
  busy: Notice
  unreadable: Notice
  /** an action of the guest, such as Print, failed */
  failed: string
  retry: string
  retrying: string
  /** by the names that the service sends; a name without an entry is shown as it is */
  statuses: { [Name in Status]?: string }
  types: { [Name in StayType]?: string }
}

/** The words that the guest's page adds. They are not in the script of the element. */
export interface PageWords {
  /** deletes the browser's copy of the stay; why there is one; and the message when it is deleted */
  forget: string
  kept: string
  forgotten: string
}

export interface WifiWords {
  /** Wi-Fi */
  title: string
  network: string
  password: string
  /** the button that copies the password, and the message */
  copy: string
  copied: string
  /** the button that shows the QR code, and the heading of the code */
  code: string
  scan: string
  /** where the Wi-Fi is not known yet, or was not when the stay was stored */
  from: string
}

type Notice = readonly [message: string, advice: string]
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
export type Status = 'Inquiry' | 'Tentative' | 'Confirmed' | 'InHouse' | 'CheckedOut' | 'Cancelled' | 'NoShow'
type StayType = 'Group' | 'Owner' | 'Complimentary' | 'Sample'

/** A name in lower case, with letters and digits only. */
export const normalize = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
