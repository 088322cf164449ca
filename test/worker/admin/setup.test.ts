import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { seaHotel } from '../../fixtures/sea-hotel'
import { withBindings } from '../../support/bindings'
import { recordingDatabase } from '../../support/query-plan'
import { admin, expectRefusal, expectStatus, resetBeforeEach, rows } from '../../support/service'
import { databaseFromStub } from '../../support/sessions'

resetBeforeEach()

const { setup, name, currency, timeZone } = seaHotel
const put = (document: unknown, customer = 1) => admin('PUT', `/customers/${customer}/setup`, document)

beforeEach(async () => {
  await expectStatus(200, admin('PUT', '/customers/1', { name, currency, timeZone }))
})

const TABLES = [
  'property',
  'location',
  'room_type',
  'room',
  'rate_plan',
  'activity',
  'employee',
  'resource',
  'inventory_location',
  'inventory_item',
  'stock',
]

async function everything() {
  const all = TABLES.map(async table => [table, await rows(`SELECT * FROM ${table}`)] as const)
  return Object.fromEntries(await Promise.all(all))
}

/** The number of records of each kind in a document. */
const countsOf = (document: Record<string, unknown[]>) =>
  Object.fromEntries(Object.keys(setup).map(kind => [kind, document[kind]?.length ?? 0]))
const NONE = countsOf({})

describe("PUT /admin/customers/{clientId}/setup: the customer's records in one document", () => {
  it('the response has the number of records per kind, and each is kept with its fields [ADMIN-7]', async () => {
    const { json } = await expectStatus(200, put(setup))
    expect(json).toEqual(countsOf(setup))
    const kept = await everything()
    expect(kept.property).toEqual([
      {
        customer_id: 1,
        hotel_id: 'H1',
        property_name: 'Quinta do Mar',
        property_time_zone: 'Europe/Lisbon',
        fetch_hotel_key: 'KEY-H1',
        check_in_time: '15:00',
        check_out_time: '11:00',
        address: null,
        position: null,
        phone: '',
        whatsapp: '',
        email: '',
        website: '',
        directions: '',
        house_info: '[]',
        logo_url: '',
        image_path: '',
        wifi: null,
        look: null,
      },
    ])
    expect(kept.room?.[0]).toEqual({
      customer_id: 1,
      room_id: 101,
      room_type_id: 10,
      location_id: 1,
      room_name: 'Gull',
      room_no: '101',
      floor_no: '1',
      is_active: 1,
    })
    expect(kept.activity?.map(({ capacity }) => capacity)).toEqual([8, null])
    expect(kept.inventory_item?.[0]).toMatchObject({ cost: 40, price: 350, item_number: 'SKU-1' })
    expect(kept.stock).toEqual([{ customer_id: 1, inventory_id: 1, inventory_location_id: 1, quantity: 24_000 }])
  })

  it('every key is optional [ADMIN-9]', async () => {
    expect((await expectStatus(200, put({}))).json).toEqual(NONE)
    expect((await expectStatus(200, put({ rooms: null, employees: [] }))).json).toEqual(NONE)
  })

  it('the same document again changes nothing [ADMIN-9]', async () => {
    await expectStatus(200, put(setup))
    const before = await everything()
    await expectStatus(200, put(setup))
    expect(await everything()).toEqual(before)
  })

  it('a record that is sent replaces the one of its id, and those that are not sent stay [ADMIN-9]', async () => {
    await expectStatus(200, put(setup))
    await expectStatus(200, put({ rooms: [{ roomId: 101, roomTypeId: 20, roomName: 'Albatross' }] }))
    const kept = await rows('SELECT room_id, room_type_id, location_id, room_name, room_no FROM room ORDER BY room_id')
    expect(kept).toHaveLength(4)
    expect(kept[0]).toEqual({ room_id: 101, room_type_id: 20, location_id: null, room_name: 'Albatross', room_no: '' })
    expect(kept[1]).toMatchObject({ room_id: 102, room_name: 'Tern', room_no: '102' })
  })

  it("a property without a time zone has the customer's", async () => {
    await expectStatus(200, put({ properties: [{ hotelid: 'H2', name: 'Casa' }] }))
    expect(await rows('SELECT property_time_zone FROM property')).toEqual([{ property_time_zone: 'Europe/Lisbon' }])
  })

  it('ids are unique within the customer: two customers may use the same [ADMIN-10]', async () => {
    await expectStatus(200, admin('PUT', '/customers/2', { name, currency: 'JPY', timeZone: 'Asia/Tokyo' }))
    await expectStatus(200, put(setup))
    await expectStatus(200, put({ locations: [{ locationId: 1, name: 'Onsen' }] }, 2))
    expect(await rows('SELECT customer_id, location_name FROM location WHERE location_id = 1')).toEqual([
      { customer_id: 1, location_name: 'Sea wing' },
      { customer_id: 2, location_name: 'Onsen' },
    ])
  })

  it('an unknown customer is 404', async () => {
    await expectRefusal(put(setup, 404), 404, 'NOT_FOUND')
  })
})

