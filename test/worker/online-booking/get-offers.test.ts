import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { changePlanDays, insertChannel } from '../../support/channel'
import { expectInvalidField } from '../../support/fields'
import { recordingDatabase, scannedTables } from '../../support/query-plan'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, openHotel, rows } from '../../support/service'

const hotel = hotelBeforeEach()
beforeEach(() => insertChannel())

type Query = Record<string, string | number>
const STAY = { arrivalDate: '2027-05-10', departureDate: '2027-05-12', guests: 2 }
const path = (query: Query) =>
  `/OnlineBooking/GetOffers?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
const list = (query: Query = {}, call = hotel.call) => call('GET', path({ ...STAY, ...query }))
const offers = async (query: Query = {}, call = hotel.call) => {
  const { content } = (await expectStatus(200, list(query, call))).json
  return Array.isArray(content) ? content : []
}

let counter = 0
const reserve = (changes: object = {}) =>
  hotel.call('POST', '/OnlineBooking/postreservation', {
    identity: `web-${++counter}`,
    arrivalDate: STAY.arrivalDate,
    departureDate: STAY.departureDate,
    roomTypeID: 10,
    guests: { guestCount: 2 },
    primaryGuestDetails: { lastName: 'Okabe' },
    ...changes,
  })

const exec = (sql: string) => env.DB.exec(sql)

/** Sells the family suite too, with both plans. */
async function sellSuites() {
  await exec("INSERT INTO channel_room SELECT customer_id, hotel_id, 'FAM', 20, 1, '{}', '{}', '{}' FROM channel_room")
  await exec(
    "INSERT INTO room_day SELECT customer_id, hotel_id, 'FAM', day, 1, room_closed, minimum_stay, maximum_stay, closed_on_arrival, closed_on_departure FROM room_day",
  )
  await exec(
    "INSERT INTO plan_month SELECT customer_id, hotel_id, 'FAM', channel_rate_plan_id, month, days FROM plan_month",
  )
}

const BAR = {
  hotelid: 'H1',
  hotelName: 'Quinta do Mar',
  roomTypeID: 10,
  roomTypeName: 'Double',
  description: 'A room for two with a view of the sea.',
  maxOccupancy: 2,
  rateID: 1,
  rateName: 'Best available',
  roomsLeft: 3,
  total: 240,
  currency: 'EUR',
  nights: [
    { date: '2027-05-10', price: 120 },
    { date: '2027-05-11', price: 120 },
  ],
}

describe('GetOffers', () => {
  it('lists each room type and rate that can be booked, with names, rooms left and the price of each night [ONLINE-20]', async () => {
    const { json, headers } = await expectStatus(200, list())
    const [first, second, ...others] = json.content
    expect(first).toEqual(BAR)
    expect(second).toMatchObject({ rateID: 2, rateName: 'Half board', total: 300 })
    expect(others).toEqual([])
    expect(headers.get('x-has-more')).toBe('false')
  })

  it.each<[string, () => Promise<unknown>]>([
    ['a night without rooms to sell', () => exec("UPDATE room_day SET rooms_to_sell = 0 WHERE day = '2027-05-11'")],
    ['a closed night', () => exec("UPDATE room_day SET room_closed = 1 WHERE day = '2027-05-10'")],
    ['a minimum stay', () => exec("UPDATE room_day SET minimum_stay = 3 WHERE day = '2027-05-10'")],
    ['closed on departure', () => exec("UPDATE room_day SET closed_on_departure = 1 WHERE day = '2027-05-12'")],
    ['prices of 0', () => changePlanDays({ prices: '{"1":0,"2":0}' }, { day: '2027-05-11' })],
    ['closed plans', () => changePlanDays({ closed: 1 }, { day: '2027-05-11' })],
    ['a channel room that is not active', () => exec('UPDATE channel_room SET is_active = 0')],
    ['plans that are not active', () => exec('UPDATE channel_rate_plan SET is_active = 0')],
    ['plans without a rateID', () => exec('UPDATE channel_rate_plan SET rate_id = NULL')],
  ])('what cannot be sold is not listed: %s [ONLINE-20]', async (_, change) => {
    await change()
    expect((await expectStatus(200, list())).json).toMatchObject({ content: {}, success: true })
  })

  it('roomsLeft is the lesser of the free rooms and the least rooms to sell, and 0 is not listed [ONLINE-21]', async () => {
    await exec("UPDATE room_day SET rooms_to_sell = 2 WHERE day = '2027-05-11'")
    expect((await offers()).map(({ roomsLeft }) => roomsLeft)).toEqual([2, 2])
    await exec('UPDATE room_day SET rooms_to_sell = 9')
    expect((await offers())[0]).toMatchObject({ roomsLeft: 3 })
    for (const left of [2, 1]) {
      await expectStatus(200, reserve())
      expect((await offers())[0]).toMatchObject({ roomsLeft: left })
    }
    await expectStatus(200, reserve())
    expect(await offers()).toEqual([])
  })

  it('the price is that of the number of guests, and a type for fewer guests is not listed [ONLINE-20]', async () => {
    await sellSuites()
    expect((await offers({ guests: 1 })).map(({ total }) => total)).toEqual([200, 260, 200, 260])
    await changePlanDays({ prices: '{"4":14000}' }, { plan: 'BAR' })
    expect((await offers({ guests: 3 })).map(({ roomTypeID, total }) => [roomTypeID, total])).toEqual([[20, 280]])
    await changePlanDays({ prices: '{"1":10000,"2":12000}' }, { plan: 'BAR' })
    expect(await offers({ guests: 6 })).toEqual([])
    for (const none of [{ guests: 0 }, { guests: '' }])
      expect((await offers(none)).map(({ total }) => total)).toEqual([200, 260, 200, 260])
  })

  it.each([
    [{ hotelid: 'H1' }, 4],
    [{ hotelid: 'H9' }, 0],
    [{ roomTypeID: 20 }, 2],
    [{ roomTypeID: 99 }, 0],
    [{ rateID: 2 }, 2],
    [{ rateID: 9 }, 0],
    [{ roomTypeID: 20, rateID: 1, hotelid: 'H1' }, 1],
    [{ roomTypeID: 0, rateID: 0, hotelid: '' }, 4],
  ])('the filters %j match %d offers [ONLINE-22]', async (filters, count) => {
    await sellSuites()
    expect(await offers(filters)).toHaveLength(count)
  })

  it('pages by room type, each whole, in the order of hotel, type, total and rate [ONLINE-22]', async () => {
    await sellSuites()
    const first = await expectStatus(200, list({ pageSize: 1 }))
    expect(first.json.content.map(({ roomTypeID, rateID }: typeof BAR) => [roomTypeID, rateID])).toEqual([
      [10, 1],
      [10, 2],
    ])
    expect(first.headers.get('x-has-more')).toBe('true')
    const next = { pageSize: 1, cursor: first.headers.get('x-next-cursor') ?? '' }
    const second = await expectStatus(200, list(next))
    expect(second.json.content.map(({ roomTypeID }: typeof BAR) => roomTypeID)).toEqual([20, 20])
    expect(second.headers.get('x-has-more')).toBe('false')
    expect((await expectStatus(200, list({ pageSize: 1, pageNo: 2 }))).json).toEqual(second.json)
  })

  it.each<[string, Query]>([
    ['arrivalDate', { arrivalDate: '' }],
    ['arrivalDate', { arrivalDate: '2027-02-30' }],
    ['departureDate', { departureDate: '2027-05-10' }],
    ['departureDate', { departureDate: '2030-05-10' }],
    ['guests', { guests: -1 }],
    ['guests', { guests: 1.5 }],
    ['guests', { guests: 'two' }],
    ['roomTypeID', { roomTypeID: -1 }],
    ['rateID', { rateID: 'BAR' }],
    ['pageSize', { pageSize: 'many' }],
  ])('422 with the field: %s %j [ONLINE-23]', async (field, query) => {
    await expectInvalidField(field, list(query))
  })

  it('both dates are required [ONLINE-23]', async () => {
    const { json } = await expectStatus(422, hotel.call('GET', path({})))
    expect(json.errors.map(({ description }: { description: string }) => description.split(':')[0])).toEqual([
      'arrivalDate',
      'departureDate',
    ])
  })

  it('lists nothing of another customer, whatever the filters, and reads in one round trip [ONLINE-24]', async () => {
    const other = await openHotel(2)
    expect(await offers({}, other.call)).toEqual([])
    expect(await offers({ hotelid: 'H1', roomTypeID: 10, rateID: 1 }, other.call)).toEqual([])
    const { database, statements, trips } = recordingDatabase()
    const there = withBindings({ DB: database })
    await expectStatus(200, there('GET', `/api${path(STAY)}`, undefined, { authorization: `Bearer ${hotel.token}` }))
    expect(trips).toHaveLength(1)
    for (const statement of statements) expect(await scannedTables(statement), statement).toEqual([])
  })
})

const numbers = (length: number) => Array.from({ length }, (_, i) => i + 1)

/** Five room types with fifty rooms and eight plans of two rates, which are open on each day from one to another. */
async function openFiveTypes(from: string, to: string) {
  await expectStatus(
    200,
    admin('PUT', '/customers/1/setup', {
      roomTypes: numbers(5).map(type => ({ roomTypeId: 30 + type, hotelid: 'H1', name: `${type}`, maxOccupancy: 2 })),
      rooms: numbers(50).map(room => ({ roomId: 500 + room, roomTypeId: 31 + (room % 5), roomName: `${room}` })),
    }),
  )
  const days = `WITH RECURSIVE d (day) AS (SELECT '${from}' UNION ALL SELECT date(day, '+1 day') FROM d WHERE day < '${to}')`
  await exec('DELETE FROM plan_month')
  await exec('DELETE FROM room_day')
  await exec('DELETE FROM channel_rate_plan')
  await exec('DELETE FROM channel_room')
  await exec(
    "INSERT INTO channel_room SELECT 1, 'H1', room_type_id, room_type_id, 1, '{}', '{}', '{}' FROM room_type WHERE room_type_id > 30",
  )
  await exec(
    "INSERT INTO channel_rate_plan SELECT 1, 'H1', 'P' || value, 1 + value % 2, 1, '{}', '{}' FROM json_each('[1,2,3,4,5,6,7,8]')",
  )
  await exec(
    `${days} INSERT INTO room_day (customer_id, hotel_id, channel_room_id, day, rooms_to_sell) SELECT 1, 'H1', channel_room_id, day, 5 FROM channel_room, d`,
  )
  await exec(
    `${days} INSERT INTO plan_month SELECT 1, 'H1', channel_room_id, channel_rate_plan_id, substr(day, 1, 7),
      json_group_object(substr(day, 9), json_object('prices', '{"2":9000}')) FROM channel_room, channel_rate_plan, d GROUP BY 3, 4, 5`.replaceAll(
      '\n',
      ' ',
    ),
  )
}

/** Lists offers with the number of rows that it reads. */
async function listCounted(query: Query) {
  const { database, read } = recordingDatabase()
  const there = withBindings({ DB: database })
  const authorization = `Bearer ${hotel.token}`
  const answer = await expectStatus(200, there('GET', `/api${path(query)}`, undefined, { authorization }))
  return { ...answer, rowsRead: read.rows }
}

it('for 50 rooms, 8 plans and 14 nights it reads what is proportional to them, in each month [ONLINE-24]', async () => {
  await openFiveTypes('2027-05-01', '2027-07-30')
  for (const [arrivalDate, departureDate] of [
    ['2027-05-10', '2027-05-24'],
    ['2027-06-10', '2027-06-24'],
    ['2027-07-10', '2027-07-24'],
  ]) {
    const { json, rowsRead } = await listCounted({
      arrivalDate: arrivalDate as string,
      departureDate: departureDate as string,
      guests: 2,
    })
    expect(json.content).toHaveLength(10)
    expect(rowsRead).toBeLessThan(1_300)
  }
})

describe('a page of GetOffers', () => {
  /** All pages: the rate and type of each offer, and how many rows each page reads. */
  async function readPages(query: Query) {
    const pages: { offers: string[]; rowsRead: number }[] = []
    let cursor = ''
    do {
      const { json, headers, rowsRead } = await listCounted({ guests: 2, ...query, cursor })
      const offers = Array.isArray(json.content) ? json.content : []
      const nights = offers.map((offer: typeof BAR) => `${offer.roomTypeID} ${offer.rateID} ${offer.nights.length}`)
      pages.push({ offers: nights, rowsRead })
      expect(headers.get('x-has-more')).toBe(String(headers.has('x-next-cursor')))
      cursor = headers.get('x-next-cursor') ?? ''
    } while (cursor)
    return pages
  }

  it('has at most 10,000 nights of plans, and together they have every offer [ONLINE-34]', async () => {
    await openFiveTypes('2027-05-01', '2029-05-30')
    // Eight plans of 416 nights are 3,328 in each room type, and of 417 nights 3,336: three types are too many.
    const types = (nights: number) => numbers(5).map(type => [`${30 + type} 1 ${nights}`, `${30 + type} 2 ${nights}`])
    for (const [departureDate, nights, sizes] of [
      ['2028-06-29', 416, [3, 2]],
      ['2028-06-30', 417, [2, 2, 1]],
      ['2029-05-10', 731, [1, 1, 1, 1, 1]],
    ] as const) {
      const pages = await readPages({ arrivalDate: '2027-05-10', departureDate })
      expect(pages.flatMap(({ offers }) => offers)).toEqual(types(nights).flat())
      expect(pages.map(({ offers }) => offers.length / 2)).toEqual(sizes)
    }
  })

  it('reads its own room types only [ONLINE-34]', async () => {
    await openFiveTypes('2027-05-01', '2027-07-30')
    const stay = { arrivalDate: '2027-05-10', departureDate: '2027-07-20' }
    const [all] = await readPages(stay)
    const pages = await readPages({ ...stay, pageSize: 1 })
    expect(pages.map(({ offers }) => offers.length)).toEqual([2, 2, 2, 2, 2])
    for (const { rowsRead } of pages) expect(rowsRead).toBeLessThan((all?.rowsRead ?? 0) / 4)
  })

  it('of room types that are not sold is empty, and the list continues [ONLINE-34]', async () => {
    await openFiveTypes('2027-05-01', '2027-07-30')
    await exec('UPDATE room_day SET room_closed = 1 WHERE channel_room_id IN (31, 33, 34)')
    const pages = await readPages({ arrivalDate: '2027-05-10', departureDate: '2027-05-11', pageSize: 1 })
    expect(pages.map(({ offers }) => offers.map(offer => offer.split(' ')[0]))).toEqual([
      [],
      ['32', '32'],
      [],
      [],
      ['35', '35'],
    ])
    const two = await readPages({ arrivalDate: '2027-05-10', departureDate: '2027-05-11', pageSize: 2 })
    expect(two.map(({ offers }) => offers.length)).toEqual([2, 0, 2])
  })

  it('has the first and last nights of a stay that begins and ends in the middle of a month [ONLINE-34]', async () => {
    await openFiveTypes('2027-05-01', '2027-07-30')
    await exec("UPDATE plan_month SET days = json_remove(days, '$.31') WHERE month = '2027-05'")
    expect(await offers({ arrivalDate: '2027-05-15', departureDate: '2027-07-15' })).toEqual([])
    const [offer] = await offers({ arrivalDate: '2027-06-01', departureDate: '2027-07-15' })
    expect([offer.nights.length, offer.nights[0].date, offer.nights.at(-1).date]).toEqual([
      44,
      '2027-06-01',
      '2027-07-14',
    ])
  })
})

describe('expectedTotal of postreservation', () => {
  it('with the total of an offer the stay costs that [ONLINE-25]', async () => {
    const [{ total, rateID }] = await offers()
    const { json } = await expectStatus(200, reserve({ rateID, expectedTotal: total }))
    expect(json.content.total).toBe(total)
  })

  it.each([239.99, 300])('%d is refused with the new total, and nothing is booked [ONLINE-25]', async expectedTotal => {
    await expectRefusal(reserve({ expectedTotal }), 409, 'NOT_FOR_SALE', 'expectedTotal: the stay costs 240 EUR')
    expect(await rows('SELECT count(*) AS count FROM reservation')).toEqual([{ count: 0 }])
  })

  it.each(['240', -1, {}, 240.001])('%j is 422 [ONLINE-25]', async expectedTotal => {
    await expectInvalidField('expectedTotal', reserve({ expectedTotal }))
  })

  it('roomsLeft can be booked for the total, and not one more, by ten clients at once [ONLINE-21]', async () => {
    await expectStatus(
      200,
      admin('PUT', '/customers/1/setup', {
        rooms: [104, 105].map(roomId => ({ roomId, roomTypeId: 10, roomName: `${roomId}` })),
      }),
    )
    await exec('UPDATE room_day SET rooms_to_sell = 4')
    const [{ total, rateID, roomsLeft }] = await offers()
    expect(roomsLeft).toBe(4)
    const answers = await Promise.all(Array.from({ length: 10 }, () => reserve({ rateID, expectedTotal: total })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    for (const { status, json } of answers.filter(({ status }) => status !== 200))
      expect([status, json.errors[0].code]).toEqual([409, expect.stringMatching(/^(NOT_FOR_SALE|ROOM_NOT_AVAILABLE)$/)])
    expect(await offers()).toEqual([])
  })
})
