/*
 * How the page of a guest names and writes what is stored. Names of columns tell the form of their values, their words and whether
 * people read them, so that a new column needs no entry.
 */

/** The lists of a setup that a guest's rows refer to, with the names of a record. */
export const RECORDS = {
  properties: ['name'],
  rooms: ['roomName'],
  ratePlans: ['name'],
  activities: ['name'],
  inventoryItems: ['description'],
  inventoryLocations: ['name'],
  employees: ['firstName', 'lastName'],
  locations: ['name'],
  resources: ['name'],
} as const

/** The forms of values by `table.column`. The names of records are those of a row that a column has the id of, or of a list of rows. */
const FORMS = {
  date: /_date$|\.night$|\.stay_(arrival|departure)$/,
  time: /_time$/,
  instant: /[._](at|until)$/,
  amount: /[._]amount$|_(cost|price|fee|total|value)$|\.surcharge$/,
  note: /\.(summary|message)_note/,
  flag: /\.(is|has)_/,
  json: /_notes$|\.(answer|data)$/,
  thousandths: /^sale_item\.(quantity|returned)/,
  status: /\.status_id$/,
  kind: /\.type_id$/,
  event: /\.event_type$/,
  properties: /\.hotel_id$/,
  rooms: /\.room_id$/,
  ratePlans: /\.rate_id$/,
  activities: /\.activity_id$/,
  inventoryItems: /\.inventory_id$/,
  inventoryLocations: /\.inventory_location_id$/,
  employees: /\.hosts$/,
  locations: /\.locations$/,
  resources: /\.resources$/,
}

/** The form of a value. `rooms` and such: the id of a record of the setup, in that list. */
export type Form = 'text' | keyof typeof FORMS

/** The form of the values of a column. */
export function formOf(table: string, column: string): Form {
  const [form = 'text'] = Object.entries(FORMS).find(([, names]) => names.test(`${table}.${column}`)) ?? []
  return form as Form
}

/** Names whose words are not those of people. */
const LABELS: Record<string, string> = {
  address1: 'Address',
  address2: 'Address, second line',
  state: 'State or region',
  zip: 'Postal code',
  identity: "Sender's reference",
  hotelid: 'Hotel',
  child_count: 'Children',
  at: 'When',
  created_at: 'Recorded',
  rate_id: 'Rate plan',
  unit_cost: 'Price',
  payment_ext_id: 'Reference',
  inventory_id: 'Item',
  inventory_location_id: 'Sold at',
  event_type: 'What happened',
}

/** The words for a name such as `first_name` or `hotelId`. */
export function labelOf(name: string): string {
  const column = name.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()
  const words = column
    .replace(/^(is|has)_|_(at|id)$/g, '')
    .replace(/_no$/, '_number')
    .replace(/_count$/, 's')
    .replaceAll('_', ' ')
  return LABELS[column] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

interface TableOnPage {
  title: string
  /** What it is for. */
  words?: string
  /** Nothing of it is for people. */
  isTechnical?: boolean
}

/** The tables in the order of the page. Others follow them. */
const TABLES: Record<string, TableOnPage> = {
  guest: { title: 'Name and contact' },
  reservation: { title: 'Booking' },
  reservation_hotel: { title: 'Other hotels of the booking' },
  hold: { title: 'Hold until payment' },
  room_stay: { title: 'Rooms' },
  room_rate: { title: 'Prices of rooms' },
  activity_booking: { title: 'Activities' },
  activity_rate: { title: 'Prices of activities' },
  payment: { title: 'Payments' },
  sale: { title: 'Sales on the account' },
  sale_item: { title: 'Items sold' },
  sale_payment: { title: 'Payments of sales' },
  correspondence: { title: 'Letters ordered' },
  itinerary_link: { title: 'Link to the page of the stay', words: 'The link itself is not stored.' },
  event: { title: 'Log of changes', words: 'What other systems of the hotel are told. It has no names.' },
  room_night: { title: 'Nights held', words: 'So that no room is sold twice.', isTechnical: true },
  fetch_message: {
    title: 'Messages for guest-messaging systems',
    words: 'What systems that write to guests can read.',
    isTechnical: true,
  },
  idempotency: { title: 'Requests', words: 'So that a repeated request does not book twice.', isTechnical: true },
}

const ORDER = Object.keys(TABLES)

/** The place of a table on the page. */
export const placeOf = (table: string): number => (ORDER.includes(table) ? ORDER.indexOf(table) : ORDER.length)

/** What the page says of a table. */
export const tableOf = (table: string): TableOnPage => TABLES[table] ?? { title: labelOf(table) }

/** Numbers and names that only programs read. */
const TECHNICAL =
  /\.(is|has)_|_(no|hash)$|\.(reservation|guest|sale|event|link|type|channel_room|correspondence_type)_id$|\.(version|change_seq|sequence|updated_at|made_with|identity|data|quantity_left|return_of)$|^activity_rate\.nights$|^sale\.created_at$/

/** Whether people read a column. All others are technical records. */
export const isRead = (table: string, column: string): boolean =>
  !tableOf(table).isTechnical && !TECHNICAL.test(`${table}.${column}`)