const property = (...each: object[]) => ({ properties: each.map(fields => ({ hotelid: 'H', name: 'a', ...fields })) })
const roomType = (fields: object) => ({ roomTypes: [{ ...setup.roomTypes[0], ...fields }] })
const item = (fields: object) => ({ inventoryItems: [{ inventoryId: 1, itemNumber: 'a', ...fields }] })
const stock = (...each: object[]) => ({
  inventoryLocations: setup.inventoryLocations,
  ...item({ stock: each.map(fields => ({ inventoryLocationId: 1, quantityInHand: 1, ...fields })) }),
})
const STOCK = 'inventoryItems[0].stock'

const INVALID: [string, object, string][] = [
  ['wrong type', { rooms: [{ ...setup.rooms[0], roomId: '101' }] }, 'rooms[0].roomId'],
  ['no list', { rooms: {} }, 'rooms'],
  ['no name', { locations: [{ locationId: 9 }] }, 'locations[0].name'],
  ['long hotelid', property({ hotelid: 'x'.repeat(21) }), 'properties[0].hotelid'],
  ['time of day', property({ checkInTime: '3pm' }), 'properties[0].checkInTime'],
  ['time zone', property({ timeZone: 'Mars' }), 'properties[0].timeZone'],
  ['sleeps nobody', roomType({ maxOccupancy: 0 }), 'roomTypes[0].maxOccupancy'],
  ['capacity', { activities: [{ activityId: 1, name: 'a', capacity: -1 }] }, 'activities[0].capacity'],
  ['nameless employee', { employees: [{ employeeId: 1 }] }, 'employees[0]'],
  ['twice', { locations: ['a', 'b'].map(name => ({ locationId: 1, name })) }, 'locations[1].locationId'],
  ['twice', property({}, { name: 'b' }), 'properties[1].hotelid'],
  ['cost', item({ cost: 1.005 }), 'inventoryItems[0].cost'],
  ['price', item({ price: -1 }), 'inventoryItems[0].price'],
  ['stock below zero', stock({ quantityInHand: -1 }), `${STOCK}[0].quantityInHand`],
  ['stock too fine', stock({ quantityInHand: 0.0005 }), `${STOCK}[0].quantityInHand`],
  ['stock twice', stock({}, { quantityInHand: 2 }), `${STOCK}[1].inventoryLocationId`],
]

const UNKNOWN: [string, object, string][] = [
  ['hotel', roomType({ hotelid: 'X' }), 'roomTypes[0].hotelid'],
  ['hotel', { ratePlans: [{ rateId: 1, hotelid: 'X', name: 'a' }] }, 'ratePlans[0].hotelid'],
  ['room type', { rooms: [{ roomId: 1, roomTypeId: 99, roomName: 'a' }] }, 'rooms[0].roomTypeId'],
  ['inventory location', stock({ inventoryLocationId: 9 }), `${STOCK}[0].inventoryLocationId`],
]

describe('faults are listed with their path, all or nothing [ADMIN-10]', () => {
  it.each([
    ...INVALID.map(each => ['INVALID_FIELD', ...each] as const),
    ...UNKNOWN.map(each => ['UNKNOWN_REFERENCE', ...each] as const),
  ])('%s: %s %j', async (code, _, document, path) => {
    const { status, json } = await put({ resources: [{ resourceId: 1, name: 'Board' }], ...document })
    expect([status, json.errors.length, json.errors[0].code], JSON.stringify(json)).toEqual([422, 1, code])
    expect(json.errors[0].description.startsWith(`${path}: `), json.errors[0].description).toBe(true)
    expect(Object.values(await everything()).flat()).toEqual([])
  })

  it('all faults are returned at once', async () => {
    const { json } = await put({
      roomTypes: [{ ...setup.roomTypes[0], hotelid: 'X' }, setup.roomTypes[0]],
      rooms: [{ roomId: 1, roomTypeId: 99, locationId: 99, roomName: 'a' }],
      inventoryItems: [{ inventoryId: 1, itemNumber: 'a', cost: 0.001, price: 0.001 }],
    })
    expect(json.errors.map(({ description }: { description: string }) => description.split(':')[0]).sort()).toEqual([
      'inventoryItems[0].cost',
      'inventoryItems[0].price',
      'roomTypes[0].hotelid',
      'roomTypes[1].hotelid',
      'roomTypes[1].roomTypeId',
      'rooms[0].locationId',
      'rooms[0].roomTypeId',
    ])
  })

  it("another customer's records are not there to refer to; one's own from before are", async () => {
    await expectStatus(200, put(setup))
    await expectStatus(200, admin('PUT', '/customers/2', { name, currency, timeZone }))
    const types = { roomTypes: [{ roomTypeId: 30, hotelid: 'H1', name: 'Tent', maxOccupancy: 2 }] }
    expect((await put(types, 2)).json.errors[0].code).toBe('UNKNOWN_REFERENCE')
    await expectStatus(200, put(types))
  })
})

