import { beforeEach, describe, expect, it } from 'vitest'
import { brokenDatabase, withBindings } from '../../support/bindings'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, integrator, openHotel } from '../../support/service'
import { databaseFromStub } from '../../support/sessions'

const hotel = hotelBeforeEach()
const get = (query = '', call = hotel.call) => call('GET', `/Inventory/GetInventoryItem${query}`)

/** `item@location` of everything that is listed. */
const listed = async (query = '', call = hotel.call) => {
  const { json } = await expectStatus(200, get(query, call))
  if (!Array.isArray(json.content)) return json.content
  return json.content.map((each: Record<string, number>) => `${each.inventoryId}@${each.inventoryLocationId}`)
}

const setup = (customer: number, document: object) =>
  expectStatus(200, admin('PUT', `/customers/${customer}/setup`, document))

const at = (inventoryLocationId: number, quantityInHand: number) => ({ inventoryLocationId, quantityInHand })

/** Two locations, and items that lie at none, one or both of them; two share a number. */
const stocked = () =>
  setup(1, {
    inventoryLocations: [{ inventoryLocationId: 2, name: 'Shop' }],
    inventoryItems: [
      { inventoryId: 2, itemNumber: 'SKU-2', stock: [at(2, 0), at(1, 12.125)] },
      { inventoryId: 3, itemNumber: 'SKU-2', stock: [at(2, 3)] },
      { inventoryId: 4, itemNumber: 'SKU-4' },
    ],
  })

describe('an element', () => {
  it('has every field of an item at a location, each of its type [API-2] [SALE-2]', async () => {
    const { json } = await expectStatus(200, get())
    expect(json).toEqual({
      content: [
        {
          inventoryId: 1,
          inventoryLocationId: 1,
          itemNumber: 'SKU-1',
          inventoryLocationName: 'Bar',
          description: 'Mineral water',
          size: '0.5 l',
          color: '',
          productType: 'Drink',
          productImageType: '',
          productImageURL: '',
          quantityInHand: 24,
          cost: 0.4,
          price: 3.5,
        },
      ],
      errors: [],
      message: '',
      success: true,
    })
  })

  it('has a quantity of up to three decimals, and the image it was given [SALE-2]', async () => {
    const productImageURL = 'https://hotel.test/water.jpg'
    const item = { inventoryId: 1, itemNumber: 'SKU-1', productImageURL, productImageType: 'image/jpeg' }
    await setup(1, { inventoryItems: [{ ...item, stock: [at(1, 0.125)] }] })
    const { json } = await expectStatus(200, get())
    expect(json.content).toMatchObject([{ quantityInHand: 0.125, productImageURL, productImageType: 'image/jpeg' }])
  })

  it.each([
    ['JPY', 400, 1200],
    ['BHD', 1.125, 3.005],
  ])('has amounts of %s as they were given [VALUE-6]', async (currency, cost, price) => {
    await expectStatus(200, admin('PUT', '/customers/3', { name: 'Elsewhere', currency, timeZone: 'Asia/Tokyo' }))
    await setup(3, {
      inventoryLocations: [{ inventoryLocationId: 1, name: 'Bar' }],
      inventoryItems: [{ inventoryId: 1, itemNumber: 'A', cost, price, stock: [at(1, 1)] }],
    })
    const { json } = await expectStatus(200, get('', (await integrator(3)).call))
    expect(json.content).toMatchObject([{ cost, price }])
  })
})

