import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MAX_PAGE_CELLS } from '../../../schema/wire/channel-content'
import { withBindings } from '../../support/bindings'
import { property, readChannelTables, unfolded, updateSuccessfully } from '../../support/channel-message'
import { recordingDatabase } from '../../support/query-plan'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, integrator, openHotel } from '../../support/service'

/*
 * GetCMConnect in pages of 50,000 cells: one room with 67 plans for two years.
 */

const hotel = hotelBeforeEach()

afterEach(() => {
  vi.useRealTimers()
})

const WINDOW = 'from=2027-01-01&to=2028-12-31'

/** Rooms of a hotel, each with days from 2027 on, under the first of the plans P001, P002 and so on. */
async function fill(hotelid: string, rooms: Readonly<Record<string, number>>, days = 731, from = '2027-01-01') {
  await updateSuccessfully(hotel.call, property({ hotelName: hotelid }, {}, hotelid))
  const numbers = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 800)'
  const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(hotelid, ...values)
  const plans = Math.max(...Object.values(rooms))
  await env.DB.batch([
    run(
      `INSERT INTO channel_rate_plan (customer_id, hotel_id, channel_rate_plan_id, is_active, document)
       ${numbers} SELECT 1, ?1, printf('P%03d', i), 1, '{}' FROM n WHERE i <= ?2`,
      plans,
    ),
    ...Object.entries(rooms).flatMap(([room, ofRoom]) => [
      run(
        `INSERT INTO channel_room (customer_id, hotel_id, channel_room_id, is_active, document)
         VALUES (1, ?1, ?2, 1, '{"guestRoom":{"occupancy":{"maxOccupancy":"2"}}}')`,
        room,
      ),
      run(
        `INSERT INTO room_day (customer_id, hotel_id, channel_room_id, day, rooms_to_sell)
         ${numbers} SELECT 1, ?1, ?2, date(?3, (i - 1) || ' days'), 1 + i % 7 / 6 FROM n WHERE i <= ?4`,
        room,
        from,
        days,
      ),
      run(
        `INSERT INTO plan_month (customer_id, hotel_id, channel_room_id, channel_rate_plan_id, month, days)
         ${numbers}, day (day, prices) AS (SELECT date(?3, (i - 1) || ' days'), '{"2":' || (9000 + i % 30) || '}' FROM n WHERE i <= ?4)
         SELECT 1, ?1, ?2, p.channel_rate_plan_id, substr(day, 1, 7), json_group_object(substr(day, 9), json_object('prices', prices))
         FROM channel_rate_plan AS p CROSS JOIN day
         WHERE p.customer_id = 1 AND p.hotel_id = ?1 AND p.channel_rate_plan_id <= printf('P%03d', ?5) GROUP BY 4, 5`,
        room,
        from,
        days,
        ofRoom,
      ),
    ]),
  ])
}

type Settings = Parameters<typeof withBindings>[0]
const read = (query: string, settings: Settings = {}, token = hotel.token) =>
  withBindings(settings)('GET', `/api/CMConnect/GetCMConnect?${query}`, undefined, {
    authorization: `Bearer ${token}`,
  })