describe("money is in the customer's currency", () => {
  it.each([
    ['JPY', 350, 350],
    ['EUR', 3.5, 350],
    ['BHD', 1.005, 1005],
  ])('%s %d is kept as %d minor units [VALUE-6]', async (code, price, minor) => {
    await expectStatus(200, admin('PUT', '/customers/1', { name, currency: code, timeZone }))
    await expectStatus(200, put({ inventoryItems: [{ inventoryId: 1, itemNumber: 'a', price }] }))
    expect(await rows('SELECT price FROM inventory_item')).toEqual([{ price: minor }])
    const finer = await put({ inventoryItems: [{ inventoryId: 1, itemNumber: 'a', price: 0.0001 }] })
    expect(finer.json.errors[0].description).toContain(code)
  })

  it('a currency that changes in between refuses the document', async () => {
    let trips = 0
    const changing = databaseFromStub({
      prepare: (text: string) => env.DB.prepare(text),
      batch: async (statements: D1PreparedStatement[]) => {
        if (++trips === 2) await env.DB.prepare("UPDATE customer SET currency = 'JPY'").run()
        return env.DB.batch(statements)
      },
    })
    const headers = { authorization: `Bearer ${env.ADMIN_TOKEN}` }
    const answer = await withBindings({ DB: changing })('PUT', '/admin/customers/1/setup', setup, headers)
    await expectRefusal(answer, 409, 'INVALID_TRANSITION')
    expect(Object.values(await everything()).flat()).toEqual([])
    await expectStatus(200, put({}))
  })
})

describe('capacity holds for each slot', () => {
  const surf = (capacity?: number) => put({ activities: [{ activityId: 1, name: 'Surf lesson', capacity }] })
  const slots = async () =>
    (await rows('SELECT slot_capacity FROM activity_slot ORDER BY slot_date')).map(row => row.slot_capacity)

  it('slots follow a change, never below what is booked; absent means no limit [ADMIN-12]', async () => {
    await expectStatus(200, put(setup))
    for (const [day, booked] of [
      [1, 2],
      [2, 6],
    ]) {
      await env.DB.prepare("INSERT INTO activity_slot VALUES (1, 1, ?, '10:00', 8, ?)")
        .bind(`2026-05-0${day}`, booked)
        .run()
    }
    await expectStatus(200, surf(4))
    expect(await slots()).toEqual([4, 6])
    await expectStatus(200, surf())
    expect(await slots()).toEqual([null, null])
    await expectStatus(200, surf(10))
    expect(await slots()).toEqual([10, 10])
  })

  it('slots of other activities stay as they are', async () => {
    await expectStatus(200, put(setup))
    await env.DB.prepare("INSERT INTO activity_slot VALUES (1, 2, '2026-05-01', '', NULL, 3)").run()
    await expectStatus(200, surf(4))
    expect(await slots()).toEqual([null])
  })
})

it('a document of any size takes two round trips', async () => {
  const rooms = Array.from({ length: 5000 }, (_, i) => ({
    roomId: i + 1,
    roomTypeId: 10,
    roomName: `Room ${i + 1} by the sea, with a view that is described here at length so that the document grows large`,
  }))
  const { database, trips } = recordingDatabase()
  const there = withBindings({ DB: database })
  const headers = { authorization: `Bearer ${env.ADMIN_TOKEN}` }
  const answer = await expectStatus(200, there('PUT', '/admin/customers/1/setup', { ...setup, rooms }, headers))
  expect(answer.json.rooms).toBe(5000)
  expect(trips.length).toBe(2)
  expect(await rows('SELECT count(*) AS rooms FROM room')).toEqual([{ rooms: 5000 }])
})
