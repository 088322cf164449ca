import { describe, expect, it } from 'vitest'
import { aBooking, book, post } from '../../support/booking'
import { insertChannel } from '../../support/channel'
import { expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

/* What a stay costs: which nights a rate line has, and what becomes of it when dates or rooms change. */

const { call } = hotelBeforeEach()

const day = (number: number | string) => `2027-05-${String(number).padStart(2, '0')}`
const onDay = (number: number | string) => `${day(number)}T00:00:00`

/** A rate line: its price, its nights, and its first day and the day after its last night. */
type Shown = [unitCost: number, nights: number, from: number, to: number, tax?: number]

const line = ([unitCost, nights, from, to, taxAmount = 0]: Shown) =>
  expect.objectContaining({ unitCost, nights, fromDate: onDay(from), toDate: onDay(to), taxAmount })

async function expectStay(total: number, ...lines: Shown[]): Promise<void> {
  const { json } = await expectStatus(200, call('POST', '/Reservation/GetReservations', {}))
  const [reservation] = json.content
  expect(reservation.rooms.flatMap(({ rates }: { rates: object[] }) => rates)).toEqual(lines.map(line))
  expect(reservation.total).toBe(total)
}

/** From 10 to 14 May. */
const STAY = { arrivalDate: day(10), departureDate: day(14) }
const booked = (...rates: object[]) => book(call, { ...STAY, roomsBooked: [{ roomID: 101, rates }] })
const night = (from: number, unitCost: number, more: object = {}) => ({
  unitCost,
  fromDate: day(from),
  toDate: day(from + 1),
  ...more,
})

describe('the dates of a rate line', () => {
  it.each<[what: string, rate: object, shown: Shown]>([
    ['none: the stay', {}, [100, 4, 10, 14]],
    ['until the departure', { fromDate: day(12), toDate: day(14) }, [100, 2, 12, 14]],
    ['from a day to the same day: that night', { fromDate: day(12), toDate: day(12) }, [100, 1, 12, 13]],
    ['the same with a number of nights', { fromDate: day(12), toDate: day(12), nights: 2 }, [100, 2, 12, 13]],
    ['until the day of arrival: the first night', { toDate: day(10) }, [100, 1, 10, 11]],
    ['until the last night, with the nights', { fromDate: day(10), toDate: day(13), nights: 4 }, [100, 4, 10, 14]],
    ['until a night in between, with the nights', { toDate: day(11), nights: 2 }, [100, 2, 10, 12]],
    ['until the last night, without the nights', { fromDate: day(10), toDate: day(13) }, [100, 3, 10, 13]],
    ['one night more than the stay has', { nights: 5 }, [100, 5, 10, 14]],
    ['two nights more than the dates have', { toDate: day(12), nights: 4 }, [100, 4, 10, 12]],
    ['a charge for the stay', { nights: 1 }, [100, 1, 10, 14]],
  ])('%s [BOOKING-51]', async (_, rate, shown) => {
    await booked({ unitCost: 100, ...rate })
    await expectStay(100 * shown[1], shown)
  })

  it('as they are returned are stored again as they are [BOOKING-51]', async () => {
    const bookingID = await booked({ unitCost: 100, fromDate: day(12), toDate: day(12) }, { unitCost: 9, nights: 1 })
    const { json } = await call('POST', '/Reservation/GetReservations', {})
    const rates = json.content[0].rooms[0].rates
    await expectStatus(200, post(call, { bookingID, roomsBooked: [{ roomID: 101, rates }] }))
    expect(await rows('SELECT version FROM reservation')).toEqual([{ version: 1 }])
  })

  it.each([
    ['in a new booking', {}],
    ['in a change with dates', { action: 'modify', bookingID: 1 }],
    ['in a change without dates', { action: 'modify', bookingID: 1, arrivalDate: '', departureDate: '' }],
  ])('from the day of departure are refused %s [BOOKING-51]', async (_, changes) => {
    await booked()
    const rates = [{ unitCost: 100, fromDate: day(14), toDate: day(14) }]
    const refused = await post(call, aBooking({ ...STAY, roomsBooked: [{ roomID: 102, rates }], ...changes }))
    const fault = "roomsBooked[0].rates[0].fromDate: expected a night of the room's stay"
    await expectRefusal(refused, 422, 'INVALID_FIELD', fault)
    expect(refused.json.errors).toHaveLength(1)
  })
})

/** 100 for the night of 10, 150 of 11, 120 of 12 and of 13; a charge of 30 for the stay. */
const RATES = [
  night(10, 100),
  night(11, 150),
  { unitCost: 120, fromDate: day(12), toDate: day(14) },
  { unitCost: 30, nights: 1 },
]

describe('new dates without rates', () => {
  it.each<[what: string, changes: object, total: number, lines: Shown[]]>([
    [
      'a later departure: the last night again',
      { departureDate: day(16) },
      760,
      [
        [100, 1, 10, 11],
        [150, 1, 11, 12],
        [120, 4, 12, 16],
        [30, 1, 10, 16],
      ],
    ],
    [
      'an earlier arrival: the first night again',
      { arrivalDate: day(8) },
      720,
      [
        [100, 3, 8, 11],
        [150, 1, 11, 12],
        [120, 2, 12, 14],
        [30, 1, 8, 14],
      ],
    ],
    [
      'both, by a week',
      { arrivalDate: day(17), departureDate: day(21) },
      520,
      [
        [100, 1, 17, 18],
        [150, 1, 18, 19],
        [120, 2, 19, 21],
        [30, 1, 17, 21],
      ],
    ],
  ])('%s [BOOKING-50]', async (_, changes, total, lines) => {
    const bookingID = await booked(...RATES)
    await expectStay(520, [100, 1, 10, 11], [150, 1, 11, 12], [120, 2, 12, 14], [30, 1, 10, 14])
    await expectStatus(200, post(call, { bookingID, ...changes }))
    await expectStay(total, ...(lines.map(([cost, nights, from, to]) => [cost, nights, from, to]) as Shown[]))
  })

  it('of a stay that was sold online keep the price of each night [BOOKING-50]', async () => {
    await insertChannel()
    await rows(`UPDATE plan_month SET days = json_set(days, '$."11".prices', '{"1":15000}')`)
    const stay = { arrivalDate: day(10), departureDate: day(13), roomTypeID: 10, rateID: 1 }
    const sale = { identity: 'o-1', ...stay, primaryGuestDetails: { lastName: 'Okabe' } }
    const sold = await expectStatus(200, call('POST', '/OnlineBooking/postreservation', sale))
    const { reservationId: bookingID, total } = sold.json.content
    expect(total).toBe(350)
    for (const [changed, costs] of [
      [{ departureDate: day(14) }, 450],
      [{ departureDate: day(12) }, 250],
      [{ arrivalDate: day(17), departureDate: day(19) }, 250],
      [{ arrivalDate: day(16) }, 350],
    ] as const) {
      await expectStatus(200, post(call, { bookingID, ...changed }))
      const { json } = await call('POST', '/Reservation/GetReservations', {})
      expect(json.content[0].total).toBe(costs)
    }
  })

  it.each<[what: string, rate: object, tax: number]>([
    ['in proportion', { taxAmount: 8 }, 10],
    ['half a cent up', { taxAmount: 0.02 }, 0.03],
    ['not if it was set by hand', { taxAmount: 8, isTaxOverride: true }, 8],
  ])('change the tax %s [BOOKING-52]', async (_, rate, tax) => {
    const bookingID = await booked({ unitCost: 10, ...rate })
    await expectStatus(200, post(call, { bookingID, departureDate: day(15) }))
    await expectStay(50 + tax, [10, 5, 10, 15, tax])
  })

  it('move rooms with dates of their own, if both dates move alike; else those stay [BOOKING-50]', async () => {
    const own = { roomID: 102, arrivalDate: day(11), departureDate: day(13), rates: [night(11, 50), night(12, 60)] }
    const activity = { activityID: 2, activityDate: day(11) }
    const roomsBooked = [{ roomID: 101, rates: [{ unitCost: 100 }] }, own]
    const bookingID = await book(call, { ...STAY, roomsBooked, activitiesBooked: [activity] })
    await expectStatus(200, post(call, { bookingID, arrivalDate: day(20), departureDate: day(24) }))
    await expectStay(510, [100, 4, 20, 24], [50, 1, 21, 22], [60, 1, 22, 23])
    expect(await rows('SELECT activity_date FROM activity_booking')).toEqual([{ activity_date: day(11) }])
    await expectStatus(200, post(call, { bookingID, departureDate: day(25) }))
    await expectStay(610, [100, 5, 20, 25], [50, 1, 21, 22], [60, 1, 22, 23])
    const refused = await post(call, { bookingID, arrivalDate: day(22) })
    const fault = 'roomsBooked: expected the rooms with dates of their own, because these lie outside the new dates'
    await expectRefusal(refused, 422, 'INVALID_FIELD', fault)
  })

  it('treat a line that release 1.1.0 stored from a day to the same day as that night [BOOKING-50]', async () => {
    const bookingID = await booked(night(10, 100), night(13, 150))
    await rows('UPDATE room_rate SET to_date = from_date WHERE line_no = 1')
    await rows('UPDATE room_rate SET from_date = to_date WHERE line_no = 2')
    await expectStatus(200, post(call, { bookingID, arrivalDate: day(9), departureDate: day(15) }))
    await expectStay(500, [100, 2, 9, 11], [150, 2, 13, 15])
  })
})
