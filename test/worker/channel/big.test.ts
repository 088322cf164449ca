import { beforeEach, describe, expect, it } from 'vitest'
import { daysFrom } from '../../../demo/stay'
import {
  channelHotelCalendar,
  channelHotelContent,
  channelHotelSetup,
  KINDS,
  PLANS,
} from '../../fixtures/channel-hotel'
import { PLAN_DAYS } from '../../support/channel'
import {
  callWithDatabase,
  days,
  declareChannel,
  getContent,
  getDates,
  plans,
  price,
  property,
  rate,
  readChannelTables,
  rooms,
  span,
  unfolded,
  update,
  updateSuccessfully,
} from '../../support/channel-message'
import { recordingDatabase, scannedTables } from '../../support/query-plan'
import { someOf } from '../../support/repetitions'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()
/** D1 refuses a bound value above 1 MB; the local simulator does not. */
const MOST_BYTES = 1_000_000
const count = async (table: string) => (await rows(`SELECT count(*) AS n FROM ${table}`))[0]?.n

/** The bytes of the largest value that is bound from now on. */
function largestValueOf(database: D1Database) {
  const largest = { bytes: 0 }
  const prepare = database.prepare.bind(database)
  database.prepare = sql => {
    const statement = prepare(sql)
    const bind = statement.bind.bind(statement)
    statement.bind = (...values) => {
      for (const value of values)
        largest.bytes = Math.max(largest.bytes, new TextEncoder().encode(String(value)).length)
      return bind(...values)
    }
    return statement
  }
  return largest
}

describe('730 days of 10 rooms under 4 plans, 29,200 cells [CHANNEL-22]', () => {
  const calendar = channelHotelCalendar({ from: '2027-01-01', days: 730 })
  beforeEach(async () => {
    await expectStatus(200, admin('PUT', '/customers/1/setup', channelHotelSetup()))
    await updateSuccessfully(hotel.call, channelHotelContent())
  })

  /** With restrictions in place of `closed`, and one price each, so that the message stays below 5 MiB. */
  const restricted = structuredClone(calendar)
  for (const { date } of restricted.rateAvailability[0]?.data[0]?.room ?? []) {
    for (const [i, { closed: _, price, ...entry }] of date.entries()) {
      const rules = { minimumstay: String((i % 7) + 1), maximumstay: 30, closedonarrival: i % 2 }
      date[i] = { ...entry, price: price.slice(0, 1), ...rules } as never
    }
  }

  const messages = [
    ['prices', calendar],
    ['restrictions', restricted],
  ] as const
  it.each(someOf(messages, 1, 1))(
    'with %s are one message: two round trips, a handful of statements [CHANNEL-10]',
    async (_, message) => {
      const { database, statements, trips, written } = recordingDatabase()
      const largest = largestValueOf(database)
      const call = callWithDatabase(database, hotel)
      await updateSuccessfully(call, message)
      expect(await count(PLAN_DAYS)).toBe(29_200)
      expect(await count('plan_month')).toBe(10 * 4 * 24)
      expect(await count('room_day')).toBe(7_300)
      expect(trips).toHaveLength(2)
      expect(trips[1]).toBeLessThan(30)
      expect(largest.bytes).toBeGreaterThan(100_000)
      expect(largest.bytes).toBeLessThan(MOST_BYTES)
      for (const statement of statements) expect(await scannedTables(statement), statement).toEqual([])

      written.rows = 0
      await updateSuccessfully(call, message)
      expect(written.rows, 'what stands already is not written').toBe(0)
      const last = message.rateAvailability[0]?.data[0]?.room.at(-1)?.date.at(-1)
      await updateSuccessfully(call, {
        rateAvailability: [
          { data: [{ hotelid: 'FAROL', room: [{ roomid: 'SUI-TOWER', date: [{ ...last, closed: '1' }] }] }] },
        ],
      })
      expect(written.rows, 'what changes is, and its event').toBe(2)
    },
  )

  it('come back in one round trip, each as it was sent', async () => {
    await updateSuccessfully(hotel.call, calendar)
    const { database, trips } = recordingDatabase()
    const content = await getContent(callWithDatabase(database, hotel), 'from=2027-01-01&to=2028-12-30', 'FAROL')
    expect(trips).toHaveLength(1)
    const back = new Map<string, { from: string; to: string }[]>(
      content.rateAvailability[0].data[0].room.map(({ roomid, date }: { roomid: string; date: [] }) => [roomid, date]),
    )
    for (const { roomid, date } of calendar.rateAvailability[0]?.data[0]?.room ?? []) {
      const allotments = new Map(date.flatMap(({ from, roomstosell }) => (roomstosell ? [[from, roomstosell]] : [])))
      for (const plan of PLANS) {
        const ofPlan = (entry: object) => JSON.stringify(entry).includes(`"rateplanid":"${plan.rateplanid}"`)
        const told = unfolded((back.get(roomid) ?? []).filter(ofPlan))
        const sent = date.filter(ofPlan).map(entry => ({ ...entry, roomstosell: allotments.get(entry.from) }))
        expect(told).toEqual(sent)
      }
    }
  })

  it('are all refused for one bad cell, and the cell is named', async () => {
    const before = await readChannelTables()
    const bad = structuredClone(calendar)
    const cell = bad.rateAvailability[0]?.data[0]?.room[7]?.date[1_234]
    for (const [value, expected] of [
      ['12O.00', 'expected an amount'],
      ['120.001', 'expected at most 2 decimals (EUR)'],
    ]) {
      if (cell?.price[0]) cell.price[0].value = value as string
      const refused = await update(hotel.call, bad)
      const path = 'rateAvailability[0].data[0].room[7].date[1234].price[0].value'
      await expectRefusal(refused, 422, 'INVALID_FIELD', `${path}: ${expected}`)
    }
    expect(await readChannelTables()).toEqual(before)
  })
})

