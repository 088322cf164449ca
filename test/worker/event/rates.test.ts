import { beforeEach, describe, expect, it } from 'vitest'
import { aBooking, post } from '../../support/booking'
import {
  callWithDatabase,
  days,
  declareChannel,
  plans,
  price,
  property,
  rate,
  rooms,
  span,
  update,
  updateSuccessfully,
} from '../../support/channel-message'
import { eventsOf } from '../../support/events'
import { recordingDatabase } from '../../support/query-plan'
import { admin, expectStatus, hotelBeforeEach } from '../../support/service'

/*
 * UpdateCMConnect: one `rates.updated` for each hotel of which any day changes, and no other event.
 */

const hotel = hotelBeforeEach()
const { call } = hotel
beforeEach(async () => {
  await declareChannel(call)
  await updateSuccessfully(call, message())
})

type Day = Record<string, unknown>
const open: Day = {
  ...span('01', '10'),
  roomstosell: '5',
  closed: '0',
  ...rate('BAR'),
  ...price({ 1: '80.00', 2: '99.00' }),
}
const message = (entry: Day = {}, control = {}) => days([{ ...open, ...entry }], control)

/** The data of the events of a message. */
const told = async (body: unknown) => {
  const events = await eventsOf(call, () => updateSuccessfully(call, body))
  expect(events.map(({ type }) => type)).toEqual(events.map(() => 'rates.updated'))
  return events.map(({ data }) => data)
}
const month = { hotelid: 'H1', roomids: ['DBL'], from: '2027-05-01', to: '2027-05-10' }

describe('a message that changes a day', () => {
  const CHANGES: [what: string, body: object, data: object][] = [
    ['a price', message(price({ 2: '98.00' })), month],
    ['the number of rooms', message({ roomstosell: '4' }), month],
    ['a closure', message({ closed: '1' }), month],
    ['a restriction', message({ minimumstay: '2' }), month],
    [
      'a price on the last of many days',
      days([{ ...open, ...span('11') }]),
      { ...month, from: '2027-05-11', to: '2027-05-11' },
    ],
    ['one day of several entries', days([open, { ...open, ...span('05'), ...price({ 2: '70.00' }) }]), month],
    ['a plan that had none', message(rate('HB')), month],
    [
      'what is not mentioned, cleared',
      message({ ...span('02', '10') }, { syncType: 1 }),
      { ...month, from: '2027-05-02' },
    ],
    ['all of a room, cleared', days([], { syncType: 1 }), { ...month, from: null, to: null }],
    ['days taken away', message({}, { action: 3 }), month],
    ['a room taken away', rooms([{ roomid: 'DBL' }], { action: 3 }), { ...month, from: null, to: null }],
    [
      'a plan taken away',
      plans([{ rateplanid: 'BAR' }], { action: 3 }),
      { ...month, roomids: [], from: null, to: null },
    ],
    ['the hotel taken away', property({}, { action: 3 }), { ...month, roomids: [], from: null, to: null }],
  ]
  it.each(CHANGES)('%s has one event with the changed records [EVENT-6]', async (_, body, data) => {
    expect(await told(body)).toEqual([data])
    expect(await told({ ...plans([{ rateplanid: 'HB' }]) })).toEqual([])
  })

  it('names every room and the whole range, also of days as they were [EVENT-6]', async () => {
    const far = days([{ ...open, ...span('20', '21') }], {}, 'FAM').rateAvailability
    const body = { rateAvailability: [...message().rateAvailability, ...far] }
    expect(await told(body)).toEqual([{ ...month, roomids: ['DBL', 'FAM'], to: '2027-05-21' }])
  })

  it('leaves a list of more than 100 rooms out [EVENT-2]', async () => {
    const ids = Array.from({ length: 101 }, (_, i) => `R${i}`)
    await updateSuccessfully(call, rooms(ids.map(roomid => ({ roomid }))))
    const data = (some: string[]) => [
      { data: [{ hotelid: 'H1', room: some.map(roomid => ({ roomid, date: [open] })) }] },
    ]
    const { roomids: _, ...rest } = month
    expect(await told({ rateAvailability: data(ids) })).toEqual([{ ...rest, truncated: true }])
    const hundred = { rateAvailability: data(ids.slice(1).map(id => id)).map(each => ({ ...each, action: 3 })) }
    expect((await told(hundred))[0].roomids).toHaveLength(100)
  })
})

