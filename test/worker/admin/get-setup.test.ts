import { describe, expect, it } from 'vitest'
import { seaHotel } from '../../fixtures/sea-hotel'
import { wholeSetup as whole } from '../../fixtures/whole-setup'
import { aSale, sell } from '../../support/sale'
import { admin, expectRefusal, expectStatus, openHotel, resetBeforeEach } from '../../support/service'

resetBeforeEach()

const SETUP = '/customers/1/setup'
const get = (query = '') => expectStatus(200, admin('GET', `${SETUP}${query}`))
const put = (setup: unknown, customer = 1) => expectStatus(200, admin('PUT', `/customers/${customer}/setup`, setup))
const create = (customer: number, currency = 'EUR') =>
  expectStatus(200, admin('PUT', `/customers/${customer}`, { name: 'H', currency, timeZone: 'Asia/Bahrain' }))

const KINDS = Object.keys(whole) as (keyof typeof whole)[]

/** The setup in pages of a size. */
async function pagesOf(size: number) {
  const pages: Record<string, unknown[]>[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { json, headers } = await get(`?pageSize=${size}&cursor=${encodeURIComponent(cursor)}`)
    pages.push(json)
    cursor = headers.get('x-next-cursor')
    expect([headers.get('x-page-size'), headers.get('x-has-more')]).toEqual([String(size), String(cursor !== null)])
  }
  return pages
}

describe('GET /admin/customers/{clientId}/setup returns what was put [ADMIN-51]', () => {
  it('every field of every kind is returned', async () => {
    await create(1, 'BHD')
    await put(whole)
    expect((await get()).json).toEqual(whole)
  })

  it('its response changes nothing when it is put', async () => {
    await openHotel()
    const { json } = await get()
    expect(json).toMatchObject(seaHotel.setup)
    await put(json)
    expect((await get()).json).toEqual(json)
  })

  it('its pages, sent in order, create the same records at another customer', async () => {
    await create(1, 'BHD')
    await put(whole)
    const records = KINDS.reduce((sum, kind) => sum + whole[kind].length, 0)
    for (const size of [1, 2, 7, 200]) {
      const pages = await pagesOf(size)
      expect(pages).toHaveLength(Math.ceil(records / size))
      for (const kind of KINDS) expect(pages.flatMap(page => page[kind])).toEqual(whole[kind])
    }
    await create(2, 'BHD')
    for (const page of await pagesOf(1)) await put(page, 2)
    expect((await expectStatus(200, admin('GET', '/customers/2/setup'))).json).toEqual(whole)
  })

  it('a page ends with the limit of bytes too, and loses nothing', async () => {
    await create(1)
    const roomTypes = Array.from({ length: 60 }, (_, i) => ({
      roomTypeId: i + 1,
      hotelid: 'H',
      name: `Type ${i}`,
      description: 'x'.repeat(4000),
      maxOccupancy: 2,
    }))
    await put({ properties: [{ hotelid: 'H', name: 'H' }], roomTypes })
    const pages = await pagesOf(200)
    expect(pages.flatMap(({ roomTypes }) => roomTypes)).toEqual(roomTypes)
  })

  it('the stock is that after sales', async () => {
    const hotel = await openHotel()
    const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity: 2 }]
    await expectStatus(200, sell(hotel.call, aSale({ items })))
    expect((await get()).json.inventoryItems[0].stock).toEqual([{ inventoryLocationId: 1, quantityInHand: 22 }])
  })
})

it('the setup of a customer that is not there is 404', async () => {
  await expectRefusal(admin('GET', '/customers/404/setup'), 404, 'NOT_FOUND', 'clientId: there is no such customer')
})

it('refuses a cursor of another customer, and one that we did not make', async () => {
  await openHotel(1)
  await create(2)
  const cursor = (await get('?pageSize=1')).headers.get('x-next-cursor')
  expect((await get(`?cursor=${cursor}`)).status).toBe(200)
  for (const other of [`/customers/2/setup?cursor=${cursor}`, `${SETUP}?cursor=x${cursor}`]) {
    await expectRefusal(admin('GET', other), 422, 'INVALID_FIELD', 'cursor: expected one that we made')
  }
})
