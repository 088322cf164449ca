import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { insertReservations } from '../../support/many-reservations'
import { recordingDatabase } from '../../support/query-plan'
import { expectStatus, hotelBeforeEach } from '../../support/service'

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

/** What chance makes of the data. */
const CHANCE = 1.03

describe('a page of reservations', () => {
  it.each(searches)('is read from one range of an index: %s', async (_, asked, ...searches) => {
    const { database, statements } = recordingDatabase()
    await expectStatus(200, at(database)(asked))
    const statement = [...statements].find(each => each.includes('page (id)')) as string
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${statement.replace(/\?\d*/g, 'NULL')}`).all()
    const details = results.map(({ detail }) => String(detail).replace('COVERING ', ''))
    const ofPage = details.slice(0, details.indexOf('SCAN page'))
    expect(ofPage.filter(detail => detail.startsWith('SEARCH r '))).toEqual(
      searches.map(search => `SEARCH r USING ${search}`),
    )
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