it('116,800 days, each with another price than the day before, are one message [CHANNEL-35]', async () => {
  const roomIds = Array.from({ length: 20 }, (_, i) => `R${i}`)
  const planIds = Array.from({ length: 8 }, (_, i) => `P${i}`)
  await updateSuccessfully(hotel.call, rooms(roomIds.map(roomid => ({ roomid }))))
  await updateSuccessfully(hotel.call, plans(planIds.map(rateplanid => ({ rateplanid }))))
  const day = daysFrom('2027-01-01')
  const date = Array.from({ length: 730 }, (_, n) => ({
    ...{ from: day(n), to: day(n) },
    ...rate(...planIds),
    ...price({ 2: `${100 + (n % 50)}.00` }),
  }))
  const room = roomIds.map(roomid => ({ roomid, date }))
  await updateSuccessfully(hotel.call, { rateAvailability: [{ data: [{ hotelid: 'H1', room }] }] })
  expect(await rows("SELECT count(*) AS n FROM event WHERE event_type = 'rates.updated'")).toEqual([{ n: 1 }])
  const last = await getDates(hotel.call, 'R19', `from=${day(729)}&to=${day(729)}`)
  expect(last).toHaveLength(planIds.length)
})

it('more than 200,000 days are refused, and nothing is stored [CHANNEL-35]', async () => {
  const roomIds = Array.from({ length: 20 }, (_, i) => `R${i}`)
  const planIds = Array.from({ length: 14 }, (_, i) => `P${i}`)
  await updateSuccessfully(hotel.call, rooms(roomIds.map(roomid => ({ roomid }))))
  await updateSuccessfully(hotel.call, plans(planIds.map(rateplanid => ({ rateplanid }))))
  const date = [{ from: '2027-01-01', to: '2028-12-30', ...rate(...planIds), ...price({ 2: '100.00' }) }]
  const room = roomIds.map(roomid => ({ roomid, date }))
  const refused = await update(hotel.call, { rateAvailability: [{ data: [{ hotelid: 'H1', room }] }] })
  const description =
    'rateAvailability: expected at most 200000 days of rooms and plans in one message; send it in parts'
  await expectRefusal(refused, 422, 'INVALID_FIELD', description)
  expect(await count('plan_month')).toBe(0)
})

