import * as z from 'zod'
import { memoize } from '../memoize'
import { HotelAddress, HotelPosition, HotelWifi, HouseInfo } from './hotel-for-guest'
import { HotelLook } from './look'
import * as setup from './setup'

/*
 * The setup as a response. Requests have schemas of their own (setup.ts), because they have defaults and limits. The words of the
 * fields are those of the requests.
 */

function described<Shape extends z.ZodRawShape>(sent: z.ZodLazy<z.ZodObject>, fields: Shape): z.ZodObject<Shape> {
  const { shape } = sent.unwrap()
  const withWords = Object.entries(fields).map(([name, field]) => {
    const words = wordsOf(shape[name])
    return [name, words ? (field as z.ZodType).describe(words) : field]
  })
  return z.object(Object.fromEntries(withWords))
}

/** The words of a field, or of what it wraps. */
function wordsOf(field: unknown): string | undefined {
  const { description } = Object(field) as z.ZodType
  const isWrapper = field instanceof z.ZodLazy || field instanceof z.ZodDefault
  return description ?? (isWrapper ? wordsOf(field.unwrap()) : undefined)
}

const property = memoize(() =>
  described(setup.Property, {
    hotelid: z.string(),
    name: z.string(),
    timeZone: z.string(),
    fetchHotelKey: z.string(),
    checkInTime: z.string(),
    checkOutTime: z.string(),
    address: HotelAddress.optional(),
    position: HotelPosition.optional(),
    phone: z.string(),
    whatsapp: z.string(),
    email: z.string(),
    website: z.string(),
    directions: z.string(),
    houseInfo: z.array(HouseInfo),
    logoUrl: z.string(),
    imagePath: z.string(),
    wifi: HotelWifi.optional(),
    look: HotelLook.optional(),
  }),
)

const Property = z.lazy(() => property().meta({ id: 'StoredProperty', description: 'A hotel, as it is stored.' }))

/** What an integrator needs of a hotel: its Wi-Fi, look and key are for guests and administrators. */
const HotelProperty = z.lazy(() =>
  property()
    .omit({ fetchHotelKey: true, wifi: true, look: true })
    .meta({ id: 'HotelProperty', description: 'A hotel.' }),
)

const Location = z.lazy(() =>
  described(setup.Location, { locationId: z.int(), name: z.string() }).meta({
    id: 'StoredLocation',
    description: 'A place, as it is stored.',
  }),
)

const RoomType = z.lazy(() =>
  described(setup.RoomType, {
    roomTypeId: z.int(),
    hotelid: z.string(),
    name: z.string(),
    description: z.string(),
    maxOccupancy: z.int(),
  }).meta({ id: 'StoredRoomType', description: 'A room type, as it is stored.' }),
)

const Room = z.lazy(() =>
  described(setup.Room, {
    roomId: z.int(),
    roomTypeId: z.int(),
    locationId: z.int().optional(),
    roomName: z.string(),
    roomNo: z.string(),
    floorNo: z.string(),
  }).meta({ id: 'StoredRoom', description: 'A room, as it is stored.' }),
)

const RatePlan = z.lazy(() =>
  described(setup.RatePlan, { rateId: z.int(), hotelid: z.string(), name: z.string() }).meta({
    id: 'StoredRatePlan',
    description: 'A rate plan, as it is stored.',
  }),
)

const Activity = z.lazy(() =>
  described(setup.Activity, {
    activityId: z.int(),
    name: z.string(),
    scheduleType: z.string(),
    capacity: z.int().optional(),
  }).meta({ id: 'StoredActivity', description: 'An activity, as it is stored.' }),
)

const Employee = z.lazy(() =>
  described(setup.Employee, { employeeId: z.int(), firstName: z.string(), lastName: z.string() }).meta({
    id: 'StoredEmployee',
    description: 'A host of activities, as it is stored.',
  }),
)

const Resource = z.lazy(() =>
  described(setup.Resource, { resourceId: z.int(), name: z.string(), resourceTypeId: z.int().optional() }).meta({
    id: 'StoredResource',
    description: 'Equipment of activities, as it is stored.',
  }),
)

const InventoryLocation = z.lazy(() =>
  described(setup.InventoryLocation, {
    inventoryLocationId: z.int(),
    name: z.string(),
    description: z.string(),
    isActive: z.boolean(),
  }).meta({ id: 'StoredInventoryLocation', description: 'A place that stocks items, as it is stored.' }),
)

const InventoryItem = z.lazy(() =>
  described(setup.InventoryItem, {
    inventoryId: z.int(),
    itemNumber: z.string(),
    description: z.string(),
    size: z.string(),
    color: z.string(),
    productType: z.string(),
    productImageType: z.string(),
    productImageURL: z.string(),
    cost: z.number(),
    price: z.number(),
    stock: z.array(
      described(setup.Stock, { inventoryLocationId: z.int(), quantityInHand: z.number() }).meta({
        id: 'StoredStock',
        description: 'The stock of an item at a location, after all sales.',
      }),
    ),
  }).meta({ id: 'StoredInventoryItem', description: 'An item for sale, as it is stored.' }),
)

export const SetupDocument = z.lazy(() =>
  z
    .object({
      properties: z.array(Property),
      locations: z.array(Location),
      roomTypes: z.array(RoomType),
      rooms: z.array(Room),
      ratePlans: z.array(RatePlan),
      activities: z.array(Activity),
      employees: z.array(Employee),
      resources: z.array(Resource),
      inventoryLocations: z.array(InventoryLocation),
      inventoryItems: z.array(InventoryItem),
    })
    .meta({ id: 'SetupDocument', description: "A page of a customer's records. Each page is a setup document." }),
)

export type SetupDocument = z.output<typeof SetupDocument>

/** The records of a customer that integrators refer to by their ids. */
export const Hotel = z.lazy(() =>
  z
    .object({
      customerName: z.string().describe('The name of the customer.'),
      currency: z.string().describe('The currency of all amounts, in three letters of ISO 4217.'),
      timeZone: z.string().describe('The time zone of the customer, of the IANA database.'),
      ...SetupDocument.unwrap().omit({ resources: true, inventoryItems: true }).shape,
      properties: z.array(HotelProperty),
    })
    .meta({ id: 'Hotel', description: 'The hotels of a customer with their rooms, rate plans and activities.' }),
)

export type Hotel = z.output<typeof Hotel>
