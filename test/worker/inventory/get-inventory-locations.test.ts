import { expect, it } from 'vitest'
import { admin, expectStatus, hotelBeforeEach, integrator, openHotel } from '../../support/service'

const hotel = hotelBeforeEach()
const get = (query = '', call = hotel.call) => call('GET', `/Inventory/GetInventoryLocations${query}`)
const setup = (inventoryLocations: object[]) =>
  expectStatus(200, admin('PUT', '/customers/1/setup', { inventoryLocations }))

it('lists the setup records of all locations [SALE-1]', async () => {
  await setup([{ inventoryLocationId: 7, name: 'Cellar', isActive: false }])
  const { json, headers } = await expectStatus(200, get())
  expect(json).toEqual({
    content: [
      {
        inventoryLocationId: 1,
        inventoryLocationName: 'Bar',
        description: 'The bar by the pool',
        isActive: true,
      },
      { inventoryLocationId: 7, inventoryLocationName: 'Cellar', description: '', isActive: false },
    ],
    errors: [],
    message: '',
    success: true,
  })
  expect(headers.get('x-has-more')).toBe('false')
})

it('that has none is 200 with empty content and the message "No data found!" [API-6]', async () => {
  await expectStatus(200, admin('PUT', '/customers/3', { name: 'New', currency: 'EUR', timeZone: 'Europe/Lisbon' }))
  const { json } = await expectStatus(200, get('', (await integrator(3)).call))
  expect(json).toEqual({ content: {}, errors: [], message: 'No data found!', success: true })
})

it('followed by cursor shows every location once [LIST-7]', async () => {
  await setup([2, 3, 4, 5].map(inventoryLocationId => ({ inventoryLocationId, name: `Shelf ${inventoryLocationId}` })))
  const seen: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { json, headers } = await expectStatus(200, get(`?pageSize=2&cursor=${cursor}`))
    seen.push(...json.content.map((each: Record<string, number>) => each.inventoryLocationId))
    cursor = headers.get('x-next-cursor')
  }
  expect(seen).toEqual([1, 2, 3, 4, 5])
  expect((await get('?pageSize=2&pageNo=3')).json.content).toHaveLength(1)
})

it("never shows another customer's locations [ACCESS-12]", async () => {
  await setup([{ inventoryLocationId: 7, name: 'Cellar' }])
  const other = await openHotel(2)
  expect((await get('', other.call)).json.content).toHaveLength(1)
  expect((await get('?clientID=1', other.call)).status).toBe(403)
})
