import { env } from 'cloudflare:workers'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { aBooking, book, post } from '../../support/booking'
import {
  calendarPath,
  decodeClaims,
  detailsPath,
  hotelsPath,
  issueLink,
  markupPath,
  pagePath,
} from '../../support/itinerary'
import { MOVED, moveCustomer } from '../../support/move'
import { bearerHeader } from '../../support/probe'
import { recordingDatabase } from '../../support/query-plan'
import {
  ALL_PERMISSIONS,
  admin,
  databases,
  expectRefusal,
  expectStatus,
  hotelBeforeEach,
  markUsed,
  openHotel,
  requestToken,
  rowsIn,
  send,
} from '../../support/service'

const hotel = hotelBeforeEach(MOVED)
const [FIRST, SECOND] = databases as [D1Database, D1Database]

const bookedIn = async (database: D1Database) => (await rowsIn(database, 'SELECT 1 FROM reservation')).length

describe('after a move', () => {
  it('a token of before keeps working, for reading and for writing, and a new one names the new database [SHARD-2] [SHARD-4]', async () => {
    await book(hotel.call)
    expect(decodeJwt(hotel.token)).toMatchObject({ customer: MOVED, shard: 1 })
    await moveCustomer(MOVED, 0)
    await book(hotel.call, { roomsBooked: [{ roomID: 102 }] })
    expect((await hotel.call('POST', '/Reservation/GetReservations', {})).json.content).toHaveLength(2)
    expect([await bookedIn(FIRST), await bookedIn(SECOND)]).toEqual([2, 0])
    const again = await expectStatus(
      200,
      requestToken({ client_id: hotel.clientId, client_secret: hotel.clientSecret }),
    )
    expect(decodeJwt(again.json.access_token)).not.toHaveProperty('shard')
  })

  it('costs a token of before two round trips once, and then none [SHARD-4]', async () => {
    await book(hotel.call)
    await moveCustomer(MOVED, 0)
    const { bindings, trips } = recordingDatabase()
    const there = withBindings(bindings)
    const read = () => there('POST', '/api/Reservation/GetReservations', {}, bearerHeader(hotel.token))
    await expectStatus(200, read())
    const first = trips.length
    await expectStatus(200, read())
    expect([first, trips.length - first]).toEqual([3, 1])
  })

  it('a bookmark of before is read past [SHARD-4]', async () => {
    const { headers } = await expectStatus(200, post(hotel.call, aBooking()))
    const bookmark = headers.get('x-d1-bookmark') as string
    await moveCustomer(MOVED, 0)
    const reply = await hotel.call('POST', '/Reservation/GetReservations', {}, { 'x-d1-bookmark': bookmark })
    expect(reply.status).toBe(200)
    expect(reply.json.content.length).toBe(1)
  })

  it('an API key keeps working, and is still one look-up [SHARD-4]', async () => {
    // A separate customer: the service has cached the database of this number since an earlier test file.
    const customerId = 41
    await openHotel(customerId)
    const key = { customerId, name: 'till', permissions: ALL_PERMISSIONS }
    const { apiKey } = (await expectStatus(201, admin('POST', '/api-keys', key))).json
    await markUsed('api_key')
    await moveCustomer(customerId, 0)
    const { bindings, trips } = recordingDatabase()
    const headers = { 'x-api-key': apiKey }
    await expectStatus(200, withBindings(bindings)('POST', '/api/Booking/PostBooking', aBooking(), headers))
    expect(trips).toHaveLength(3)
    expect(await bookedIn(FIRST)).toBe(1)
  })

  it('a link of before opens the itinerary, the calendar and the page; revoked after it, it is dead [SHARD-4]', async () => {
    const reservationId = await book(hotel.call)
    const { token } = await issueLink(hotel, reservationId)
    expect(decodeClaims(token)).toMatchObject({ customer: MOVED, shard: 1 })
    const paths = [detailsPath(token), hotelsPath(token), markupPath(token), calendarPath(token), pagePath(token)]
    await moveCustomer(MOVED, 0)
    for (const path of paths) expect((await send('GET', path)).status, path).toBe(200)
    await expectStatus(200, hotel.call('POST', '/PartnerItinerary/RevokeLink', { reservationId }))
    for (const path of paths) expect((await send('GET', path)).status, path).toBe(404)
  })

  it('an answer that is repeated is the same, byte for byte, the link in it too', async () => {
    const fields = {
      identity: 'web',
      arrivalDate: '2027-05-20',
      departureDate: '2027-05-22',
      primaryGuestDetails: { lastName: 'Okabe' },
      message: 'A cot?',
    }
    const ask = () => hotel.call('POST', '/OnlineBooking/postinquiry', fields)
    const first = await expectStatus(200, ask())
    await moveCustomer(MOVED, 0)
    expect((await expectStatus(200, ask())).json.content).toEqual(first.json.content)
  })

  it('a link of no customer is the same 404', async () => {
    const { token } = await issueLink(hotel, await book(hotel.call))
    const dead = await send('GET', detailsPath(`${token.slice(0, -4)}AAAA`))
    await moveCustomer(MOVED, 0)
    await expectStatus(200, hotel.call('POST', '/PartnerItinerary/RevokeLink', { reservationId: 1 }))
    const gone = await send('GET', detailsPath(token))
    const plain = ({ status, text }: typeof gone) => [status, text.replace(/[0-9a-f-]{36}/, '')]
    expect(plain(gone)).toEqual(plain(dead))
    expect([...gone.headers.keys()].sort()).toEqual([...dead.headers.keys()].sort())
  })
})

describe('a database', () => {
  it('serves no customer that is not in its directory, even if it has rows [SHARD-3]', async () => {
    await book(hotel.call)
    await rowsIn(SECOND, "UPDATE tenancy SET tenancy_state = 'gone'")
    await expectRefusal(post(hotel.call, aBooking({ roomsBooked: [{ roomID: 102 }] })), 503, 'DATABASE_UNAVAILABLE')
    expect((await hotel.call('POST', '/Reservation/GetReservations', {})).status).toBe(503)
    expect(await bookedIn(SECOND)).toBe(1)
  })

  it('of whom a token says too much is looked up like any other', async () => {
    // One binding fewer than when the token was made.
    await moveCustomer(MOVED, 0)
    const there = withBindings({ DATABASES: 'CONTROL', NEW_CUSTOMERS: '0' })
    await expectStatus(200, there('POST', '/api/Booking/PostBooking', aBooking(), bearerHeader(hotel.token)))
    expect(env.CONTROL).toBe(FIRST)
  })
})
