/*
 * How the page of a guest names and writes what is stored. A column that is not named here has the words of its own name.
 */

/** The form of a value. `rooms` and such: the id of a record of the setup, in that list. */
export type Form =
  | 'text'
  | 'date'
  | 'instant'
  | 'amount'
  | 'note'
  | 'flag'
  | 'json'
  | 'thousandths'
  | 'status'
  | 'kind'
  | keyof typeof RECORDS

/** The lists of a setup that a guest's rows refer to, with the id and the names of a record. */
export const RECORDS = {
  properties: ['hotelid', 'name'],
  rooms: ['roomId', 'roomName'],
  ratePlans: ['rateId', 'name'],
  activities: ['activityId', 'name'],
  inventoryItems: ['inventoryId', 'description'],
  inventoryLocations: ['inventoryLocationId', 'name'],
  employees: ['employeeId', 'firstName', 'lastName'],
  locations: ['locationId', 'name'],
  resources: ['resourceId', 'name'],
} as const

const COLUMNS: Record<Exclude<Form, 'text'>, readonly string[]> = {
  date: ['arrival_date', 'departure_date', 'stay_arrival', 'stay_departure', 'night', 'from_date', 'to_date'].concat(
    'activity_date',
    'sale_date',
  ),
  instant: ['at', 'booked_at', 'created_at', 'expires_at', 'issued_at', 'requested_at', 'updated_at'],
  amount: ['adjustment_value', 'amount', 'base_amount', 'cancellation_fee', 'payment_amount', 'sale_total'].concat(
    'surcharge',
    'tax_amount',
    'transaction_total',
    'unit_cost',
    'unit_price',
  ),
  note: ['summary_note', 'message_notes'],
  flag: ['has_dates', 'is_change', 'is_erased', 'is_tax_override'],
  json: ['activity_notes', 'answer', 'data', 'room_notes'],
  thousandths: ['quantity_left', 'sale_item.quantity'],
  status: ['status_id'],
  kind: ['type_id'],
  properties: ['hotel_id'],
  rooms: ['room_id'],
  ratePlans: ['rate_id'],
  activities: ['activity_id'],
  inventoryItems: ['inventory_id'],
  inventoryLocations: ['inventory_location_id'],
  // Lists of such ids, or of names.
  employees: ['hosts'],
  locations: ['locations'],
  resources: ['resources'],
}

const FORMS = new Map(
  Object.entries(COLUMNS).flatMap(([form, columns]) => columns.map(column => [column, form as Form] as const)),
)

/** The form of the values of a column. */
export const formOf = (table: string, column: string): Form =>
  FORMS.get(`${table}.${column}`) ?? FORMS.get(column) ?? 'text'

const LABELS: Record<string, string> = {
  guest_id: 'Guest id',
  phone: 'Telephone',
  email: 'E-mail',
  address1: 'Address',
  address2: 'Address, second line',
  state: 'State or region',
  zip: 'Postal code',
  is_erased: 'Erased before',
  identity: "Sender's reference",
  label: 'Label',
  hotel_id: 'Hotel',
  status_id: 'Status',
  type_id: 'Kind',
  has_dates: 'Has dates',
  guest_count: 'Guests',
  adult_count: 'Adults',
  teen_count: 'Teenagers',
  youth_count: 'Youths',
  child_count: 'Children',
  infant_count: 'Infants',
  summary_note: 'Note',
  body_hash: 'Checksum of the request',
  change_seq: 'Number of the change',
  created_at: 'Stored',
  updated_at: 'Last changed',
  booked_at: 'Booked',
  issued_at: 'Issued',
  expires_at: 'Expires',
  requested_at: 'Ordered',
  at: 'When',
  stay_no: 'Room of the booking',
  line_no: 'Line',
  room_id: 'Room',
  stay_arrival: 'Arrival',
  stay_departure: 'Departure',
  arrival_date: 'Arrival',
  departure_date: 'Departure',
  channel_room_id: "Sales channel's room",
  allot_room_id: "Sales channel's room",
  room_notes: 'Notes',
  rate_id: 'Rate plan',
  unit_cost: 'Price',
  from_date: 'From',
  to_date: 'To',
  is_tax_override: 'Tax set by the booking system',
  tax_amount: 'Tax',
  activity_no: 'Activity of the booking',
  activity_id: 'Activity',
  activity_date: 'Date',
  activity_notes: 'Notes',
  payment_no: 'Payment',
  payment_ext_id: 'Reference',
  payment_source: 'Source',
  payment_amount: 'Amount',
  base_amount: 'Amount before the surcharge',
  transaction_total: 'Total of the transaction',
  adjustment_value: 'Adjustment',
  correspondence_no: 'Letter',
  correspondence_type_id: 'Type of letter',
  correspondence_status: 'Status',
  answer: 'Response',
  is_change: 'Changed a reservation',
  link_id: 'Link id',
  made_with: 'Fingerprint of the key',
  message_id: 'Message id',
  status_type: 'What happened',
  message_status: 'Status',
  message_notes: 'Notes',
  hotel_key: "Hotel's key",
  room_no: 'Room number',
  floor_no: 'Floor',
  location_name: 'Building',
  sale_date: 'Date',
  sale_total: 'Total',
  inventory_id: 'Item',
  inventory_location_id: 'Sold at',
  quantity_left: 'Left in stock',
  sequence: 'Number',
  event_type: 'What happened',
  data: 'Content',
}

/** The words for a name such as `first_name` or `hotelId`. */
export const labelOf = (name: string): string => LABELS[name] ?? wordsOf(name)

const wordsOf = (name: string): string => {
  const words = name.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Ids, numbers of lines, checksums and such, which few people need to read. */
export const isTechnical = (table: string, column: string): boolean =>
  TECHNICAL.has(column) ||
  (/_(id|no|hash|seq|key)$/.test(column) && !READ.has(column) && formOf(table, column) === 'text')

const TECHNICAL = new Set([
  'answer',
  'created_at',
  'data',
  'has_dates',
  'identity',
  'is_change',
  'is_erased',
  'is_tax_override',
  'made_with',
  'quantity_left',
  'sequence',
  'updated_at',
  'version',
])

const READ = new Set(['payment_ext_id', 'room_no', 'floor_no'])

/** What a table has, in the order of the page. Other tables follow. */
const TABLES: Record<string, readonly [title: string, words?: string]> = {
  guest: ['Name and contact'],
  reservation: ['Booking'],
  room_stay: ['Rooms'],
  room_rate: ['Prices of rooms'],
  activity_booking: ['Activities'],
  activity_rate: ['Prices of activities'],
  payment: ['Payments'],
  sale: ['Sales on the account'],
  sale_item: ['Items sold'],
  correspondence: ['Letters ordered'],
  room_night: ['Nights held', 'So that no room is sold twice.'],
  itinerary_link: ['Link to the page of the stay', 'The link itself is not stored.'],
  fetch_message: ['Messages for guest-messaging systems', 'What systems that write to guests can read.'],
  event: ['Log of changes', 'What other systems of the hotel are told. It has no names.'],
  idempotency: ['Requests', 'So that a repeated request does not book twice.'],
}

const ORDER = Object.keys(TABLES)

/** The place of a table on the page. */
export const placeOf = (table: string): number => (ORDER.includes(table) ? ORDER.indexOf(table) : ORDER.length)

/** The title of a table, and what it is for. */
export const titleOf = (table: string): readonly [title: string, words?: string] => TABLES[table] ?? [wordsOf(table)]
