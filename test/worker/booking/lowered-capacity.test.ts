import { beforeEach, describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { book, post, readBookingTables } from '../../support/booking'
import { violatedInvariants } from '../../support/check-invariants'
import { recordingDatabase } from '../../support/query-plan'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()
const surf = (participants: number, activityStartTime = '10:00') => ({
  activityID: 1,
  activityDate: '2027-05-11',
  activityStartTime,
  participants,
})

/** Sets the capacity of a slot of the surf lesson; undefined: unlimited. */
const capacity = (most?: number) => {
  const lesson = { activityId: 1, name: 'Surf lesson', scheduleType: 'Activity', capacity: most }
  return expectStatus(200, admin('PUT', '/customers/1/setup', { activities: [lesson] }))
}

/** The booked participants and the capacity of the slot at ten o'clock. */
const slot = async () => {
  const [row] = await rows("SELECT booked, slot_capacity FROM activity_slot WHERE slot_time = '10:00'")
  return `${row?.booked} of ${row?.slot_capacity}`
}

/** Parties of five and of three in the same slot, with a capacity of eight. */
let five: number
let three: number
const party = (participants: number, changes: object = {}) =>
  book(hotel.call, { roomsBooked: undefined, activitiesBooked: [surf(participants)], ...changes })
beforeEach(async () => {
  five = await party(5)
  three = await party(3)
})

const change = (bookingID: number, fields: object) => post(hotel.call, { bookingID, ...fields })
const resize = (bookingID: number, participants: number) =>
  change(bookingID, { activitiesBooked: [surf(participants)] })

describe('a slot that has more in it than its lowered capacity', () => {
  beforeEach(() => capacity(4))

  it.each([
    ['a note', { reservationSummaryNote: 'late' }],
    ['the guest', { primaryGuestDetails: { lastName: 'Berg' } }],
    ['the dates', { departureDate: '2027-05-13' }],
    ['the status', { bookingParameters: { reservationStatusID: 4 } }],
    ['a payment', { paymentDetails: { paymentAmount: 5 } }],
    ['the notes of the party', { activitiesBooked: [{ ...surf(3), activityNotes: ['left-handed'] }] }],
    ['the status and the same party', { bookingParameters: { reservationStatusID: 4 }, activitiesBooked: [surf(3)] }],
  ])('does not stand in the way of a change of %s [BOOKING-29]', async (_, fields) => {
    expect((await change(three, fields)).status).toBe(200)
    expect(await slot()).toBe('8 of 8')
  })

  it('follows a party that becomes smaller, in two round trips [BOOKING-29]', async () => {
    const { database, trips } = recordingDatabase()
    const there = withBindings({ DB: database })
    const headers = { authorization: `Bearer ${hotel.token}` }
    const body = { bookingID: three, activitiesBooked: [surf(2)] }
    expect((await there('POST', '/api/Booking/PostBooking', body, headers)).status).toBe(200)
    expect([trips.length, await slot()]).toEqual([2, '7 of 7'])
    expect((await resize(five, 1)).status).toBe(200)
    expect(await slot()).toBe('3 of 4')
  })

  it('refuses a party that grows: 409 ACTIVITY_FULL with the slot, in three round trips [BOOKING-29]', async () => {
    const before = await readBookingTables()
    const { database, trips } = recordingDatabase()
    const there = withBindings({ DB: database })
    const headers = { authorization: `Bearer ${hotel.token}` }
    const body = { bookingID: three, activitiesBooked: [surf(4)] }
    const { json } = await expectStatus(409, there('POST', '/api/Booking/PostBooking', body, headers))
    expect(trips.length).toBe(3)
    expect(json.errors).toEqual([
      {
        code: 'ACTIVITY_FULL',
        description: 'activitiesBooked[0].participants: activity 1 on 2027-05-11 at 10:00 has 3 places left, not 4',
      },
    ])
    expect(await readBookingTables()).toEqual(before)
  })

  it('accepts an unchanged party that is larger than the capacity', async () => {
    expect((await resize(five, 5)).status).toBe(200)
    expect((await change(three, { action: 'cancel' })).status).toBe(200)
    expect((await resize(five, 5)).status).toBe(200)
    expect(await slot()).toBe('5 of 5')
    expect((await resize(five, 6)).status).toBe(409)
  })

  it('refuses to enlarge a party that was made smaller', async () => {
    expect((await resize(three, 1)).status).toBe(200)
    expect((await resize(three, 2)).status).toBe(409)
    expect(await slot()).toBe('6 of 6')
  })

  it('is left by a party that moves to another slot or is cancelled [BOOKING-29]', async () => {
    expect((await change(three, { activitiesBooked: [surf(3, '11:00')] })).status).toBe(200)
    expect(await slot()).toBe('5 of 5')
    expect((await change(five, { action: 'cancel' })).status).toBe(200)
    expect(await slot()).toBe('0 of 4')
    expect((await change(three, { roomsBooked: [{ roomID: 201 }], activitiesBooked: [] })).status).toBe(200)
    expect(await violatedInvariants()).toEqual({})
  })

  it('refuses a party that would move from another slot, and changes nothing', async () => {
    const other = await party(2, { activitiesBooked: [surf(2, '11:00')] })
    expect((await change(other, { activitiesBooked: [surf(2)] })).status).toBe(409)
    expect(await slot()).toBe('8 of 8')
  })

  it('refuses an inquiry that is confirmed, which holds no places yet', async () => {
    const inquiry = await party(1, { bookingParameters: { reservationStatusID: 1 } })
    await expectRefusal(change(inquiry, { bookingParameters: { reservationStatusID: 3 } }), 409, 'ACTIVITY_FULL')
  })
})

describe('activities of one booking in one slot', () => {
  it('are counted together: they may be divided anew, and not grow', async () => {
    const both = await party(4, { activitiesBooked: [surf(3, '12:00'), surf(2, '12:00')] })
    await capacity(3)
    const divide = (one: number, other: number) =>
      change(both, { activitiesBooked: [surf(one, '12:00'), surf(other, '12:00')] })
    expect((await divide(4, 1)).status).toBe(200)
    expect((await divide(4, 2)).status).toBe(409)
    expect((await divide(2, 2)).status).toBe(200)
    expect((await divide(2, 1)).status).toBe(200)
    expect(await rows("SELECT booked, slot_capacity FROM activity_slot WHERE slot_time = '12:00'")).toEqual([
      { booked: 3, slot_capacity: 3 },
    ])
  })
})

describe('a capacity that was lowered', () => {
  it('to 0 accepts unchanged and cancelled parties', async () => {
    await capacity(0)
    expect((await resize(three, 3)).status).toBe(200)
    expect((await resize(three, 4)).status).toBe(409)
    expect((await change(five, { action: 'cancel' })).status).toBe(200)
    expect(await slot()).toBe('3 of 3')
  })

  it('and is raised again takes as many as before', async () => {
    await capacity(4)
    await resize(three, 1)
    await capacity(9)
    expect((await resize(three, 4)).status).toBe(200)
    expect((await resize(three, 5)).status).toBe(409)
    expect(await slot()).toBe('9 of 9')
  })

  it('that is removed accepts any number', async () => {
    await capacity(4)
    await capacity(undefined)
    expect((await resize(three, 500)).status).toBe(200)
    expect(await slot()).toBe('505 of null')
    await capacity(4)
    expect((await resize(three, 400)).status).toBe(200)
    expect((await resize(three, 401)).status).toBe(409)
    expect(await slot()).toBe('405 of 405')
  })

  it('holds under concurrent changes: smaller parties are accepted, and the slot never has more than before [BOOKING-29]', async () => {
    const parties = await Promise.all(
      Array.from({ length: 8 }, () => party(1, { activitiesBooked: [surf(1, '13:00')] })),
    )
    await capacity(4)
    const wishes = parties.flatMap(id => [2, 1, 3, 1].map(participants => ({ id, participants })))
    const answers = await Promise.all([
      ...wishes.map(({ id, participants }) => change(id, { activitiesBooked: [surf(participants, '13:00')] })),
      change(parties[0] as number, { action: 'cancel' }),
      resize(five, 2),
      resize(three, 2),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(answers.slice(-3).map(({ status }) => status)).toEqual([200, 200, 200])
    const found = await rows('SELECT slot_time, booked, slot_capacity FROM activity_slot ORDER BY slot_time')
    expect(found[0]).toEqual({ slot_time: '10:00', booked: 4, slot_capacity: 4 })
    expect(found[1]?.booked).toBeLessThanOrEqual(8)
    expect(await violatedInvariants()).toEqual({})
  })
})
