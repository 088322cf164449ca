import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { hashSecret } from '../../../worker/auth/secrets'
import { book, post } from '../../support/booking'
import { sellSuccessfully } from '../../support/sale'
import { expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()

interface Seen {
  reservationId: number
  notes: string
  updatedAt: string
}

async function page(query: Record<string, string>): Promise<{ shown: Seen[]; cursor: string | null; more: boolean }> {
  const path = `/Reservation/GetReservationsForPartner?${new URLSearchParams(query)}`
  const { json, headers } = await expectStatus(200, hotel.call('GET', path))
  return {
    shown: Array.isArray(json.content) ? json.content : [],
    cursor: headers.get('x-next-cursor'),
    more: headers.get('x-has-more') === 'true',
  }
}

const idsOf = async (query: Record<string, string>) =>
  (await page(query)).shown.map(({ reservationId }) => reservationId)

const inquiry = { bookingParameters: { reservationStatusID: 1 } }
const change = (bookingID: number, changes: object) => expectStatus(200, post(hotel.call, { bookingID, ...changes }))

describe('modifiedSince', () => {
  it.each([
    ['dates', { departureDate: '2027-05-13' }],
    ['a room', { roomsBooked: [{ roomID: 102 }] }],
    ['a rate', { roomsBooked: [{ roomID: 101, rates: [{ unitCost: 90 }] }] }],
    ['an activity', { activitiesBooked: [{ activityID: 1, activityDate: '2027-05-11' }] }],
    ['a payment', { paymentDetails: { paymentAmount: 5 } }],
    ['the guest', { primaryGuestDetails: { lastName: 'Berg' } }],
    ['the number of guests', { guests: { guestCount: 1 } }],
    ['the status', { bookingParameters: { reservationStatusID: 4 } }],
    ['a note', { reservationSummaryNote: 'Hello' }],
    ['a cancellation', { action: 'cancel' }],
  ])('finds a change of %s [RESERVATION-11]', async (_, changes) => {
    await book(hotel.call)
    await book(hotel.call, inquiry)
    await rows('UPDATE reservation SET updated_at = 1000')
    const { cursor } = await page({})
    const before = new Date().toISOString()
    await change(1, changes)
    expect(await idsOf({ modifiedSince: before })).toEqual([1])
    expect(await idsOf({ cursor: cursor as string })).toEqual([1])
  })

  it('finds a sale on the account [RESERVATION-11]', async () => {
    await book(hotel.call)
    await book(hotel.call, inquiry)
    await rows('UPDATE reservation SET updated_at = 1000')
    const before = new Date().toISOString()
    await sellSuccessfully(hotel.call, { reservationID: 1 })
    expect(await idsOf({ modifiedSince: before })).toEqual([1])
  })

  it('is exact to the millisecond, with any number of changes in one [RESERVATION-10] [RESERVATION-11]', async () => {
    for (let i = 0; i < 6; i++) await book(hotel.call, inquiry)
    const at = Date.parse('2027-01-31T12:00:00.123Z')
    await rows('UPDATE reservation SET updated_at = ? + (reservation_id > 1) + (reservation_id > 5)', at - 1)
    expect(await idsOf({ modifiedSince: '2027-01-31T12:00:00.122Z' })).toEqual([1, 2, 3, 4, 5, 6])
    expect(await idsOf({ modifiedSince: '2027-01-31T12:00:00.123Z' })).toEqual([2, 3, 4, 5, 6])
    expect(await idsOf({ modifiedSince: '2027-01-31T12:00:00.124Z' })).toEqual([6])
    expect(await idsOf({ modifiedSince: '2027-01-31T12:00:00.125Z' })).toEqual([])
    const { cursor } = await page({ modifiedSince: '2027-01-31T12:00:00.123Z', pageSize: '2' })
    expect(await idsOf({ modifiedSince: '2027-01-31T12:00:00.123Z', cursor: cursor as string })).toEqual([4, 5, 6])
  })

  it('is an instant in any time zone, also with an unescaped +', async () => {
    for (let i = 0; i < 2; i++) await book(hotel.call, inquiry)
    await rows('UPDATE reservation SET updated_at = ? + reservation_id', Date.parse('2027-01-31T12:00:00Z') - 2)
    expect(await idsOf({ modifiedSince: '2027-01-31T17:30:00+05:30' })).toEqual([2])
    expect(await idsOf({ modifiedSince: '2027-01-31T02:00:00-10:00' })).toEqual([2])
    expect(await idsOf({ modifiedSince: '2027-01-31T17:30:00 05:30' })).toEqual([2])
  })

  it('may be the updatedAt of the last reservation seen', async () => {
    await book(hotel.call, inquiry)
    await book(hotel.call, inquiry)
    const { shown } = await page({})
    await change(1, { reservationSummaryNote: 'Later' })
    expect(await idsOf({ modifiedSince: shown.at(-1)?.updatedAt ?? '' })).toEqual([2, 1])
  })

  it('holds where the clock ran back: a later change is never an earlier one', async () => {
    await book(hotel.call, inquiry)
    const ahead = Date.now() + 3_600_000
    await rows('UPDATE reservation SET updated_at = ?', ahead)
    await book(hotel.call, inquiry)
    expect(await idsOf({ modifiedSince: new Date(ahead).toISOString() })).toEqual([1, 2])
  })
})

describe('with the cursor a partner follows all changes and misses none [RESERVATION-14]', () => {
  it('a cursor of release 1.0.0 is still valid', async () => {
    for (let i = 0; i < 4; i++) await book(hotel.call, inquiry)
    const payload = btoa('[2,2]').replace(/=+$/, '')
    const signature = await hashSecret(env.SECRET_PEPPER, `cursor reservations-for-partner 1 ${payload}`)
    const cursor = `${payload}.${signature.slice(0, 16)}`
    expect(await idsOf({ cursor })).toEqual([3, 4])
    expect(await idsOf({ cursor, arrivalFrom: '2027-05-01', status: 'Inquiry' })).toEqual([3, 4])
  })

  it('each reservation is in the list once, where its last change is', async () => {
    for (let i = 0; i < 3; i++) await book(hotel.call, inquiry)
    await change(2, { reservationSummaryNote: 'b' })
    await change(1, { reservationSummaryNote: 'a' })
    expect(await idsOf({})).toEqual([3, 2, 1])
  })

  it('a reservation that changes between two pages comes again, and none is passed over', async () => {
    for (let i = 0; i < 5; i++) await book(hotel.call, inquiry)
    const first = await page({ pageSize: '2' })
    await change(1, { reservationSummaryNote: 'again' })
    await change(4, { reservationSummaryNote: 'late' })
    const second = await page({ pageSize: '2', cursor: first.cursor as string })
    const third = await page({ pageSize: '2', cursor: second.cursor as string })
    const seen = [first, second, third].flatMap(({ shown }) => shown.map(({ reservationId }) => reservationId))
    expect(seen).toEqual([1, 2, 3, 5, 1, 4])
    expect(third.shown.map(({ notes }) => notes)).toEqual(['again', 'late'])
  })

  it('while writers change reservations without end, the last state of each is seen [RESERVATION-14]', async () => {
    const RESERVATIONS = 8
    const ROUNDS = 12
    for (let i = 0; i < RESERVATIONS; i++) await book(hotel.call, inquiry)
    let writing = true
    const writer = async (own: number[]) => {
      for (let round = 1; round <= ROUNDS; round++) {
        for (const id of own) await change(id, { reservationSummaryNote: `${id}, round ${round}` })
      }
    }
    const seen = new Map<number, string>()
    let pages = 0
    const follower = async () => {
      for (let cursor = ''; ; pages++) {
        const stopped = !writing
        const { shown, ...next } = await page({ pageSize: '3', cursor })
        for (const { reservationId, notes } of shown) seen.set(reservationId, notes)
        cursor = next.cursor ?? cursor
        if (stopped && !next.more) return
      }
    }
    const writers = Promise.all([writer([1, 2, 3]), writer([4, 5, 6]), writer([7, 8])]).then(() => {
      writing = false
    })
    await Promise.all([writers, follower()])
    expect(pages).toBeGreaterThan(5)
    expect(Object.fromEntries(seen)).toEqual(
      Object.fromEntries(Array.from({ length: RESERVATIONS }, (_, i) => [i + 1, `${i + 1}, round ${ROUNDS}`])),
    )
  })
})
