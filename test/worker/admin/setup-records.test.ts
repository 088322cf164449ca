import { beforeEach, describe, expect, it } from 'vitest'
import { bodiesWithWrongTypes, expectInvalidField, fieldsOf } from '../../support/fields'
import { admin, expectStatus, resetBeforeEach, rows } from '../../support/service'

resetBeforeEach()

beforeEach(async () => {
  await expectStatus(200, admin('PUT', '/customers/1', { name: 'Q', currency: 'EUR', timeZone: 'Europe/Lisbon' }))
})

/** One record of each kind, with every field that it may have. */
const whole = {
  properties: [
    {
      hotelid: 'H1',
      name: 'Quinta do Mar',
      timeZone: 'Atlantic/Azores',
      fetchHotelKey: 'KEY',
      checkInTime: '15:00',
      checkOutTime: '11:00',
      address: { addressLine: 'Rua do Mar 1', city: 'Ericeira', state: 'Lisboa', zip: '2655-001', country: 'PT' },
      position: { latitude: 38.963, longitude: -9.4156 },
      phone: '+351261000140',
      whatsapp: '+351261000141',
      email: 'desk@hotel.test',
      website: 'https://hotel.test/',
      directions: 'Left at the lighthouse',
      houseInfo: [{ title: 'Wi-Fi', text: 'Gull' }],
    },
  ],
  locations: [{ locationId: 1, name: 'Sea wing' }],
  roomTypes: [{ roomTypeId: 10, hotelid: 'H1', name: 'Double', description: 'For two', maxOccupancy: 2 }],
  rooms: [{ roomId: 101, roomTypeId: 10, locationId: 1, roomName: 'Gull', roomNo: '101a', floorNo: '1' }],
  ratePlans: [{ rateId: 1, hotelid: 'H1', name: 'Best available' }],
  activities: [{ activityId: 1, name: 'Surf lesson', scheduleType: 'Activity', capacity: 8 }],
  employees: [{ employeeId: 1, firstName: 'Inês', lastName: 'Duarte' }],
  resources: [{ resourceId: 1, name: 'Long board', resourceTypeId: 4 }],
  inventoryLocations: [{ inventoryLocationId: 1, name: 'Bar', description: 'By the pool', isActive: false }],
  inventoryItems: [
    {
      inventoryId: 1,
      itemNumber: 'SKU-1',
      description: 'Water',
      size: '0.5 l',
      color: 'clear',
      productType: 'Drink',
      productImageType: 'image/jpeg',
      productImageURL: 'https://hotel.test/water.jpg',
      cost: 0.4,
      price: 3.5,
      stock: [{ inventoryLocationId: 1, quantityInHand: 24.125 }],
    },
  ],
}

/** The table of each kind of record, with its columns in the order of the fields. */
const KEPT: [table: string, values: unknown[]][] = [
  [
    'property',
    [
      ...['H1', 'Quinta do Mar', 'Atlantic/Azores', 'KEY', '15:00', '11:00'],
      '{"addressLine":"Rua do Mar 1","city":"Ericeira","state":"Lisboa","zip":"2655-001","country":"PT"}',
      '{"latitude":38.963,"longitude":-9.4156}',
      ...['+351261000140', '+351261000141', 'desk@hotel.test', 'https://hotel.test/', 'Left at the lighthouse'],
      '[{"title":"Wi-Fi","text":"Gull"}]',
    ],
  ],
  ['location', [1, 'Sea wing']],
  ['room_type', [10, 'H1', 'Double', 'For two', 2]],
  ['room', [101, 10, 1, 'Gull', '101a', '1']],
  ['rate_plan', [1, 'H1', 'Best available']],
  ['activity', [1, 'Surf lesson', 'Activity', 8]],
  ['employee', [1, 'Inês', 'Duarte']],
  ['resource', [1, 'Long board', 4]],
  ['inventory_location', [1, 'Bar', 'By the pool', 0]],
  [
    'inventory_item',
    [1, 'SKU-1', 'Water', '0.5 l', 'clear', 'Drink', 'image/jpeg', 'https://hotel.test/water.jpg', 40, 350],
  ],
  ['stock', [1, 1, 24_125]],
]

describe('every field of every kind of record', () => {
  it('is kept as it was sent [ADMIN-8]', async () => {
    await expectStatus(200, admin('PUT', '/customers/1/setup', whole))
    for (const [table, values] of KEPT) {
      const [record, ...others] = await rows(`SELECT * FROM ${table}`)
      expect([Object.values(record ?? {}), others], table).toEqual([[1, ...values], []])
    }
  })

  it.each(Object.entries(whole))(
    'of another type is 422 INVALID_FIELD with its path: %s [ADMIN-8]',
    async (kind, records) => {
      for (const field of fieldsOf({ [kind]: records })) {
        for (const [name, body] of bodiesWithWrongTypes(whole, field)) {
          await expectInvalidField(name, admin('PUT', '/customers/1/setup', body))
        }
      }
      for (const [table] of KEPT) expect(await rows(`SELECT * FROM ${table}`)).toEqual([])
    },
  )
})
