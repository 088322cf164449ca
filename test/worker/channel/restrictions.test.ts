import { beforeEach, describe, expect, it } from 'vitest'
import { channelHotelCalendar, channelHotelContent, channelHotelSetup } from '../../fixtures/channel-hotel'
import { PLAN_DAYS } from '../../support/channel'
import {
  callWithDatabase,
  days,
  declareChannel,
  getDates,
  price,
  rate,
  span,
  updateSuccessfully,
} from '../../support/channel-message'
import { recordingDatabase, scannedTables } from '../../support/query-plan'
import { admin, expectStatus, type Hotel, openHotel, resetBeforeEach, rows } from '../../support/service'

resetBeforeEach()

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel()
  await declareChannel(hotel.call)
})

const send = async (...messages: Parameters<typeof days>[]) => {
  for (const message of messages) await updateSuccessfully(hotel.call, days(...message))
}

const dates = (roomid?: string) => getDates(hotel.call, roomid)

const all = { minimumstay: '3', maximumstay: '14', closedonarrival: '1', closedondeparture: '0' }

describe('restrictions of a date entry', () => {
  it('are those of the room without rate, of its plans with it, and come back as they were sent [CHANNEL-10]', async () => {
    await send(
      [[{ ...span('01', '03'), ...all }]],
      [[{ ...span('02', '04'), ...all, minimumstay: '2', ...rate('BAR', 'HB') }]],
    )
    expect(await dates()).toEqual([
      { ...span('01', '03'), ...all },
      { ...span('02', '04'), ...all, minimumstay: '2', ...rate('BAR') },
      { ...span('02', '04'), ...all, minimumstay: '2', ...rate('HB') },
    ])
    const columns = 'minimum_stay, maximum_stay, closed_on_arrival, closed_on_departure'
    expect(await rows(`SELECT DISTINCT rooms_to_sell, room_closed, ${columns} FROM room_day`)).toEqual([
      {
        rooms_to_sell: null,
        room_closed: null,
        minimum_stay: 3,
        maximum_stay: 14,
        closed_on_arrival: 1,
        closed_on_departure: 0,
      },
    ])
  })

  it('may be numbers, and an empty text is not sent', async () => {
    const numbers = { minimumstay: 3, maximumstay: 999, closedonarrival: 1, closedondeparture: '' }
    await send([[{ ...span('01'), ...numbers }]])
    expect(await dates()).toEqual([{ ...span('01'), minimumstay: '3', maximumstay: '999', closedonarrival: '1' }])
  })

  it('that are not sent stay as they were, beside prices and allotments that change [CHANNEL-10]', async () => {
    const priced = { roomstosell: '4', closed: '0', ...rate('BAR'), ...price({ 2: '100.00' }) }
    await send(
      [[{ ...span('01', '04'), ...priced, ...all }]],
      [[{ ...span('02'), ...rate('BAR'), ...price({ 2: '90.00' }) }]],
      [[{ ...span('03'), maximumstay: '7', ...rate('BAR') }]],
      [[{ ...span('03'), roomstosell: '1' }]],
    )
    expect(await dates()).toEqual([
      { ...span('01'), ...priced, ...all },
      { ...span('02'), ...priced, ...all, ...price({ 2: '90.00' }) },
      { ...span('03'), ...priced, ...all, maximumstay: '7', roomstosell: '1' },
      { ...span('04'), ...priced, ...all },
    ])
  })

  it('of "0" nights take the place of those before [CHANNEL-10]', async () => {
    await send([[{ ...span('01'), ...all }]], [[{ ...span('01'), minimumstay: '0', maximumstay: 0 }]])
    expect(await dates()).toEqual([{ ...span('01'), ...all, minimumstay: '0', maximumstay: '0' }])
  })

  it('that come later in a message win, field by field', async () => {
    await send([
      [
        { ...span('01', '04'), minimumstay: '2', closedonarrival: '1' },
        { ...span('02', '03'), minimumstay: '5', maximumstay: '9' },
        { ...span('03'), closedonarrival: '0' },
      ],
    ])
    expect(await dates()).toEqual([
      { ...span('01'), minimumstay: '2', closedonarrival: '1' },
      { ...span('02'), minimumstay: '5', maximumstay: '9', closedonarrival: '1' },
      { ...span('03'), minimumstay: '5', maximumstay: '9', closedonarrival: '0' },
      { ...span('04'), minimumstay: '2', closedonarrival: '1' },
    ])
  })

  it('are folded: neighbouring days that have the same are one entry', async () => {
    await send([['01', '02', '04'].map(day => ({ ...span(day), ...all }))])
    expect(await dates()).toEqual([
      { ...span('01', '02'), ...all },
      { ...span('04'), ...all },
    ])
  })

  it('go with action 3, those of the room without rate, those of its plans with it [CHANNEL-10]', async () => {
    await send(
      [
        [
          { ...span('01', '03'), ...all },
          { ...span('01', '03'), ...all, ...rate('BAR') },
        ],
      ],
      [[{ ...span('02') }, { ...span('03'), ...rate('BAR') }], { action: 3 }],
    )
    expect(await dates()).toEqual([
      { ...span('01'), ...all },
      { ...span('03'), ...all },
      { ...span('01', '02'), ...all, ...rate('BAR') },
    ])
  })

  it('go with syncType 1 where the message does not mention them, and not in other rooms [CHANNEL-10]', async () => {
    const priced = { ...rate('BAR'), ...price({ 2: '90.00' }) }
    await send(
      [
        [
          { ...span('01', '05'), roomstosell: '2', ...all },
          { ...span('01', '05'), ...all, ...priced },
        ],
      ],
      [[{ ...span('01'), ...all }], {}, 'FAM'],
      [
        [
          { ...span('02', '03'), roomstosell: '2', ...priced },
          { ...span('03'), minimumstay: '4', ...rate('BAR') },
        ],
        { syncType: 1 },
      ],
    )
    expect(await dates()).toEqual([
      { ...span('02'), roomstosell: '2', ...priced },
      { ...span('03'), roomstosell: '2', minimumstay: '4', ...priced },
    ])
    expect(await dates('FAM')).toEqual([{ ...span('01'), ...all }])
  })

  it('that are stored already are not written', async () => {
    const { database, written, trips } = recordingDatabase()
    const message = days([{ ...span('01', '31'), ...all, ...rate('BAR', 'HB') }])
    await updateSuccessfully(callWithDatabase(database, hotel), message)
    // The months of two plans, and their event.
    expect(written.rows).toBe(3)
    written.rows = 0
    await updateSuccessfully(callWithDatabase(database, hotel), message)
    expect([written.rows, trips.length]).toEqual([0, 4])
  })
})

