import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { STATUS_NAMES } from '../../../schema/wire/reservation-status'
import { insertReservations } from '../../support/many-reservations'
import { repetitions } from '../../support/repetitions'
import { admin, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()

interface Kept {
  reservation_id: number
  status_id: number
  hotel_id: string | null
  arrival_date: string
  departure_date: string
  has_dates: number
  version: number
  change_seq: number
  updated_at: number
}

let kept: Kept[]

/** A crowd in few days, at two properties with different keys and at none. Some are inquiries without dates. */
beforeEach(async () => {
  await expectStatus(
    200,
    admin('PUT', '/customers/1/setup', {
      properties: [{ hotelid: 'H2', name: 'Villa', timeZone: 'Europe/Lisbon', fetchHotelKey: 'KEY-H2' }],
    }),
  )
  await insertReservations(1, 150)
  await rows(`
    UPDATE reservation SET
      arrival_date = date('2026-01-01', '+' || (reservation_id * 7 % 18) || ' days'),
      departure_date = date('2026-01-02', '+' || (reservation_id * 7 % 18 + reservation_id % 5) || ' days'),
      has_dates = reservation_id % 9 <> 0,
      version = CASE WHEN status_id < 5 THEN version ELSE 2 END,
      hotel_id = CASE reservation_id % 4 WHEN 0 THEN 'H2' WHEN 1 THEN NULL ELSE 'H1' END`)
  kept = (await rows('SELECT * FROM reservation')) as unknown as Kept[]
})

const day = fc.integer({ min: 0, max: 24 }).map(n => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10))
const range = fc.tuple(day, day, fc.integer({ min: 0, max: 3 })).map(([one, other, open]) => {
  const [first, last] = [one, other].sort()
  return { startDate: open & 1 ? undefined : first, endDate: open & 2 ? undefined : last }
})
const statuses = fc.subarray([...STATUS_NAMES], { minLength: 1 })
const pageSize = fc.integer({ min: 4, max: 40 })

const by = fc.constantFrom('cursor' as const, 'pageNo' as const)

const within = (date: string, { startDate = '', endDate = '9' }: { startDate?: string; endDate?: string } = {}) =>
  date >= startDate && date <= endDate
/** Whether a date is in the range. A reservation without dates is in no range that has an end. */
const meets = ({ has_dates }: Kept, date: string, range: { startDate?: string; endDate?: string } = {}) =>
  !(range.startDate || range.endDate) || (Boolean(has_dates) && within(date, range))
const among = (status: number, names?: string[]) => !names || names.includes(STATUS_NAMES[status - 1] as string)

/** Reads a list from the first page to the last. `ask` gets the cursor or the number of the page. */
async function follow(
  ask: (page: { cursor?: string; pageNo?: number }) => Promise<{ headers: Headers; json: { content: unknown } }>,
  by: 'cursor' | 'pageNo',
) {
  const ids: number[] = []
  for (let page: { cursor?: string; pageNo?: number } | undefined = {}; page; ) {
    const { headers, json } = await ask(page)
    if (Array.isArray(json.content)) ids.push(...json.content.map(({ reservationId }) => reservationId))
    const more = headers.get('x-has-more') === 'true'
    const next =
      by === 'cursor' ? { cursor: headers.get('x-next-cursor') ?? '' } : { pageNo: Number(headers.get('x-page')) + 1 }
    page = more ? next : undefined
  }
  return ids
}

/** The ids of the rows in the order of columns, of which the last differs in all rows. */
const idsBy = (rows: Kept[], ...columns: (keyof Kept)[]) =>
  rows
    .map(row => ({ id: row.reservation_id, key: columns.map(column => String(row[column]).padStart(10, '0')).join() }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ id }) => id)

const hasEnd = (range: { startDate?: string; endDate?: string } = {}) => Boolean(range.startDate || range.endDate)

