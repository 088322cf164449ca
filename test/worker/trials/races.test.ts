import { beforeEach, describe, expect, it } from 'vitest'
import { daysFrom } from '../../../demo/stay'
import { aBooking, book, post, takenNights } from '../../support/booking'
import { allotmentByDay } from '../../support/channel'
import { days, declareChannel, price, rate, span, update, updateSuccessfully } from '../../support/channel-message'
import { violatedInvariants } from '../../support/check-invariants'
import { readLog } from '../../support/events'
import { issueLink, openDetails } from '../../support/itinerary'
import { aSale, sell, stockByLocation } from '../../support/sale'
import { hotelBeforeEach, rows, statusesOf } from '../../support/service'

/*
 * Concurrent requests over HTTP. In whatever order the database executes them, the invariants hold afterwards and the data
 * agrees with every response.
 */

const hotel = hotelBeforeEach()
const { call } = hotel

type Reply = Awaited<ReturnType<typeof post>>

const atOnce = (times: number, ask: (i: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: times }, (_, i) => ask(i)))

/** Sends a change, again while the service responds 503: a busy machine reaches the time limit of a change. */
async function change(body: unknown): Promise<Reply> {
  const answer = await post(call, body)
  return answer.status === 503 ? change(body) : answer
}

const soundly = async () => expect(await violatedInvariants()).toEqual({})

const day = daysFrom('2027-06-01')
const surf = (participants: number) => ({
  activityID: 1,
  activityDate: '2027-05-11',
  activityStartTime: '10:00',
  participants,
})
/** Has room for everybody. */
const breakfast = { activityID: 2, activityDate: '2027-06-15', participants: 2 }

describe('events', () => {
  it('50 writers of every kind at one customer: sequences 1 to n, one event for each change [EVENT-1] [TRIAL-3]', async () => {
    await declareChannel(call)
    const bookingID = await book(call, { roomsBooked: [{ roomID: 201 }] })
    const answers = await atOnce(50, i => {
      if (i % 5 === 0) return sell(call, aSale({ identity: `s-${i}`, ...(i % 2 && { reservationID: bookingID }) }))
      if (i % 5 === 1) return post(call, { bookingID, reservationSummaryNote: `note ${i}` })
      if (i % 5 === 2) return call('POST', '/PartnerItinerary/IssueLink', { reservationId: bookingID })
      if (i % 5 === 3) return update(call, days([{ ...span('01', '05'), roomstosell: String(i) }]))
      return post(call, aBooking({ arrivalDate: day(i), departureDate: day(i + 1) }))
    })
    expect(statusesOf(answers)).toEqual({ 200: 50 })
    const log = await readLog(call)
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, i) => i + 1))
    const counts = Object.fromEntries(
      [...Map.groupBy(log, ({ type }) => type)].map(([type, all]) => [type, all.length]),
    )
    expect(counts).toEqual({
      'reservation.created': 11,
      'reservation.modified': 15,
      'sale.created': 10,
      'link.issued': 10,
      'rates.updated': 10,
    })
    await soundly()
  })
})

