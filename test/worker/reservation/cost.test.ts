import { beforeEach, describe, expect, it } from 'vitest'
import { brokenDatabase, withBindings } from '../../support/bindings'
import { insertReservations } from '../../support/many-reservations'
import { recordingDatabase, scannedTables } from '../../support/query-plan'
import { expectStatus, openHotel, resetBeforeEach } from '../../support/service'

resetBeforeEach()

let hotel: Awaited<ReturnType<typeof openHotel>>
beforeEach(async () => {
  hotel = await openHotel()
})

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
const lists: [string, Asked][] = [
  ['all', whole({})],
  ['one id', whole({ reservationID: 7 })],
  ['one number', whole({ reservationNumber: '10000007' })],
  ['a status', whole({ reservationStatus: 'InHouse' })],
  ['a status that is not', whole({ reservationStatus: 'InHouse', fetchHotelKey: 'none' })],
  ['a hotel', whole({ fetchHotelKey: 'KEY-H1' })],
  ['a hotel and statuses', whole({ fetchHotelKey: 'KEY-H1', reservationStatus: 'Confirmed,NoShow' })],
  ['a month of arrivals', whole(may)],
  ['a month of arrivals, one status', whole({ ...may, reservationStatus: 'Confirmed' })],
  ['a month of arrivals, two statuses', whole({ ...may, reservationStatus: 'Inquiry,NoShow' })],
  ['a month of arrivals, one hotel', whole({ ...may, fetchHotelKey: 'KEY-H1' })],
  ['arrivals without an end', whole({ arrivalDate: dates('2027-10-01') })],
  ['a month of departures', whole({ departureDate: dates('2026-05-01', '2026-05-31'), reservationStatus: 'NoShow' })],
  ['who is there', whole({ arrivalDate: dates('2026-04-27', '2026-05-01'), departureDate: dates('2026-05-02') })],
  ['changes', partner('')],
  ['changes since', partner('modifiedSince=1970-01-01T00:00:01.100Z')],
  ['changes, a status', partner('status=Inquiry')],
  ['changes, arrivals', partner('arrivalFrom=2026-05-01&arrivalTo=2026-05-31')],
  [
    'changes, all',
    partner('arrivalFrom=2026-05-01&arrivalTo=2026-05-31&status=InHouse&modifiedSince=1970-01-01T00:00:01.100Z'),
  ],
  ['a channel: all', channel({})],
  ['a channel: new', channel({ reservationCMStatusTypeID: 1 })],
  ['a channel: cancelled', channel({ reservationCMStatusTypeID: 3 })],
  ['a channel: a room of a type', channel({ roomInfo: [{ roomTypeID: 10 }] })],
  ['a channel: a room of no type', channel({ roomInfo: [{ roomTypeID: 99 }] })],
  ['a channel: a room on a week', channel({ roomInfo: [{ arrivalDate: '2026-05-01', departureDate: '2026-05-08' }] })],
  [
    'a channel: a room of a type on a week',
    channel({ roomInfo: [{ roomTypeID: 10, arrivalDate: '2026-05-01', departureDate: '2026-05-08' }] }),
  ],
  ['a channel: an identity', channel({ bookingID: 'many-7' })],
]

describe('a page of reservations', () => {
  it.each(lists)('takes one round trip and no scan: %s [LIST-9]', async (_, asked) => {
    await insertReservations(1, 60)
    const { database, statements, trips } = recordingDatabase()
    await expectStatus(200, at(database)(asked))
    expect(trips).toEqual([1])
    for (const statement of statements) expect(await scannedTables(statement), statement).toEqual([])
  })

  it('reads rows for what it shows, however many reservations there are', async () => {
    const { database, read } = recordingDatabase()
    const rowsRead = async () => {
      const counts: Record<string, number> = {}
      for (const [name, asked] of lists) {
        const before = read.rows
        const { headers } = await expectStatus(200, at(database)(asked))
        counts[`${name}, more: ${headers.get('x-has-more')}`] = read.rows - before
      }
      return counts
    }
    await insertReservations(1, 12_000)
    const few = await rowsRead()
    await insertReservations(12_001, 30_000)
    await insertReservations(30_001, 48_000)
    const many = await rowsRead()
    expect(Object.keys(many)).toEqual(Object.keys(few))
    for (const name of Object.keys(few)) expect(grown(many[name], few[name]), name).toBe(false)
    expect(many['a month of arrivals, two statuses, more: true']).toBeLessThan(
      many['a month of arrivals, more: true'] as number,
    )
    expect(Math.max(...Object.values(many))).toBeLessThan(2_500)
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
    // A later page seeks the first entry of each index range. Those of the first page are found with the ranges.
    for (const count of counts) expect(count).toBeLessThan((counts[0] ?? 0) * 1.15)
  })

  it('is 503 when the database does not answer', async () => {
    for (const asked of [whole({}), partner(''), channel({})]) {
      const { status, json } = await at(brokenDatabase)(asked)
      expect([status, json.errors[0].code]).toEqual([503, 'DATABASE_UNAVAILABLE'])
    }
  })
})

/** By more than what chance makes of the data. */
const grown = (after = 0, before = 0) => after > before * 1.03
