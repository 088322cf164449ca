import { describe, expect, it } from 'vitest'
import { seaHotel } from '../../fixtures/sea-hotel'
import { aSale, sell } from '../../support/sale'
import { admin, expectRefusal, expectStatus, openHotel, resetBeforeEach } from '../../support/service'

resetBeforeEach()

const SETUP = '/customers/1/setup'
const get = (query = '') => expectStatus(200, admin('GET', `${SETUP}${query}`))
const put = (setup: unknown, customer = 1) => expectStatus(200, admin('PUT', `/customers/${customer}/setup`, setup))
const create = (customer: number, currency = 'EUR') =>
  expectStatus(200, admin('PUT', `/customers/${customer}`, { name: 'H', currency, timeZone: 'Asia/Bahrain' }))

/** One record of each kind with every field, and one with those that are required. Each list is in the order of the ids. */
const whole = {
  properties: [
    {
      hotelid: 'H1',
      name: 'Quinta do Mar',
      timeZone: 'Europe/Lisbon',
      fetchHotelKey: 'KEY-H1',
      checkInTime: '15:00',
      checkOutTime: '11:00',
      address: { addressLine: 'Rua 1', city: 'Sagres', state: 'Faro', zip: '8650', country: 'PT' },
      position: { latitude: 37.01, longitude: -8.94 },
      phone: '+351282000000',
      whatsapp: '+351912000000',
      email: 'desk@quinta.test',
      website: 'https://quinta.test',
      directions: 'Left after\nthe lighthouse.',
      houseInfo: [{ title: 'Wi-Fi', text: 'Ask us' }],
    },
    {
      hotelid: 'H2',
      name: 'Anexo',
      timeZone: 'Asia/Bahrain',
      fetchHotelKey: '',
      checkInTime: '',
      checkOutTime: '',
      phone: '',
      whatsapp: '',
      email: '',
      website: '',
      directions: '',
      houseInfo: [],
    },
  ],
  locations: [{ locationId: 1, name: 'Sea wing' }],
  roomTypes: [
    { roomTypeId: 10, hotelid: 'H1', name: 'Double', description: 'Sea view', maxOccupancy: 2 },
    { roomTypeId: 20, hotelid: 'H2', name: 'Single', description: '', maxOccupancy: 1 },
  ],
  rooms: [
    { roomId: 101, roomTypeId: 10, locationId: 1, roomName: 'Gull', roomNo: '101', floorNo: '1' },
    { roomId: 201, roomTypeId: 20, roomName: 'Fig', roomNo: '', floorNo: '' },
  ],
  ratePlans: [{ rateId: 1, hotelid: 'H1', name: 'Best available' }],
  activities: [
    { activityId: 1, name: 'Surf lesson', scheduleType: 'Activity', capacity: 0 },
    { activityId: 2, name: 'Breakfast', scheduleType: '' },
  ],
  employees: [{ employeeId: 1, firstName: 'Inês', lastName: '' }],
  resources: [
    { resourceId: 1, name: 'Long board', resourceTypeId: 1 },
    { resourceId: 2, name: 'Boat' },
  ],
  inventoryLocations: [
    { inventoryLocationId: 1, name: 'Bar', description: 'By the pool', isActive: true },
    { inventoryLocationId: 2, name: 'Cellar', description: '', isActive: false },
  ],
  inventoryItems: [
    {
      inventoryId: 1,
      itemNumber: 'SKU-1',
      description: 'Water',
      size: '0.5 l',
      color: 'blue',
      productType: 'Drink',
      productImageType: 'image/png',
      productImageURL: 'https://hotel.test/water.png',
      cost: 0.125,
      price: 3.5,
      stock: [
        { inventoryLocationId: 1, quantityInHand: 24 },
        { inventoryLocationId: 2, quantityInHand: 0.125 },
      ],
    },
    {
      inventoryId: 2,
      itemNumber: 'SKU-2',
      description: '',
      size: '',
      color: '',
      productType: '',
      productImageType: '',
      productImageURL: '',
      cost: 0,
      price: 0,
      stock: [],
    },
  ],
}
const KINDS = Object.keys(whole) as (keyof typeof whole)[]
const none = Object.fromEntries(KINDS.map(kind => [kind, []]))

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
  it('every field of every kind', async () => {
    await create(1, 'BHD')
    await put(whole)
    expect((await get()).json).toEqual(whole)
  })

  it('and its response changes nothing when it is put', async () => {
    await openHotel()
    const { json } = await get()
    expect(json).toMatchObject(seaHotel.setup)
    await put(json)
    expect((await get()).json).toEqual(json)
  })

  it('in pages, which sent in order create the same records at another customer', async () => {
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

  it('with the stock after sales', async () => {
    const hotel = await openHotel()
    const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity: 2 }]
    await expectStatus(200, sell(hotel.call, aSale({ items })))
    expect((await get()).json.inventoryItems[0].stock).toEqual([{ inventoryLocationId: 1, quantityInHand: 22 }])
  })

  it('of its own customer only', async () => {
    await openHotel(1)
    await create(2)
    expect((await expectStatus(200, admin('GET', '/customers/2/setup'))).json).toEqual(none)
  })
})

it('404 for a customer that is not there', async () => {
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
