import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { aBooking, book, readBookingTables, takenNights } from '../../support/booking'
import { recordingDatabase, scannedTables } from '../../support/query-plan'
import { expectRefusal, hotelBeforeEach, rows } from '../../support/service'

/*
 * A new booking is written without a read before, once the isolate knows the customer's currency. What the database refuses
 * is then read, so that the response names the reason.
 */

const hotel = hotelBeforeEach()
beforeEach(() => book(hotel.call, { identity: 'first' }))

async function withTrips(body: object) {
  const { database, statements, trips } = recordingDatabase()
  const there = withBindings({ DB: database })
  const headers = { authorization: `Bearer ${hotel.token}` }
  const response = await there('POST', '/api/Booking/PostBooking', body, headers)
  return { ...response, statements, trips: trips.length }
}
const room = (changes: object = {}) => [{ roomID: 102, guestsInRoom: 2, ...changes }]
const update = (sql: string) => env.DB.prepare(sql).run()

describe('a new booking that names rooms, rates and activities', () => {
  it('makes one round trip to the database, and two if it is refused or a repetition [LIST-9]', async () => {
    const body = aBooking({
      identity: 'second',
      roomsBooked: room({ rates: [{ rateID: 1, unitCost: 100 }] }),
      activitiesBooked: [{ activityID: 1, activityDate: '2027-05-11' }],
    })
    const made = await withTrips(body)
    expect(made).toMatchObject({ status: 200, trips: 1 })
    for (const statement of made.statements) expect(await scannedTables(statement), statement).toEqual([])
    const id = made.headers.get('x-reservation-id')
    const again = await withTrips(body)
    expect(again).toMatchObject({ status: 200, trips: 2 })
    expect(again.headers.get('x-reservation-id')).toEqual(id)
    const taken = await withTrips(aBooking({ roomsBooked: room() }))
    expect(taken).toMatchObject({ status: 409, trips: 2 })
    expect(taken.json.errors[0].code).toBe('ROOM_NOT_AVAILABLE')
    expect(await takenNights()).toEqual(['101 2027-05-10', '101 2027-05-11', '102 2027-05-10', '102 2027-05-11'])
  })

  it.each([
    [
      'a room',
      { roomsBooked: room({ roomID: 999 }) },
      'UNKNOWN_REFERENCE',
      'roomsBooked[0].roomID: there is no room 999',
    ],
    [
      'a rate',
      { roomsBooked: room({ rates: [{ rateID: 99, unitCost: 1 }] }) },
      'UNKNOWN_REFERENCE',
      'roomsBooked[0].rates[0].rateID: there is no rate 99',
    ],
    [
      'an activity',
      { roomsBooked: room(), activitiesBooked: [{ activityID: 99, activityDate: '2027-05-11' }] },
      'UNKNOWN_REFERENCE',
      'activitiesBooked[0].activityID: there is no activity 99',
    ],
    [
      'guests',
      { roomsBooked: room({ guestsInRoom: 3 }) },
      'INVALID_FIELD',
      'roomsBooked[0].guestsInRoom: expected at most 2',
    ],
    [
      'its identity',
      { identity: 'first', roomsBooked: room() },
      'IDENTITY_CONFLICT',
      'identity: it was used before, with another body',
    ],
  ])('is refused by %s, with the reason', async (_, changes, code, description) => {
    const before = await readBookingTables()
    await expectRefusal(withTrips(aBooking(changes)), code === 'IDENTITY_CONFLICT' ? 409 : 422, code, description)
    expect(await readBookingTables()).toEqual(before)
  })

  it('has at most as many guests as its room takes, where the request has only those of the booking', async () => {
    expect((await withTrips(aBooking({ guests: { guestCount: 4 }, roomsBooked: [{ roomID: 102 }] }))).status).toBe(200)
    expect(await rows('SELECT guests_in_room FROM room_stay WHERE room_id = 102')).toEqual([{ guests_in_room: 2 }])
  })

  it('has the property of its first room', async () => {
    await update(
      `INSERT INTO property (customer_id, hotel_id, property_name, property_time_zone)
       VALUES (1, 'H0', 'Casa', 'Europe/Lisbon')`,
    )
    await update("UPDATE room_type SET hotel_id = 'H0' WHERE room_type_id = 20")
    for (const roomID of [102, 201]) expect((await withTrips(aBooking({ roomsBooked: [{ roomID }] }))).status).toBe(200)
    const hotels = await rows('SELECT hotel_id FROM reservation ORDER BY reservation_id DESC LIMIT 2')
    expect(hotels).toEqual([{ hotel_id: 'H0' }, { hotel_id: 'H1' }])
  })

  it('has amounts in the currency that is stored', async () => {
    const rates = [{ rateID: 1, unitCost: 100 }]
    await update("UPDATE customer SET currency = 'KWD'")
    expect((await withTrips(aBooking({ roomsBooked: room({ rates }) }))).status).toBe(200)
    expect(await rows('SELECT unit_cost FROM room_rate')).toEqual([{ unit_cost: 100_000 }])
    await update("UPDATE customer SET currency = 'JPY'")
    await expectRefusal(
      withTrips(aBooking({ roomsBooked: room({ roomID: 103, rates: [{ rateID: 1, unitCost: 0.5 }] }) })),
      422,
      'INVALID_FIELD',
    )
  })
})
