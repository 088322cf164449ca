import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { daysFrom } from '../../../demo/stay'
import { withBindings } from '../../support/bindings'
import { book, post } from '../../support/booking'
import { recordingDatabase } from '../../support/query-plan'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, openHotel } from '../../support/service'

const hotel = hotelBeforeEach()
const get = (query = '', call = hotel.call) => call('GET', `/Fetch/GetFetchQueueMessage${query}`)
const listed = async (query = '', call = hotel.call) => (await expectStatus(200, get(query, call))).json.content
const ids = async (query = '') =>
  ((await listed(query)) as { fetchQueueMessageId: number }[]).map(({ fetchQueueMessageId }) => fetchQueueMessageId)
const update = (fetchQueueMessageId: number, status: string) =>
  expectStatus(200, hotel.call('POST', '/Fetch/UpdateFetchQueueMessage', { fetchQueueMessageId, status }))

const rooms = (...roomIDs: number[]) => ({ roomsBooked: roomIDs.map(roomID => ({ roomID })) })

/** Bookings of one room each, one night after the other: as many messages. */
async function fill(messages: number) {
  const night = daysFrom('2027-01-01')
  for (let n = 1; n <= messages; n++) await book(hotel.call, { arrivalDate: night(n), departureDate: night(n + 1) })
}

describe('a message', () => {
  it('has every field of a room stay as it was at that moment, each of its type [QUEUE-1]', async () => {
    const before = Date.now()
    const bookingID = await book(hotel.call, {
      ...rooms(101, 201),
      bookingParameters: { reservationTypeID: 2 },
      primaryGuestDetails: {
        firstName: 'Anna',
        lastName: 'Lindqvist',
        email: 'anna@example.com',
        phone: '+46 70 123',
        country: 'Sweden',
      },
    })
    await post(hotel.call, { bookingID, primaryGuestDetails: { lastName: 'Berg' } })
    const [first, second] = await listed()
    const { bookingDate, ...rest } = first
    expect(rest).toEqual({
      clientID: 1,
      reservationID: 1,
      guestID: 1,
      currentPage: 1,
      fetchQueueMessageId: 1,
      instance: 'innlet',
      reservationNumber: '10000001',
      firstName: 'Anna',
      lastName: 'Lindqvist',
      arrivalDate: '2027-05-10T00:00:00',
      departureDate: '2027-05-12T00:00:00',
      statusType: 'New',
      status: 'Pending',
      reservationType: 'Group',
      email: 'anna@example.com',
      phoneNumber: '+46 70 123',
      countryCode: 'SE',
      countryPhoneCode: '+46',
      notes: '',
      hotelID: 'H1',
      hotelKey: 'KEY-H1',
      roomID: '101',
      roomName: 'Gull',
      roomNo: '101',
      floorNo: '1',
      roomLocationName: 'Sea wing',
    })
    expect(bookingDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(bookingDate)).toBeGreaterThanOrEqual(before)
    expect(second).toMatchObject({ roomID: '201', roomName: 'Fig', floorNo: '2', roomLocationName: 'Garden house' })
  })

  it("bears this installation's name [QUEUE-8] [INSTANCE]", async () => {
    await book(hotel.call)
    const there = withBindings({ INSTANCE: 'coast-2' })
    const headers = { authorization: `Bearer ${hotel.token}` }
    const { json } = await there('GET', '/api/Fetch/GetFetchQueueMessage', undefined, headers)
    expect(json.content[0].instance).toBe('coast-2')
  })
})

