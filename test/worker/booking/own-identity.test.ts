import { describe, expect, it } from 'vitest'
import { book, post, readBookingTables, takenNights } from '../../support/booking'
import { expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const { call } = hotelBeforeEach()
const _status = async () => (await rows('SELECT status_id FROM reservation'))[0]?.status_id
const paid = async () => (await rows('SELECT payment_amount AS units FROM payment')).map(({ units }) => units)

describe("the booking's own identity beside its bookingID is just its name [INPUT-11]", () => {
  it('changes the booking, and again with other values', async () => {
    const bookingID = await book(call, { identity: 'web-1' })
    for (const note of ['one', 'two']) {
      await expectStatus(200, post(call, { bookingID, identity: 'web-1', reservationSummaryNote: note }))
      expect(await rows('SELECT summary_note FROM reservation')).toEqual([{ summary_note: note }])
    }
  })
})

const _stay = { arrivalDate: '2027-05-10', departureDate: '2027-05-12', primaryGuestDetails: { lastName: 'Silva' } }

describe('any other identity beside a bookingID is the key of the change [INPUT-11]', () => {
  it('again with the same body changes nothing, with another body it is 409 [BOOKING-22]', async () => {
    const bookingID = await book(call, { identity: 'web-1' })
    const change = { bookingID, identity: 'change-1', paymentDetails: { paymentAmount: 5 } }
    await expectStatus(200, post(call, change))
    await expectStatus(200, post(call, change))
    expect(await paid()).toEqual([500])
    await expectRefusal(post(call, { ...change, paymentDetails: { paymentAmount: 6 } }), 409, 'IDENTITY_CONFLICT')
  })
})

describe('a payment in a modify', () => {
  const payment = { paymentAmount: 5, paymentSource: 'Card', surcharge: 0.5 }

  it('without paymentExtID and without a key, equal in every field to one that is there, is not recorded again [INPUT-12]', async () => {
    const bookingID = await book(call, { paymentDetails: payment })
    await expectStatus(200, post(call, { bookingID, paymentDetails: payment }))
    await expectStatus(200, post(call, { bookingID, paymentDetails: payment, reservationSummaryNote: 'Late' }))
    expect(await paid()).toEqual([500])
    expect(await rows('SELECT summary_note FROM reservation')).toEqual([{ summary_note: 'Late' }])
  })

  it.each([
    ['another amount', { ...payment, paymentAmount: 6 }],
    ['another source', { ...payment, paymentSource: 'Cash' }],
    ['another surcharge', { ...payment, surcharge: 0 }],
    ['a paymentExtID', { ...payment, paymentExtID: 'p-1' }],
  ])('with %s is another payment', async (_, other) => {
    const bookingID = await book(call, { paymentDetails: payment })
    await expectStatus(200, post(call, { bookingID, paymentDetails: other }))
    expect(await paid()).toHaveLength(2)
  })

  it('with its own key is recorded, also if it equals the identity', async () => {
    const bookingID = await book(call, { paymentDetails: payment })
    await expectStatus(200, post(call, { bookingID, identity: 'pay-2', paymentDetails: payment }))
    expect(await paid()).toEqual([500, 500])
  })
})

describe('a modify never empties a booking', () => {
  const activity = { activityID: 1, activityDate: '2027-05-11', activityStartTime: '10:00' }
  const NOTHING_LEFT = 'roomsBooked: expected a room or an activity; to end the booking, cancel it'

  it.each<[string, object, object]>([
    ['roomsBooked []', {}, { roomsBooked: [] }],
    ['both lists []', { activitiesBooked: [activity] }, { roomsBooked: [], activitiesBooked: [] }],
    [
      'activitiesBooked [] of one without rooms',
      { roomsBooked: [], activitiesBooked: [activity] },
      { activitiesBooked: [] },
    ],
    ['roomsBooked [] and a note', {}, { roomsBooked: [], reservationSummaryNote: 'Late' }],
  ])('%s is 422 where neither would be left [INPUT-13]', async (_, made, change) => {
    const bookingID = await book(call, { ...made })
    const before = await readBookingTables()
    await expectRefusal(post(call, { bookingID, ...change }), 422, 'INVALID_FIELD', NOTHING_LEFT)
    expect(await readBookingTables()).toEqual(before)
  })

  it('a list replaces its part by nothing where the other part is left', async () => {
    const bookingID = await book(call, { activitiesBooked: [activity] })
    await expectStatus(200, post(call, { bookingID, roomsBooked: [] }))
    expect(await takenNights()).toEqual([])
    expect(await rows('SELECT activity_id FROM activity_booking')).toHaveLength(1)
  })

  it('an inquiry without rooms is confirmed only with a room or an activity', async () => {
    const inquiry = { bookingParameters: { reservationStatusID: 1 }, roomsBooked: [] }
    const bookingID = await book(call, inquiry)
    const confirmed = { bookingID, bookingParameters: { reservationStatusID: 3 } }
    expect((await post(call, confirmed)).json.errors).toEqual([{ code: 'INVALID_FIELD', description: NOTHING_LEFT }])
    await expectStatus(
      200,
      post(call, { bookingID, roomsBooked: [], activitiesBooked: [], reservationSummaryNote: 'Call' }),
    )
    await expectStatus(200, post(call, { ...confirmed, roomsBooked: [{ roomID: 101 }] }))
    expect(await takenNights()).toHaveLength(2)
  })
})