it('the hotel of the fixture has 40 rooms', () => {
  expect(KINDS.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(40)
  expect(channelHotelSetup().rooms).toHaveLength(40)
})

it('no statement of any message scans a table [LIST-9]', async () => {
  const { database, statements } = recordingDatabase()
  const call = callWithDatabase(database, hotel)
  const entry = { ...span('01', '09'), roomstosell: '2', closed: '0', ...rate('BAR'), ...price({ 2: '100' }) }
  await declareChannel(call)
  await updateSuccessfully(call, property({ hotelName: 'Sea' }))
  await updateSuccessfully(call, property({ hotelName: 'Nine' }, {}, 'H9'))
  await updateSuccessfully(call, days([entry]))
  await updateSuccessfully(call, days([entry], { syncType: 1, roomId: 101, rateID: 1 }))
  await updateSuccessfully(call, days([{ ...span('02'), ...rate('BAR') }, span('03')], { action: 3 }))
  await updateSuccessfully(call, rooms([{ roomid: 'FAM' }], { action: 3 }))
  await updateSuccessfully(call, plans([{ rateplanid: 'HB' }], { action: 3 }))
  await updateSuccessfully(call, property({}, { action: 3 }))
  expect(statements.size).toBeGreaterThan(25)
  for (const statement of statements) expect(await scannedTables(statement), statement).toEqual([])
})

describe('when things go wrong', () => {
  beforeEach(() => declareChannel(hotel.call))

  /** D1 as it is, but something happens between the first trip and the second. */
  const meanwhile = (happens: () => Promise<unknown>) => {
    const { database, trips } = recordingDatabase()
    const batch = database.batch.bind(database)
    database.batch = async list => {
      if (trips.length === 1) await happens()
      return batch(list) as never
    }
    return { database, trips }
  }

  it.each([
    ['the room', rooms([{ roomid: 'DBL' }], { action: 3 }), 'room[0].roomid: there is no room DBL in H1'],
    [
      'the plan',
      plans([{ rateplanid: 'BAR' }], { action: 3 }),
      'room[0].date[0].rate[0].rateplanid: there is no plan BAR in H1',
    ],
  ])('%s that goes while a message is judged is no longer there for it', async (_, deletion, description) => {
    const { database, trips } = meanwhile(() => updateSuccessfully(hotel.call, deletion))
    const message = days([{ ...span('01'), ...rate('BAR'), ...price({ 2: '100' }) }])
    const refused = await update(callWithDatabase(database, hotel), message)
    await expectRefusal(refused, 422, 'UNKNOWN_REFERENCE', `rateAvailability[0].data[0].${description}`)
    expect(trips).toHaveLength(3)
    expect(await count('plan_month')).toBe(0)
  })

  it('a room that goes while it is updated is not made again', async () => {
    const { database } = meanwhile(() => updateSuccessfully(hotel.call, rooms([{ roomid: 'DBL' }], { action: 3 })))
    await expectStatus(422, update(callWithDatabase(database, hotel), rooms([{ roomid: 'DBL' }], { action: 2 })))
    expect(await rows("SELECT * FROM channel_room WHERE channel_room_id = 'DBL'")).toEqual([])
  })

  it('a currency that changes while prices are judged is the one they are kept in', async () => {
    const customer = { name: 'Quinta', currency: 'JPY', timeZone: 'Europe/Lisbon' }
    await rows('DELETE FROM stock')
    await rows('DELETE FROM inventory_item')
    const { database } = meanwhile(() => expectStatus(200, admin('PUT', '/customers/1', customer)))
    await updateSuccessfully(
      callWithDatabase(database, hotel),
      days([{ ...span('01'), ...rate('BAR'), ...price({ 2: '12000' }) }]),
    )
    expect(await rows(`SELECT prices FROM ${PLAN_DAYS}`)).toEqual([{ prices: '{"2":12000}' }])
  })

  it('of many updates at once each day has one of them whole [CHANNEL-21]', async () => {
    const messages = Array.from({ length: 12 }, (_, i) =>
      days([
        {
          ...span('01', '31'),
          roomstosell: String(i),
          closed: String(i % 2),
          ...rate('BAR', 'HB'),
          ...price({ 1: `${i}.01`, 2: `${i}.02` }),
        },
      ]),
    )
    const answers = await Promise.all(messages.map(message => update(hotel.call, message)))
    expect(answers.map(({ status }) => status)).toEqual(messages.map(() => 200))
    const dates = await getDates(hotel.call)
    expect(dates).toHaveLength(2)
    const [winner] = dates as { roomstosell: string }[]
    const sent = messages[Number(winner?.roomstosell)]?.rateAvailability[0]?.data[0]?.room[0]?.date[0]
    expect(dates).toEqual(['BAR', 'HB'].map(plan => ({ ...sent, ...rate(plan) })))
  })
})
