import { beforeEach, describe, expect, it } from 'vitest'
import { aBooking, book, post } from '../../support/booking'
import { days, declareChannel, price, rate, span, updateSuccessfully } from '../../support/channel-message'
import { eventsOf, lineOf } from '../../support/events'
import { aSale, sell } from '../../support/sale'
import { expectStatus, hotelBeforeEach } from '../../support/service'

/*
 * Each writer of reservations and each kind of change: exactly the events that the documentation names.
 */

const { call } = hotelBeforeEach()
let bookingID: number

const guest = { firstName: 'Anna', lastName: 'Lindqvist', email: 'anna@example.com', phone: '+46 70 000' }
const rooms = [
  { roomID: 101, guestsInRoom: 2, roomNotes: ['quiet'], rates: [{ rateID: 1, unitCost: 100 }] },
  { roomID: 102, guestsInRoom: 1 },
]
const surf = {
  activityID: 1,
  activityDate: '2027-05-11',
  activityStartTime: '10:00',
  participants: 2,
  selectedHosts: [{ employeeID: 1 }],
  selectedLocations: [{ locationID: 3 }, { locationName: 'By the rock' }],
  selectedResources: [{ resourceID: 1 }],
  activityNotes: ['wetsuits'],
  rates: [{ rateID: 1, unitCost: 15, quantity: 2, taxAmount: 1.5 }],
}
const whole = {
  identity: 'web-1',
  type: 'web',
  arrivalTime: '17:00',
  guests: { guestCount: 3, adultCount: 2, childCount: 1 },
  primaryGuestDetails: guest,
  reservationSummaryNote: 'late',
  roomsBooked: rooms,
  activitiesBooked: [surf],
  paymentDetails: { paymentAmount: 10, paymentExtID: 'p-1' },
}

beforeEach(async () => {
  bookingID = await book(call, whole)
})

const linesOf = async (body: object, headers?: Record<string, string>) =>
  (await eventsOf(call, () => expectStatus(200, post(call, body, headers)))).map(lineOf)

const inStatus = (reservationStatusID: number, other = {}) => ({ bookingParameters: { reservationStatusID, ...other } })
const letter = { isSendCorrespondence: true, correspondenceToBeSent: [{ correspondenceTypeID: 1 }] }

