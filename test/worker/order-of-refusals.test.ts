import { describe, expect, it } from 'vitest'
import { aBooking, book, readBookingTables } from '../support/booking'
import { type Operation, operations } from '../support/operations'
import { bearerHeader } from '../support/probe'
import { type Answer, expectStatus, hotelBeforeEach, integrator, send } from '../support/service'

const hotel = hotelBeforeEach()
let powerless: string

const json = { 'content-type': 'application/json' }

const codeOf = ({ status, json }: Answer) => `${status} ${json.errors[0].code}`

describe('of two faults of a request the earlier one answers', () => {
  it('on every operation: path, method, credential, permission, media type, size, JSON, fields [API-10]', async () => {
    const takesJson = ({ auth, takesBody }: Operation) => takesBody && auth.includes(':')
    const all = (await operations()).filter(takesJson)
    expect(all.length).toBeGreaterThan(7)
    for (const { name, method, address, auth, bodyLimit } of all) {
      const large = `{"half": "${'x'.repeat(bodyLimit)}`
      const feature = auth.split(':')[0]
      const others = ['reservations:write', 'rates:write', 'inventory:write'].filter(
        each => !each.startsWith(feature as string),
      )
      powerless = (await integrator(1, others)).token
      const good = bearerHeader(hotel.token)
      const text = { 'content-type': 'text/plain' }
      // Each request corrects the first error of the one before, and has all later ones.
      const answers = [
        await send('PROPFIND', `${address}/nowhere`, large, text),
        await send('PROPFIND', address, large, text),
        await send(method, address, large, text),
        await send(method, address, large, { ...text, ...bearerHeader(powerless) }),
        await send(method, address, large, { ...text, ...good }),
        await send(method, address, large, { ...json, ...good }),
        await send(method, address, '{"half":', { ...json, ...good }),
        await send(method, address, '[]', { ...json, ...good }),
      ]
      expect(answers.map(codeOf), name).toEqual([
        '404 NOT_FOUND',
        '405 METHOD_NOT_ALLOWED',
        '401 AUTHENTICATION_REQUIRED',
        '403 PERMISSION_DENIED',
        '415 UNSUPPORTED_MEDIA_TYPE',
        '413 BODY_TOO_LARGE',
        '400 INVALID_JSON',
        '422 INVALID_FIELD',
      ])
    }
  })

  it('of a booking: fields, customer, record, rule of the business [API-11]', async () => {
    await book(hotel.call)
    const bookingID = await book(hotel.call, { roomsBooked: [{ roomID: 102 }] })
    const before = await readBookingTables()
    const wrong = { arrivalDate: 'soon', clientID: 2, bookingID: 77, roomsBooked: [{ roomID: 101 }] }
    const mended: Record<string, unknown>[] = [
      wrong,
      { ...wrong, arrivalDate: undefined },
      { ...wrong, arrivalDate: undefined, clientID: 1 },
      { ...wrong, arrivalDate: undefined, clientID: 1, bookingID },
    ]
    const answers = []
    for (const body of mended) answers.push(await hotel.call('POST', '/Booking/PostBooking', body))
    expect(answers.map(codeOf)).toEqual([
      '422 INVALID_FIELD',
      '403 CUSTOMER_MISMATCH',
      '404 NOT_FOUND',
      '409 ROOM_NOT_AVAILABLE',
    ])
    expect(await readBookingTables()).toEqual(before)
  })

  it('of a new booking: a room that is not there before a room that is taken', async () => {
    await book(hotel.call)
    const { status, json } = await hotel.call(
      'POST',
      '/Booking/PostBooking',
      aBooking({ roomsBooked: [{ roomID: 101 }, { roomID: 999 }] }),
    )
    expect(status).toBe(422)
    expect(json.errors.map(({ code }: { code: string }) => code)).toEqual(['UNKNOWN_REFERENCE'])
    await expectStatus(200, hotel.call('POST', '/Booking/PostBooking', aBooking({ roomsBooked: [{ roomID: 102 }] })))
  })
})
