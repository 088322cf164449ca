import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { withBindings } from '../support/bindings'
import { aBooking, post } from '../support/booking'
import { recordingDatabase } from '../support/query-plan'
import { admin, expectStatus, hotelBeforeEach, rows } from '../support/service'

/*
 * Pages of lists are bounded by rows and by bytes. These pages end at 64 KiB.
 */

const hotel = hotelBeforeEach()
const BYTES = 65_536

const there = (bindings: object = {}) => withBindings({ PAGE_BYTES: String(BYTES), ...bindings })
const query = (fields: object) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))

type Ask = (fields: object, bindings?: object) => ReturnType<ReturnType<typeof withBindings>>
const bearer = () => ({ authorization: `Bearer ${hotel.token}` })
const by =
  (method: string, path: string): Ask =>
  (fields, bindings) =>
    method === 'GET'
      ? there(bindings)(method, `/api${path}?${query(fields)}`, undefined, bearer())
      : there(bindings)(method, `/api${path}`, fields, bearer())

/** Inquiries with as many rate lines each, of 120 bytes and more. */
async function bookLines(bookings: number, lines: number) {
  const rates = Array.from({ length: lines }, () => ({ rateID: 1, unitCost: 100 }))
  const bookingParameters = { reservationStatusID: 1 }
  for (let i = 0; i < bookings; i++) {
    await expectStatus(200, post(hotel.call, aBooking({ bookingParameters, roomsBooked: [{ roomID: 101, rates }] })))
  }
}

/** A list from its first page to its last by cursor: how many entries each page has, and all of them. */
async function follow(ask: Ask, pageSize = 200) {
  const sizes: number[] = []
  const all: unknown[] = []
  let cursor: string | null = ''
  for (let more = true; more; ) {
    const { json, headers } = await expectStatus(200, ask({ pageSize, ...(cursor && { cursor }) }))
    const entries = json.applications ?? json.content
    sizes.push(entries.length)
    all.push(...entries)
    more = headers.get('x-has-more') === 'true'
    expect([headers.get('x-page'), headers.get('x-page-size')]).toEqual([String(sizes.length), String(pageSize)])
    cursor = headers.get('x-next-cursor')
    if (more) expect(cursor).toBeTruthy()
  }
  return { sizes, all }
}

const RESERVATIONS: [string, Ask][] = [
  ['GetReservations', by('POST', '/Reservation/GetReservations')],
  ['GetReservationsForPartner', by('GET', '/Reservation/GetReservationsForPartner')],
  ['CMConnect/GetReservation', by('POST', '/CMConnect/GetReservation')],
]

describe.each(RESERVATIONS)('a page of %s', (_, ask) => {
  const idsOf = (all: unknown[]) => all.map(each => (each as { reservationId: number }).reservationId)

  it('ends with the entry that brings it to its bytes, and the cursor misses none [PAGE_BYTES]', async () => {
    await bookLines(5, 350)
    const { sizes, all } = await follow(ask)
    expect(sizes).toEqual([2, 2, 1])
    expect(idsOf(all)).toEqual([1, 2, 3, 4, 5])
    // An installation with a higher limit returns them on one page.
    const whole = await expectStatus(200, ask({}, { PAGE_BYTES: String(2 ** 20) }))
    expect([whole.json.content.length, whole.headers.get('x-has-more')]).toEqual([5, 'false'])
  })

  it('has one entry at least, however large [PAGE_BYTES]', async () => {
    await bookLines(2, 700)
    const { sizes, all } = await follow(ask)
    expect(sizes).toEqual([1, 1])
    expect(idsOf(all)).toEqual([1, 2])
  })

  it('of few bytes still ends with its rows', async () => {
    await bookLines(3, 1)
    expect((await follow(ask, 2)).sizes).toEqual([2, 1])
  })

  it('reads only the rows that it shows [PAGE_BYTES]', async () => {
    await bookLines(6, 350)
    const { database, trips, read } = recordingDatabase()
    const { json } = await expectStatus(200, ask({ pageSize: 200 }, { DB: database }))
    expect(json.content).toHaveLength(2)
    expect(trips).toHaveLength(1)
    // A line is counted twice, because lines are sorted; a third reservation would make it as many.
    expect(read.rows).toBeLessThan(2 * 3 * 350)
  })
})

describe('a page of small rows', () => {
  it('of the fetch queue ends with its bytes too, counted as UTF-8 [PAGE_BYTES]', async () => {
    const roomsBooked = [101, 102].map(roomID => ({ roomID }))
    for (const year of [2027, 2028, 2029, 2030]) {
      const dates = { arrivalDate: `${year}-05-10`, departureDate: `${year}-05-12` }
      await expectStatus(200, post(hotel.call, aBooking({ ...dates, roomsBooked })))
    }
    await rows('UPDATE fetch_message SET message_notes = ?', 'あ'.repeat(4_000))
    const { sizes, all } = await follow(by('GET', '/Fetch/GetFetchQueueMessage'))
    expect(sizes).toEqual([6, 2])
    expect(new Set(all.map(each => (each as { fetchQueueMessageId: number }).fetchQueueMessageId)).size).toBe(8)
  })

  it('of the inventory ends with its bytes too', async () => {
    const inventoryItems = Array.from({ length: 40 }, (_, i) => ({
      inventoryId: 100 + i,
      itemNumber: `BIG-${i}`,
      description: 'x'.repeat(2_000),
      stock: [{ inventoryLocationId: 1, quantityInHand: 1 }],
    }))
    await expectStatus(200, admin('PUT', '/customers/1/setup', { inventoryItems }))
    const { sizes, all } = await follow(by('GET', '/Inventory/GetInventoryItem'))
    expect(sizes).toHaveLength(2)
    expect(all).toHaveLength(Number((await rows('SELECT count(*) AS n FROM stock'))[0]?.n))
  })

  it('of applications ends with its bytes too', async () => {
    await rows(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
      INSERT INTO application (client_id, customer_id, application_name, product, permissions, secret_hash, created_at, updated_at)
      SELECT 'app_' || i, 1, i, 'innlet', json_array(?), 'x', i, 0 FROM n`,
      'x'.repeat(8_000),
    )
    const ask: Ask = fields =>
      there()('GET', `/admin/applications?${query(fields)}`, undefined, { authorization: `Bearer ${env.ADMIN_TOKEN}` })
    const { sizes, all } = await follow(ask)
    expect(sizes).toEqual([9, 9, 3])
    expect(all).toHaveLength(21)
  })
})
