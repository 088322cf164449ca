import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { databaseWithInterruptions } from '../../support/concurrent-change'
import { expectInvalidField } from '../../support/fields'
import { admin, expectRefusal, expectStatus, resetBeforeEach, rows } from '../../support/service'

resetBeforeEach()

const hotel = {
  name: 'Quinta do Mar',
  currency: 'EUR',
  timeZone: 'Europe/Lisbon',
  logoUrl: 'https://hotel.test/logo.svg',
  imagePath: 'https://hotel.test/sea.jpg',
  itineraryUrlTemplate: 'https://hotel.test/my-stay?itinerary={token}',
}
const open = () => expectStatus(200, admin('PUT', '/customers/5', hotel))
const patch = (changes: unknown, customer = 5) => admin('PATCH', `/customers/${customer}`, changes)
const stored = async () => (await expectStatus(200, admin('GET', '/customers'))).json.customers[0]
const acts = () => rows('SELECT act, subject, details FROM audit ORDER BY audit_id')

describe('PATCH /admin/customers/{clientId}', () => {
  it.each([
    { name: 'Casa da Serra' },
    { currency: 'JPY' },
    { timeZone: 'Asia/Tokyo' },
    { logoUrl: 'https://hotel.test/new.svg' },
    { imagePath: '' },
    { itineraryUrlTemplate: 'https://other.test/{token}' },
    { name: 'Casa da Serra', logoUrl: '', imagePath: 'https://hotel.test/hill.jpg' },
  ])('%j changes that and nothing else [ADMIN-55]', async changes => {
    await open()
    const { json } = await expectStatus(200, patch(changes))
    expect(json).toEqual({ clientId: 5, ...hotel, ...changes })
    expect(await stored()).toMatchObject(json)
  })

  it.each(['logoUrl', 'imagePath', 'itineraryUrlTemplate'])('null takes %s away [ADMIN-55]', async field => {
    await open()
    const { json } = await expectStatus(200, patch({ [field]: null }))
    expect(json).toEqual({ clientId: 5, ...hotel, [field]: '' })
  })

  it('{} and unknown fields change nothing, and leave no row in the audit [ADMIN-55]', async () => {
    await open()
    const before = [await rows('SELECT * FROM customer'), await acts()]
    for (const nothing of [{}, { unknown: null }]) {
      expect((await expectStatus(200, patch(nothing))).json).toEqual({ clientId: 5, ...hotel })
    }
    expect([await rows('SELECT * FROM customer'), await acts()]).toEqual(before)
  })

  it('a change is in the audit with the fields that were sent [ADMIN-22]', async () => {
    await open()
    await expectStatus(200, patch({ name: 'Casa da Serra', logoUrl: null }))
    const details = JSON.stringify({ name: 'Casa da Serra', logoUrl: '' })
    expect((await acts()).at(-1)).toEqual({ act: 'customer.patch', subject: '5', details })
  })

  it('another customer stays as it is', async () => {
    await open()
    await expectStatus(200, admin('PUT', '/customers/6', hotel))
    await expectStatus(200, patch({ name: 'Casa da Serra' }, 6))
    expect(await stored()).toMatchObject(hotel)
  })

  it('two changes of different fields at the same time both stay [ADMIN-55]', async () => {
    await open()
    // Before each batch of one request another is served: also between a read and a write.
    let logoUrl = ''
    const other = (batch: number) => () => {
      logoUrl = `https://hotel.test/before-batch-${batch}.svg`
      return expectStatus(200, patch({ logoUrl }))
    }
    const { database } = databaseWithInterruptions({ 1: other(1), 2: other(2) })
    const authorization = `Bearer ${env.ADMIN_TOKEN}`
    const template = { itineraryUrlTemplate: 'https://other.test/{token}' }
    await expectStatus(200, withBindings({ DB: database })('PATCH', '/admin/customers/5', template, { authorization }))
    expect(await stored()).toMatchObject({ ...hotel, ...template, logoUrl })
  })
})

describe('a change is refused', () => {
  it.each<[string, unknown]>([
    ['name', null],
    ['name', ' '],
    ['currency', null],
    ['currency', 'eur'],
    ['timeZone', null],
    ['timeZone', 'Lisbon'],
    ['logoUrl', 'logo.svg'],
    ['imagePath', 'ftp://hotel.test/sea.jpg'],
    ['itineraryUrlTemplate', 'https://hotel.test/my-stay'],
    ['itineraryUrlTemplate', 'javascript:alert("{token}")'],
  ])('422 INVALID_FIELD with the path: %s: %j [ADMIN-55]', async (field, value) => {
    await open()
    const before = await rows('SELECT * FROM customer')
    await expectInvalidField(field, patch({ imagePath: '', [field]: value }))
    expect(await rows('SELECT * FROM customer')).toEqual(before)
  })

  it.each([{}, { name: 'Casa da Serra' }])(
    '404 NOT_FOUND: %j for a customer that does not exist [ADMIN-55]',
    async changes => {
      await expectRefusal(patch(changes), 404, 'NOT_FOUND', /^clientId: /)
      expect([await rows('SELECT * FROM customer'), await acts()]).toEqual([[], []])
    },
  )

  it('409 INVALID_TRANSITION: another currency than that of stored amounts, and nothing changes [ADMIN-6]', async () => {
    await open()
    const item = { inventoryId: 1, itemNumber: 'SKU-1', price: 4 }
    await expectStatus(200, admin('PUT', '/customers/5/setup', { inventoryItems: [item] }))
    const before = [await rows('SELECT * FROM customer'), await acts()]
    await expectRefusal(patch({ name: 'Other', currency: 'JPY' }), 409, 'INVALID_TRANSITION', /^currency: /)
    expect([await rows('SELECT * FROM customer'), await acts()]).toEqual(before)
    await expectStatus(200, patch({ name: 'Other', currency: 'EUR' }))
  })

  it.each([{}, { name: 'Other' }])('409 INVALID_TRANSITION: %j for a closed customer', async changes => {
    await open()
    await expectStatus(200, admin('PUT', '/customers/5/state', { state: 'closed' }))
    await expectRefusal(patch(changes), 409, 'INVALID_TRANSITION', /^clientId: .*closed/)
    expect(await stored()).toMatchObject({ ...hotel, state: 'closed' })
  })

  it('503 for a read-only customer', async () => {
    await open()
    await expectStatus(200, admin('PUT', '/customers/5/state', { state: 'readOnly' }))
    await expectRefusal(patch({ name: 'Other' }), 503, 'DATABASE_UNAVAILABLE')
  })
})