describe('the list', () => {
  beforeEach(stocked)

  it.each([
    ['', ['1@1', '2@1', '2@2', '3@2']],
    ['?itemNumber=SKU-2', ['2@1', '2@2', '3@2']],
    ['?itemNumber=SKU-2&inventoryLocationID=2', ['2@2', '3@2']],
    ['?itemNumber=SKU-2&inventoryId=3', ['3@2']],
    ['?inventoryId=2', ['2@1', '2@2']],
    ['?inventoryId=2&inventoryLocationID=1', ['2@1']],
    ['?inventoryLocationID=1', ['1@1', '2@1']],
    ['?inventoryId=0&inventoryLocationID=0&itemNumber=', ['1@1', '2@1', '2@2', '3@2']],
    ['?inventoryId=&inventoryLocationID=2&pageNo=0&pageSize=', ['2@2', '3@2']],
    ['?clientID=1&inventoryId=3', ['3@2']],
  ])('of %j has %j: one element for each item and location [LIST-8] [SALE-3]', async (query, expected) => {
    expect(await listed(query)).toEqual(expected)
  })

  it.each(['?itemNumber=sku-2', '?inventoryId=99', '?inventoryId=4', '?inventoryId=3&inventoryLocationID=1'])(
    'of %s, which nothing matches, is 200 with empty content and the message "No data found!" [API-6] [SALE-4]',
    async query => {
      const { json } = await expectStatus(200, get(query))
      expect(json).toEqual({ content: {}, errors: [], message: 'No data found!', success: true })
    },
  )

  it.each(['', '&inventoryLocationID=2', '&itemNumber=SKU-2'])(
    'followed by cursor%s shows everything once, also while more is set up [LIST-7]',
    async filter => {
      const all = await listed(`?${filter}`)
      const seen: string[] = []
      let cursor: string | null = ''
      for (let page = 1; cursor !== null; page++) {
        const answer = await expectStatus(200, get(`?pageSize=1${filter}&cursor=${cursor}`))
        cursor = answer.headers.get('x-next-cursor')
        expect(['x-page', 'x-page-size', 'x-has-more'].map(name => answer.headers.get(name))).toEqual([
          String(page),
          '1',
          String(cursor !== null),
        ])
        const [item] = answer.json.content
        seen.push(`${item.inventoryId}@${item.inventoryLocationId}`)
        await setup(1, { inventoryItems: [{ inventoryId: 1, itemNumber: 'SKU-1', stock: [at(2, 1)] }] })
      }
      expect(seen.filter(each => each !== '1@2')).toEqual(all)
    },
  )

  it('has pages by number [LIST-1]', async () => {
    expect(await listed('?pageSize=3')).toEqual(['1@1', '2@1', '2@2'])
    expect(await listed('?pageSize=3&pageNo=2')).toEqual(['3@2'])
    expect(await listed('?pageSize=3&pageNo=3')).toEqual({})
  })

  it("never shows another customer's items [ACCESS-12]", async () => {
    await setup(1, { inventoryItems: [{ inventoryId: 77, itemNumber: 'ONLY-1', stock: [at(1, 5)] }] })
    const other = await openHotel(2)
    expect(await listed('', other.call)).toEqual(['1@1'])
    expect(await listed('?inventoryId=77', other.call)).toEqual({})
    expect(await listed('?itemNumber=ONLY-1', other.call)).toEqual({})
    expect(await listed('?inventoryLocationID=2', other.call)).toEqual({})
    const cursor = (await get('?pageSize=1')).headers.get('x-next-cursor')
    expect((await get(`?cursor=${cursor}`, other.call)).status).toBe(422)
    await expectRefusal(get('?clientID=1', other.call), 403, 'CUSTOMER_MISMATCH')
  })
})

describe('a request that is refused [LIST-2]', () => {
  it.each([
    ['?inventoryId=one', 'inventoryId: expected an integer'],
    ['?inventoryId=1.5', 'inventoryId: expected an integer'],
    ['?inventoryId=99999999999', 'inventoryId: expected at most 2147483647'],
    ['?inventoryLocationID=-1', 'inventoryLocationID: expected an integer'],
    [`?itemNumber=${'x'.repeat(101)}`, 'itemNumber: expected at most 100 characters'],
    ['?pageSize=201', 'pageSize: expected at most 200'],
    ['?cursor=made-up', 'cursor: expected one that we made'],
  ])('%s: 422 %s', async (query, description) => {
    await expectRefusal(get(query), 422, 'INVALID_FIELD', description)
  })
})

describe('when the service fails, the message is the same as when nothing matches [SALE-5]', () => {
  const failing = databaseFromStub({
    prepare: () => ({ bind: () => ({}) }),
    batch: () => Promise.reject(new Error('D1_ERROR: near "FORM": syntax error: SQLITE_ERROR')),
  })

  it.each([
    ['the service', failing, 500, 'INTERNAL_ERROR'],
    ['the database', brokenDatabase, 503, 'DATABASE_UNAVAILABLE'],
  ])('a fault of %s', async (_, DB, expected, code) => {
    const there = withBindings({ DB })
    const headers = { authorization: `Bearer ${hotel.token}` }
    const { status, json } = await there('GET', '/api/Inventory/GetInventoryItem', undefined, headers)
    expect(status).toBe(expected)
    expect(json).toEqual({
      content: {},
      errors: [{ code, description: expect.any(String) }],
      message: 'No data found!',
      success: false,
    })
  })
})
