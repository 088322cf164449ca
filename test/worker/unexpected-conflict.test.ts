import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { withBindings } from '../support/bindings'
import { aBooking, book, post, readBookingTables } from '../support/booking'
import { insertChannel } from '../support/channel'
import { days, declareChannel, price, rate, span, updateSuccessfully } from '../support/channel-message'
import { databaseWithInterruptions } from '../support/concurrent-change'
import { recordingDatabase } from '../support/query-plan'
import { aSale, sellSuccessfully, withIdentity } from '../support/sale'
import { expectStatus, hotelBeforeEach, rows } from '../support/service'

/*
 * After a constraint refuses a request, the rules are evaluated again, because another request may have been faster. If there
 * was none, this would repeat without end. Here the database refuses what the rules allow. A new booking and a sale are first
 * written without a read: that refusal does not count.
 */

const hotel = hotelBeforeEach()

/** Without webhooks, whose search for due ones would be one batch more after the response. */
const at = (DB: D1Database) => (path: string, body: unknown) =>
  withBindings({ DB, WEBHOOK_KEYS: '' })('POST', `/api${path}`, body, { authorization: `Bearer ${hotel.token}` })

const online = (identity: string, also: object = {}) => ({
  identity,
  arrivalDate: '2027-05-10',
  departureDate: '2027-05-12',
  roomTypeID: 10,
  primaryGuestDetails: { lastName: 'Okabe' },
  ...also,
})
const question = { arrivalDate: '2027-05-10', primaryGuestDetails: { lastName: 'Okabe' }, message: 'A cot?' }
const onePrice = days([{ ...span('01', '02'), ...rate('BAR'), ...price({ 1: '100.00' }) }])

/** Existing rows, and a constraint that the service does not know. */
const strict = async (statement: string, before?: () => Promise<unknown>) => {
  await before?.()
  await env.DB.prepare(statement).run()
}
const oneArrivalADay = 'CREATE UNIQUE INDEX strict ON reservation (customer_id, arrival_date)'
const oneNight = 'CREATE UNIQUE INDEX strict ON room_night (customer_id, night)'

describe('a constraint that refuses again what nobody has changed meanwhile', () => {
  it.each<[string, trips: number, path: string, body: unknown, rule: string, before?: () => Promise<unknown>]>([
    [
      'a new booking',
      5,
      '/Booking/PostBooking',
      aBooking({ roomsBooked: [{ roomID: 102 }] }),
      oneArrivalADay,
      () => book(hotel.call),
    ],
    [
      'a room that nobody holds',
      8,
      '/Booking/PostBooking',
      aBooking({ roomsBooked: [{ roomID: 102 }] }),
      oneNight,
      () => book(hotel.call),
    ],
    [
      'a payment on a booking',
      4,
      '/Booking/PostBooking',
      { bookingID: 1, paymentDetails: { paymentAmount: 2 } },
      'CREATE UNIQUE INDEX strict ON payment (customer_id, reservation_id)',
      () => book(hotel.call, { paymentDetails: { paymentAmount: 1 } }),
    ],
    [
      'a sale',
      5,
      '/Sale/PostSale',
      withIdentity(aSale({ saleDate: '2027-05-10' })),
      'CREATE UNIQUE INDEX strict ON sale (customer_id, sale_date)',
      () => sellSuccessfully(hotel.call, { saleDate: '2027-05-10' }),
    ],
    [
      'a stay sold online',
      4,
      '/OnlineBooking/postreservation',
      online('web'),
      oneNight,
      async () => {
        await insertChannel()
        await expectStatus(200, hotel.call('POST', '/OnlineBooking/postreservation', online('first')))
      },
    ],
    [
      'an inquiry',
      4,
      '/OnlineBooking/postinquiry',
      { identity: 'ask', ...question },
      oneArrivalADay,
      () => expectStatus(200, hotel.call('POST', '/OnlineBooking/postinquiry', question)),
    ],
    [
      'a message of the channel manager',
      4,
      '/CMConnect/UpdateCMConnect',
      onePrice,
      "CREATE TRIGGER strict BEFORE INSERT ON plan_month BEGIN SELECT raise(ABORT, 'FOREIGN KEY constraint failed'); END",
      async () => {
        await declareChannel(hotel.call)
        await updateSuccessfully(hotel.call, days([{ ...span('01', '02'), roomstosell: '1' }]))
      },
    ],
  ])(
    '%s is 500 INTERNAL_ERROR at the second refusal, logged, and nothing is written [BOOKING-30]',
    async (_, most, path, body, rule, before) => {
      await strict(rule, before)
      const stood = [
        await readBookingTables(),
        await rows('SELECT * FROM sale'),
        await rows('SELECT * FROM plan_month'),
      ]
      const logged = vi.spyOn(console, 'error')
      const { database, trips } = recordingDatabase()
      const { json } = await expectStatus(500, at(database)(path, body))
      expect(json.errors[0].code).toBe('INTERNAL_ERROR')
      expect(trips.length).toEqual(most)
      expect(logged.mock.calls.map(([line]) => JSON.parse(line).fault)).toEqual(['Disagreement'])
      expect([
        await readBookingTables(),
        await rows('SELECT * FROM sale'),
        await rows('SELECT * FROM plan_month'),
      ]).toEqual(stood)
    },
  )
})

describe('what others take and give back between two attempts', () => {
  const suite = { roomsBooked: [{ roomID: 201 }] }

  it('a room, again and again, is contention: the booking is made when they are through [BOOKING-30]', async () => {
    const take = () => book(hotel.call, suite)
    const giveBack = async () => {
      const [{ id } = {}] = await rows('SELECT max(reservation_id) AS id FROM reservation')
      await expectStatus(200, post(hotel.call, { bookingID: id, action: 'cancel' }))
    }
    // The first booking of an isolate reads before it writes.
    await book(hotel.call)
    const { database, count } = databaseWithInterruptions({ 1: take, 2: giveBack, 4: take, 5: giveBack })
    expect((await at(database)('/Booking/PostBooking', aBooking(suite))).status).toBe(200)
    expect(count.batches).toBe(7)
  })

  it('the last room of a type, again and again, is contention: the stay is sold when they are through [BOOKING-30]', async () => {
    await insertChannel()
    await book(hotel.call, { roomsBooked: [{ roomID: 101 }, { roomID: 102 }] })
    const take = () => book(hotel.call, { roomsBooked: [{ roomID: 103 }] })
    const giveBack = async () => {
      const [{ id } = {}] = await rows('SELECT max(reservation_id) AS id FROM reservation')
      await expectStatus(200, post(hotel.call, { bookingID: id, action: 'cancel' }))
    }
    const { database, count } = databaseWithInterruptions({ 2: take, 3: giveBack, 4: take, 5: giveBack })
    expect((await at(database)('/OnlineBooking/postreservation', online('web'))).status).toBe(200)
    expect(count.batches).toBe(6)
  })
})
