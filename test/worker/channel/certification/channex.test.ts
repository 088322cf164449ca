import { beforeEach, describe, expect, it } from 'vitest'
import { dateAfter, nightsOf } from '../../../../schema/stay-dates'
import { withBindings } from '../../../support/bindings'
import { post } from '../../../support/booking'
import {
  callWithDatabase,
  declareChannel,
  price,
  rate,
  update,
  updateSuccessfully,
} from '../../../support/channel-message'
import { recordingDatabase } from '../../../support/query-plan'
import { expectRefusal, expectStatus, hotelBeforeEach } from '../../../support/service'
import {
  difference,
  expectChange,
  expectNoChange,
  FIRST,
  LAST,
  ofRooms,
  on,
  openYear,
  PLANS,
  ROOMS,
  readYear,
} from './calendar'

/*
 * The subjects of the certification tests of Channex, with messages of this interface and with other values and days.
 */

const hotel = hotelBeforeEach()
beforeEach(() => declareChannel(hotel.call))

describe('a full synchronisation', () => {
  const days = nightsOf(FIRST, dateAfter(LAST, 1))
  /** No day has the values of the day before. */
  const toSell = (i: number) => String((i * 5) % 7)
  const value = (i: number, plan: string) => `${90 + (i % 41)}.${plan === 'BAR' ? '20' : '70'}`
  const rules = (i: number) => ({
    closed: String(Number(i % 11 === 0)),
    minimumstay: String(1 + (i % 4)),
    maximumstay: String(14 + (i % 3)),
    closedonarrival: String(Number(i % 7 === 2)),
    closedondeparture: String(Number(i % 7 === 5)),
  })
  const availability = days.map((day, i) => ({ from: day, to: day, roomstosell: toSell(i) }))
  const prices = PLANS.flatMap(plan =>
    days.map((day, i) => ({ from: day, to: day, ...rate(plan), ...price({ 2: value(i, plan) }), ...rules(i) })),
  )

  it('of a year is one message of availability, and one of prices and restrictions [CHANNEL-41]', async () => {
    const messages = [availability, prices].map(date => ofRooms({ DBL: date, FAM: date }))
    for (const message of messages) {
      const { database, trips } = recordingDatabase()
      await updateSuccessfully(callWithDatabase(database, hotel), message)
      expect(trips).toHaveLength(2)
    }
    const expected = ROOMS.flatMap(room =>
      days.flatMap((day, i) => [
        [`${room} ${day}`, { toSell: toSell(i) }],
        ...PLANS.map(plan => [`${room} ${plan} ${day}`, { ...rules(i), prices: { 2: value(i, plan) } }]),
      ]),
    )
    expect(Object.fromEntries(await readYear(hotel))).toEqual(Object.fromEntries(expected))
    for (const message of messages) await expectNoChange(hotel, message)
  })
})

