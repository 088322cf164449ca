import { beforeEach, describe, expect, it } from 'vitest'
import { brokenDatabase, withBindings } from '../support/bindings'
import { aBooking, book } from '../support/booking'
import { logged } from '../support/logged'
import { bearerHeader } from '../support/probe'
import { admin, expectStatus, hotelBeforeEach } from '../support/service'

const hotel = hotelBeforeEach()
const guest = {
  firstName: 'Marta',
  lastName: 'Lindqvist',
  company: 'Fjord AB',
  email: 'marta@guest.test',
  phone: '+46701234567',
  address1: 'Storgatan 12',
}

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

  it('never holds a secret, a token, an API key, a guest’s name, e-mail or phone, whatever becomes of the request [API-21] [ACCESS-8]', async () => {
    const body = aBooking({ primaryGuestDetails: guest, apiKey })
    const post = (
      body: unknown,
      there = withBindings({}),
      headers: Record<string, string> = bearerHeader(hotel.token),
    ) => there('POST', '/api/Booking/PostBooking', body, headers)
    const lines = await logged(async () => {
      await post(body)
      await post(body, withBindings({}), {})
      await post({ ...body, arrivalDate: 'Lindqvist' })
      await post({ ...body, apiKey: 'ik_marta@guest.test' })
      await post(`{"lastName": "Lindqvist", "email": "marta@guest.test"`)
      await post(body, withBindings({ DB: brokenDatabase }))
      await withBindings({})('GET', `/api/Reservation/GetReservationsForPartner?status=Lindqvist&apiKey=${apiKey}`)
      await withBindings({})('POST', '/api/Reservation/GetReservations', {}, { 'x-api-key': apiKey })
    })
    expect(lines.filter(({ route }) => route)).toHaveLength(8)
    const text = JSON.stringify(lines)
    for (const secret of [...Object.values(guest), apiKey, hotel.token, hotel.clientSecret, 'ik_']) {
      expect(text).not.toContain(secret)
    }
  })

  it('names the key, by its id, where an API key called', async () => {
    const [line] = await logged(() =>
      withBindings({})('POST', '/api/Reservation/GetReservations', {}, { 'x-api-key': apiKey }),
    )
    expect(line?.client).toMatch(/^key_[\da-f]{32}$/)
  })
})
