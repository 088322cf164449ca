import { describe, expect, it } from 'vitest'
import { book, post } from '../../support/booking'
import { newReceiver } from '../../support/receiver'
import { admin, expectStatus, hotelBeforeEach } from '../../support/service'
import { deliveries, makeEndpoint, until } from '../../support/webhooks'

const { call } = hotelBeforeEach()
const IDENTITY = 'passport-77'
const ECHO = `got ${IDENTITY}`
const erase = () => expectStatus(204, admin('POST', '/customers/1/guests/1/erase'))

interface Delivery {
  sequence: number
  type: string
  attempts: { httpStatus: number; response: string }[]
}
const attempted = (count: number) =>
  until<Delivery[]>(
    () => deliveries(call),
    list => list.length === count && list.every(({ attempts }) => attempts.length > 0),
  )
const told = (list: Delivery[]) =>
  list.map(({ type, attempts }) => [type, ...attempts.map(({ httpStatus, response }) => `${httpStatus} ${response}`)])

describe('the erasure of a guest', () => {
  it('empties what receivers responded to the events of the guest’s reservations, and nothing else [WEBHOOK-28]', async () => {
    await makeEndpoint(call, (await newReceiver({ status: 500, body: ECHO }, { status: 200, body: ECHO })).url)
    const bookingID = await book(call, { identity: IDENTITY, roomsBooked: [{ roomID: 101 }] })
    await attempted(1)
    await book(call, { identity: 'other', roomsBooked: [{ roomID: 102 }] })
    await expectStatus(200, call('POST', '/PartnerItinerary/IssueLink', { reservationId: bookingID }))
    await until<Delivery[]>(
      () => deliveries(call),
      ([, second]) => second?.attempts.length === 1,
    )
    await erase()
    const list = await until<Delivery[]>(
      () => deliveries(call),
      ([, , , fourth]) => fourth?.attempts.length === 1,
    )
    expect(told(list)).toEqual([
      ['reservation.created', '500 '],
      ['reservation.created', `200 ${ECHO}`],
      ['link.issued'],
      ['guest.erased', `200 ${ECHO}`],
    ])
  })

  it('empties the response of an attempt that was open, and those of later ones [WEBHOOK-28]', async () => {
    await makeEndpoint(call, (await newReceiver({ status: 200, body: ECHO, delayMs: 500 })).url, {
      types: ['reservation.created', 'reservation.cancelled'],
    })
    const bookingID = await book(call, { identity: IDENTITY })
    await erase()
    expect(told(await attempted(1))).toEqual([['reservation.created', '200 ']])
    await expectStatus(200, post(call, { bookingID, action: 'cancel' }))
    expect(told(await attempted(2))).toEqual([
      ['reservation.created', '200 '],
      ['reservation.cancelled', '200 '],
    ])
  })
})
