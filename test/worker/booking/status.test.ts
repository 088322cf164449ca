import { describe, expect, it } from 'vitest'
import { aBooking, book, bookedSlots, post, queueMessages, readBookingTables, takenNights } from '../../support/booking'
import { expectRefusal, hotelBeforeEach, rows } from '../../support/service'

const { call } = hotelBeforeEach()
const surf = { activityID: 1, activityDate: '2027-05-11', activityStartTime: '10:00', participants: 3 }

/** The shortest way from a new booking to a status. */
const WAYS: Record<number, number[]> = { 1: [1], 2: [2], 3: [3], 4: [4], 5: [4, 5], 6: [3, 6], 7: [3, 7] }

async function bookingIn(status: number): Promise<number> {
  const [first, ...then] = WAYS[status] as number[]
  const bookingID = await book(call, {
    bookingParameters: { reservationStatusID: first },
    activitiesBooked: [surf],
  })
  for (const next of then) await move(bookingID, next)
  return bookingID
}

const move = (bookingID: number, reservationStatusID: number) =>
  post(call, { bookingID, bookingParameters: { reservationStatusID } })

const ALLOWED: Record<number, number[]> = {
  1: [2, 3, 6],
  2: [3, 6],
  3: [4, 6, 7],
  4: [3, 5],
  5: [4],
  6: [2, 3],
  7: [3, 4],
}
const ALL = [1, 2, 3, 4, 5, 6, 7]
const MOVES = ALL.flatMap(from => ALL.map(to => ({ from, to, allowed: from === to || ALLOWED[from]?.includes(to) })))

