import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { insertReservations } from '../../support/many-reservations'
import { recordingDatabase, scannedTables } from '../../support/query-plan'
import { expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()
const at = (database: D1Database) => {
  const there = withBindings({ DB: database })
  const headers = { authorization: `Bearer ${hotel.token}` }
  return ([method, path, body]: Asked) => there(method, `/api${path}`, body, headers)
}

type Asked = [method: string, path: string, body?: object]

const whole = (body: object): Asked => ['POST', '/Reservation/GetReservations', body]
const partner = (query: string): Asked => ['GET', `/Reservation/GetReservationsForPartner?${query}`]
const channel = (body: object): Asked => ['POST', '/CMConnect/GetReservation', body]
const dates = (startDate?: string, endDate?: string) => ({ startDate, endDate })

const may = { arrivalDate: dates('2026-05-01', '2026-05-31') }
const ARRIVE_IN_MAY = "arrival_date BETWEEN '2026-05-01' AND '2026-05-31'"
/** Lists by their filter; those of which no index has the whole filter with the condition of the entries that a page may read. */
const lists: [string, Asked, range?: string][] = [
  ['all', whole({})],
  ['one id', whole({ reservationID: 7 })],
  ['one number', whole({ reservationNumber: '10000007' })],
  ['a status', whole({ reservationStatus: 'InHouse' })],
  ['a status that is not', whole({ reservationStatus: 'InHouse', fetchHotelKey: 'none' }), 'status_id = 4'],
  ['a hotel', whole({ fetchHotelKey: 'KEY-H1' })],
  [
    'a hotel and statuses',
    whole({ fetchHotelKey: 'KEY-H1', reservationStatus: 'Confirmed,NoShow' }),
    'status_id IN (3, 7)',
  ],
  ['a month of arrivals', whole(may)],
  ['a month of arrivals, one status', whole({ ...may, reservationStatus: 'Confirmed' }), ARRIVE_IN_MAY],
  ['a month of arrivals, two statuses', whole({ ...may, reservationStatus: 'Inquiry,NoShow' }), ARRIVE_IN_MAY],
  ['a month of arrivals, one hotel', whole({ ...may, fetchHotelKey: 'KEY-H1' }), ARRIVE_IN_MAY],
  ['arrivals without an end', whole({ arrivalDate: dates('2027-10-01') })],
  [
    'a month of departures',
    whole({ departureDate: dates('2026-05-01', '2026-05-31'), reservationStatus: 'NoShow' }),
    "departure_date BETWEEN '2026-05-01' AND '2026-05-31'",
  ],
  [
    'who is there',
    whole({ arrivalDate: dates('2026-04-27', '2026-05-01'), departureDate: dates('2026-05-02') }),
    "arrival_date BETWEEN '2026-04-27' AND '2026-05-01'",
  ],
  ['changes', partner('')],
  ['changes since', partner('modifiedSince=1970-01-01T00:00:01.100Z')],
  ['changes, a status', partner('status=Inquiry')],
  ['changes, arrivals', partner('arrivalFrom=2026-05-01&arrivalTo=2026-05-31'), 'true'],
  [
    'changes, all',
    partner('arrivalFrom=2026-05-01&arrivalTo=2026-05-31&status=InHouse&modifiedSince=1970-01-01T00:00:01.100Z'),
    'status_id = 4',
  ],
  ['a channel: all', channel({})],
  ['a channel: new', channel({ reservationCMStatusTypeID: 1 }), 'true'],
  ['a channel: cancelled', channel({ reservationCMStatusTypeID: 3 })],
  ['a channel: a room of a type', channel({ roomInfo: [{ roomTypeID: 10 }] }), 'true'],
  ['a channel: a room of no type', channel({ roomInfo: [{ roomTypeID: 99 }] }), 'true'],
  [
    'a channel: a room on a week',
    channel({ roomInfo: [{ arrivalDate: '2026-05-01', departureDate: '2026-05-08' }] }),
    "departure_date > '2026-05-01'",
  ],
  [
    'a channel: a room of a type on a week',
    channel({ roomInfo: [{ roomTypeID: 10, arrivalDate: '2026-05-01', departureDate: '2026-05-08' }] }),
    "departure_date > '2026-05-01'",
  ],
  ['a channel: an identity', channel({ bookingID: 'many-7' })],
]

const week = { arrivalDate: '2026-05-01', departureDate: '2026-05-08' }
const BY_ID = 'PRIMARY KEY (customer_id=? AND reservation_id>?)'
const BY_STATUS = 'INDEX reservation_by_status (customer_id=? AND status_id=? AND reservation_id>?)'
const by = (date: string) =>
  `INDEX reservation_by_${date} (customer_id=? AND (${date}_date,reservation_id)>(?,?) AND ${date}_date<?)`

/** The search for the entries of a page, by the filter. */
const searches: [string, Asked, ...searches: string[]][] = [
  ['all', whole({}), BY_ID],
  ['statuses', whole({ reservationStatus: 'Inquiry,NoShow' }), BY_STATUS],
  [
    'a hotel',
    whole({ fetchHotelKey: 'KEY-H1' }),
    'INDEX reservation_by_hotel (customer_id=? AND hotel_id=? AND reservation_id>?)',
    // The reservations of which it is a further hotel.
    'PRIMARY KEY (customer_id=? AND reservation_id=?)',
  ],
  ['a hotel and a status', whole({ fetchHotelKey: 'KEY-H1', reservationStatus: 'InHouse' }), BY_STATUS],
  ['arrivals', whole(may), by('arrival')],
  [
    'arrivals, a status and a hotel',
    whole({ ...may, reservationStatus: 'InHouse', fetchHotelKey: 'K' }),
    by('arrival'),
  ],
  ['departures', whole({ departureDate: dates('2026-05-01') }), by('departure')],
  ['arrivals and departures', whole({ ...may, departureDate: dates('2026-05-01') }), by('arrival')],
  ['changes', partner(''), 'INDEX reservation_by_change (customer_id=? AND change_seq>?)'],
  [
    'changes, arrivals',
    partner('arrivalFrom=2026-05-01'),
    'INDEX reservation_by_change (customer_id=? AND change_seq>?)',
  ],
  [
    'changes, statuses',
    partner('status=Inquiry,NoShow&modifiedSince=1970-01-01T00:00:01.100Z'),
    'INDEX reservation_by_status_change (customer_id=? AND status_id=? AND change_seq>?)',
  ],
  ['a channel: new', channel({ reservationCMStatusTypeID: 1 }), BY_ID],
  ['a channel: cancelled', channel({ reservationCMStatusTypeID: 3 }), BY_STATUS],
  ['a channel: a type', channel({ roomInfo: [{ roomTypeID: 10 }] }), BY_ID],
  ['a channel: a type on a week', channel({ roomInfo: [{ roomTypeID: 10, ...week }] }), by('departure')],
  [
    'a channel: a type, or any on a week, new',
    channel({ roomInfo: [{ roomTypeID: 10 }, week], reservationCMStatusTypeID: 1 }),
    by('departure'),
  ],
  ['a channel: an id or number', channel({ bookingID: '7' }), 'PRIMARY KEY (customer_id=? AND reservation_id=?)'],
]

/** The rows of a page of 50 and the first entries of two values, at most. */
const PAGE_ROWS = 1_000
/** An entry that is not shown: the entry, and its first stay if the filter has rooms. */
const ROWS_PER_ENTRY = 3
/** What chance makes of the data. */
const CHANCE = 1.03

describe('a page of reservations', () => {
  it.each(lists)('takes one round trip and no scan: %s [LIST-9]', async (_, asked) => {
    await insertReservations(1, 60)
    const { database, statements, trips } = recordingDatabase()
    await expectStatus(200, at(database)(asked))
    expect(trips).toEqual([1])
    for (const statement of statements) expect(await scannedTables(statement), statement).toEqual([])
  })

  it.each(searches)('is read from one range of an index: %s', async (_, asked, ...searches) => {
    const { database, statements } = recordingDatabase()
    await expectStatus(200, at(database)(asked))
    const statement = [...statements].find(each => each.includes('page (reservation_id)')) as string
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${statement.replace(/\?\d*/g, 'NULL')}`).all()
    const details = results.map(({ detail }) => String(detail).replace('COVERING ', ''))
    const ofPage = details.slice(0, details.indexOf('SCAN page'))
    expect(ofPage.filter(detail => detail.startsWith('SEARCH r '))).toEqual(
      searches.map(search => `SEARCH r USING ${search}`),
    )
  })

  it('reads rows in proportion to its page or to the range of its filter, with any number of reservations', async () => {
    const { database, read } = recordingDatabase()
    const rowsRead = async () => {
      const counts: Record<string, number> = {}
      for (const [name, asked] of lists) {
        const before = read.rows
        await expectStatus(200, at(database)(asked))
        counts[name] = read.rows - before
      }
      return counts
    }
    await insertReservations(1, 12_000)
    const few = await rowsRead()
    await insertReservations(12_001, 30_000)
    await insertReservations(30_001, 48_000)
    const many = await rowsRead()
    for (const [name, , range] of lists) {
      if (range) {
        const [{ entries } = {}] = await rows(`SELECT count(*) AS entries FROM reservation WHERE ${range}`)
        expect(many[name], name).toBeLessThan(PAGE_ROWS + ROWS_PER_ENTRY * Number(entries))
      } else {
        expect(many[name], name).toBeLessThanOrEqual((few[name] as number) * CHANCE)
        expect(many[name], name).toBeLessThan(PAGE_ROWS)
      }
    }
  })

  it.each([
    ['all', whole({ pageSize: 200 })],
    ['a status', whole({ pageSize: 200, reservationStatus: 'Confirmed' })],
    ['a year of arrivals', whole({ pageSize: 200, arrivalDate: dates('2026-02-01', '2027-01-31') })],
    ['changes', partner('pageSize=200')],
    ['changes, arrivals', partner('pageSize=200&arrivalFrom=2026-02-01')],
  ])('costs by cursor what the first page costs, wherever it stands: %s [LIST-6]', async (_, [method, path, body]) => {
    const { database, read } = recordingDatabase()
    await insertReservations(1, 4_000)
    const counts: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const before = read.rows
      const asked: Asked = body ? [method, path, { ...body, cursor }] : [method, `${path}&cursor=${cursor}`]
      const { headers } = await expectStatus(200, at(database)(asked))
      if (headers.get('x-has-more') === 'true') counts.push(read.rows - before)
      cursor = headers.get('x-next-cursor')
    }
    expect(counts.length).toBeGreaterThan(1)
    for (const count of counts) expect(count).toBeLessThan((counts[0] ?? 0) * CHANCE)
  })
})