it('29,200 cells with restrictions are one message and two round trips [CHANNEL-10]', async () => {
  const hotel = await openHotel(2)
  await expectStatus(200, admin('PUT', '/customers/2/setup', channelHotelSetup()))
  await updateSuccessfully(hotel.call, channelHotelContent())
  const calendar = channelHotelCalendar({ from: '2027-01-01', days: 730 })
  for (const { date } of calendar.rateAvailability[0]?.data[0]?.room ?? []) {
    // With one price each and no `closed` the message stays below 5 MiB.
    for (const [i, { from, to, roomstosell, rate, price }] of date.entries()) {
      const restricted = { minimumstay: String((i % 7) + 1), maximumstay: 30, closedonarrival: i % 2 }
      date[i] = { from, to, roomstosell, rate, price: price.slice(0, 1), ...restricted } as never
    }
  }
  const { database, statements, trips } = recordingDatabase()
  // D1 refuses a bound value above 1 MB; the local simulator does not.
  let largest = 0
  const prepare = database.prepare.bind(database)
  database.prepare = sql => {
    const statement = prepare(sql)
    const bind = statement.bind.bind(statement)
    statement.bind = (...values) => {
      for (const value of values) largest = Math.max(largest, new TextEncoder().encode(String(value)).length)
      return bind(...values)
    }
    return statement
  }
  await updateSuccessfully(callWithDatabase(database, hotel), calendar)
  expect(trips).toHaveLength(2)
  expect(trips[1]).toBeLessThan(30)
  expect(largest).toBeGreaterThan(100_000)
  expect(largest).toBeLessThan(1_000_000)
  for (const statement of statements) expect(await scannedTables(statement), statement).toEqual([])
  expect(await rows(`SELECT count(*) AS n, count(minimum_stay) AS minimum FROM ${PLAN_DAYS}`)).toEqual([
    { n: 29_200, minimum: 29_200 },
  ])
})
