import { beforeEach, expect, it } from 'vitest'
import { book, post } from '../../support/booking'
import { days, declareChannel, span, updateSuccessfully } from '../../support/channel-message'
import { readLog } from '../../support/events'
import { aSale, sell } from '../../support/sale'
import { ALL_PERMISSIONS, admin, expectStatus, hotelBeforeEach, rows, send } from '../../support/service'

const hotel = hotelBeforeEach()
let keyId: string
let headers: { 'x-api-key': string }
beforeEach(async () => {
  const key = { customerId: 1, name: 'desk', permissions: ALL_PERMISSIONS }
  const { json } = await expectStatus(201, admin('POST', '/api-keys', key))
  keyId = json.id
  headers = { 'x-api-key': json.apiKey }
})

/** Who made each event of the log, by its type. */
const authors = async () => (await readLog(hotel.call)).map(({ type, by }) => [type, by])

it('an event tells the client that made the change, the API key, or the administrator [EVENT-36]', async () => {
  const { call, clientId } = hotel
  await declareChannel(call)
  await updateSuccessfully(call, days([{ ...span('01', '31'), roomstosell: 5 }]))
  await book(call)
  await send('POST', '/api/Booking/PostBooking', { bookingID: 1, reservationSummaryNote: 'late' }, headers)
  await sell(call, aSale({ reservationID: 1 }))
  await call('POST', '/PartnerItinerary/IssueLink', { reservationId: 1 })
  await call('POST', '/PartnerItinerary/RevokeLink', { reservationId: 1 })
  await post(call, { bookingID: 1, action: 'cancel' }, headers)
  await admin('POST', '/customers/1/guests/1/erase')
  expect(await authors()).toEqual([
    ['rates.updated', clientId],
    ['reservation.created', clientId],
    ['reservation.modified', `key:${keyId}`],
    ['sale.created', clientId],
    ['reservation.modified', clientId],
    ['link.issued', clientId],
    ['link.revoked', clientId],
    // The permissions of the token apply, so that the change is the token's.
    ['reservation.cancelled', clientId],
    ['guest.erased', 'admin'],
  ])
})

it('an event that release 1.1.0 wrote tells nobody [EVENT-36]', async () => {
  await book(hotel.call)
  await rows('UPDATE event SET by = NULL')
  expect(await authors()).toEqual([['reservation.created', null]])
})
