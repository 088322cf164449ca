import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { aBooking, post, readBookingTables } from '../../support/booking'
import { insertChannel } from '../../support/channel'
import { recordingDatabase, scannedTables } from '../../support/query-plan'
import { hotelBeforeEach } from '../../support/service'

const hotel = hotelBeforeEach()
const everything = {
  identity: 'all',
  roomsBooked: [{ roomID: 101, rates: [{ rateID: 1, unitCost: 100 }] }],
  activitiesBooked: [{ activityID: 1, activityDate: '2027-05-11', selectedHosts: [{ employeeID: 1 }] }],
  paymentDetails: { paymentAmount: 10, paymentExtID: 'p' },
  bookingParameters: { correspondenceToBeSent: [{ correspondenceTypeID: 1 }] },
}

/** The way of a booking through its life, in which every statement of PostBooking is used. */
const life = [
  aBooking(everything),
  aBooking({ arrivalDate: '2027-05-11', departureDate: '2027-05-13' }),
  { bookingID: 1, identity: 'm', arrivalDate: '2027-05-11', primaryGuestDetails: { lastName: 'Berg' } },
  { bookingID: 1, roomsBooked: [{ roomID: 102 }], activitiesBooked: [], paymentDetails: { paymentAmount: 1 } },
  { identity: 'all', action: 'cancel' },
]

const at = (database: D1Database) => {
  const there = withBindings({ DB: database })
  const headers = { authorization: `Bearer ${hotel.token}` }
  return (body: unknown) => there('POST', '/api/Booking/PostBooking', body, headers)
}

describe('PostBooking', () => {
  it('never reads a table from end to end [LIST-9]', async () => {
    const { database, statements } = recordingDatabase()
    for (const body of life) await at(database)(body)
    expect(statements.size).toBeGreaterThan(20)
    for (const statement of statements) expect(await scannedTables(statement), statement).toEqual([])
  })

  it('reads the same number of rows with any number of other days and slots', async () => {
    await insertChannel()
    const { database, read } = recordingDatabase()
    const lifeUnder = async (identity: string) => {
      read.rows = 0
      const dates = { departureDate: '2027-05-13' }
      await at(database)(aBooking({ ...everything, identity }))
      await at(database)({ identity, action: 'modify', ...dates, roomsBooked: [{ roomID: 102 }], activitiesBooked: [] })
      await at(database)({ identity, action: 'cancel' })
      return read.rows
    }
    const before = await lifeUnder('before')
    await env.DB.batch([
      env.DB.prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
         INSERT INTO activity_slot SELECT 1, 1, date('2028-01-01', i || ' days'), '', NULL, 1 FROM n`,
      ),
      env.DB.prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
         INSERT INTO room_day (customer_id, hotel_id, channel_room_id, day, rooms_to_sell)
         SELECT 1, 'H1', 'DBL', date('2028-01-01', i || ' days'), 1 FROM n`,
      ),
    ])
    expect((await lifeUnder('after')) - before).toBeLessThan(10)
  })

  it('takes 100 rooms’ worth of lines in one request', async () => {
    const rates = Array.from({ length: 900 }, () => ({ rateID: 1, unitCost: 12.34, taxAmount: 0.56 }))
    const rooms = [101, 102, 103, 201].map(roomID => ({ roomID, rates }))
    expect((await post(hotel.call, aBooking({ departureDate: '2029-05-10', roomsBooked: rooms }))).status).toBe(200)
    const { room_night, room_rate } = await readBookingTables()
    expect(room_night).toHaveLength(4 * 731)
    expect(room_rate).toHaveLength(3600)
  })
})