describe('the queue', () => {
  it('lists the changes of each room stay, oldest first [QUEUE-2]', async () => {
    const bookingID = await book(hotel.call, rooms(101, 102))
    await post(hotel.call, { bookingID, ...rooms(101, 103) })
    await post(hotel.call, { bookingID, bookingParameters: { reservationStatusID: 4 } })
    await book(hotel.call, rooms(102))
    await post(hotel.call, { bookingID: 2, action: 'cancel' })
    const told = (await listed()) as Record<string, unknown>[]
    expect(told.map(({ reservationID, statusType, roomID }) => `${reservationID} ${statusType} ${roomID}`)).toEqual([
      '1 New 101',
      '1 New 102',
      '1 Cancelled 102',
      '1 Modified 101',
      '1 New 103',
      '1 StatusChanged 101',
      '1 StatusChanged 103',
      '2 New 102',
      '2 Cancelled 102',
    ])
  })

  it('holds Pending messages by default; reading takes nothing out, only an update does [LIST-8] [QUEUE-9] [QUEUE-10]', async () => {
    await fill(4)
    await update(2, 'Processed')
    await update(3, 'Failed')
    expect(await ids()).toEqual([1, 4])
    expect(await ids()).toEqual([1, 4])
    expect(await ids('?status=processed')).toEqual([2])
    expect(await ids('?status=FAILED')).toEqual([3])
    for (const nothing of ['', '0']) expect(await ids(`?status=${nothing}`)).toEqual([1, 4])
  })

  it('is one hotel’s where hotelKey names it [QUEUE-8] [QUEUE-9]', async () => {
    const { setup } = await import('../../fixtures/sea-hotel').then(({ seaHotel }) => seaHotel)
    const hill = { ...setup.properties[0], hotelid: 'H2', fetchHotelKey: 'KEY-H2' }
    const type = { roomTypeId: 30, hotelid: 'H2', name: 'Cabin', maxOccupancy: 2 }
    const cabin = { roomId: 301, roomTypeId: 30, roomName: 'Pine' }
    await expectStatus(
      200,
      admin('PUT', '/customers/1/setup', { properties: [hill], roomTypes: [type], rooms: [cabin] }),
    )
    await book(hotel.call, rooms(101, 301, 102))
    expect(await ids('?hotelKey=KEY-H2')).toEqual([2])
    expect(await ids('?hotelKey=KEY-H1')).toEqual([1, 3])
    expect(await ids('?hotelKey=')).toEqual([1, 2, 3])
    expect(await listed('?hotelKey=KEY-H3')).toEqual({})
  })

  it('that is empty is 200 with empty content and the message "No data found!" [API-6]', async () => {
    const { json } = await expectStatus(200, get())
    expect(json).toEqual({ content: {}, errors: [], message: 'No data found!', success: true })
  })

  it("never shows another customer's messages [ACCESS-12]", async () => {
    await fill(2)
    const other = await openHotel(2)
    expect(await listed('', other.call)).toEqual({})
    await expectRefusal(get('?clientID=1', other.call), 403, 'CUSTOMER_MISMATCH')
    expect(await listed('?clientID=0', other.call)).toEqual({})
  })

  it.each([
    ['?status=Done', 'status: expected Pending, Processed or Failed'],
    ['?currentPage=one', 'currentPage: expected an integer'],
    ['?currentPage=-1', 'currentPage: expected an integer'],
    ['?pageSize=201', 'pageSize: expected at most 200'],
    ['?cursor=made-up', 'cursor: expected one that we made'],
    [`?hotelKey=${'k'.repeat(101)}`, 'hotelKey: expected at most 100 characters'],
  ])('refuses %s [LIST-2]', async (query, description) => {
    await expectRefusal(get(query), 422, 'INVALID_FIELD', description)
  })
})

describe('pages', () => {
  const heads = ({ headers }: Awaited<ReturnType<typeof get>>) =>
    ['x-page', 'x-page-size', 'x-has-more'].map(name => headers.get(name))

  it('are counted from 1; headers and each message have the number of the page [LIST-1] [LIST-4] [QUEUE-9]', async () => {
    await fill(5)
    const first = await get('?pageSize=2')
    expect(heads(first)).toEqual(['1', '2', 'true'])
    const third = await get('?pageSize=2&currentPage=3')
    expect(heads(third)).toEqual(['3', '2', 'false'])
    expect(third.headers.get('x-next-cursor')).toBeNull()
    expect(
      third.json.content.map((each: Record<string, unknown>) => [each.fetchQueueMessageId, each.currentPage]),
    ).toEqual([[5, 3]])
    expect(heads(await get())).toEqual(['1', '50', 'false'])
    expect(await ids('?currentPage=0&pageSize=0')).toEqual([1, 2, 3, 4, 5])
    expect(await listed('?currentPage=4&pageSize=2')).toEqual({})
  })

  it('followed by cursor show every message once, while old ones are processed and new ones come [LIST-3]', async () => {
    await fill(7)
    const seen: number[] = []
    let cursor: string | null = ''
    for (let page = 1; cursor !== null; page++) {
      const answer = await expectStatus(200, get(`?pageSize=3&cursor=${cursor}`))
      expect(answer.headers.get('x-page')).toBe(String(page))
      const shown = answer.json.content.map((each: Record<string, number>) => each.fetchQueueMessageId)
      seen.push(...shown)
      await update(shown[0], 'Processed')
      if (page === 2) await book(hotel.call, rooms(102, 103))
      cursor = answer.headers.get('x-next-cursor')
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(await ids()).toEqual([2, 3, 5, 6, 8, 9])
  })

  it('cost the same by cursor wherever they are [LIST-6]', async () => {
    await book(hotel.call)
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       INSERT INTO fetch_message SELECT m.customer_id, n.i, m.reservation_id, m.status_type, m.message_status, m.message_notes,
         m.hotel_id, m.hotel_key, m.guest_id, m.first_name, m.last_name, m.email, m.phone, m.country, m.reservation_number,
         m.type_id, m.booked_at, m.stay_arrival, m.stay_departure, m.room_id, m.room_name, m.room_no, m.floor_no,
         m.location_name, m.created_at, m.updated_at
       FROM n, fetch_message m WHERE m.message_id = 1`,
    ).run()
    const { database, read } = recordingDatabase()
    const there = withBindings({ DB: database })
    const headers = { authorization: `Bearer ${hotel.token}` }
    // The page of all hotels is chosen from the first messages of each hotel.
    for (const [query, rowsPerMessage] of [
      ['', 4.1],
      ['&hotelKey=KEY-H1', 2.1],
    ] as const) {
      const costs: number[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const path: string = `/api/Fetch/GetFetchQueueMessage?pageSize=100&cursor=${cursor}${query}`
        read.rows = 0
        cursor = (await expectStatus(200, there('GET', path, undefined, headers))).headers.get('x-next-cursor')
        costs.push(read.rows)
      }
      expect(costs).toHaveLength(10)
      expect(Math.max(...costs)).toBeLessThan(rowsPerMessage * 101)
    }
  })
})
