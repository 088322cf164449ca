import { beforeEach, describe, expect, it } from 'vitest'
import { seaHotel } from '../../fixtures/sea-hotel'
import { book, bookedSlots, post, queueMessages, takenNights } from '../../support/booking'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, openHotel, rows } from '../../support/service'

const { call } = hotelBeforeEach()
let bookingID: number

const surf = { activityID: 1, activityDate: '2027-05-11', activityStartTime: '10:00', participants: 3 }

beforeEach(async () => {
  bookingID = await book(call, { identity: 'b-1', activitiesBooked: [surf] })
})

const [double] = seaHotel.setup.roomTypes

const change = (fields: Record<string, unknown>) => post(call, { bookingID, ...fields })

describe('modify', () => {
  it('is the default action with a bookingID, in any letter case [BOOKING-4]', async () => {
    expect((await change({ reservationSummaryNote: 'one' })).status).toBe(200)
    expect((await change({ action: 'MODIFY', reservationSummaryNote: 'two' })).status).toBe(200)
    expect(await rows('SELECT summary_note FROM reservation')).toEqual([{ summary_note: 'two' }])
  })

  it('has the id and number of the booking in its headers [BOOKING-3]', async () => {
    const { headers } = await change({ reservationSummaryNote: 'one' })
    expect([headers.get('x-reservation-id'), headers.get('x-reservation-number')]).toEqual(['1', '10000001'])
  })

  it('replaces the rooms that are sent, and leaves the rest [BOOKING-15]', async () => {
    await change({ roomsBooked: [{ roomID: 101, departureDate: '2027-05-11' }, { roomID: 102 }] })
    expect(await takenNights()).toEqual(['101 2027-05-10', '102 2027-05-10', '102 2027-05-11'])
    expect(await bookedSlots()).toEqual(['1 2027-05-11 10:00 3'])
    expect(await rows('SELECT last_name FROM guest')).toEqual([{ last_name: 'Lindqvist' }])
  })

  it('replaces the activities that are sent, and moves the places [BOOKING-15]', async () => {
    await change({ activitiesBooked: [{ ...surf, activityStartTime: '14:00', participants: 8 }] })
    expect(await bookedSlots()).toEqual(['1 2027-05-11 14:00 8'])
    expect(await takenNights()).toHaveLength(2)
  })

  it('may widen a slot that it fills itself', async () => {
    expect((await change({ activitiesBooked: [{ ...surf, participants: 8 }] })).status).toBe(200)
    expect(await bookedSlots()).toEqual(['1 2027-05-11 10:00 8'])
  })

  it('removes the records of an empty list', async () => {
    await change({ roomsBooked: [] })
    expect(await takenNights()).toEqual([])
    expect(await bookedSlots()).not.toEqual([])
    await change({ roomsBooked: [{ roomID: 101 }], activitiesBooked: [] })
    expect(await bookedSlots()).toEqual([])
  })

  it('replaces guests, and what is sent of the guest [BOOKING-15] [BOOKING-54]', async () => {
    await change({ guests: { guestCount: 2 }, primaryGuestDetails: { lastName: 'Berg' } })
    expect(await rows('SELECT first_name, last_name FROM guest')).toEqual([{ first_name: 'Anna', last_name: 'Berg' }])
    expect(await rows('SELECT guest_count FROM reservation')).toEqual([{ guest_count: 2 }])
    expect((await queueMessages()).at(-1)).toBe('Modified 101 2027-05-10 2027-05-12')
    expect((await rows('SELECT last_name FROM fetch_message')).at(-1)).toEqual({ last_name: 'Berg' })
  })

  it('moves the rooms with the dates, where the rooms are not sent [BOOKING-15]', async () => {
    await change({ arrivalDate: '2027-05-09', departureDate: '2027-05-13' })
    expect(await takenNights()).toEqual(['101 2027-05-09', '101 2027-05-10', '101 2027-05-11', '101 2027-05-12'])
  })

  it('adds a message New for an added room, Cancelled for a removed one, Modified for others [QUEUE-4]', async () => {
    await change({ roomsBooked: [{ roomID: 101 }, { roomID: 102 }] })
    await change({ roomsBooked: [{ roomID: 102 }] })
    expect((await queueMessages()).slice(1)).toEqual([
      'Modified 101 2027-05-10 2027-05-12',
      'New 102 2027-05-10 2027-05-12',
      'Cancelled 101 2027-05-10 2027-05-12',
      'Modified 102 2027-05-10 2027-05-12',
    ])
  })

  it('that asks for more than a booking in a final status takes names every field by which it does [BOOKING-36]', async () => {
    await change({ action: 'cancel' })
    const { json } = await change({ type: 'x', roomsBooked: [{ roomID: 102 }], cancellationFee: { amount: 1 } })
    expect(json.errors.map(({ description }: { description: string }) => description.split(':')[0])).toEqual([
      'roomsBooked',
      'type',
      'cancellationFee.amount',
    ])
  })

  it('keeps the guests of a room whose maximum was lowered, and refuses more', async () => {
    const guestsInRoom = 2
    await expectStatus(200, change({ roomsBooked: [{ roomID: 101, guestsInRoom }] }))
    await expectStatus(200, admin('PUT', '/customers/1/setup', { roomTypes: [{ ...double, maxOccupancy: 1 }] }))
    await expectStatus(200, change({ roomsBooked: [{ roomID: 101, guestsInRoom, roomNotes: ['Late'] }] }))
    expect((await change({ roomsBooked: [{ roomID: 101, guestsInRoom: 3 }] })).json.errors[0].description).toBe(
      'roomsBooked[0].guestsInRoom: expected at most 2',
    )
    expect((await change({ roomsBooked: [{ roomID: 102, guestsInRoom }] })).json.errors[0].description).toBe(
      'roomsBooked[0].guestsInRoom: expected at most 1',
    )
  })

  it('may name the booking by identity instead of bookingID [BOOKING-18]', async () => {
    const answer = await post(call, { identity: 'b-1', action: 'modify', roomsBooked: [{ roomID: 102 }] })
    expect(answer.headers.get('x-reservation-id')).toBe('1')
    expect(await takenNights()).toEqual(['102 2027-05-10', '102 2027-05-11'])
  })

  it('may not put one room twice into a night', async () => {
    const refused = await change({ roomsBooked: [{ roomID: 102 }, { roomID: 102 }] })
    await expectRefusal(
      refused,
      422,
      'INVALID_FIELD',
      'roomsBooked[1].roomID: roomsBooked[0] has this room on the same night',
    )
  })

  it('keeps a payment with an external id that is recorded already as it is [BOOKING-12]', async () => {
    const paid = (paymentAmount: number) => change({ paymentDetails: { paymentAmount, paymentExtID: 'x-1' } })
    expect((await paid(50)).status).toBe(200)
    expect((await paid(70)).status).toBe(200)
    expect(await rows('SELECT payment_amount FROM payment')).toEqual([{ payment_amount: 5000 }])
  })

  it('changes the order of changes, and its time', async () => {
    await book(call, { roomsBooked: [{ roomID: 201 }] })
    await change({ reservationSummaryNote: 'now' })
    expect(await rows('SELECT reservation_id FROM reservation ORDER BY change_seq')).toEqual([
      { reservation_id: 2 },
      { reservation_id: 1 },
    ])
  })
})