describe('a message that changes none', () => {
  const NONE: [what: string, body: object][] = [
    ['the same message again', message()],
    ['the same in full', message({}, { syncType: 1 })],
    ['the same, day by day', days(['01', '02', '03'].map(day => ({ ...open, ...span(day) })))],
    ['the same, without some fields', message({ roomstosell: undefined, closed: undefined })],
    ['days taken away where there are none', days([{ ...open, ...span('20', '25') }], { action: 3 })],
    ['a description of the hotel', property({ hotelName: 'Other' })],
    [
      'rooms and plans',
      { ...rooms([{ roomid: 'NEW' }], { roomTypeId: 10 }), ...plans([{ rateplanid: 'NEW' }], { rateID: 2 }) },
    ],
    ['a room without days taken away', rooms([{ roomid: 'FAM' }], { action: 3 })],
  ]
  it.each(NONE)('%s has no event [EVENT-4]', async (_, body) => {
    expect(await told(body)).toEqual([])
  })

  it('a refused message has no event [EVENT-4]', async () => {
    const body = days([{ ...open, ...price({ 1: '-1' }) }])
    expect(await eventsOf(call, () => expectStatus(422, update(call, body)))).toEqual([])
  })
})

describe('a message about several hotels', () => {
  const HOTELS = Array.from({ length: 7 }, (_, i) => `H${i + 1}`)
  beforeEach(async () => {
    await expectStatus(
      200,
      admin('PUT', '/customers/1/setup', { properties: HOTELS.map(hotelid => ({ hotelid, name: hotelid })) }),
    )
    for (const hotelid of HOTELS.slice(1)) {
      await updateSuccessfully(call, {
        ...rooms([{ roomid: 'DBL' }], {}, hotelid),
        ...plans([{ rateplanid: 'BAR' }], {}, hotelid),
      })
    }
  })
  const each = (entryOf: (hotelid: string) => Day[], control = {}) => ({
    rateAvailability: [
      { ...control, data: HOTELS.map(hotelid => ({ hotelid, room: [{ roomid: 'DBL', date: entryOf(hotelid) }] })) },
    ],
  })

  it('has one event for each hotel with a change, in any part of the message [EVENT-6]', async () => {
    expect((await told(each(() => [open]))).map(({ hotelid }) => hotelid)).toEqual(HOTELS.slice(1))
    expect(await told(each(() => [open]))).toEqual([])
    // Prices by day and in runs, numbers of rooms, restrictions, and days that are cleared.
    const other: Record<string, Day[]> = {
      H2: [{ ...open, ...span('03'), ...price({ 1: '1.00' }) }],
      H4: [{ ...open, roomstosell: '1' }],
      H5: [{ ...open, minimumstay: '3' }],
      H7: [{ ...open, ...span('01', '02') }],
    }
    expect((await told(each(hotelid => other[hotelid] ?? [open]))).map(({ hotelid }) => hotelid)).toEqual([
      'H2',
      'H4',
      'H5',
    ])
    const full = await told(each(hotelid => other[hotelid] ?? [open], { syncType: 1 }))
    expect(full.map(({ hotelid }) => hotelid)).toEqual(['H2', 'H7'])
  })
})

it('a sale of the last room writes no rates.updated: the channel manager did not change the day [EVENT-6]', async () => {
  const events = await eventsOf(call, () => expectStatus(200, post(call, aBooking())))
  expect(events.map(({ type }) => type)).toEqual(['reservation.created'])
})

it('stops to compare at the first month that differs', async () => {
  const { database, read } = recordingDatabase()
  const watched = callWithDatabase(database, hotel)
  const year = (value: string, lastDay = value) =>
    days([
      { from: '2027-01-01', to: '2027-12-30', ...rate('BAR'), ...price({ 2: value }) },
      { from: '2027-12-31', to: '2027-12-31', ...rate('BAR'), ...price({ 2: lastDay }) },
    ])
  const readBy = async (message: ReturnType<typeof year>) => {
    read.rows = 0
    await updateSuccessfully(watched, message)
    return read.rows
  }
  await updateSuccessfully(watched, year('10.00'))
  const ofLast = await readBy(year('10.00', '11.00'))
  const ofAll = await readBy(year('12.00'))
  expect(ofLast - ofAll).toBeGreaterThanOrEqual(11)
})