/** All pages of a request. */
async function pagesOf(query: string, settings?: Settings) {
  const pages = []
  for (let cursor = ''; ; ) {
    const { json, headers } = await expectStatus(200, read(`${query}&cursor=${cursor}`, settings))
    pages.push({ content: json.content, headers })
    expect(headers.get('x-page')).toBe(String(pages.length))
    cursor = headers.get('x-next-cursor') ?? ''
    expect(headers.get('x-has-more')).toBe(String(cursor !== ''))
    if (!cursor) return pages
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the content of a response
type Content = any

/** What the contents of pages say together: each record once, in order, and the dates of each room. */
function together(contents: Content[]) {
  const all = (group: string) => contents.flatMap(content => content[group])
  const products = all('rooms').flatMap(({ data }) => data)
  const plans = all('ratePlan').flatMap(({ data }) => data)
  const rooms = all('rateAvailability').flatMap(({ data }) =>
    data.flatMap(({ hotelid, room }: Content) => room.map((each: Content) => ({ hotelid, ...each }))),
  )
  const dates = Map.groupBy(rooms, ({ hotelid, roomid }) => `${hotelid} ${roomid}`)
  return {
    property: all('property'),
    rooms: products.flatMap(({ sellableProducts: { hotelid, sellableProduct } }) =>
      sellableProduct.map((each: Content) => ({ hotelid, ...each })),
    ),
    plans: plans.flatMap(({ ratePlans: { hotelid, ratePlan } }) =>
      ratePlan.map((each: Content) => ({ hotelid, ...each })),
    ),
    dates: Object.fromEntries([...dates].map(([room, parts]) => [room, parts.flatMap(({ date }) => date)])),
  }
}

/** The rooms whose dates each page has. */
const roomsOn = (pages: { content: Content }[]) =>
  pages.map(({ content }) =>
    content.rateAvailability.flatMap(({ data }: Content) =>
      data.flatMap(({ hotelid, room }: Content) => room.map(({ roomid }: Content) => `${hotelid} ${roomid}`)),
    ),
  )

/** The same with one entry for each day, in an order that does not depend on the pages. */
function dayByDay(contents: Content[]) {
  const { dates, ...others } = together(contents)
  const days = Object.entries(dates).map(([room, entries]) => [
    room,
    unfolded(entries)
      .map(entry => JSON.stringify(entry))
      .sort(),
  ])
  return { ...others, dates: Object.fromEntries(days) }
}

/** Expects that pages have what shorter windows have, each of which is one page. */
async function expectWhole(pages: { content: Content }[]) {
  const halves = ['01-01&to=YEAR-06-30', '07-01&to=YEAR-12-31']
  const windows = ['2027', '2028'].flatMap(year => halves.map(half => `from=${year}-${half.replace('YEAR', year)}`))
  const parts = []
  for (const window of windows) {
    const [part, ...none] = await pagesOf(window)
    expect(none).toEqual([])
    parts.push(part?.content)
  }
  const { dates, ...others } = dayByDay(pages.map(({ content }) => content))
  expect(dates).toEqual(dayByDay(parts).dates)
  const { dates: _, ...first } = dayByDay(parts.slice(0, 1))
  expect(others).toEqual(first)
}

describe('pages of GetCMConnect', () => {
  it('hold whole rooms, and together every day once [CHANNEL-32]', async () => {
    await fill('A1', { R1: 67, R2: 33, R3: 32, R4: 2 })
    await fill('B1', { R1: 1 }, 3)
    const pages = await pagesOf(WINDOW)
    expect(pages[0]?.headers.get('x-page-size')).toBe(String(MAX_PAGE_CELLS))
    expect(roomsOn(pages)).toEqual([['A1 R1'], ['A1 R2', 'A1 R3'], ['A1 R4', 'B1 R1']])
    expect(pages.map(({ content }) => [content.property.length, content.ratePlan.length])).toEqual([
      [1, 1],
      [0, 0],
      [2, 1],
    ])
    await expectWhole(pages)
    expect(roomsOn(await pagesOf(`${WINDOW}&hotelid=A1`))).toEqual([['A1 R1'], ['A1 R2', 'A1 R3'], ['A1 R4']])
  })

  it('continue a room plan by plan if it alone has more days than a page [CHANNEL-32]', async () => {
    await fill('A1', { R1: 2, R2: 140, R3: 3 })
    const pages = await pagesOf(WINDOW)
    expect(roomsOn(pages)).toEqual([['A1 R1'], ['A1 R2'], ['A1 R2'], ['A1 R2', 'A1 R3']])
    await expectWhole(pages)
  })

  it('sent back change nothing [CHANNEL-32]', async () => {
    await fill('A1', { R1: 2, R2: 70 })
    const before = await readChannelTables()
    const pages = await pagesOf(WINDOW)
    expect(pages).toHaveLength(3)
    const large = withBindings({ CHANNEL_BODY_BYTES: String(16 * 1024 * 1024) })
    const call: typeof hotel.call = (method, path, body) =>
      large(method, `/api${path}`, body, { authorization: `Bearer ${hotel.token}` })
    for (const { content } of pages) await updateSuccessfully(call, content)
    expect((await readChannelTables()).plan_month).toEqual(before.plan_month)
    expect((await readChannelTables()).room_day).toEqual(before.room_day)
  })

  it('read no more than they have and one room, in one round trip each [CHANNEL-32]', async () => {
    await fill('A1', { R1: 33, R2: 33, R3: 33, R4: 33, R5: 33 })
    const { database, trips, read: rowsRead } = recordingDatabase()
    const pages = await pagesOf(WINDOW, { DB: database })
    expect(pages).toHaveLength(3)
    expect(trips).toEqual([4, 4, 4])
    expect(rowsRead.rows).toBeLessThan(3 * 1.1 * MAX_PAGE_CELLS)
  })

  it('end with the description that reaches PAGE_BYTES [CHANNEL-32] [PAGE_BYTES]', async () => {
    const email = Array.from({ length: 50 }, (_, i) => `${i}${'e'.repeat(200)}@example.com`)
    const contactInfo = Array.from({ length: 4 }, () => ({ contactProfileType: 'general', emails: { email } }))
    for (const hotelid of ['A1', 'B1', 'C1']) {
      await updateSuccessfully(hotel.call, property({ contactInfos: { contactInfo } }, {}, hotelid))
    }
    const pages = await pagesOf(WINDOW, { PAGE_BYTES: '65536' })
    const hotels = pages.map(({ content }) => content.property.map(({ data }: Content) => data[0].hotelid))
    expect(hotels).toEqual([
      ['A1', 'B1'],
      ['C1', 'H1'],
    ])
    const [whole] = await pagesOf(WINDOW, {})
    expect(pages.flatMap(({ content }) => content.property)).toEqual(whole?.content.property)
  })

  it('of the default window have the days of the first page [CHANNEL-25] [CHANNEL-32]', async () => {
    const today = new Date().toISOString().slice(0, 10)
    await fill('A1', { R1: 70, R2: 70 }, 400, today)
    const properties = [{ hotelid: 'A1', name: 'A', timeZone: 'UTC' }]
    await expectStatus(200, admin('PUT', '/customers/1/setup', { properties }))
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.parse(`${today}T23:59:30Z`))
    const later = await integrator(1)
    const first = await read('hotelid=A1', undefined, later.token)
    vi.setSystemTime(Date.now() + 60_000)
    const second = await read(`hotelid=A1&cursor=${first.headers.get('x-next-cursor')}`, undefined, later.token)
    const { dates } = together([first.json.content, second.json.content])
    const begins = ['A1 R1', 'A1 R2'].map(room => dates[room]?.[0].from)
    expect(begins).toEqual([today, today])
  })

  it('have cursors of their own customer, hotel and window; others are 422 [CHANNEL-32] [LIST-5]', async () => {
    await fill('A1', { R1: 40, R2: 40 })
    const cursor = (await read(WINDOW)).headers.get('x-next-cursor') ?? ''
    const other = await openHotel(2)
    for (const response of [
      await read(`${WINDOW}&hotelid=A1&cursor=${cursor}`),
      await read(`from=2027-01-01&to=2028-12-30&cursor=${cursor}`),
      await read(`cursor=${cursor}`),
      await read(`${WINDOW}&cursor=${cursor}`, {}, other.token),
      await read(`${WINDOW}&cursor=${cursor}x`),
      await read(`${WINDOW}&cursor=WzJd`),
    ]) {
      await expectRefusal(response, 422, 'INVALID_FIELD', 'cursor: expected one that we made')
    }
    expect((await read(`${WINDOW}&cursor=${cursor}`)).status).toBe(200)
  })
})
