import * as z from 'zod'
import { webAddressOrEmpty } from './admin'
import { longList } from './long-list'
import { count, id, nonBlankText, price, text, timeOfDay, timeZone } from './primitives'

/*
 * The setup document: the records of a customer. Every key is optional. A record that is sent replaces the one with its id; a record
 * that is not sent stays.
 */

/** Only the size of the body limits their number. */
const records = <T extends z.ZodType>(schema: T) => longList(schema, Number.POSITIVE_INFINITY).default([])

const name = z.lazy(() => nonBlankText(200))

/** The channel manager's name for a hotel. */
const hotelid = z.lazy(() => nonBlankText(20))

const timeOrEmpty = z.lazy(() => z.union([z.literal(''), timeOfDay], { error: 'expected HH:mm' }))

const Property = z.lazy(() =>
  z.object({
    hotelid,
    name,
    /** Default: that of the customer. */
    timeZone: timeZone.optional(),
    fetchHotelKey: text(100).default(''),
    checkInTime: timeOrEmpty.default(''),
    checkOutTime: timeOrEmpty.default(''),
  }),
)

const Location = z.lazy(() => z.object({ locationId: id, name }))

const RoomType = z.lazy(() =>
  z.object({
    roomTypeId: id,
    hotelid,
    name,
    description: text(4000).default(''),
    maxOccupancy: count(1000, 1),
  }),
)

const Room = z.lazy(() =>
  z.object({
    roomId: id,
    roomTypeId: id,
    locationId: id.optional(),
    roomName: name,
    roomNo: text(50).default(''),
    floorNo: text(50).default(''),
  }),
)

const RatePlan = z.lazy(() => z.object({ rateId: id, hotelid, name }))

const Activity = z.lazy(() =>
  z.object({
    activityId: id,
    name,
    scheduleType: text(100).default(''),
    /** Maximum participants of each slot; absent: no limit. */
    capacity: count(1_000_000).optional(),
  }),
)

const Employee = z.lazy(() =>
  z
    .object({ employeeId: id, firstName: text(200).default(''), lastName: text(200).default('') })
    .refine(({ firstName, lastName }) => `${firstName}${lastName}`.trim() !== '', 'expected a firstName or a lastName'),
)

const Resource = z.lazy(() => z.object({ resourceId: id, name, resourceTypeId: id.optional() }))

const InventoryLocation = z.lazy(() =>
  z.object({
    inventoryLocationId: id,
    name,
    description: text(2000).default(''),
    isActive: z.boolean().default(true),
  }),
)

const InventoryItem = z.lazy(() =>
  z.object({
    inventoryId: id,
    itemNumber: nonBlankText(100),
    description: text(2000).default(''),
    size: text(100).default(''),
    color: text(100).default(''),
    productType: text(100).default(''),
    productImageType: text(100).default(''),
    productImageURL: webAddressOrEmpty.default(''),
    cost: price.default(0),
    price: price.default(0),
    stock: records(z.object({ inventoryLocationId: id, quantityInHand: price })),
  }),
)

export const Setup = z.lazy(() =>
  z.object({
    properties: records(Property),
    locations: records(Location),
    roomTypes: records(RoomType),
    rooms: records(Room),
    ratePlans: records(RatePlan),
    activities: records(Activity),
    employees: records(Employee),
    resources: records(Resource),
    inventoryLocations: records(InventoryLocation),
    inventoryItems: records(InventoryItem),
  }),
)

export type Setup = z.output<typeof Setup>

/** The number of records of each kind in the document. */
export const SetupCounts = z.lazy(() =>
  z.object({
    properties: z.int(),
    locations: z.int(),
    roomTypes: z.int(),
    rooms: z.int(),
    ratePlans: z.int(),
    activities: z.int(),
    employees: z.int(),
    resources: z.int(),
    inventoryLocations: z.int(),
    inventoryItems: z.int(),
  }),
)