describe('with any filter, page by page [LIST-7]', () => {
  it('GetReservations has exactly the reservations that meet it, by arrivalDate or departureDate if it is sent, then by id [RESERVATION-3] [RESERVATION-7]', async () => {
    const filters = fc.record(
      {
        arrivalDate: range,
        departureDate: range,
        statuses,
        fetchHotelKey: fc.constantFrom('KEY-H1', 'KEY-H2', 'KEY-H3'),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(filters, pageSize, by, async ({ statuses, ...filter }, pageSize, by) => {
        const body = { ...filter, reservationStatus: statuses?.join(), pageSize }
        const ids = await follow(
          page => expectStatus(200, hotel.call('POST', '/Reservation/GetReservations', { ...body, ...page })),
          by,
        )
        const expected = kept.filter(
          row =>
            among(row.status_id, statuses) &&
            meets(row, row.arrival_date, filter.arrivalDate) &&
            meets(row, row.departure_date, filter.departureDate) &&
            (!filter.fetchHotelKey || `KEY-${row.hotel_id}` === filter.fetchHotelKey),
        )
        const dates = hasEnd(filter.arrivalDate)
          ? (['arrival_date'] as const)
          : hasEnd(filter.departureDate)
            ? (['departure_date'] as const)
            : []
        expect(ids).toEqual(idsBy(expected, ...dates, 'reservation_id'))
      }),
      { numRuns: repetitions(25, 300) },
    )
  })

  it('GetReservationsForPartner has exactly the reservations that meet it, by their last change [RESERVATION-13]', async () => {
    const instants = fc.constantFrom(...kept.map(row => row.updated_at))
    const filters = fc.record({ arrival: range, statuses, since: instants }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(filters, pageSize, by, async ({ arrival, statuses, since }, pageSize, by) => {
        const query = {
          pageSize: String(pageSize),
          arrivalFrom: arrival?.startDate ?? '',
          arrivalTo: arrival?.endDate ?? '',
          status: statuses?.join() ?? '',
          modifiedSince: since === undefined ? '' : new Date(since).toISOString(),
        }
        const ids = await follow(({ cursor = '', pageNo = 1 }) => {
          const asked = new URLSearchParams({ ...query, cursor, pageNo: String(pageNo) })
          return expectStatus(200, hotel.call('GET', `/Reservation/GetReservationsForPartner?${asked}`))
        }, by)
        const expected = kept.filter(
          row =>
            among(row.status_id, statuses) &&
            meets(row, row.arrival_date, arrival) &&
            (since === undefined || row.updated_at >= since),
        )
        expect(ids).toEqual(idsBy(expected, 'change_seq'))
      }),
      { numRuns: repetitions(25, 300) },
    )
  })

  it('CMConnect/GetReservation has exactly the reservations that meet it, each once, by id, or by departure if roomInfo has dates [CHANNEL-37]', async () => {
    await rows(`
      INSERT INTO room_stay (customer_id, reservation_id, stay_no, room_id, stay_arrival, stay_departure, guests_in_room, room_notes)
      SELECT 1, reservation_id, 2, 100 + reservation_id % 3 + 1, arrival_date, date(arrival_date, '+1 day'), 1, '[]'
      FROM reservation WHERE reservation_id % 2 = 0`)
    // A reservation without dates has no rooms.
    await rows('DELETE FROM room_stay WHERE reservation_id % 9 = 0')
    await rows(`
      UPDATE room_stay SET (stay_arrival, stay_departure) = (
        SELECT arrival_date, departure_date FROM reservation AS r WHERE r.reservation_id = room_stay.reservation_id)
      WHERE stay_no = 1`)
    const stays = await rows('SELECT * FROM room_stay')
    const wish = fc
      .tuple(fc.constantFrom(0, 10, 20, 30), range)
      .filter(([, { startDate, endDate }]) => !startDate || startDate !== endDate)
      .map(([roomTypeID, { startDate, endDate }]) => ({ roomTypeID, arrivalDate: startDate, departureDate: endDate }))
    const filters = fc.record(
      { roomInfo: fc.array(wish, { maxLength: 3 }), status: fc.constantFrom(1, 2, 3) },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(filters, pageSize, by, async ({ roomInfo = [], status }, pageSize, by) => {
        const body = { roomInfo, reservationCMStatusTypeID: status, pageSize }
        const ids = await follow(
          page => expectStatus(200, hotel.call('POST', '/CMConnect/GetReservation', { ...body, ...page })),
          by,
        )
        const said = roomInfo.filter(wish => wish.roomTypeID || wish.arrivalDate || wish.departureDate)
        const isWished = (id: number) =>
          stays.some(
            stay =>
              stay.reservation_id === id &&
              said.some(
                ({ roomTypeID, arrivalDate = '', departureDate = '9' }) =>
                  (!roomTypeID || roomTypeID === (stay.room_id === 201 ? 20 : 10)) &&
                  String(stay.stay_departure) > arrivalDate &&
                  String(stay.stay_arrival) < departureDate,
              ),
          )
        const expected = kept.filter(
          ({ reservation_id, status_id, version }) =>
            (!said.length || isWished(reservation_id)) && (!status || status === channelStatus(status_id, version)),
        )
        const dates = said.some(wish => wish.arrivalDate || wish.departureDate) ? (['departure_date'] as const) : []
        expect(ids).toEqual(idsBy(expected, ...dates, 'reservation_id'))
      }),
      { numRuns: repetitions(25, 300) },
    )
  })
})

const channelStatus = (statusId: number, version: number) => (statusId === 6 ? 3 : version === 1 ? 1 : 2)
