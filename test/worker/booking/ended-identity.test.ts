import { describe, expect, it } from 'vitest'
import { aBooking, post, readBookingTables } from '../../support/booking'
import { days, plans, price, rate, rooms, span, updateSuccessfully } from '../../support/channel-message'
import { type Answer, expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

/* A request with the identity of a booking that was cancelled, or whose guest did not come. */

const { call } = hotelBeforeEach()

const GUEST = { primaryGuestDetails: { lastName: 'Okabe' } }
const STAY = { arrivalDate: '2027-05-10', departureDate: '2027-05-12' }

async function reserve(more: object): Promise<Answer> {
  await updateSuccessfully(call, {
    ...rooms([{ roomid: 'A' }], { roomTypeId: 10 }),
    ...plans([{ rateplanid: 'P' }], { rateID: 1 }),
    ...days([{ ...span('10', '11'), ...rate('P'), ...price({ 1: '100' }), roomstosell: 2 }], {}, 'A'),
  })
  const body = { identity: 'once', ...STAY, roomTypeID: 10, ...GUEST, ...more }
  return call('POST', '/OnlineBooking/postreservation', body)
}

const ENDPOINTS: Record<string, (more: object) => Promise<Answer>> = {
  PostBooking: more => post(call, aBooking({ identity: 'once', ...more })),
  postreservation: reserve,
  postinquiry: more =>
    call('POST', '/OnlineBooking/postinquiry', { identity: 'once', ...STAY, ...GUEST, message: 'Hello', ...more }),
}

const become = (reservationStatusID: number) =>
  expectStatus(200, post(call, { identity: 'once', action: 'modify', bookingParameters: { reservationStatusID } }))

const ENDS = [
  { endpoint: 'PostBooking', way: [6], name: 'Cancelled' },
  { endpoint: 'PostBooking', way: [7], name: 'NoShow' },
  { endpoint: 'postreservation', way: [6], name: 'Cancelled' },
  { endpoint: 'postreservation', way: [7], name: 'NoShow' },
  { endpoint: 'postinquiry', way: [6], name: 'Cancelled' },
]

describe.each(ENDS)('$endpoint with the identity of a booking that is $name', ({ endpoint, way, name }) => {
  const send = ENDPOINTS[endpoint] as (more: object) => Promise<Answer>

  it('is 409, with the first body and with another, and says what to do [IDENTITY_CONFLICT] [BOOKING-76]', async () => {
    await expectStatus(200, send({}))
    for (const status of way) await become(status)
    const before = await readBookingTables()
    const what = new RegExp(`^identity: its booking is ${name}; take that back .* or use another identity$`)
    for (const more of [{}, { departureDate: '2027-05-11' }]) {
      await expectRefusal(send(more), 409, 'IDENTITY_CONFLICT', what)
    }
    await rows('DELETE FROM idempotency')
    await expectRefusal(send({}), 409, 'IDENTITY_CONFLICT', what)
    expect((await readBookingTables()).reservation).toEqual(before.reservation)
  })
})

it.each(['PostBooking', 'postreservation'])(
  '%s has its first response again once the end is taken back, and after a check-out [BOOKING-76]',
  async endpoint => {
    const send = ENDPOINTS[endpoint] as (more: object) => Promise<Answer>
    const first = await expectStatus(200, send({}))
    for (const status of [6, 3, 7, 4, 5]) {
      await become(status)
      const again = await send({})
      expect(again.status).toBe(status > 5 ? 409 : 200)
      if (again.status === 200) expect(again.text).toBe(first.text)
    }
  },
)

it('changes of such a booking are repeated as before [BOOKING-76]', async () => {
  await expectStatus(200, post(call, aBooking({ identity: 'once' })))
  const note = { identity: 'once', action: 'modify', reservationSummaryNote: 'late' }
  await expectStatus(200, post(call, note, { 'idempotency-key': 'note-1' }))
  const end = { identity: 'once', action: 'cancel', cancellationFee: { amount: 5 } }
  await expectStatus(200, post(call, end, { 'idempotency-key': 'end-1' }))
  const before = await readBookingTables()
  await expectStatus(200, post(call, end, { 'idempotency-key': 'end-1' }))
  await expectStatus(200, post(call, note, { 'idempotency-key': 'note-1' }))
  await expectStatus(200, post(call, end))
  expect(await readBookingTables()).toEqual(before)
})
