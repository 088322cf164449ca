import { beforeEach, describe, expect, it } from 'vitest'
import { aBooking, book, bookedSlots, post, queueMessages, readBookingTables, takenNights } from '../../support/booking'
import { days, plans, price, rate, rooms, span, updateSuccessfully } from '../../support/channel-message'
import { violatedInvariants } from '../../support/check-invariants'
import { eventsOf, lineOf } from '../../support/events'
import { expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

/* A check-in, check-out, cancellation or no-show that was a mistake, and is taken back. */

const { call } = hotelBeforeEach()

const surf = { activityID: 1, activityDate: '2027-05-11', activityStartTime: '10:00', participants: 3 }
const whole = {
  type: 'web',
  arrivalTime: '17:00',
  departureTime: '10:00',
  guests: { guestCount: 2, adultCount: 2 },
  roomsBooked: [{ roomID: 101, guestsInRoom: 2, rates: [{ unitCost: 100 }], roomNotes: ['quiet'] }],
  activitiesBooked: [surf],
  reservationSummaryNote: 'late',
}

const status = (reservationStatusID: number, other = {}) => ({ bookingParameters: { reservationStatusID, ...other } })
const change = (bookingID: number, fields: object) => post(call, { bookingID, ...fields })

/** The statuses that lead to an end, the one that takes it back, and the message of the queue. */
const MOVES = [
  { way: [4], to: 3, message: 'StatusChanged' },
  { way: [4, 5], to: 4, message: 'New' },
  { way: [6], to: 2, message: 'New' },
  { way: [6], to: 3, message: 'New' },
  { way: [7], to: 3, message: 'New' },
  { way: [7], to: 4, message: 'New' },
].map(move => ({ ...move, from: move.way.at(-1) as number }))

/** A booking that was moved along a way; a cancellation or a no-show with a fee. */
async function ended(way: readonly number[], fields: object = whole): Promise<number> {
  const bookingID = await book(call, { ...fields })
  for (const next of way) {
    const fee = next >= 6 ? { cancellationFee: { amount: 40 } } : {}
    await expectStatus(200, change(bookingID, { ...status(next), ...fee }))
  }
  return bookingID
}

const stored = async () => (await rows('SELECT status_id, cancellation_fee FROM reservation'))[0]

/** Sells the doubles as channel room A. */
async function sell(roomstosell: number) {
  await updateSuccessfully(call, {
    ...rooms([{ roomid: 'A' }], { roomTypeId: 10 }),
    ...plans([{ rateplanid: 'P' }], { rateID: 1 }),
    ...days([{ ...span('10', '11'), ...rate('P'), ...price({ 1: '100' }), roomstosell }], {}, 'A'),
  })
}
const left = async () => (await rows('SELECT rooms_to_sell FROM room_day ORDER BY day')).map(row => row.rooms_to_sell)

describe.each(MOVES)('from $from back to $to', ({ way, from, to, message }) => {
  it('holds rooms and places again, costs no fee, and tells of it [BOOKING-70] [BOOKING-71] [EVENT-3]', async () => {
    await sell(2)
    const bookingID = await ended(way)
    await rows("UPDATE room_day SET rooms_to_sell = 1 WHERE day = '2027-05-10'")
    const before = await left()
    const events = await eventsOf(call, () => expectStatus(200, change(bookingID, status(to))))
    expect(events.map(lineOf)).toEqual(['reservation.modified: status'])
    expect(await stored()).toEqual({ status_id: to, cancellation_fee: 0 })
    expect(await takenNights()).toEqual(['101 2027-05-10', '101 2027-05-11'])
    expect(await bookedSlots()).toEqual(['1 2027-05-11 10:00 3'])
    expect(await left()).toEqual(from === 4 ? before : before.map(number => (number as number) - 1))
    expect((await queueMessages()).at(-1)).toBe(`${message} 101 2027-05-10 2027-05-12`)
    expect(await violatedInvariants()).toEqual({})
  })

  it('changes nothing else but notes, payments and letters: each other field is named [INVALID_TRANSITION] [BOOKING-72]', async () => {
    const bookingID = await ended(way)
    const before = await readBookingTables()
    const others = {
      roomsBooked: [{ ...whole.roomsBooked[0], roomID: 102 }],
      activitiesBooked: [{ ...surf, participants: 2 }],
      guests: { guestCount: 1 },
      primaryGuestDetails: { lastName: 'Berg' },
      type: 'desk',
      arrivalDate: '2027-05-09',
      departureDate: '2027-05-13',
      arrivalTime: '18:00',
      departureTime: '',
    }
    const refused = await change(bookingID, { ...others, ...status(to, { reservationTypeID: 2 }) })
    expect(refused.status).toBe(409)
    const named = refused.json.errors.map(({ code, description }: Record<string, string>) => [
      code,
      description?.split(':')[0],
    ])
    const fields = [...Object.keys(others), 'bookingParameters.reservationTypeID']
    expect(named.sort()).toEqual(fields.map(field => ['INVALID_TRANSITION', field]).sort())
    expect(await readBookingTables()).toEqual(before)
  })

  it('takes values that are stored, with a note, a payment and a letter [BOOKING-72]', async () => {
    const bookingID = await ended(way)
    const letter = { correspondenceToBeSent: [{ correspondenceTypeID: 3 }] }
    const fields = {
      ...aBooking(whole),
      ...(from >= 6 && { cancellationFee: { amount: 40 } }),
      ...status(to, letter),
      reservationSummaryNote: 'It was another guest',
      paymentDetails: { paymentAmount: 5 },
    }
    await expectStatus(200, change(bookingID, fields))
    expect(await stored()).toEqual({ status_id: to, cancellation_fee: 0 })
    expect(await rows('SELECT correspondence_type_id FROM correspondence')).toEqual([{ correspondence_type_id: 3 }])
    expect(await rows('SELECT payment_amount FROM payment')).toEqual([{ payment_amount: 500 }])
    expect(await rows('SELECT summary_note FROM reservation')).toEqual([{ summary_note: 'It was another guest' }])
  })
})

it.each([6, 7])('an end at %i is taken back without the fee, and with no other one [BOOKING-72]', async from => {
  const bookingID = await ended([from])
  const refused = await change(bookingID, { ...status(3), cancellationFee: { amount: 41 } })
  await expectRefusal(refused, 409, 'INVALID_TRANSITION', /^cancellationFee\.amount: /)
  await expectStatus(200, change(bookingID, { ...status(3), cancellationFee: { amount: 0 } }))
  expect(await stored()).toEqual({ status_id: 3, cancellation_fee: 0 })
})

describe('what others have taken since', () => {
  const BACK = MOVES.filter(({ from }) => from !== 4)

  it.each(BACK)(
    'a room refuses the move from $from to $to, with its first night [ROOM_NOT_AVAILABLE] [BOOKING-73]',
    async ({ way, to }) => {
      const bookingID = await ended(way)
      await book(call, { arrivalDate: '2027-05-11', departureDate: '2027-05-13' })
      const before = await readBookingTables()
      const refused = await change(bookingID, status(to))
      await expectRefusal(
        refused,
        409,
        'ROOM_NOT_AVAILABLE',
        'roomsBooked: room 101 is taken on the night of 2027-05-11',
      )
      expect(await readBookingTables()).toEqual(before)
    },
  )

  it.each(BACK)('a full slot refuses the move from $from to $to [ACTIVITY_FULL] [BOOKING-73]', async ({ way, to }) => {
    const bookingID = await ended(way)
    await book(call, { roomsBooked: [{ roomID: 102 }], activitiesBooked: [{ ...surf, participants: 6 }] })
    const refused = await change(bookingID, status(to))
    await expectRefusal(refused, 409, 'ACTIVITY_FULL', /has 2 places left, not 3$/)
    expect(await takenNights()).toEqual(['102 2027-05-10', '102 2027-05-11'])
  })

  it('a room that two ended bookings want back at once goes to one of them [ROOM_NOT_AVAILABLE] [BOOKING-73]', async () => {
    const ids: number[] = []
    for (let i = 0; i < 6; i++) ids.push(await ended([6], { roomsBooked: [{ roomID: 101 }] }))
    const answers = await Promise.all([...ids, ...ids].map(id => change(id, status(3))))
    const winners = answers.flatMap(({ status }, i) => (status === 200 ? [ids[i % 6]] : []))
    expect(new Set(winners).size).toBe(1)
    for (const { status, json } of answers) {
      if (status !== 200) await expectRefusal({ status, json }, 409, 'ROOM_NOT_AVAILABLE', /room 101 .* 2027-05-10$/)
    }
    expect(await takenNights()).toEqual(['101 2027-05-10', '101 2027-05-11'])
    expect(await violatedInvariants()).toEqual({})
  })
})

describe('nights and links', () => {
  beforeEach(() => sell(0))

  it('nights that are over are taken too, and a channel room without rooms to sell gives none [BOOKING-70]', async () => {
    const past = { arrivalDate: '2020-02-27', departureDate: '2020-03-01' }
    const bookingID = await ended([4, 5], past)
    await expectStatus(200, change(bookingID, status(4)))
    expect(await takenNights()).toEqual(['101 2020-02-27', '101 2020-02-28', '101 2020-02-29'])
    const now = await ended([6])
      .then(id => change(id, status(3)))
      .then(answer => answer.status)
    expect([now, await left()]).toEqual([200, [0, 0]])
    expect(await violatedInvariants()).toEqual({})
  })

  it('the link of the guest stays as it is [BOOKING-74]', async () => {
    const bookingID = await book(call)
    await expectStatus(200, call('POST', '/PartnerItinerary/IssueLink', { reservationId: bookingID }))
    const link = await rows('SELECT * FROM itinerary_link')
    for (const id of [6, 3, 4, 3, 7, 4, 5, 4]) await expectStatus(200, change(bookingID, status(id)))
    expect(await rows('SELECT * FROM itinerary_link')).toEqual(link)
    expect(link).toHaveLength(1)
  })
})

it('a cancelled inquiry becomes Confirmed with the rooms that it has, and not without any [INVALID_TRANSITION] [BOOKING-75]', async () => {
  const withRoom = await ended([6], status(1))
  await expectStatus(200, change(withRoom, status(3)))
  expect((await queueMessages()).at(-1)).toBe('New 101 2027-05-10 2027-05-12')

  const without = await ended([6], { ...status(1), roomsBooked: [] })
  const refused = await change(without, status(3))
  await expectRefusal(refused, 409, 'INVALID_TRANSITION', /^bookingParameters\.reservationStatusID: .* without dates/)
})
