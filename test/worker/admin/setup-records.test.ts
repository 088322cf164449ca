import { beforeEach, describe, expect, it } from 'vitest'
import { wholeSetup } from '../../fixtures/whole-setup'
import { bodiesWithWrongTypes, expectInvalidField, fieldsOf } from '../../support/fields'
import { admin, expectStatus, resetBeforeEach, rows } from '../../support/service'

resetBeforeEach()

beforeEach(async () => {
  await expectStatus(200, admin('PUT', '/customers/1', { name: 'Q', currency: 'BHD', timeZone: 'Europe/Lisbon' }))
})

/** The table of each kind of record. Its columns have the order of the fields. */
const TABLES: [kind: keyof typeof wholeSetup, table: string][] = [
  ['properties', 'property'],
  ['locations', 'location'],
  ['roomTypes', 'room_type'],
  ['rooms', 'room'],
  ['ratePlans', 'rate_plan'],
  ['activities', 'activity'],
  ['employees', 'employee'],
  ['resources', 'resource'],
  ['inventoryLocations', 'inventory_location'],
  ['inventoryItems', 'inventory_item'],
]

/** The columns of a record with every field. Amounts are in thousandths. The stock has a table of its own. */
const columnsOf = (record: object) =>
  Object.entries(record)
    .filter(([name]) => name !== 'stock')
    .map(([name, value]) => {
      if (name === 'cost' || name === 'price') return 1000 * value
      if (typeof value === 'boolean') return Number(value)
      return typeof value === 'object' ? JSON.stringify(value) : value
    })

describe('every field of every kind of record', () => {
  it('is kept as it was sent [ADMIN-8]', async () => {
    await expectStatus(200, admin('PUT', '/customers/1/setup', wholeSetup))
    for (const [kind, table] of TABLES) {
      const [record, ...others] = await rows(`SELECT * FROM ${table}`)
      expect(Object.values(record ?? {}), table).toEqual([1, ...columnsOf(wholeSetup[kind][0] as object)])
      expect(others, table).toHaveLength(wholeSetup[kind].length - 1)
    }
    expect((await rows('SELECT * FROM stock')).map(Object.values)).toEqual([
      [1, 1, 1, 24_000],
      [1, 1, 2, 125],
    ])
  })

  it.each(TABLES)('of another type is 422 INVALID_FIELD with its path: %s [ADMIN-8]', async kind => {
    for (const field of fieldsOf({ [kind]: wholeSetup[kind].slice(0, 1) })) {
      for (const [name, body] of bodiesWithWrongTypes(wholeSetup, field)) {
        await expectInvalidField(name, admin('PUT', '/customers/1/setup', body))
      }
    }
    for (const [, table] of TABLES) expect(await rows(`SELECT * FROM ${table}`)).toEqual([])
  })
})
