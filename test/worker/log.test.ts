import { beforeEach, describe, expect, it } from 'vitest'
import { withBindings } from '../support/bindings'
import { aBooking, book } from '../support/booking'
import { logged } from '../support/logged'
import { bearerHeader } from '../support/probe'
import { admin, expectStatus, hotelBeforeEach } from '../support/service'

const hotel = hotelBeforeEach()
let apiKey: string
beforeEach(async () => {
  const key = { customerId: 1, name: 'till', permissions: ['reservations:write'] }
  apiKey = (await expectStatus(201, admin('POST', '/api-keys', key))).json.apiKey
})

describe('the log', () => {
  it('has one line of JSON a request: id, method, route pattern, status, duration, round trips, rows read and written, client, customer and shard [API-15]', async () => {
    // The first booking of an isolate reads the currency of the customer.
    await book(hotel.call)
    const lines = await logged(() =>
      withBindings({})('POST', '/api/Booking/PostBooking', aBooking({ roomsBooked: [{ roomID: 102 }] }), {
        ...bearerHeader(hotel.token),
        'x-request-id': 'mine',
      }),
    )
    expect(lines).toEqual([
      {
        id: 'mine',
        method: 'POST',
        route: '/api/Booking/PostBooking',
        status: 200,
        ms: expect.any(Number),
        d1: 1,
        d1Ms: expect.any(Number),
        rowsRead: expect.any(Number),
        rowsWritten: expect.any(Number),
        kvReads: 0,
        kvWrites: 0,
        kvMs: 0,
        client: hotel.clientId,
        customer: 1,
        shard: 0,
      },
    ])
    for (const count of ['rowsRead', 'rowsWritten']) expect(lines[0]?.[count]).toBeGreaterThan(0)
  })

  it('names the key, by its id, where an API key called', async () => {
    const [line] = await logged(() =>
      withBindings({})('POST', '/api/Reservation/GetReservations', {}, { 'x-api-key': apiKey }),
    )
    expect(line?.client).toMatch(/^key_[\da-f]{32}$/)
  })
})