describe('a change by PostBooking', () => {
  const CHANGES: [what: string, body: object, changed: string][] = [
    ['a status', inStatus(4), 'status'],
    ['dates, which move the rooms', { arrivalDate: '2027-05-09' }, 'dates, rooms'],
    ['times of day', { arrivalTime: '18:00' }, 'dates'],
    ['a time of day that is taken away', { arrivalTime: '' }, 'dates'],
    ['another room', { roomsBooked: [rooms[0], { roomID: 103, guestsInRoom: 1 }] }, 'rooms'],
    ['a rate of a room', { roomsBooked: [{ ...rooms[0], rates: [{ rateID: 1, unitCost: 99 }] }, rooms[1]] }, 'rooms'],
    ['a note of a room', { roomsBooked: [{ ...rooms[0], roomNotes: ['view'] }, rooms[1]] }, 'rooms'],
    ['no room any more', { roomsBooked: [] }, 'rooms'],
    ['another activity', { activitiesBooked: [{ ...surf, participants: 3 }] }, 'activities'],
    ['a host', { activitiesBooked: [{ ...surf, selectedHosts: [{ employeeID: 2 }] }] }, 'activities'],
    ['a rate of an activity', { activitiesBooked: [{ ...surf, rates: [{ unitCost: 15 }] }] }, 'activities'],
    ['no activity any more', { activitiesBooked: [] }, 'activities'],
    ['a field of the guest', { primaryGuestDetails: { ...guest, city: 'Oslo' } }, 'guest'],
    ['the number of guests', { guests: { guestCount: 2 } }, 'guests'],
    ['the note', { reservationSummaryNote: 'early' }, 'notes'],
    ['a payment', { paymentDetails: { paymentAmount: 5 } }, 'payments'],
    ['the label', { type: 'desk' }, 'other'],
    ['the type', { bookingParameters: { reservationTypeID: 2 } }, 'other'],
    ['a letter', { bookingParameters: letter }, 'other'],
    [
      'everything at once',
      {
        ...inStatus(4, letter),
        arrivalDate: '2027-05-09',
        roomsBooked: [rooms[0]],
        activitiesBooked: [{ ...surf, activityDate: '2027-05-10' }],
        primaryGuestDetails: { ...guest, email: 'a@example.com' },
        guests: { guestCount: 2 },
        reservationSummaryNote: 'early',
        paymentDetails: { paymentAmount: 5 },
      },
      'status, dates, rooms, activities, guest, guests, notes, payments',
    ],
    ['equal rooms with another note', { roomsBooked: rooms, reservationSummaryNote: 'early' }, 'notes'],
  ]
  it.each(CHANGES)('%s has one event that names what differs [EVENT-3]', async (_, body, changed) => {
    expect(await linesOf({ bookingID, ...body })).toEqual([`reservation.modified: ${changed}`])
  })

  const NO_CHANGES: [what: string, body: object][] = [
    ['the same status', inStatus(3)],
    ['the same dates', { arrivalDate: '2027-05-10', departureDate: '2027-05-12', arrivalTime: '17:00' }],
    ['equal rooms', { roomsBooked: rooms }],
    ['equal activities', { activitiesBooked: [surf] }],
    ['the same guest', { primaryGuestDetails: guest, guests: whole.guests }],
    ['the same note and label', { reservationSummaryNote: 'late', type: 'web' }],
    ['a payment that is recorded', { paymentDetails: whole.paymentDetails }],
    ['all of it', { ...whole, identity: undefined, arrivalDate: '2027-05-10', departureDate: '2027-05-12' }],
    ['nothing', {}],
  ]
  it.each(NO_CHANGES)('%s has no event [EVENT-4]', async (_, body) => {
    expect(await linesOf({ bookingID, action: 'modify', ...body })).toEqual([])
  })

  const ENDS: [what: string, body: object][] = [
    ['a cancellation', { action: 'cancel', cancellationFee: { amount: 5 }, reservationSummaryNote: 'ill' }],
    ['status 6, with other parts', { ...inStatus(6), reservationSummaryNote: 'ill', guests: { guestCount: 1 } }],
  ]
  it.each(ENDS)('%s has reservation.cancelled alone, and once [EVENT-3] [EVENT-4]', async (_, body) => {
    expect(await linesOf({ bookingID, ...body })).toEqual(['reservation.cancelled'])
    expect(await linesOf({ bookingID, action: 'cancel' })).toEqual([])
    expect(await linesOf({ bookingID, reservationSummaryNote: 'called' })).toEqual(['reservation.modified: notes'])
    const back = { ...inStatus(3, letter), reservationSummaryNote: 'well' }
    expect(await linesOf({ bookingID, ...back })).toEqual(['reservation.modified: status, notes'])
    expect(await linesOf({ bookingID, ...body })).toEqual(['reservation.cancelled'])
  })
})

describe('a repetition', () => {
  it('of a new booking, a change or a cancellation has no event [EVENT-4]', async () => {
    const changed = { identity: 'web-1', action: 'modify', reservationSummaryNote: 'early' }
    expect(await linesOf(aBooking(whole))).toEqual([])
    expect(await linesOf(changed)).toEqual(['reservation.modified: notes'])
    expect(await linesOf(changed)).toEqual([])
    const keyed = { bookingID, identity: 'k', reservationSummaryNote: 'x' }
    expect(await linesOf(keyed)).toEqual(['reservation.modified: notes'])
    expect(await linesOf(keyed)).toEqual([])
    const end = { identity: 'web-1', action: 'cancel' }
    expect(await linesOf(end)).toEqual(['reservation.cancelled'])
    expect(await linesOf(end)).toEqual([])
  })
})

describe('a refused request', () => {
  const REFUSED: [what: string, status: number, body: () => object][] = [
    ['a taken room', 409, () => aBooking()],
    ['an unknown room', 422, () => ({ bookingID, roomsBooked: [{ roomID: 999 }] })],
    ['a status that cannot follow', 409, () => ({ bookingID, ...inStatus(5) })],
    ['an unknown booking', 404, () => ({ bookingID: 999, reservationSummaryNote: 'x' })],
    ['another body with the same identity', 409, () => aBooking({ identity: 'web-1', roomsBooked: [{ roomID: 201 }] })],
  ]
  it.each(REFUSED)('%s has no event [EVENT-4]', async (_, status, body) => {
    expect(await eventsOf(call, () => expectStatus(status, post(call, body())))).toEqual([])
  })
})

