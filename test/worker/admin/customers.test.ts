import { describe, expect, it } from 'vitest'
import { expectInvalidField } from '../../support/fields'
import { admin, expectRefusal, expectStatus, resetBeforeEach, rows } from '../../support/service'

resetBeforeEach()

const hotel = { name: 'Quinta do Mar', currency: 'EUR', timeZone: 'Europe/Lisbon' }
const dressed = {
  ...hotel,
  logoUrl: 'https://hotel.test/logo.svg',
  imagePath: 'https://hotel.test/sea.jpg',
  itineraryUrlTemplate: 'https://hotel.test/my-stay?itinerary={token}',
}

describe('PUT /admin/customers/{clientId} creates or changes a customer', () => {
  it('returns the stored record [ADMIN-5]', async () => {
    const made = await expectStatus(200, admin('PUT', '/customers/5', dressed))
    expect(made.json).toEqual({ clientId: 5, ...dressed })
    const changed = await expectStatus(200, admin('PUT', '/customers/5', { ...dressed, name: 'Casa do Mar' }))
    expect(changed.json).toEqual({ clientId: 5, ...dressed, name: 'Casa do Mar' })
    expect(await rows('SELECT customer_id, customer_name, itinerary_url_template FROM customer')).toEqual([
      { customer_id: 5, customer_name: 'Casa do Mar', itinerary_url_template: dressed.itineraryUrlTemplate },
    ])
  })

  it('replaces its fields: an optional one that is not sent is emptied [ADMIN-5]', async () => {
    await expectStatus(200, admin('PUT', '/customers/5', dressed))
    const { json } = await expectStatus(200, admin('PUT', '/customers/5', { ...hotel, logoUrl: null, imagePath: '' }))
    expect(json).toEqual({ clientId: 5, ...hotel, logoUrl: '', imagePath: '', itineraryUrlTemplate: '' })
  })

  it('leaves every other customer as it is', async () => {
    await expectStatus(200, admin('PUT', '/customers/5', dressed))
    await expectStatus(200, admin('PUT', '/customers/6', hotel))
    expect(await rows('SELECT logo_url FROM customer WHERE customer_id = 5')).toEqual([{ logo_url: dressed.logoUrl }])
  })
})

describe('422 INVALID_FIELD with the path', () => {
  it.each<[string, unknown]>([
    ['name', ''],
    ['name', ' '],
    ['name', undefined],
    ['name', 'x'.repeat(201)],
    ['name', 'half a smile \ud83d'],
    ['currency', 'eur'],
    ['currency', 'XXL'],
    ['currency', undefined],
    ['timeZone', 'Lisbon'],
    ['timeZone', '+01:00'],
    ['timeZone', undefined],
    ['logoUrl', 'logo.svg'],
    ['logoUrl', 'javascript:alert(1)'],
    ['imagePath', 'ftp://hotel.test/sea.jpg'],
    ['itineraryUrlTemplate', 'https://hotel.test/my-stay'],
    ['itineraryUrlTemplate', 'javascript:alert("{token}")'],
    ['itineraryUrlTemplate', '/my-stay?itinerary={token}'],
  ])('%s: %j', async (field, value) => {
    const refused = await admin('PUT', '/customers/5', { ...dressed, [field]: value })
    await expectRefusal(refused, 422, 'INVALID_FIELD', new RegExp(`^${field}: `))
  })

  it('all faults are returned at once', async () => {
    const { json } = await admin('PUT', '/customers/0', { currency: 'EURO', timeZone: 'Mars', logoUrl: 5 })
    const paths = json.errors.map(({ description }: { description: string }) => description.split(':')[0])
    expect(paths).toEqual(['clientId', 'name', 'currency', 'timeZone', 'logoUrl'])
  })
})

