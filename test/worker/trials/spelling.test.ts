import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { aBooking } from '../../support/booking'
import { days, span } from '../../support/channel-message'
import type { Schema } from '../../support/hostile'
import { casesOf, endpointsWith, operations } from '../../support/operations'
import { prepareHotel } from '../../support/prepared-hotel'
import { repetitions } from '../../support/repetitions'
import { type Call, expectStatus, makeTables } from '../../support/service'
import { comparable, restoreSnapshot, type Snapshot, snapshot, withoutRandomValues } from '../../support/snapshot'
import { variantsOf } from '../../support/variants'

/*
 * Field names in any letter case, at every depth, and neutral values or nulls in every unused field. The response and the stored
 * data equal those of the plain request.
 */

const VARIANTS = repetitions(3, 30)

let call: Call
let schemas: Map<string, Schema>
let before: Snapshot

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  await makeTables()
  const hotel = await prepareHotel()
  ;({ call } = hotel)
  schemas = new Map((await operations()).map(({ path, schema }) => [path.replace(/^\/api/, ''), schema]))
  before = await snapshot()
})

/** The sample requests with a JSON body that customers send. */
const REQUESTS = casesOf(endpointsWith(({ auth, body }) => body && auth.includes(':'))).map(
  ([, path, body = {}]) => [path.replace(/^\/api/, ''), body] as const,
)

/** The response, and the stored data after it. */
async function outcomeOf(path: string, body: unknown) {
  await restoreSnapshot(before)
  const { status, text, headers } = await call('POST', path, body)
  const numbers = [headers.get('x-reservation-id'), headers.get('x-reservation-number')]
  return { status, text: withoutRandomValues(text), numbers, kept: comparable(await snapshot()) }
}

describe('a request in any letter case, with neutral values and nulls, is answered as the plain one, and leaves the same [INPUT-1]', () => {
  it.each(REQUESTS.map(([path, body], i) => [`${i}: ${path}`, path, body] as const))('%s', async (_, path, body) => {
    const schema = schemas.get(path) ?? {}
    const usual = await outcomeOf(path, body)
    expect(usual.status, usual.text).toBe(200)
    const isChange = 'bookingID' in body ? body.bookingID !== 0 : 'action' in body || 'endpointId' in body
    await fc.assert(
      fc.asyncProperty(variantsOf(body, schema, isChange), async variant => {
        expect(await outcomeOf(path, variant), JSON.stringify(variant)).toEqual(usual)
      }),
      { numRuns: VARIANTS },
    )
  })
})

describe('parameters of a query are matched in any letter case [INPUT-2]', () => {
  const found = async (query: string) => (await expectStatus(200, call('GET', query))).json.content

  it.each([
    ['/Inventory/GetInventoryItem?inventoryId=1&inventoryLocationID=1', 'INVENTORYID=1&inventoryLocationId=1'],
    ['/Inventory/GetInventoryItem?itemNumber=SKU-1', 'itemnumber=SKU-1'],
    ['/Reservation/GetReservationsForPartner?status=Cancelled', 'Status=Cancelled'],
    ['/Fetch/GetFetchQueueMessage?hotelKey=other', 'HOTELKEY=other'],
    ['/CMConnect/GetCMConnect?hotelid=H1&from=2027-05-01&to=2027-05-02', 'HotelID=H1&From=2027-05-01&TO=2027-05-02'],
  ])('%s', async (usual, other) => {
    await restoreSnapshot(before)
    expect(await found(`${usual.split('?')[0]}?${other}`)).toEqual(await found(usual))
  })

  it('and a filter narrows whatever its spelling', async () => {
    await restoreSnapshot(before)
    expect(await found('/Inventory/GetInventoryItem?inventoryId=1&inventoryLocationId=2')).toEqual({})
  })
})

describe('two spellings of one field with different values are 422, and nothing changes [INPUT-3]', () => {
  const REFUSED: [path: string, body: object, field: string][] = [
    ['/Booking/PostBooking', { bookingID: 1, bookingId: 2, action: 'cancel' }, 'bookingID'],
    [
      '/Booking/PostBooking',
      aBooking({ roomsBooked: [{ roomID: 102, GuestsInRoom: 1, guestsinroom: 2 }] }),
      'roomsBooked[0].guestsInRoom',
    ],
    [
      '/CMConnect/UpdateCMConnect',
      days([{ ...span('01', '02'), roomstosell: '1', RoomsToSell: '2' }]),
      'rateAvailability[0].data[0].room[0].date[0].roomstosell',
    ],
  ]

  it.each(REFUSED)('%s %j', async (path, body, field) => {
    await restoreSnapshot(before)
    const { status, json, text } = await call('POST', path, body)
    expect(status, text).toBe(422)
    expect(json.errors).toHaveLength(1)
    expect(json.errors[0]).toMatchObject({ code: 'INVALID_FIELD', description: expect.stringContaining(`${field}: `) })
    expect(comparable(await snapshot())).toEqual(comparable(before))
  })

  it('and with the same value they are one field [INPUT-3]', async () => {
    await restoreSnapshot(before)
    const { status, text } = await call('POST', '/Booking/PostBooking', {
      bookingID: 1,
      BookingId: 1,
      action: 'cancel',
    })
    expect(status, text).toBe(200)
  })

  it('in a query too', async () => {
    const { json } = await expectStatus(422, call('GET', '/Inventory/GetInventoryItem?inventoryId=1&inventoryid=2'))
    expect(json.errors[0].description).toMatch(/^inventoryId: /)
  })
})