describe('data of a reservation event', () => {
  it('has the reservation as it is after the change, and no word of the guest [EVENT-1] [EVENT-2] [EVENT-5]', async () => {
    const changes = { ...inStatus(4), arrivalDate: '2027-05-09' }
    const [event] = await eventsOf(call, () => post(call, { bookingID, ...changes }))
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_[\w-]{22}$/),
      type: 'reservation.modified',
      sequence: 2,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      customerId: 1,
      by: expect.stringMatching(/^app_/),
      data: {
        reservationId: bookingID,
        reservationNumber: '10000001',
        identity: 'web-1',
        status: 'InHouse',
        hotelid: 'H1',
        hotelids: ['H1'],
        arrivalDate: '2027-05-09T00:00:00',
        departureDate: '2027-05-12T00:00:00',
        changed: ['status', 'dates', 'rooms'],
      },
    })
    expect(
      JSON.stringify(await eventsOf(call, () => book(call, { identity: 'x', roomsBooked: [{ roomID: 201 }] }))),
    ).not.toMatch(/Anna|Lindqvist|example|46 70/)
  })

  it('has null for absent values [EVENT-2]', async () => {
    const inquiry = { primaryGuestDetails: guest, message: 'A cot?' }
    const [event] = await eventsOf(call, () => call('POST', '/OnlineBooking/postinquiry', inquiry))
    expect(event).toMatchObject({
      type: 'reservation.created',
      data: { identity: null, status: 'Inquiry', arrivalDate: null, departureDate: null, hotelid: 'H1' },
    })
    const dates = { arrivalDate: '2027-08-01', departureDate: '2027-08-02' }
    expect(await linesOf({ bookingID: event?.data.reservationId, ...dates })).toEqual(['reservation.modified: dates'])
  })
})

describe('other writers of reservations', () => {
  it('postreservation writes created, then its link, and nothing the second time [EVENT-3]', async () => {
    await declareChannel(call)
    const priced = { ...span('01', '31'), roomstosell: '5', ...rate('BAR'), ...price({ 1: '10.00' }) }
    await updateSuccessfully(call, days([priced], {}, 'FAM'))
    const dates = { arrivalDate: '2027-05-20', departureDate: '2027-05-22' }
    const body = { identity: 'o-1', ...dates, roomTypeID: 20, primaryGuestDetails: guest, guests: { guestCount: 1 } }
    const send = () => expectStatus(200, call('POST', '/OnlineBooking/postreservation', body))
    const events = await eventsOf(call, send)
    expect(events.map(lineOf)).toEqual(['reservation.created', 'link.issued'])
    expect(events.map(({ data }) => data.reservationId)).toEqual([2, 2])
    expect(await eventsOf(call, send)).toEqual([])
  })

  it('postinquiry writes created, and nothing the second time [EVENT-3]', async () => {
    const body = { identity: 'q-1', primaryGuestDetails: guest, message: 'A cot?' }
    const send = () => expectStatus(200, call('POST', '/OnlineBooking/postinquiry', body))
    expect((await eventsOf(call, send)).map(lineOf)).toEqual(['reservation.created'])
    expect(await eventsOf(call, send)).toEqual([])
  })

  it('a sale on the account writes the sale, then the account and its payment [EVENT-3]', async () => {
    const sale = aSale({ identity: 's-1', reservationID: bookingID })
    const send = (body: object) => () => expectStatus(200, sell(call, body))
    expect((await eventsOf(call, send(sale))).map(lineOf)).toEqual(['sale.created', 'reservation.modified: account'])
    expect(await eventsOf(call, send(sale))).toEqual([])
    const paid = { ...sale, identity: 's-2', paymentDetails: { paymentAmount: 3.5, paymentExtID: 'p-2' } }
    const lines = ['sale.created', 'reservation.modified: payments, account']
    expect((await eventsOf(call, send(paid))).map(lineOf)).toEqual(lines)
    // Its payment is recorded already.
    const again = { ...paid, identity: 's-3' }
    expect((await eventsOf(call, send(again))).map(lineOf)).toEqual(['sale.created', 'reservation.modified: account'])
  })
})
