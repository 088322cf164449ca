import { beforeEach, expect, it } from 'vitest'
import { book } from '../../support/booking'
import { closedLongAgo, exportAll, importPart, rowsByTable } from '../../support/customer-data'
import { issueLink } from '../../support/itinerary'
import { aSale, sell } from '../../support/sale'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()
let [first, second] = [0, 0]
beforeEach(async () => {
  const surf = { activityID: 1, activityDate: '2027-05-11', activityStartTime: '10:00', participants: 2 }
  first = await book(hotel.call, {
    identity: 'first',
    primaryGuestDetails: { firstName: 'Anna', lastName: 'Berg', email: 'anna@guest.test' },
    activitiesBooked: [{ ...surf, rates: [{ rateID: 1, unitCost: 5 }] }],
    paymentDetails: { paymentAmount: 10 },
  })
  second = await book(hotel.call, {
    identity: 'second',
    primaryGuestDetails: { firstName: 'Bo', lastName: 'Celsius' },
    roomsBooked: [{ roomID: 103 }],
  })
  for (const reservationID of [first, second]) {
    await expectStatus(200, sell(hotel.call, aSale({ identity: `till ${reservationID}`, reservationID })))
    await issueLink(hotel, reservationID)
  }
})

it("a guest's export has all rows of the guest, and none of another guest [CUSTOMER-18]", async () => {
  const { file } = await exportAll('1/guests/1')
  const tables = rowsByTable(file)
  expect(Object.keys(tables).sort()).toEqual([
    'activity_booking',
    'activity_rate',
    'event',
    'fetch_message',
    'guest',
    'idempotency',
    'itinerary_link',
    'payment',
    'reservation',
    'room_night',
    'room_stay',
    'sale',
    'sale_item',
  ])
  expect(tables.guest).toEqual([expect.objectContaining({ guest_id: 1, first_name: 'Anna', last_name: 'Berg' })])
  for (const list of Object.values(tables)) {
    for (const row of list) if ('reservation_id' in row) expect(row.reservation_id).toBe(first)
  }
  expect(file).not.toContain('Celsius')
  const amounts = { currency: 'EUR', decimals: 2 }
  expect(JSON.parse(file.split('\n')[0] as string)).toMatchObject({
    innlet: 'guest',
    customer: 1,
    guest: 1,
    ...amounts,
  })
  const { file: other } = await exportAll('1/guests/2')
  expect(other).toContain('Celsius')
  expect(other).not.toContain('anna@guest.test')
  expect(await rows("SELECT subject FROM audit WHERE act = 'guest.export'")).toEqual([
    { subject: '1/1' },
    { subject: '1/2' },
  ])
})

it("a guest's export has no times of other guests' bookings and no client that made a change, which the export of the customer has [CUSTOMER-18]", async () => {
  const eventsOf = async (path: string) => rowsByTable((await exportAll(path)).file).event ?? []
  await closedLongAgo(1)
  const ofFirst = (await eventsOf('1')).filter(row => row.reservation_id === first)
  const withoutTimes = ofFirst.map(({ last_booking_at, last_rates_at, last_sale_at, by, ...row }) => {
    expect([last_booking_at, last_rates_at, last_sale_at]).toEqual(Array(3).fill(expect.any(Number)))
    expect(by).toEqual(expect.any(String))
    return row
  })
  expect(await eventsOf('1/guests/1')).toEqual(withoutTimes)
})

it('is possible while the customer is closed, and cannot be imported [CUSTOMER-18]', async () => {
  await closedLongAgo(1)
  const { file } = await exportAll('1/guests/1')
  const refused = await expectStatus(422, importPart(5, { lines: file }))
  expect(refused.json.errors[0].description).toEqual(expect.stringContaining('expected the first line'))
})

it('a guest that is not there, or of another customer, is 404 and leaves no entry in the audit [CUSTOMER-18]', async () => {
  await expectStatus(200, admin('PUT', '/customers/5', { name: 'Five', currency: 'EUR', timeZone: 'Europe/Rome' }))
  for (const path of ['1/guests/99', '5/guests/1']) {
    const refused = await admin('GET', `/customers/${path}/export`)
    await expectRefusal(refused, 404, 'NOT_FOUND', 'guestId: there is no such guest of this customer')
  }
  expect((await admin('GET', '/customers/9/guests/1/export')).status).toBe(404)
  expect(await rows("SELECT 1 FROM audit WHERE act = 'guest.export'")).toEqual([])
})
