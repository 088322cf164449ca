/*
 * Every list that grows with the reservations, with each of its filters and with the combinations that use another index. The
 * requests are valid at any number of reservations, and their pages are alike.
 */

/** A list with its filter. */
export interface List {
  /** The name of the operation in the OpenAPI document. */
  operation: string
  /** The name of the filter. */
  by: string
  /** Fields of the query of a GET, or of the body of a POST. */
  fields: Record<string, unknown>
  /** The condition on `reservation` of the entries that a page may read. Undefined: it reads only those that it shows. */
  range?: string | undefined
}

/** Entries of a page: the shortest list has a thousand pages at a million reservations. */
export const PAGE = 20

/** The largest page that the service accepts, for reading a list to its end. */
export const LARGEST_PAGE = 200

const dates = (startDate?: string, endDate?: string) => ({ startDate, endDate })
const SPAN = dates('2027-01-03', '2027-01-22')
const span = { arrivalFrom: SPAN.startDate, arrivalTo: SPAN.endDate }
/** Nights with guests of every kind at both sizes. */
const WEEK = { arrivalDate: '2027-01-10', departureDate: '2027-01-17' }

const ARRIVALS = `arrival_date BETWEEN '${SPAN.startDate}' AND '${SPAN.endDate}'`
const DEPARTURES = `departure_date > '${WEEK.arrivalDate}'`

/** Filters of which an index has a part. A page reads the entries with this part, and shows those that meet the whole filter. */
const RANGES: Record<string, string> = {
  'fetchHotelKey and reservationStatus': 'status_id = 5',
  'arrivalDate and reservationStatus': ARRIVALS,
  'arrivalDate and fetchHotelKey': ARRIVALS,
  'arrivalDate and departureDate': "arrival_date <= '2027-01-16'",
  guest: 'true',
  'guest and includePast': 'true',
  'arrivalFrom and arrivalTo': 'true',
  arrivalFrom: 'true',
  arrivalTo: 'true',
  'all of them': 'status_id = 4',
  'reservationCMStatusTypeID 1': 'true',
  'reservationCMStatusTypeID 2': 'true',
  'roomInfo, a type': 'true',
  'roomInfo, a week': DEPARTURES,
  'roomInfo, a type and a week': DEPARTURES,
}

const lists = (operation: string, ways: Record<string, Record<string, unknown>>): List[] =>
  Object.entries(ways).map(([by, fields]) => ({ operation, by, fields, range: RANGES[by] }))

/** `changedSince` is the time of one of the first changes. */
export const listsOf = (changedSince: string): List[] => [
  ...lists('POST /api/Reservation/GetReservations', {
    'no filter': {},
    reservationStatus: { reservationStatus: 'CheckedOut' },
    'a rare reservationStatus': { reservationStatus: 'InHouse' },
    'two of reservationStatus': { reservationStatus: 'Inquiry,NoShow' },
    fetchHotelKey: { fetchHotelKey: 'KEY-H2' },
    'fetchHotelKey and reservationStatus': { fetchHotelKey: 'KEY-H2', reservationStatus: 'CheckedOut' },
    arrivalDate: { arrivalDate: SPAN },
    'arrivalDate, without an end': { arrivalDate: dates('2027-01-20') },
    'arrivalDate and reservationStatus': { arrivalDate: SPAN, reservationStatus: 'InHouse' },
    'arrivalDate and fetchHotelKey': { arrivalDate: SPAN, fetchHotelKey: 'KEY-H2' },
    departureDate: { departureDate: SPAN },
    guest: { guest: 'lindq' },
    'guest and includePast': { guest: 'anna@example.com', includePast: true },
    'arrivalDate and departureDate': {
      arrivalDate: dates(undefined, '2027-01-16'),
      departureDate: dates('2027-01-15'),
    },
  }),
  ...lists('GET /api/Reservation/GetReservationsForPartner', {
    'no filter': {},
    status: { status: 'CheckedOut' },
    'two of status': { status: 'Inquiry,NoShow' },
    'arrivalFrom and arrivalTo': span,
    arrivalFrom: { arrivalFrom: SPAN.startDate },
    arrivalTo: { arrivalTo: SPAN.endDate },
    modifiedSince: { modifiedSince: changedSince },
    'all of them': { ...span, status: 'InHouse', modifiedSince: changedSince },
  }),
  ...lists('POST /api/CMConnect/GetReservation', {
    'no filter': {},
    'reservationCMStatusTypeID 1': { reservationCMStatusTypeID: 1 },
    'reservationCMStatusTypeID 2': { reservationCMStatusTypeID: 2 },
    'reservationCMStatusTypeID 3': { reservationCMStatusTypeID: 3 },
    'roomInfo, a type': { roomInfo: [{ roomTypeID: 10 }] },
    'roomInfo, a week': { roomInfo: [WEEK] },
    'roomInfo, a type and a week': { roomInfo: [{ roomTypeID: 10, ...WEEK }] },
  }),
  ...lists('GET /api/Fetch/GetFetchQueueMessage', {
    'no filter': {},
    status: { status: 'Processed' },
    'a rare status': { status: 'Failed' },
    hotelKey: { hotelKey: 'KEY-H1' },
    'hotelKey and status': { hotelKey: 'KEY-H1', status: 'Processed' },
  }),
  ...lists('GET /api/Inventory/GetInventoryItem', {
    'no filter': {},
    itemNumber: { itemNumber: 'SKU-1' },
    inventoryLocationID: { inventoryLocationID: 2 },
    'itemNumber and inventoryLocationID': { itemNumber: 'SKU-1', inventoryLocationID: 1 },
  }),
]

/** Which page of a list is requested. The size is that of `PAGE` by default. */
export interface Paging {
  cursor?: string
  pageNo?: number
  pageSize?: number
}

/** The request for a page. `pageNo` is sent under the name that the list uses. */
export function pageOf({ operation, fields }: List, { cursor, pageNo, pageSize = PAGE }: Paging) {
  const [method = '', path = ''] = operation.split(' ')
  const numbered = path.includes('/Fetch/') ? { currentPage: pageNo } : { pageNo }
  const all = { ...fields, pageSize, cursor, ...numbered }
  if (method === 'POST') return { method, path, body: all }
  const query = Object.entries(all).filter(([, value]) => value !== undefined)
  return { method, path: `${path}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}` }
}
