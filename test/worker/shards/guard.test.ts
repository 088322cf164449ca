import { beforeEach, describe, expect, it } from 'vitest'
import { aBooking, book, post } from '../../support/booking'
import { MOVED, moveCustomer, readCustomerRows } from '../../support/move'
import { aSale, sell, sellSuccessfully, waterItem } from '../../support/sale'
import { databases, expectRefusal, expectStatus, hotelBeforeEach, rowsIn } from '../../support/service'

const hotel = hotelBeforeEach(MOVED)
const [FIRST, SECOND] = databases as [D1Database, D1Database]

beforeEach(async () => {
  await book(hotel.call)
  // From now on the isolate knows the settings, so that a sale is written at once.
  await sellSuccessfully(hotel.call, { identity: 'first' })
})

const update = (fetchQueueMessageId: number) =>
  hotel.call('POST', '/Fetch/UpdateFetchQueueMessage', { fetchQueueMessageId, status: 'Processed' })

const ONLINE = {
  identity: 'online',
  roomTypeID: 10,
  arrivalDate: '2027-06-01',
  departureDate: '2027-06-03',
  primaryGuestDetails: { firstName: 'Anna', lastName: 'Lindqvist', email: 'anna@example.com' },
  guests: { guestCount: 2 },
}

const WRITES: [name: string, send: () => ReturnType<typeof update>][] = [
  ['a booking', () => post(hotel.call, aBooking({ roomsBooked: [{ roomID: 102 }] }))],
  ['a booking of a room that is taken', () => post(hotel.call, aBooking())],
  ['a change', () => post(hotel.call, { bookingID: 1, arrivalDate: '2027-05-09' })],
  ['a sale', () => sell(hotel.call, aSale())],
  ['a sale that is not possible', () => sell(hotel.call, { items: [waterItem(1, { inventoryId: 9 })] })],
  ['an update of a message', () => update(1)],
  ['an update of a message that is not there', () => update(99)],
]

/** Refused by what they read, also while the customer is being moved. */
const REFUSED: typeof WRITES = [
  ['a change of a booking that is not there', () => post(hotel.call, { bookingID: 99, departureDate: '2027-05-13' })],
  [
    'an online booking of a room that is not for sale',
    () => hotel.call('POST', '/OnlineBooking/postreservation', ONLINE),
  ],
]

describe('the guard of a batch', () => {
  it.each(REFUSED)('reads while the customer is being moved: %s [SHARD-6]', async (_, send) => {
    await rowsIn(SECOND, "UPDATE tenancy SET tenancy_state = 'leaving'")
    expect((await send()).json.errors[0].code).toMatch(/^(NOT_FOUND|NOT_FOR_SALE)$/)
  })

  it.each([...WRITES, ...REFUSED])(
    'writes nothing where the database serves the customer no more: %s [SHARD-3]',
    async (_, send) => {
      await rowsIn(SECOND, "UPDATE tenancy SET tenancy_state = 'gone'")
      const before = await readCustomerRows(MOVED, 1)
      await expectRefusal(send(), 503, 'DATABASE_UNAVAILABLE')
      expect(await readCustomerRows(MOVED, 1)).toEqual(before)
    },
  )

  it.each(WRITES)('writes nothing while the customer is being moved: %s [SHARD-6]', async (_, send) => {
    await rowsIn(SECOND, "UPDATE tenancy SET tenancy_state = 'leaving'")
    const before = await readCustomerRows(MOVED, 1)
    const { json, headers } = await expectStatus(503, send())
    expect(json.errors[0].code).toBe('DATABASE_UNAVAILABLE')
    expect(headers.get('retry-after')).toBe('10')
    expect(json.errors[0].description).toMatch(/read-only now/)
    expect(await readCustomerRows(MOVED, 1)).toEqual(before)
  })

  it('finds the database to which the customer was moved [SHARD-4]', async () => {
    await moveCustomer(MOVED, 0)
    expect((await update(99)).status).toBe(404)
    await expectStatus(200, update(1))
    await expectStatus(200, update(1))
    await sellSuccessfully(hotel.call, { identity: 'second' })
    expect(await rowsIn(FIRST, "SELECT 1 FROM fetch_message WHERE message_status = 'Processed'")).toHaveLength(1)
    expect(await rowsIn(FIRST, 'SELECT identity FROM sale ORDER BY sale_id')).toEqual([
      { identity: 'first' },
      { identity: 'second' },
    ])
  })
})
