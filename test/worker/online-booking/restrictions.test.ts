import { beforeEach, describe, expect, it } from 'vitest'
import { aBooking, post, readBookingTables } from '../../support/booking'
import { insertChannel } from '../../support/channel'
import { callWithDatabase, days, rate, rooms, span, updateSuccessfully } from '../../support/channel-message'
import { recordingDatabase } from '../../support/query-plan'
import { expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()
beforeEach(() => insertChannel())

let counter = 0
/** Two nights, from 10 to 12 May. BAR costs 240 for them, HB 300. */
const aStay = (changes: object = {}) => ({
  identity: `web-${++counter}`,
  arrivalDate: '2027-05-10',
  departureDate: '2027-05-12',
  roomTypeID: 10,
  guests: { guestCount: 2 },
  primaryGuestDetails: { firstName: 'Mina', lastName: 'Okabe' },
  ...changes,
})

const reserve = (changes?: object) => hotel.call('POST', '/OnlineBooking/postreservation', aStay(changes))
/** What the channel manager sends of a day of May, of the room or of plans in it. */
const restrict = (day: string, fields: object, ...plans: string[]) =>
  updateSuccessfully(hotel.call, days([{ ...span(day), ...fields, ...(plans.length && rate(...plans)) }]))

async function isRefused(description: string, changes?: object) {
  const before = await readBookingTables()
  await expectRefusal(reserve(changes), 409, 'NOT_FOR_SALE', description)
  expect(await readBookingTables()).toEqual(before)
}

async function isSold(total: number, changes?: object) {
  const { json } = await expectStatus(200, reserve(changes))
  expect(json.content.total).toEqual(total)
}

const MINIMUM = 'departureDate: expected at least 3 nights, the minimum stay from 2027-05-10'
const MAXIMUM = 'departureDate: expected at most 1 night, the maximum stay from 2027-05-10'
const ARRIVAL = 'arrivalDate: 2027-05-10 is closed on arrival'
const DEPARTURE = 'departureDate: 2027-05-12 is closed on departure'

describe('a restriction that forbids a stay is 409 NOT_FOR_SALE, with the day and the rule, and changes nothing [ONLINE-5]', () => {
  const each: [string, string, object, string][] = [
    ['minimumstay of the day of arrival', '10', { minimumstay: '3' }, MINIMUM],
    ['maximumstay of the day of arrival', '10', { maximumstay: '1' }, MAXIMUM],
    ['closedonarrival on the day of arrival', '10', { closedonarrival: '1' }, ARRIVAL],
    ['closedondeparture on the day of departure', '12', { closedondeparture: '1' }, DEPARTURE],
  ]
  it.each(each)('%s, of the room', async (_, day, fields, description) => {
    await restrict(day, fields)
    await isRefused(description)
  })

  it.each(each)('%s, of every plan', async (_, day, fields, description) => {
    await restrict(day, fields, 'BAR', 'HB')
    await isRefused(description)
  })

  it.each(each)('%s, of the plan that rateID names', async (_, day, fields, description) => {
    await restrict(day, fields, 'BAR')
    await isRefused(description, { rateID: 1 })
    await isSold(300, { rateID: 2 })
  })

  it('all that forbid it come at once', async () => {
    await restrict('10', { minimumstay: '3', closedonarrival: '1' })
    await restrict('12', { closedondeparture: '1' }, 'BAR', 'HB')
    const { json } = await reserve()
    expect(json.errors.map(({ description }: { description: string }) => description)).toEqual([
      MINIMUM,
      ARRIVAL,
      DEPARTURE,
    ])
  })
})

describe('a restriction that allows a stay [ONLINE-5]', () => {
  it.each([
    ['a minimum that is met', '10', { minimumstay: '2' }],
    ['a maximum that is kept', '10', { maximumstay: '2' }],
    ['no minimum: 0', '10', { minimumstay: '0', maximumstay: '0' }],
    ['not closed', '10', { closedonarrival: '0', closedondeparture: '0' }],
    ['a minimum of a later night', '11', { minimumstay: '7', maximumstay: '1' }],
    ['a minimum of the day of departure', '12', { minimumstay: '7', closedonarrival: '1' }],
    ['closed on arrival on a later night', '11', { closedonarrival: '1' }],
    ['closed on departure on a night of the stay', '11', { closedondeparture: '1' }],
    ['closed on departure on the day of arrival', '10', { closedondeparture: '1' }],
    ['closed on departure on the day after the departure', '13', { closedondeparture: '1' }],
  ])('sells it: %s', async (_, day, fields) => {
    await restrict(day, fields)
    await restrict(day, fields, 'BAR', 'HB')
    await isSold(240)
  })

  it('is one that was cleared: by "0", by action 3, by a full synchronisation', async () => {
    await restrict('10', { minimumstay: '3', closedonarrival: '1' }, 'BAR')
    await restrict('10', { minimumstay: '0', closedonarrival: '0' }, 'BAR')
    await isSold(240, { rateID: 1 })
    await restrict('12', { closedondeparture: '1' })
    await updateSuccessfully(hotel.call, days([span('12')], { action: 3 }))
    await isSold(240, { rateID: 1 })
  })
})

it('room and plan must both allow a stay: the greater minimum and the smaller maximum hold [ONLINE-5]', async () => {
  await restrict('10', { minimumstay: '2', maximumstay: '9' })
  await restrict('10', { minimumstay: '3', maximumstay: '5' }, 'BAR', 'HB')
  await isRefused(MINIMUM)
  await restrict('10', { minimumstay: '3' })
  await restrict('10', { minimumstay: '1' }, 'BAR', 'HB')
  await isRefused(MINIMUM)
  await isRefused('departureDate: expected at most 5 nights, the maximum stay from 2027-05-10', {
    departureDate: '2027-05-16',
  })
})

it('without rateID a stay is sold under the cheapest plan whose restrictions allow it [ONLINE-5]', async () => {
  await restrict('10', { minimumstay: '3' }, 'BAR')
  await isSold(300)
  await isSold(360, { departureDate: '2027-05-13' })
  await restrict('12', { closedondeparture: '1' }, 'HB')
  await isRefused(MINIMUM)
})

it('of two channel rooms of a type the one whose restrictions allow the stay is sold', async () => {
  await updateSuccessfully(hotel.call, {
    ...rooms([{ roomid: 'DBL-2' }], { roomTypeId: 10 }),
    ...days(
      [{ ...span('10', '12'), roomstosell: '1', ...rate('BAR'), price: [{ numberOfGuests: '2', value: '500' }] }],
      {},
      'DBL-2',
    ),
  })
  await restrict('10', { closedonarrival: '1' })
  await isSold(1_000)
})

it('a night that is closed or sold out is named before any restriction', async () => {
  await restrict('10', { minimumstay: '3' })
  await restrict('11', { closed: '1' })
  await isRefused('roomTypeID: closed on the night of 2027-05-11')
})

it('of two channel rooms of a type the rule is that of the one that is nearer to a sale [ONLINE-4]', async () => {
  await updateSuccessfully(hotel.call, {
    ...rooms([{ roomid: 'DBL-2' }], { roomTypeId: 10 }),
    ...days([{ ...span('10', '12'), closed: '1' }], {}, 'DBL-2'),
  })
  await restrict('11', { roomstosell: '0' })
  await isRefused('roomTypeID: no rooms to sell on the night of 2027-05-11')
})

it('PostBooking, which chooses the room itself, is not bound [ONLINE-5]', async () => {
  await restrict('10', { minimumstay: '9', maximumstay: '1', closedonarrival: '1', closedondeparture: '1' })
  await restrict('12', { closedondeparture: '1' }, 'BAR', 'HB')
  await expectStatus(200, post(hotel.call, aBooking({ arrivalDate: '2027-05-10', departureDate: '2027-05-12' })))
})

describe('a restriction that comes while a stay is sold [ONLINE-5]', () => {
  it.each([
    ['minimumstay of the room', '10', { minimumstay: '3' }, [], MINIMUM],
    ['maximumstay of the plans', '10', { maximumstay: '1' }, ['BAR', 'HB'], MAXIMUM],
    ['closedonarrival of the plans', '10', { closedonarrival: '1' }, ['BAR', 'HB'], ARRIVAL],
    ['closedondeparture of the room', '12', { closedondeparture: '1' }, [], DEPARTURE],
    ['closedondeparture of the plans', '12', { closedondeparture: '1' }, ['BAR', 'HB'], DEPARTURE],
  ] as [string, string, object, string[], string][])('is obeyed: %s', async (_, day, fields, plans, description) => {
    const { database, trips } = recordingDatabase()
    const batch = database.batch.bind(database)
    database.batch = async list => {
      if (trips.length === 1) await restrict(day, fields, ...plans)
      return batch(list) as never
    }
    const refused = await callWithDatabase(database, hotel)('POST', '/OnlineBooking/postreservation', aStay())
    await expectRefusal(refused, 409, 'NOT_FOR_SALE', description)
    expect(await rows('SELECT * FROM reservation')).toEqual([])
  })
})