describe('bookings', () => {
  it('200 of one room and night: one is made [BOOKING-27] [TRIAL-3]', async () => {
    const answers = await atOnce(200, () => post(call, aBooking()))
    expect(statusesOf(answers)).toEqual({ 200: 1, 409: 199 })
    expect(await takenNights()).toEqual(['101 2027-05-10', '101 2027-05-11'])
    await soundly()
  })

  it('20 of one room between CloseRoom, PostBooking and postreservation: one has it [BOOKING-27] [RESERVATION-41] [TRIAL-3]', async () => {
    await declareChannel(call)
    const priced = { ...span('01', '31'), roomstosell: '1', ...rate('BAR'), ...price({ 2: '100.00' }) }
    await updateSuccessfully(call, days([priced], {}, 'FAM'))
    const dates = { arrivalDate: '2027-05-10', departureDate: '2027-05-12' }
    const answers = await atOnce(21, i => {
      if (i % 3 === 0) return post(call, aBooking({ ...dates, roomsBooked: [{ roomID: 201 }] }))
      if (i % 3 === 1)
        return call('POST', '/Reservation/CloseRoom', { roomID: 201, fromDate: '2027-05-11', toDate: '2027-05-13' })
      const guest = { firstName: 'Mina', lastName: 'Okabe' }
      return call('POST', '/OnlineBooking/postreservation', {
        ...dates,
        identity: `web-${i}`,
        roomTypeID: 20,
        guests: { guestCount: 2 },
        primaryGuestDetails: guest,
      })
    })
    expect(statusesOf(answers)).toEqual({ 200: 1, 409: 20 })
    expect(await takenNights()).toHaveLength(2)
    await soundly()
  })

  it('200 of overlapping stays of four rooms: each 200 has its nights, each 409 nothing [BOOKING-27] [TRIAL-3]', async () => {
    const answers = await atOnce(200, i => {
      const room = [101, 102, 103, 201][i % 4]
      const first = 1 + ((i * 7) % 25)
      const dates = { arrivalDate: day(first), departureDate: day(first + 1 + (i % 5)) }
      return post(call, aBooking({ ...dates, roomsBooked: [{ roomID: room }], activitiesBooked: [breakfast] }))
    })
    const { 200: made = 0, 409: refused = 0 } = statusesOf(answers)
    expect([made + refused, made > 8]).toEqual([200, true])
    expect(await rows('SELECT reservation_id FROM reservation')).toHaveLength(made)
    await soundly()
  })

  it('of several rooms that cross one another are whole or not at all', async () => {
    const answers = await atOnce(60, i => {
      const roomsBooked = [101 + (i % 3), 101 + ((i + 1) % 3)].map(roomID => ({ roomID }))
      return post(call, aBooking({ arrivalDate: day(1 + (i % 3)), departureDate: day(4 + (i % 3)), roomsBooked }))
    })
    const made = statusesOf(answers)[200] as number
    expect(made).toBeGreaterThan(0)
    expect(await rows('SELECT reservation_id FROM room_stay')).toHaveLength(2 * made)
    await soundly()
  })

  it('100 of a slot of eight: it is filled, and never exceeded [BOOKING-28]', async () => {
    const answers = await atOnce(100, i =>
      post(call, aBooking({ roomsBooked: undefined, activitiesBooked: [surf(1 + (i % 3)), breakfast] })),
    )
    const booked = answers.reduce((sum, { status }, i) => sum + (status === 200 ? 1 + (i % 3) : 0), 0)
    expect(await rows('SELECT booked FROM activity_slot WHERE activity_id = 1')).toEqual([{ booked }])
    expect(booked).toBe(8)
    await soundly()
  })

  it('the same identity 50 times: one booking, fifty equal answers [BOOKING-26] [TRIAL-3]', async () => {
    const answers = await atOnce(50, () => post(call, aBooking({ identity: 'once', activitiesBooked: [surf(3)] })))
    const told = answers.map(({ status, text, headers }) =>
      [status, text, headers.get('x-reservation-id'), headers.get('x-reservation-number')].join(),
    )
    expect(new Set(told)).toEqual(new Set([told[0]]))
    expect(answers[0]?.status).toBe(200)
    expect(await rows('SELECT booked FROM activity_slot')).toEqual([{ booked: 3 }])
    await soundly()
  })

  it('the same identity with two bodies: one of them, and 409 IDENTITY_CONFLICT for the other', async () => {
    const answers = await atOnce(50, i =>
      post(call, aBooking({ identity: 'once', roomsBooked: [{ roomID: 101 + (i % 2) }] })),
    )
    expect(statusesOf(answers)).toEqual({ 200: 25, 409: 25 })
    expect(new Set(answers.map(({ status }, i) => `${status} ${i % 2}`)).size).toBe(2)
    expect(await rows('SELECT reservation_id FROM reservation')).toHaveLength(1)
    await soundly()
  })
})

describe('changes', () => {
  it('modify against cancel: a cancelled booking holds nothing, and no other lost a night [TRIAL-3]', async () => {
    const ids = [
      await book(call, { roomsBooked: [{ roomID: 101 }], activitiesBooked: [surf(2)] }),
      await book(call, { roomsBooked: [{ roomID: 102 }], activitiesBooked: [surf(2)] }),
    ]
    const answers = await atOnce(60, i => {
      const bookingID = ids[i % 2]
      if (i === 20) return change({ bookingID: ids[0], action: 'cancel' })
      if (i % 5 === 0) return change({ bookingID, activitiesBooked: [surf(1 + (i % 6))] })
      if (i % 5 === 1) return change({ bookingID, departureDate: `2027-05-1${2 + (i % 3)}` })
      return change({ bookingID, roomsBooked: [{ roomID: 101 + (i % 3) }] })
    })
    expect(answers[20]?.status).toBe(200)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(await rows('SELECT * FROM room_night WHERE reservation_id = ?', ids[0])).toEqual([])
    await soundly()
  })

  it('swaps of rooms among bookings never lose or share one', async () => {
    const ids = [101, 102, 103].map(roomID => book(call, { roomsBooked: [{ roomID }] }))
    const bookings = await Promise.all(ids)
    await atOnce(60, i =>
      post(call, { bookingID: bookings[i % 3], roomsBooked: [{ roomID: [101, 102, 103, 201][i % 4] }] }),
    )
    expect(await takenNights()).toHaveLength(6)
    await soundly()
  })
})

