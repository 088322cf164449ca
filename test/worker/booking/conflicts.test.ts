import { describe, expect, it } from 'vitest'
import { aBooking, book, post, readBookingTables } from '../../support/booking'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, statusesOf } from '../../support/service'

const { call } = hotelBeforeEach()
const surf = (participants: number, activityStartTime = '10:00') => ({
  activityID: 1,
  activityDate: '2027-05-11',
  activityStartTime,
  participants,
})

const surfOnly = (participants: number, changes: object = {}) =>
  aBooking({ roomsBooked: undefined, activitiesBooked: [surf(participants)], ...changes })

describe('a conflict', () => {
  it('is 409 with the room and the first night; nothing of the request remains [ROOM_NOT_AVAILABLE] [BOOKING-31] [BOOKING-39]', async () => {
    await book(call, { arrivalDate: '2027-05-11', departureDate: '2027-05-14' })
    const before = await readBookingTables()
    await expectRefusal(
      post(
        call,
        aBooking({
          departureDate: '2027-05-20',
          roomsBooked: [{ roomID: 102 }, { roomID: 101 }],
          activitiesBooked: [surf(2)],
          paymentDetails: { paymentAmount: 1 },
        }),
      ),
      409,
      'ROOM_NOT_AVAILABLE',
      'roomsBooked[1].roomID: room 101 is taken on the night of 2027-05-11',
    )
    expect(await readBookingTables()).toEqual(before)
  })

  it('names every room and every slot at once', async () => {
    await book(call, { roomsBooked: [{ roomID: 101 }, { roomID: 102 }], activitiesBooked: [surf(7)] })
    const { json } = await post(
      call,
      aBooking({ roomsBooked: [{ roomID: 101 }, { roomID: 102 }], activitiesBooked: [surf(1, '09:00'), surf(2)] }),
    )
    expect(json.errors.map((fault: { description: string }) => fault.description)).toEqual([
      'roomsBooked[0].roomID: room 101 is taken on the night of 2027-05-10',
      'roomsBooked[1].roomID: room 102 is taken on the night of 2027-05-10',
      'activitiesBooked[1].participants: activity 1 on 2027-05-11 at 10:00 has 1 places left, not 2',
    ])
  })

  it('leaves a changed booking as it was', async () => {
    await book(call)
    const bookingID = await book(call, { roomsBooked: [{ roomID: 102 }], activitiesBooked: [surf(2)] })
    const before = await readBookingTables()
    await expectStatus(409, post(call, { bookingID, roomsBooked: [{ roomID: 101 }], activitiesBooked: [surf(3)] }))
    expect(await readBookingTables()).toEqual(before)
  })

  it('of a change is with others, not with what the booking holds itself', async () => {
    const bookingID = await book(call, { activitiesBooked: [surf(3)] })
    await book(call, { arrivalDate: '2027-05-12', departureDate: '2027-05-14', activitiesBooked: [surf(4)] })
    const { json } = await post(call, { bookingID, departureDate: '2027-05-13', activitiesBooked: [surf(5)] })
    expect(json.errors.map((fault: { description: string }) => fault.description)).toEqual([
      'roomsBooked: room 101 is taken on the night of 2027-05-12',
      'activitiesBooked[0].participants: activity 1 on 2027-05-11 at 10:00 has 4 places left, not 5',
    ])
  })

  it('names the slot that a booking would overfill by itself [ACTIVITY_FULL] [BOOKING-39]', async () => {
    const refused = await post(call, surfOnly(4, { activitiesBooked: [surf(4), surf(5)] }))
    await expectRefusal(
      refused,
      409,
      'ACTIVITY_FULL',
      'activitiesBooked[0].participants: activity 1 on 2027-05-11 at 10:00 has 8 places left, not 9',
    )
  })

  it('counts the places of each slot, by date and start time [ADMIN-12]', async () => {
    await book(call, surfOnly(8))
    expect((await post(call, surfOnly(1))).status).toBe(409)
    expect((await post(call, surfOnly(1, { activitiesBooked: [surf(1, '11:00')] }))).status).toBe(200)
  })

  it('holds a slot to a capacity that was lowered under it, as soon as there is less in it', async () => {
    const five = await book(call, surfOnly(5))
    const three = await book(call, surfOnly(3))
    const lowered = [{ activityId: 1, name: 'Surf lesson', scheduleType: 'Activity', capacity: 4 }]
    await expectStatus(200, admin('PUT', '/customers/1/setup', { activities: lowered }))
    await post(call, { bookingID: three, action: 'cancel' })
    expect((await post(call, surfOnly(1))).status).toBe(409)
    await post(call, { bookingID: five, action: 'cancel' })
    expect((await post(call, surfOnly(5))).status).toBe(409)
    expect((await post(call, surfOnly(4))).status).toBe(200)
  })

  it('accepts an inquiry, which holds nothing', async () => {
    await book(call)
    expect((await post(call, aBooking({ bookingParameters: { reservationStatusID: 1 } }))).status).toBe(200)
  })
})

describe('however many come at once', () => {
  it('bookings of different rooms all succeed, and are numbered without a gap', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        post(
          call,
          aBooking({
            arrivalDate: `2027-07-${10 + (i % 20)}`,
            departureDate: `2027-07-${11 + (i % 20)}`,
            roomsBooked: [{ roomID: i < 20 ? 101 : 102 }],
          }),
        ),
      ),
    )
    expect(statusesOf(answers)).toEqual({ 200: 40 })
    const ids = answers.map(({ headers }) => Number(headers.get('x-reservation-id'))).sort((a, b) => a - b)
    expect(ids).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  })
})
