import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { dateAfter, todayIn } from '../../../schema/stay-dates'
import { withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import { stopClock } from '../../support/clock'
import { insertReservations } from '../../support/many-reservations'
import { recordingDatabase } from '../../support/query-plan'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()
const find = (body: object) => hotel.call('POST', '/Reservation/GetReservations', body)
type Element = { reservationId: number }
const idsOf = (content: Element[] | object) => (Array.isArray(content) ? content : []).map(each => each.reservationId)
const found = async (body: object) => idsOf((await expectStatus(200, find(body))).json.content)

const inquiry = (fields: object) => book(hotel.call, { bookingParameters: { reservationStatusID: 1 }, ...fields })
const withGuest = (primaryGuestDetails: object) => inquiry({ roomsBooked: undefined, primaryGuestDetails })

describe('guest finds [LIST-20]', () => {
  beforeEach(async () => {
    for (const guest of [
      { lastName: 'Lindqvist', email: 'Anna@Guest.test', phone: '+46 (70) 123-45 67' },
      { lastName: 'lindberg', email: 'anna@guest.test.example', phone: '0046701234567' },
      { lastName: 'Ångström', phone: 'none' },
      { lastName: 'A\u030angstrom' },
      { lastName: 'Straße' },
      { lastName: 'Иванов', phone: '12' },
      { lastName: 'O’Neil_1234', firstName: 'Lindqvist' },
    ]) {
      await withGuest(guest)
    }
  })

  it.each<[string, number[]]>([
    ['LIND', [1, 2]],
    [' lindq ', [1]],
    ['qvist', []],
    ['ång', [3, 4]],
    ['A', []],
    ['STRASS', [5]],
    ['strassen', []],
    ['ива', [6]],
    ['o’neil_1234', [7]],
    ['%', []],
    ['_', []],
    ['anna@guest.TEST', [1]],
    ['anna@guest', []],
    ['@', []],
    ['1234567', [1, 2]],
    ['70-1234', [1, 2]],
    ['0046', [2]],
    ['3457', []],
    ['12', []],
    ['1234', [1, 2]],
    ['neil 1234', []],
    ['9'.repeat(60), []],
    [`${'x'.repeat(200)}é`, []],
  ])('%j', async (guest, ids) => {
    expect(await found({ guest, includePast: true })).toEqual(ids)
  })

  it.each([[''], ['  '], [null]])('everyone by %j, which counts as absent', async guest => {
    expect(await found({ guest })).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it.each([
    [{ guest: 'x'.repeat(255) }, 'guest: expected at most 254 characters'],
    [{ guest: 5 }, 'guest: expected a string'],
    [{ guest: 'a', includePast: 'yes' }, 'includePast: expected a boolean'],
  ])('nobody by %j, which is 422', async (body, description) => {
    await expectRefusal(find(body), 422, 'INVALID_FIELD', description)
  })
})

describe('guest [LIST-21]', () => {
  const guest = 'Berg'
  const stay = (arrivalDate: string, departureDate: string, also: object = {}) =>
    inquiry({ arrivalDate, departureDate, primaryGuestDetails: { lastName: 'Berg' }, ...also })

  it('alone finds stays that depart from yesterday on, by departure; with includePast all, by id', async () => {
    const today = todayIn('Europe/Lisbon', stopClock())
    await expectStatus(200, admin('PUT', '/customers/1', { name: 'H', currency: 'EUR', timeZone: 'Europe/Lisbon' }))
    const day = (days: number) => dateAfter(today, days)
    const later = await stay(day(5), day(9))
    const old = await stay(day(-9), day(-2))
    const yesterday = await stay(day(-3), day(-1))
    const soon = await stay(day(1), day(2))
    await stay(day(1), day(2), { primaryGuestDetails: { lastName: 'Lund' } })
    const message = 'Is there a cot?'
    const asked = { primaryGuestDetails: { lastName: 'Berg' }, message }
    const { json } = await expectStatus(200, hotel.call('POST', '/OnlineBooking/postinquiry', asked))
    expect(await found({ guest })).toEqual([yesterday, soon, later])
    expect(await found({ guest, includePast: true })).toEqual([later, old, yesterday, soon, json.content.reservationId])
  })

  it('alone takes yesterday by the clock of the customer', async () => {
    const now = stopClock()
    // It is never the same day in both.
    const [first, last] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']
    const id = await stay(dateAfter(todayIn(first, now), -3), dateAfter(todayIn(first, now), -1))
    for (const [timeZone, ids] of [
      [first, [id]],
      [last, []],
    ] as const) {
      await expectStatus(200, admin('PUT', '/customers/1', { name: 'H', currency: 'EUR', timeZone }))
      expect(await found({ guest })).toEqual(ids)
    }
  })

  it('beside other filters narrows their list, in its order', async () => {
    const first = await stay('2020-05-10', '2020-05-14', { identity: 'first' })
    const second = await stay('2020-05-09', '2020-05-15', { identity: 'second', bookingParameters: undefined })
    await stay('2020-05-09', '2020-05-11', { primaryGuestDetails: { lastName: 'Lund' } })
    const may = { startDate: '2020-05-01', endDate: '2020-05-31' }
    expect(await found({ guest, arrivalDate: may })).toEqual([second, first])
    expect(await found({ guest, departureDate: may })).toEqual([first, second])
    expect(await found({ guest, arrivalDate: may, reservationStatus: 'Inquiry' })).toEqual([first])
    expect(await found({ guest, reservationStatus: 'Confirmed,InHouse' })).toEqual([second])
    expect(await found({ guest, reservationID: first })).toEqual([first])
    expect(await found({ guest: 'Lund', reservationID: first })).toEqual([])
    expect(await found({ guest, fetchHotelKey: 'KEY-H1' })).toEqual([first, second])
  })
})

describe('a page of a search [LIST-22]', () => {
  /** All pages by cursor: the ids of each, and the rows that it read. */
  const follow = async (body: object) => {
    const { database, read, trips } = recordingDatabase()
    const there = withBindings({ DB: database })
    const headers = { authorization: `Bearer ${hotel.token}` }
    const pages: number[][] = []
    const costs: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      ;[read.rows, trips.length] = [0, 0]
      const page = await expectStatus(
        200,
        there('POST', '/api/Reservation/GetReservations', { ...body, cursor }, headers),
      )
      expect(trips).toHaveLength(1)
      pages.push(idsOf(page.json.content))
      costs.push(read.rows)
      cursor = page.headers.get('x-next-cursor')
      expect(page.headers.get('x-has-more')).toBe(String(cursor !== null))
    }
    return { pages, costs }
  }
  const nameOf = (id: number, lastName: string) =>
    env.DB.batch([
      env.DB.prepare('INSERT INTO guest (customer_id, guest_id, last_name) VALUES (1, ?, ?)').bind(id, lastName),
      env.DB.prepare('UPDATE reservation SET guest_id = ?1 WHERE customer_id = 1 AND reservation_id = ?1').bind(id),
    ])

  it('shows nobody else, and all pages have everyone once', async () => {
    for (const lastName of ['Lund', 'Öberg', 'Lundin', 'Åkesson', 'Łund', 'lund', 'Ödman'])
      await withGuest({ lastName })
    const { pages } = await follow({ guest: 'lund', pageSize: 1 })
    expect(pages.flat()).toEqual([1, 3, 6])
    const all = await follow({ guest: 'lund', pageSize: 2, includePast: true })
    expect(all.pages.flat()).toEqual([1, 3, 6])
  })

  it('reads at most 20,000 stays, and may be empty while there are more', async () => {
    await insertReservations(1, 41_000)
    for (const id of [7, 19_999, 20_001, 40_500]) await nameOf(id, 'Rare')
    const { pages, costs } = await follow({ guest: 'Rare', includePast: true })
    expect(pages).toEqual([[7, 19_999], [20_001], [40_500]])
    // The entry, the reservation and the guest, and once more the entry for where the next page begins.
    for (const cost of costs) expect(cost).toBeLessThan(20_000 * 4 + 100)
    expect((await follow({ guest: 'Nobody', includePast: true })).pages).toEqual([[], [], []])
  }, 60_000)

  it('reads stays from yesterday on only, however many there were', async () => {
    const first = dateAfter(todayIn('Etc/GMT+12', Date.now()), -1)
    await insertReservations(1, 2_000)
    await rows(`UPDATE reservation SET arrival_date = '2020-01-01', departure_date = '2020-01-02'
      WHERE departure_date < '${first}'`)
    const [coming] = await rows(`SELECT count(*) AS stays FROM reservation WHERE departure_date >= '${first}'`)
    const before = await follow({ guest: 'Nobody' })
    expect(before.costs[0]).toBeLessThan(4 * Number(coming?.stays) + 20)
    await insertReservations(2_001, 12_000)
    await rows(
      `UPDATE reservation SET arrival_date = '2020-01-01', departure_date = '2020-01-02' WHERE reservation_id > 2000`,
    )
    expect((await follow({ guest: 'Nobody' })).costs).toEqual(before.costs)
  })
})