describe('a change of a year that is open, and nothing else [CHANNEL-41]', () => {
  beforeEach(() => updateSuccessfully(hotel.call, openYear()))

  const one = (day: string) => ({ from: day, to: day })
  const CASES: [what: string, message: object, expected: Record<string, Record<string, unknown>>][] = [
    [
      'the price of one day of one plan',
      ofRooms({ DBL: [{ ...one('2027-10-19'), ...rate('BAR'), ...price({ 2: '143.00' }) }] }),
      on('DBL BAR', '2027-10-19', '2027-10-19', { prices: { 2: '143.00' } }),
    ],
    [
      'prices of one day of several plans',
      ofRooms({
        DBL: [
          { ...one('2027-10-20'), ...rate('BAR'), ...price({ 1: '120.00', 2: '151.20' }) },
          { ...one('2027-10-20'), ...rate('HB'), ...price({ 1: '150.00', 2: '211.20' }) },
        ],
        FAM: [{ ...one('2027-10-20'), ...rate('HB', 'BAR'), ...price({ 4: '301' }) }],
      }),
      {
        'DBL BAR 2027-10-20': { prices: { 1: '120.00', 2: '151.20' } },
        'DBL HB 2027-10-20': { prices: { 1: '150.00', 2: '211.20' } },
        'FAM BAR 2027-10-20': { prices: { 4: '301.00' } },
        'FAM HB 2027-10-20': { prices: { 4: '301.00' } },
      },
    ],
    [
      'prices of ranges that share an end: of one plan the later entry has that day',
      ofRooms({
        DBL: [
          { from: '2027-10-03', to: '2027-10-12', ...rate('BAR'), ...price({ 2: '241.00' }) },
          { from: '2027-10-12', to: '2027-10-17', ...rate('BAR'), ...price({ 2: '312.66' }) },
          { from: '2027-10-12', to: '2027-10-13', ...rate('HB'), ...price({ 2: '111.00' }), maximumstay: '5' },
          { from: '2027-10-13', to: '2027-10-14', ...rate('HB'), minimumstay: '2' },
        ],
        FAM: [{ from: '2027-10-01', to: '2027-10-12', ...rate('BAR'), ...price({ 2: '333.00' }) }],
      }),
      {
        ...on('DBL BAR', '2027-10-03', '2027-10-11', { prices: { 2: '241.00' } }),
        ...on('DBL BAR', '2027-10-12', '2027-10-17', { prices: { 2: '312.66' } }),
        'DBL HB 2027-10-12': { prices: { 2: '111.00' }, maximumstay: '5' },
        'DBL HB 2027-10-13': { prices: { 2: '111.00' }, maximumstay: '5', minimumstay: '2' },
        'DBL HB 2027-10-14': { minimumstay: '2' },
        ...on('FAM BAR', '2027-10-01', '2027-10-12', { prices: { 2: '333.00' } }),
      },
    ],
    ...(
      [
        ['minimum stay', 'minimumstay', '4', '6'],
        ['stop sell', 'closed', '1', '1'],
        ['closure on arrival', 'closedonarrival', '1', '1'],
        ['closure on departure', 'closedondeparture', '1', '1'],
        ['maximum stay', 'maximumstay', '3', '9'],
      ] as const
    ).map(([what, field, value, other]): (typeof CASES)[number] => [
      `${what} alone, of plans of two rooms and of a room itself`,
      ofRooms({
        DBL: [
          { ...one('2027-10-14'), ...rate('BAR'), [field]: value },
          { from: '2027-10-15', to: '2027-10-18', ...rate('HB'), [field]: other },
        ],
        FAM: [
          { ...one('2027-10-14'), ...rate('HB'), [field]: other },
          { ...one('2027-10-16'), [field]: value },
        ],
      }),
      {
        'DBL BAR 2027-10-14': { [field]: value },
        ...on('DBL HB', '2027-10-15', '2027-10-18', { [field]: other }),
        'FAM HB 2027-10-14': { [field]: other },
        'FAM 2027-10-16': { [field]: value },
      },
    ]),
    [
      'several restrictions, others for each plan',
      ofRooms({
        DBL: [
          { from: '2027-10-01', to: '2027-10-10', ...rate('BAR'), closedonarrival: '1', maximumstay: '4' },
          { from: '2027-10-12', to: '2027-10-16', ...rate('HB'), closedondeparture: '1', minimumstay: '6' },
        ],
        FAM: [
          { from: '2027-10-01', to: '2027-10-18', ...rate('BAR'), closedonarrival: '1', minimumstay: '2', closed: '1' },
        ],
      }),
      {
        ...on('DBL BAR', '2027-10-01', '2027-10-10', { closedonarrival: '1', maximumstay: '4' }),
        ...on('DBL HB', '2027-10-12', '2027-10-16', { closedondeparture: '1', minimumstay: '6' }),
        ...on('FAM BAR', '2027-10-01', '2027-10-18', { closedonarrival: '1', minimumstay: '2', closed: '1' }),
      },
    ],
    [
      'prices and restrictions of half a year',
      ofRooms({
        DBL: [
          {
            ...{ from: '2027-12-01', to: '2028-05-31', ...rate('BAR'), ...price({ 2: '432.00' }) },
            ...{ closedonarrival: '1', closedondeparture: '1', minimumstay: '2' },
          },
        ],
        FAM: [{ from: '2027-12-01', to: '2028-05-31', ...rate('HB'), ...price({ 2: '342.00' }), minimumstay: '5' }],
      }),
      {
        ...on('DBL BAR', '2027-12-01', '2028-05-31', {
          ...{ prices: { 2: '432.00' }, closedonarrival: '1', closedondeparture: '1', minimumstay: '2' },
        }),
        ...on('FAM HB', '2027-12-01', '2028-05-31', { prices: { 2: '342.00' }, minimumstay: '5' }),
      },
    ],
    [
      'availability of one day, as `value`',
      ofRooms({
        DBL: [{ value: '2027-10-23', roomstosell: '8' }],
        FAM: [{ value: '2027-10-26', roomstosell: '0' }],
      }),
      { 'DBL 2027-10-23': { toSell: '8' }, 'FAM 2027-10-26': { toSell: '0' } },
    ],
    [
      'availability of ranges',
      ofRooms({
        DBL: [{ from: '2027-10-10', to: '2027-10-16', roomstosell: '3' }],
        FAM: [{ from: '2027-10-17', to: '2027-10-24', roomstosell: '4' }],
      }),
      {
        ...on('DBL', '2027-10-10', '2027-10-16', { toSell: '3' }),
        ...on('FAM', '2027-10-17', '2027-10-24', { toSell: '4' }),
      },
    ],
  ]
  it.each(CASES)('%s', (_, message, expected) => expectChange(hotel, message, expected))
})

