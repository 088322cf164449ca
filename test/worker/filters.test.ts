import { beforeEach, describe, expect, it } from 'vitest'
import { book } from '../support/booking'
import { expectRefusal, hotelBeforeEach } from '../support/service'

const hotel = hotelBeforeEach()
beforeEach(async () => {
  await book(hotel.call)
  await book(hotel.call, { roomsBooked: [{ roomID: 102 }] })
})

describe('in a filter, 0 and an empty text mean that the field is absent', () => {
  it.each([
    '/Fetch/GetFetchQueueMessage?status=0&hotelKey=0&currentPage=0&pageSize=0&cursor=',
    '/Fetch/GetFetchQueueMessage?status=&hotelKey=&currentPage=&pageSize=',
    '/Inventory/GetInventoryItem?itemNumber=0&inventoryId=0&inventoryLocationID=',
    '/Inventory/GetInventoryLocations?pageNo=0',
    '/Reservation/GetReservationsForPartner?status=0&arrivalFrom=0&arrivalTo=&modifiedSince=0',
    '/CMConnect/GetCMConnect?hotelid=H1&from=0&to=',
  ])('%s', async path => {
    const bare = path.split('?')[0] + (path.includes('hotelid=H1') ? '?hotelid=H1' : '')
    const [filtered, all] = await Promise.all([hotel.call('GET', path), hotel.call('GET', bare)])
    expect(filtered.status).toBe(200)
    expect(filtered.json).toEqual(all.json)
  })
})

it('a cursor with anything added is not one that we made', async () => {
  const first = await hotel.call('POST', '/Reservation/GetReservations', { pageSize: 1 })
  const cursor = first.headers.get('x-next-cursor')
  expect((await hotel.call('POST', '/Reservation/GetReservations', { cursor })).status).toBe(200)
  for (const other of [`${cursor}.junk`, `${cursor}x`, `x${cursor}`, String(cursor).replace('.', '')]) {
    const refused = await hotel.call('POST', '/Reservation/GetReservations', { cursor: other })
    await expectRefusal(refused, 422, 'INVALID_FIELD', 'cursor: expected one that we made')
  }
})