describe('the currency cannot change once books are kept in it [ADMIN-6]', () => {
  const item = { inventoryId: 1, itemNumber: 'SKU-1', price: 4 }

  it('a change is 409 INVALID_TRANSITION with the path, and nothing changes', async () => {
    await expectStatus(200, admin('PUT', '/customers/5', hotel))
    await expectStatus(200, admin('PUT', '/customers/5/setup', { inventoryItems: [item] }))
    const audited = await rows('SELECT * FROM audit')
    const refused = await admin('PUT', '/customers/5', { ...hotel, name: 'Other', currency: 'JPY' })
    await expectRefusal(refused, 409, 'INVALID_TRANSITION', /^currency: /)
    expect(await rows('SELECT customer_name, currency FROM customer')).toEqual([
      { customer_name: hotel.name, currency: 'EUR' },
    ])
    expect(await rows('SELECT * FROM audit')).toEqual(audited)
    await expectStatus(200, admin('PUT', '/customers/5', { ...hotel, name: 'Other' }))
  })

  it("may change before that, and another customer's books do not matter", async () => {
    await expectStatus(200, admin('PUT', '/customers/6', hotel))
    await expectStatus(200, admin('PUT', '/customers/6/setup', { inventoryItems: [item] }))
    await expectStatus(200, admin('PUT', '/customers/5', hotel))
    await expectStatus(200, admin('PUT', '/customers/5', { ...hotel, currency: 'JPY' }))
  })
})

describe('PUT /admin/interfaces/{product} configures an audience for a product', () => {
  it('the same again changes nothing, and another audience replaces it [ADMIN-3]', async () => {
    const put = (audience: string) => admin('PUT', '/interfaces/engine', { audience })
    expect((await expectStatus(200, put('engine-api'))).json).toEqual({ product: 'engine', audience: 'engine-api' })
    await expectStatus(200, put('engine-api'))
    await expectStatus(200, put('https://engine.test/v2'))
    expect(await rows('SELECT * FROM interface_audience')).toEqual([
      { product: 'engine', audience: 'https://engine.test/v2' },
    ])
  })

  it("another product's audience is 409 IDENTITY_CONFLICT", async () => {
    await expectStatus(200, admin('PUT', '/interfaces/engine', { audience: 'engine-api' }))
    for (const audience of ['engine-api', 'innlet-api']) {
      await expectRefusal(admin('PUT', '/interfaces/other', { audience }), 409, 'IDENTITY_CONFLICT')
    }
  })

  it('the product innlet always exists, with the audience of the setting: same is 200, another is 409 [ADMIN-4] [AUDIENCE]', async () => {
    await expectStatus(200, admin('PUT', '/interfaces/innlet', { audience: 'innlet-api' }))
    await expectRefusal(admin('PUT', '/interfaces/innlet', { audience: 'mine' }), 409, 'IDENTITY_CONFLICT')
    // The audience is read from the setting each time: after a change of the setting, the old audience belongs to no product.
    expect(await rows('SELECT * FROM interface_audience')).toEqual([])
  })

  it.each(['Engine', 'a_b', 'x'.repeat(65), 'a%20b'])('the product name %s is 422', async product => {
    await expectInvalidField('product', admin('PUT', `/interfaces/${product}`, { audience: 'a' }))
  })

  it.each([undefined, '', ' ', 5, 'x'.repeat(201)])('the audience %j is 422', async audience => {
    await expectInvalidField('audience', admin('PUT', '/interfaces/engine', { audience }))
  })
})

describe('GET /admin/customers/{clientId}', () => {
  const get = () => admin('GET', '/customers/5')

  it('returns the customer as PUT takes it, with its state [ADMIN-60]', async () => {
    const look = { accent: '#a84d24' }
    await expectStatus(200, admin('PUT', '/customers/5', { ...dressed, look }))
    const { json } = await expectStatus(200, get())
    expect(json).toEqual({ clientId: 5, ...dressed, look, state: 'open' })
    const { json: again } = await expectStatus(200, admin('PUT', '/customers/5', json))
    expect({ ...again, state: 'open' }).toEqual(json)
  })

  it('shows a read-only and a closed customer [ADMIN-60]', async () => {
    await expectStatus(200, admin('PUT', '/customers/5', hotel))
    for (const state of ['readOnly', 'closed']) {
      await expectStatus(200, admin('PUT', '/customers/5/state', { state }))
      expect((await expectStatus(200, get())).json).toMatchObject({ ...hotel, state })
    }
  })

  it('is 404 for an unknown customer [ADMIN-60]', async () => {
    await expectRefusal(get(), 404, 'NOT_FOUND', 'clientId: there is no such customer')
  })
})