const stay = { identity: 'certify-1', arrivalDate: '2027-10-20', departureDate: '2027-10-22' }
const reserve = () =>
  hotel.call('POST', '/OnlineBooking/postreservation', {
    ...stay,
    roomTypeID: 10,
    guests: { guestCount: 2 },
    primaryGuestDetails: { lastName: 'Halloran' },
  })

describe('bookings', () => {
  beforeEach(() => updateSuccessfully(hotel.call, openYear()))

  it('change availability alone, night by night [CHANNEL-41]', async () => {
    const open = await readYear(hotel)
    await expectStatus(200, reserve())
    expect(difference(open, await readYear(hotel))).toEqual(on('DBL', '2027-10-20', '2027-10-21', { toSell: '4' }))

    await expectStatus(200, post(hotel.call, { action: 'modify', identity: 'certify-1', departureDate: '2027-10-23' }))
    expect(difference(open, await readYear(hotel))).toEqual(on('DBL', '2027-10-20', '2027-10-22', { toSell: '4' }))

    await expectStatus(200, post(hotel.call, { action: 'cancel', identity: 'certify-1' }))
    expect(difference(open, await readYear(hotel))).toEqual({})
  })

  it('are read as new, modified and cancelled, and each is acknowledged once [CHANNEL-41]', async () => {
    const steps: [() => Promise<{ status: number }>, kind: string, status: number][] = [
      [reserve, 'New', 1],
      [() => post(hotel.call, { action: 'modify', identity: 'certify-1', arrivalDate: '2027-10-19' }), 'Modified', 2],
      [() => post(hotel.call, { action: 'cancel', identity: 'certify-1' }), 'Cancelled', 3],
    ]
    const waiting = async () => (await hotel.call('GET', '/Fetch/GetFetchQueueMessage')).json.content
    for (const [change, kind, status] of steps) {
      expect((await change()).status).toBe(200)
      const read = await expectStatus(200, hotel.call('POST', '/CMConnect/GetReservation', { bookingID: 'certify-1' }))
      expect(read.json.content).toMatchObject([
        { bookingID: 'certify-1', reservationCMStatusTypeID: status, guest: { lastName: 'Halloran' } },
      ])

      const messages = await waiting()
      expect(messages).toMatchObject([{ statusType: kind, reservationID: 1 }])
      const [{ fetchQueueMessageId }] = messages
      const acknowledge = () =>
        hotel.call('POST', '/Fetch/UpdateFetchQueueMessage', { fetchQueueMessageId, status: 'Processed' })
      await expectStatus(200, acknowledge())
      expect(await waiting()).toEqual({})
      await expectStatus(200, acknowledge())
    }
  })
})

it('beyond the limit of calls a message is 429 and not stored, and is stored when it is sent again [CHANNEL-41]', async () => {
  await updateSuccessfully(hotel.call, openYear())
  let calls = 0
  const limited = withBindings({ API_PER_CREDENTIAL: { limit: async () => ({ success: ++calls <= 20 }) } })
  const delta = (i: number) => ofRooms({ DBL: [{ value: dateAfter(FIRST, i), roomstosell: '1' }] })
  const send = (i: number) =>
    limited('POST', '/api/CMConnect/UpdateCMConnect', delta(i), { authorization: `Bearer ${hotel.token}` })
  const before = await readYear(hotel)
  for (let i = 0; i < 20; i++) await expectStatus(200, send(i))
  const refused = await send(20)
  await expectRefusal(refused, 429, 'RATE_LIMITED')
  expect(refused.headers.get('retry-after')).toBe('60')
  const stored = on('DBL', FIRST, dateAfter(FIRST, 19), { toSell: '1' })
  expect(difference(before, await readYear(hotel))).toEqual(stored)

  await expectStatus(200, update(hotel.call, delta(20)))
  const last = on('DBL', dateAfter(FIRST, 20), dateAfter(FIRST, 20), { toSell: '1' })
  expect(difference(before, await readYear(hotel))).toEqual({ ...stored, ...last })
})
