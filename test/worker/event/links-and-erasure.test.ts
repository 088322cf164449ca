import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { book, post } from '../../support/booking'
import { eventsOf, lineOf, readLog } from '../../support/events'
import { sellSuccessfully } from '../../support/sale'
import { admin, expectStatus, hotelBeforeEach } from '../../support/service'

const { call } = hotelBeforeEach()
let reservationId: number
beforeEach(async () => {
  reservationId = await book(call, { identity: 'passport-77' })
})

const issue = (id = reservationId) => call('POST', '/PartnerItinerary/IssueLink', { reservationId: id })
const revoke = (id = reservationId) => call('POST', '/PartnerItinerary/RevokeLink', { reservationId: id })
const erase = () => expectStatus(204, admin('POST', '/customers/1/guests/1/erase'))
const told = async (change: () => Promise<unknown>) =>
  (await eventsOf(call, change)).map(({ type, data }) => [type, data])

describe('a sale', () => {
  it('without a reservation has its items, each with its location once [EVENT-3]', async () => {
    const line = { inventoryId: 1, inventoryLocationId: 1, quantity: 1 }
    expect(await told(() => sellSuccessfully(call, { items: [line, line] }))).toEqual([
      [
        'sale.created',
        {
          saleId: 1,
          saleNumber: '10000001',
          reservationId: null,
          items: [{ inventoryId: 1, inventoryLocationId: 1 }],
        },
      ],
    ])
  })

  it('of more than 100 items has no list of them [EVENT-2]', async () => {
    const ids = Array.from({ length: 101 }, (_, i) => i + 10)
    const inventoryItems = ids.map(inventoryId => ({
      inventoryId,
      itemNumber: `N${inventoryId}`,
      stock: [{ inventoryLocationId: 1, quantityInHand: 5 }],
    }))
    await expectStatus(200, admin('PUT', '/customers/1/setup', { inventoryItems }))
    const items = ids.map(inventoryId => ({ inventoryId, inventoryLocationId: 1, quantity: 1 }))
    const [[, data] = []] = await told(() => sellSuccessfully(call, { items }))
    expect(data).toEqual({ saleId: 1, saleNumber: '10000001', reservationId: null, truncated: true })
    const [[, hundred] = []] = await told(() => sellSuccessfully(call, { items: items.slice(1) }))
    expect(hundred.items).toHaveLength(100)
  })
})

describe('a link', () => {
  it('has one event when it is issued, replaced and revoked [EVENT-3]', async () => {
    const data = { reservationId }
    expect(await told(issue)).toEqual([['link.issued', data]])
    expect(await told(issue)).toEqual([['link.issued', data]])
    expect(await told(revoke)).toEqual([['link.revoked', data]])
    expect(await told(revoke)).toEqual([])
  })

  it('of an inquiry without dates, or of no reservation, is not issued and has no event [EVENT-4]', async () => {
    const inquiry = { primaryGuestDetails: { lastName: 'Okabe' }, message: 'A cot?' }
    const { json } = await call('POST', '/OnlineBooking/postinquiry', inquiry)
    expect(await told(() => expectStatus(409, issue(json.content.reservationId)))).toEqual([])
    expect(await told(() => expectStatus(404, issue(999)))).toEqual([])
    expect(await told(() => expectStatus(404, revoke(999)))).toEqual([])
  })

  it('that has expired is not revoked and has no event [EVENT-4]', async () => {
    await issue()
    await env.DB.exec('UPDATE itinerary_link SET expires_at = 1')
    expect(await told(revoke)).toEqual([])
  })
})

describe('an erasure', () => {
  it('has one event and no other, and none the second time [EVENT-3] [EVENT-4]', async () => {
    await issue()
    expect(await told(erase)).toEqual([['guest.erased', { guestId: 1, reservationIds: [1] }]])
    expect(await told(erase)).toEqual([])
    // A link that was issued since ends.
    await issue()
    expect(await told(erase)).toEqual([['guest.erased', { guestId: 1, reservationIds: [1] }]])
    expect(await told(revoke)).toEqual([])
  })

  it('empties identity in the events of the reservations, old and new ones, and nothing else [EVENT-12] [ADMIN-20]', async () => {
    await post(call, { bookingID: reservationId, reservationSummaryNote: 'x' })
    await book(call, { identity: 'mine', roomsBooked: [{ roomID: 102 }] })
    const before = await readLog(call)
    expect(before.map(({ data }) => data.identity)).toEqual(['passport-77', 'passport-77', 'mine'])
    await erase()
    const { data: _, ...first } = before[0] as (typeof before)[number]
    const after = await readLog(call)
    expect(after[0]).toEqual({ ...first, data: { ...before[0]?.data, identity: null } })
    await expectStatus(200, post(call, { bookingID: reservationId, action: 'cancel' }))
    const log = await readLog(call)
    expect(log.map(event => [lineOf(event), event.data.identity])).toEqual([
      ['reservation.created', null],
      ['reservation.modified: notes', null],
      ['reservation.created', 'mine'],
      ['guest.erased', undefined],
      ['reservation.cancelled', null],
    ])
    expect(JSON.stringify(log)).not.toContain('passport')
  })
})

it('identity stays null in the events of an erased guest’s reservation that has a name again [EVENT-12]', async () => {
  await erase()
  const primaryGuestDetails = { firstName: 'Ida', lastName: 'Berg' }
  await expectStatus(200, post(call, { bookingID: reservationId, primaryGuestDetails }))
  await sellSuccessfully(call, { reservationId })
  await expectStatus(200, post(call, { bookingID: reservationId, action: 'cancel' }))
  const log = await readLog(call)
  expect(log.map(event => [lineOf(event), event.data.identity])).toEqual([
    ['reservation.created', null],
    ['guest.erased', undefined],
    ['reservation.modified: guest', null],
    ['sale.created', undefined],
    ['reservation.modified: account', null],
    ['reservation.cancelled', null],
  ])
  expect(JSON.stringify(log)).not.toContain('passport')
})

describe('what is no change', () => {
  it('the setup, a customer and a message of the queue have no event [EVENT-4]', async () => {
    expect(
      await told(async () => {
        await expectStatus(
          200,
          admin('PUT', '/customers/1/setup', { rooms: [{ roomId: 101, roomTypeId: 10, roomName: 'Auk' }] }),
        )
        await expectStatus(
          200,
          admin('PUT', '/customers/1', { name: 'Other', currency: 'EUR', timeZone: 'Europe/Lisbon' }),
        )
        const done = { fetchQueueMessageId: 1, status: 'Processed' }
        await expectStatus(200, call('POST', '/Fetch/UpdateFetchQueueMessage', done))
      }),
    ).toEqual([])
  })
})
