/*
 * How the page of a guest names and writes what is stored. A column that is not named here has the words of its own name.
 */

/** The form of a value. `rooms` and such: the id of a record of the setup, in that list. */
export type Form =
  | 'text'
  | 'date'
  | 'time'
  | 'instant'
  | 'amount'
  | 'note'
  | 'flag'
  | 'json'
  | 'thousandths'
  | 'status'
  | 'kind'
  | 'event'
  | keyof typeof RECORDS

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

const COLUMNS: Record<Exclude<Form, 'text'>, readonly string[]> = {
  date: [
    'arrival_date',
    'departure_date',
    'stay_arrival',
    'stay_departure',
    'night',
    'from_date',
    'to_date',
    'activity_date',
    'sale_date',
  ],
  time: ['arrival_time', 'departure_time', 'start_time', 'end_time'],
  instant: ['at', 'booked_at', 'created_at', 'expires_at', 'issued_at', 'requested_at', 'updated_at'],
  amount: [
    'adjustment_value',
    'amount',
    'base_amount',
    'cancellation_fee',
    'payment_amount',
    'sale_total',
    'surcharge',
    'tax_amount',
    'transaction_total',
    'unit_cost',
    'unit_price',
  ],
  note: ['summary_note', 'message_notes'],
  flag: ['has_dates', 'is_change', 'is_erased', 'is_tax_override'],
  json: ['activity_notes', 'answer', 'data', 'room_notes'],
  thousandths: ['quantity_left', 'sale_item.quantity'],
  status: ['status_id'],
  kind: ['type_id'],
  event: ['event_type'],
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
  phone: 'Telephone',
  email: 'E-mail',
  address1: 'Address',
  address2: 'Address, second line',
  state: 'State or region',
  zip: 'Postal code',
  is_erased: 'Erased before',
  identity: "Sender's reference",
  hotel_id: 'Hotel',
  hotelid: 'Hotel',
  status_id: 'Status',
  type_id: 'Kind',
  guest_count: 'Guests',
  adult_count: 'Adults',
  teen_count: 'Teenagers',
  youth_count: 'Youths',
  child_count: 'Children',
  infant_count: 'Infants',
  summary_note: 'Note',
  body_hash: 'Checksum of the request',
  change_seq: 'Number of the change',
  created_at: 'Recorded',
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
  made_with: 'Fingerprint of the key',
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

interface TableOnPage {
  title: string
  /** What it is for. */
  words?: string
  columns: readonly string[]
}

const PAYMENT = [
  'payment_amount',
  'payment_source',
  'payment_ext_id',
  'surcharge',
  'base_amount',
  'transaction_total',
  'adjustment_value',
  'created_at',
]

/** What a table has, in the order of the page, and the columns that people read. All others are technical records. */
const TABLES: Record<string, TableOnPage> = {
  guest: {
    title: 'Name and contact',
    columns: [
      'first_name',
      'last_name',
      'company',
      'phone',
      'email',
      'address1',
      'address2',
      'zip',
      'city',
      'state',
      'country',
    ],
  },
  reservation: {
    title: 'Booking',
    columns: [
      'reservation_number',
      'status_id',
      'hotel_id',
      'arrival_date',
      'arrival_time',
      'departure_date',
      'departure_time',
      'guest_count',
      'adult_count',
      'teen_count',
      'youth_count',
      'child_count',
      'infant_count',
      'label',
      'summary_note',
      'cancellation_fee',
      'created_at',
    ],
  },
  room_stay: { title: 'Rooms', columns: ['room_id', 'stay_arrival', 'stay_departure', 'guests_in_room', 'room_notes'] },
  room_rate: {
    title: 'Prices of rooms',
    columns: ['room_id', 'rate_id', 'unit_cost', 'quantity', 'nights', 'from_date', 'to_date', 'tax_amount'],
  },
  activity_booking: {
    title: 'Activities',
    columns: [
      'activity_id',
      'activity_date',
      'start_time',
      'end_time',
      'participants',
      'hosts',
      'locations',
      'resources',
      'activity_notes',
    ],
  },
  activity_rate: {
    title: 'Prices of activities',
    columns: ['activity_id', 'rate_id', 'unit_cost', 'quantity', 'tax_amount'],
  },
  payment: { title: 'Payments', columns: PAYMENT },
  sale: { title: 'Sales on the account', columns: ['sale_date', 'sale_total'] },
  sale_item: {
    title: 'Items sold',
    columns: ['inventory_id', 'inventory_location_id', 'quantity', 'unit_price', 'amount'],
  },
  sale_payment: { title: 'Payments of sales', columns: PAYMENT },
  correspondence: { title: 'Letters ordered', columns: ['requested_at', 'correspondence_status'] },
  itinerary_link: {
    title: 'Link to the page of the stay',
    words: 'The link itself is not stored.',
    columns: ['issued_at', 'expires_at'],
  },
  event: {
    title: 'Log of changes',
    words: 'What other systems of the hotel are told. It has no names.',
    columns: ['at', 'event_type'],
  },
  room_night: { title: 'Nights held', words: 'So that no room is sold twice.', columns: [] },
  fetch_message: {
    title: 'Messages for guest-messaging systems',
    words: 'What systems that write to guests can read.',
    columns: [],
  },
  idempotency: { title: 'Requests', words: 'So that a repeated request does not book twice.', columns: [] },
}

const ORDER = Object.keys(TABLES)

/** The place of a table on the page. */
export const placeOf = (table: string): number => (ORDER.includes(table) ? ORDER.indexOf(table) : ORDER.length)

/** What the page says of a table. */
export const tableOf = (table: string): TableOnPage => TABLES[table] ?? { title: wordsOf(table), columns: [] }

/** The place of a column among those that people read. Undefined: it is a technical record, as is a zero. */
export function placeInTable(table: string, column: string, value: unknown): number | undefined {
  const place = tableOf(table).columns.indexOf(column)
  return place < 0 || value === 0 ? undefined : place
}
