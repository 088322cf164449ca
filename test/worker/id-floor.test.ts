import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { COUNTERS } from '../../schema/counters'
import { book } from '../support/booking'
import { sellSuccessfully } from '../support/sale'
import { expectStatus, hotelBeforeEach, openHotel, rows } from '../support/service'

const { call } = hotelBeforeEach()
const raiseFloor = (floor: number) => env.DB.prepare('UPDATE customer SET id_floor = ?').bind(floor).run()

const numbersOf = async ({ table, column }: { table: string; column: string }) =>
  (await rows(`SELECT ${column} AS number FROM ${table} ORDER BY 1`)).map(({ number }) => number)

const { secretVersion, ...COUNTERS_OF_ROWS } = COUNTERS

it.each(Object.entries(COUNTERS_OF_ROWS))(
  'the counter of a %s continues above the floor [BACKUP-8]',
  async (_, counter) => {
    const makeEndpoint = () =>
      expectStatus(200, call('POST', '/Webhook/PostEndpoint', { url: 'https://hooks.example/' }))
    const closeRoom = (fromDate: string, toDate: string) =>
      expectStatus(200, call('POST', '/Reservation/CloseRoom', { roomID: 102, fromDate, toDate }))
    await book(call)
    await sellSuccessfully(call)
    await makeEndpoint()
    await closeRoom('2027-08-10', '2027-08-11')
    const before = await numbersOf(counter)
    await raiseFloor(5000)
    await book(call, { arrivalDate: '2027-06-10', departureDate: '2027-06-12' })
    await sellSuccessfully(call)
    await book(call, { arrivalDate: '2027-07-10', departureDate: '2027-07-12' })
    await sellSuccessfully(call)
    await makeEndpoint()
    await makeEndpoint()
    await closeRoom('2027-08-11', '2027-08-12')
    await closeRoom('2027-08-12', '2027-08-13')
    const after = (await numbersOf(counter)).slice(before.length)
    expect(after.length).toBeGreaterThanOrEqual(2)
    expect(after).toEqual(after.map((_, i) => 5001 + i))
  },
)

it('the version of a secret continues above the floor, so that no secret is given again [BACKUP-8]', async () => {
  await expectStatus(200, call('POST', '/Webhook/PostEndpoint', { url: 'https://hooks.example/' }))
  await raiseFloor(5000)
  await expectStatus(200, call('POST', '/Webhook/RotateSecret', { endpointId: 1 }))
  expect(await numbersOf(secretVersion)).toEqual([5001])
})

it('a customer that is made after a restore, or after an import of another, begins at 1 [CUSTOMER-52]', async () => {
  await raiseFloor(5000)
  const { call: callOfNew } = await openHotel(8)
  expect(await book(callOfNew)).toBe(1)
  expect(await book(call)).toBe(5001)
})

it('a floor below the last number changes nothing [BACKUP-8]', async () => {
  expect(await book(call)).toBe(1)
  await raiseFloor(1)
  expect(await book(call, { arrivalDate: '2027-06-10', departureDate: '2027-06-12' })).toBe(2)
})

it('a cursor from before the jump finds the changes after it, and only these [BACKUP-8]', async () => {
  const list = '/Reservation/GetReservationsForPartner'
  await book(call)
  const first = await expectStatus(200, call('GET', list))
  await raiseFloor(5000)
  await book(call, { arrivalDate: '2027-06-10', departureDate: '2027-06-12' })
  const cursor = first.headers.get('x-next-cursor')
  const next = await expectStatus(200, call('GET', `${list}?cursor=${cursor}`))
  expect(next.json.content.map(({ reservationId }: { reservationId: number }) => reservationId)).toEqual([5001])
})