describe('the channel', () => {
  const open31 = (roomstosell: string) =>
    days([{ ...span('01', '31'), roomstosell, ...rate('BAR'), ...price({ 1: '100.00', 2: '120.00' }) }])
  const online = (i: number) =>
    call('POST', '/OnlineBooking/postreservation', {
      identity: `web-${i}`,
      arrivalDate: '2027-05-10',
      departureDate: '2027-05-12',
      roomTypeID: 10,
      primaryGuestDetails: { lastName: 'Lindqvist' },
    })

  beforeEach(async () => {
    await declareChannel(call)
    await updateSuccessfully(call, open31('3'))
  })

  it('two updates against fifty bookings through both doors: every answer holds [TRIAL-3]', async () => {
    const answers = await atOnce(52, i => {
      if (i === 10) return update(call, open31('2'))
      if (i === 30) return update(call, days([{ ...span('05', '20'), roomstosell: '1', closed: '0' }]))
      return i % 2 ? online(i) : post(call, aBooking({ roomsBooked: [{ roomID: 101 + (i % 3) }] }))
    })
    expect([answers[10]?.status, answers[30]?.status]).toEqual([200, 200])
    const made = answers.filter(({ status }, i) => i !== 10 && i !== 30 && status === 200).length
    expect(statusesOf(answers)).toEqual({ 200: made + 2, 409: 50 - made })
    expect(await takenNights()).toHaveLength(2 * made)
    expect(await rows('SELECT reservation_id FROM reservation')).toHaveLength(made)
    await soundly()
  })

  it('fifty callers for three rooms: three win, and the allotment is used up', async () => {
    const answers = await atOnce(50, online)
    expect(statusesOf(answers)).toEqual({ 200: 3, 409: 47 })
    expect(new Set(answers.flatMap(({ json }) => json.content.roomId ?? []))).toEqual(new Set([101, 102, 103]))
    expect(await allotmentByDay('2027-05-09', '2027-05-13')).toEqual([3, 0, 0, 3])
    await soundly()
  })

  it('the same identity 50 times takes one room, and answers fifty times alike', async () => {
    const answers = await atOnce(50, () => online(1))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await allotmentByDay('2027-05-10', '2027-05-12')).toEqual([2, 2])
    await soundly()
  })
})

describe('links', () => {
  it.each([2, 20])('%i issued at once: one of them opens, and it is the one in the books [TRIAL-3]', async times => {
    const reservationId = await book(call)
    const issued = await Promise.all(Array.from({ length: times }, () => issueLink(hotel, reservationId)))
    const opened = await Promise.all(issued.map(async ({ token }) => (await openDetails(token)).status))
    expect(opened.sort()).toEqual([200, ...Array(times - 1).fill(404)])
    expect(await rows('SELECT link_id FROM itinerary_link')).toHaveLength(1)
  })

  it('issued and revoked at once: at most one opens, and none after the last revocation', async () => {
    const reservationId = await book(call)
    const before = await issueLink(hotel, reservationId)
    const revoke = () => call('POST', '/PartnerItinerary/RevokeLink', { reservationId })
    const [first, second] = await Promise.all([
      issueLink(hotel, reservationId),
      issueLink(hotel, reservationId),
      revoke(),
      revoke(),
    ])
    const opened = await Promise.all([before, first, second].map(async link => (await openDetails(link.token)).status))
    expect(opened.filter(status => status === 200).length).toBeLessThan(2)
    expect(opened[0]).toBe(404)
    await revoke()
    for (const link of [before, first, second]) expect((await openDetails(link.token)).status).toBe(404)
  })
})

describe('sales', () => {
  it('a sale against a sale of the last items: one is made [TRIAL-3]', async () => {
    const answers = await atOnce(2, () =>
      sell(call, aSale({ items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 20 }] })),
    )
    expect(statusesOf(answers)).toEqual({ 200: 1, 409: 1 })
    expect(await stockByLocation()).toEqual(['1@1 4000'])
    await soundly()
  })

  it('100 sales, half of them on an account that is cancelled meanwhile: the stock is reduced by what was sold', async () => {
    const reservationID = await book(call)
    const answers = await atOnce(100, i => {
      if (i === 30) return post(call, { bookingID: reservationID, action: 'cancel' })
      const quantity = 0.25 + (i % 3) / 4
      const paymentDetails = { paymentAmount: 1, paymentExtID: `p-${i % 7}` }
      const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity }]
      return sell(call, aSale(i % 2 ? { items } : { items, reservationID, paymentDetails }))
    })
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(await rows('SELECT quantity + (SELECT sum(quantity) FROM sale_item) AS lay FROM stock')).toEqual([
      { lay: 24_000 },
    ])
    await soundly()
  })
})