describe('the statuses of a reservation', () => {
  it.each(MOVES)(
    '$from → $to is allowed: $allowed [INVALID_TRANSITION] [BOOKING-32] [BOOKING-34]',
    async ({ from, to, allowed }) => {
      const bookingID = await bookingIn(from)
      const before = await readBookingTables()
      const { status, json } = await move(bookingID, to)
      if (allowed) {
        expect(status).toBe(200)
      } else {
        await expectRefusal({ status, json }, 409, 'INVALID_TRANSITION')
        expect(await readBookingTables()).toEqual(before)
      }
      const now = allowed ? to : from
      expect(await takenNights()).toHaveLength(now >= 2 && now <= 4 ? 2 : 0)
      expect(await bookedSlots()).toHaveLength(now >= 2 && now <= 4 ? 1 : 0)
    },
  )

  it.each([5, 6, 7])(
    'a new booking cannot start at %i [INVALID_TRANSITION] [BOOKING-35]',
    async reservationStatusID => {
      const refused = await post(call, aBooking({ bookingParameters: { reservationStatusID } }))
      await expectRefusal(refused, 409, 'INVALID_TRANSITION')
    },
  )

  it.each([
    [1, 3, 'New'],
    [2, 3, 'Modified'],
    [3, 4, 'StatusChanged'],
    [4, 5, 'StatusChanged'],
    [3, 7, 'StatusChanged'],
    [3, 6, 'Cancelled'],
  ])('%i → %i is told to the queue as %s [QUEUE-4]', async (from, to, event) => {
    await move(await bookingIn(from), to)
    expect((await queueMessages()).at(-1)).toBe(`${event} 101 2027-05-10 2027-05-12`)
  })

  it('a cancelled inquiry holds nothing and adds no message [QUEUE-7]', async () => {
    await move(await bookingIn(1), 6)
    expect(await queueMessages()).toEqual([])
  })

  it('an inquiry takes its rooms and places when it is confirmed, if they still are free [BOOKING-38]', async () => {
    const inquiry = await bookingIn(1)
    await book(call)
    const refused = await move(inquiry, 3)
    await expectRefusal(refused, 409, 'ROOM_NOT_AVAILABLE', 'roomsBooked: room 101 is taken on the night of 2027-05-10')
    expect(await bookedSlots()).toEqual([])
  })

  it.each([5, 6, 7])('a booking in %i takes only notes and payments [BOOKING-36]', async status => {
    const bookingID = await bookingIn(status)
    const kept = { reservationSummaryNote: 'Left a scarf', paymentDetails: { paymentAmount: 5, paymentExtID: 'late' } }
    expect((await post(call, { bookingID, ...kept })).status).toBe(200)
    const same = { type: '', arrivalDate: '2027-05-10', bookingParameters: { reservationTypeID: 1 } }
    expect((await post(call, { bookingID, ...same })).status).toBe(200)
    const before = await readBookingTables()
    for (const change of [
      { roomsBooked: [{ roomID: 102 }] },
      { activitiesBooked: [] },
      { guests: { guestCount: 1 } },
      { primaryGuestDetails: { lastName: 'Berg' } },
      { arrivalDate: '2027-05-09' },
      { type: 'Other' },
      { bookingParameters: { reservationTypeID: 2 } },
      { bookingParameters: { correspondenceToBeSent: [{ correspondenceTypeID: 3 }] } },
    ]) {
      await expectRefusal(post(call, { bookingID, ...change }), 409, 'INVALID_TRANSITION')
    }
    expect(await readBookingTables()).toEqual(before)
  })

  describe('a cancellation fee sent by modify', () => {
    const fee = (bookingID: number, amount: number, more = {}) =>
      post(call, { bookingID, cancellationFee: { amount }, ...more })
    const kept = async () => (await rows('SELECT cancellation_fee FROM reservation'))[0]?.cancellation_fee

    it('for a cancelled booking is 409 INVALID_TRANSITION, and changes nothing [BOOKING-37]', async () => {
      const bookingID = await bookingIn(6)
      await fee(bookingID, 0, { action: 'cancel' })
      const before = await readBookingTables()
      for (const also of [{}, { bookingParameters: { reservationStatusID: 6 } }, { reservationSummaryNote: 'late' }]) {
        const refused = await fee(bookingID, 40, also)
        await expectRefusal(
          refused,
          409,
          'INVALID_TRANSITION',
          'cancellationFee.amount: a reservation that is Cancelled takes only notes and payments',
        )
      }
      expect(await readBookingTables()).toEqual(before)
    })

    it('is taken with the change that cancels; the same amount again is 200, another or none is 409 [BOOKING-37]', async () => {
      const bookingID = await bookingIn(3)
      expect((await fee(bookingID, 40.5, { bookingParameters: { reservationStatusID: 6 } })).status).toBe(200)
      expect(await kept()).toBe(4050)
      expect((await fee(bookingID, 40.5, { reservationSummaryNote: 'again' })).status).toBe(200)
      expect((await fee(bookingID, 41)).status).toBe(409)
      expect((await fee(bookingID, 0)).status).toBe(409)
      expect(await kept()).toBe(4050)
    })

    it('is taken with the change to NoShow; then the same amount is 200, another is 409 [BOOKING-77] [RESERVATION-25]', async () => {
      const bookingID = await bookingIn(3)
      expect((await fee(bookingID, 40.5, { bookingParameters: { reservationStatusID: 7 } })).status).toBe(200)
      expect(await kept()).toBe(4050)
      expect((await fee(bookingID, 40.5, { bookingParameters: { reservationStatusID: 7 } })).status).toBe(200)
      for (const other of [41, 0]) {
        await expectRefusal(fee(bookingID, other), 409, 'INVALID_TRANSITION', /^cancellationFee\.amount: /)
      }
      expect(await kept()).toBe(4050)
    })

    it.each([1, 2, 3, 4, 5])('for a booking in %i is 422', async status => {
      const bookingID = await bookingIn(status)
      await expectRefusal(fee(bookingID, 40), 422, 'INVALID_FIELD', /with a cancellation or a no-show$/)
      expect((await fee(bookingID, 0)).status).toBe(200)
    })

    it('for a no-show without one is 409 [BOOKING-77]', async () => {
      const bookingID = await bookingIn(7)
      await expectRefusal(fee(bookingID, 40), 409, 'INVALID_TRANSITION')
      expect((await fee(bookingID, 0)).status).toBe(200)
    })
  })
})