describe('cancel', () => {
  it('frees rooms and places, records the fee, and adds a message to the queue [BOOKING-1] [BOOKING-16]', async () => {
    await change({ action: 'cancel', cancellationFee: { amount: 40.5 } })
    expect(await takenNights()).toEqual([])
    expect(await bookedSlots()).toEqual([])
    expect(await rows('SELECT status_id, cancellation_fee FROM reservation')).toEqual([
      { status_id: 6, cancellation_fee: 4050 },
    ])
    expect((await queueMessages()).at(-1)).toBe('Cancelled 101 2027-05-10 2027-05-12')
  })

  it('may name the booking by identity instead of bookingID [BOOKING-18]', async () => {
    expect((await post(call, { identity: 'b-1', action: 'cancel' })).status).toBe(200)
    expect(await takenNights()).toEqual([])
  })

  it('keeps the rooms and activities that were booked', async () => {
    await change({ action: 'cancel' })
    expect(await rows('SELECT room_id FROM room_stay')).toHaveLength(1)
    expect(await rows('SELECT activity_id FROM activity_booking')).toHaveLength(1)
  })
})

describe('a booking that is named', () => {
  it.each([
    ['by an id that is not there', { bookingID: 77 }],
    ['by an identity that is not there', { bookingID: 0, identity: 'nobody', action: 'modify' }],
    ['for cancellation', { bookingID: 77, action: 'cancel' }],
  ])('%s is 404 [BOOKING-18]', async (_, fields) => {
    await expectRefusal(post(call, { reservationSummaryNote: 'x', ...fields }), 404, 'NOT_FOUND')
  })

  it("is 404 when it is another customer's, in the same words as when it is not there [NOT_FOUND] [BOOKING-18] [API-25]", async () => {
    const other = await openHotel(2)
    const theirs = await post(other.call, { bookingID, reservationSummaryNote: 'x' })
    const missing = await post(other.call, { bookingID: 77, reservationSummaryNote: 'x' })
    expect(theirs.status).toBe(404)
    expect(theirs.text).toBe(missing.text)
    expect((await post(other.call, { identity: 'b-1', action: 'cancel' })).status).toBe(404)
    expect(await takenNights()).toHaveLength(2)
  })

  it('must be named at all', async () => {
    const refused = await post(call, { action: 'cancel' })
    await expectRefusal(refused, 422, 'INVALID_FIELD', 'bookingID: expected an id, or an identity')
  })
})
