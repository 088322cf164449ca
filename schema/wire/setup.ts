import * as z from 'zod'
import { webAddressOrEmpty } from './admin'
import { hotelForGuest } from './hotel-for-guest'
import { longList } from './long-list'
import { optionalLook } from './look'
import { count, id, nonBlankText, price, text, timeOrEmpty, timeZone } from './primitives'

/*
 * The setup document: the records of a customer. Every key is optional. A record that is sent replaces the one with its id; a record
 * that is not sent stays.
 */

/** Only the size of the body limits their number. */
const records = <T extends z.ZodType>(schema: T) => longList(schema, Number.POSITIVE_INFINITY).default([])

const name = z.lazy(() => nonBlankText(200))

/** The channel manager's name for a hotel. */
const hotelid = z.lazy(() => nonBlankText(20))

const Property = z.lazy(() =>
  z
    .object({
      hotelid,
      name,
      timeZone: timeZone.optional().describe('Default: the time zone of the customer.'),
      fetchHotelKey: text(100).default(''),
      checkInTime: timeOrEmpty.default(''),
      checkOutTime: timeOrEmpty.default(''),
      logoUrl: webAddressOrEmpty.default('').describe("Default: the customer's logo."),
      imagePath: webAddressOrEmpty.default('').describe("Default: the customer's picture."),
      ...hotelForGuest(),
      look: optionalLook.describe("Default: the customer's look."),
    })
    .meta({ id: 'SetupProperty', description: 'A hotel.' }),
)

const Location = z.lazy(() =>
  z
    .object({ locationId: id, name })
    .meta({ id: 'SetupLocation', description: 'A place: a building with rooms, or where an activity takes place.' }),
)

const RoomType = z.lazy(() =>
  z
    .object({
      roomTypeId: id,
      hotelid,
      name,
      description: text(4000).default(''),
      maxOccupancy: count(1000, 1),
    })
    .meta({ id: 'SetupRoomType', description: 'A room type.' }),
)

const Room = z.lazy(() =>
  z
    .object({
      roomId: id,
      roomTypeId: id,
      locationId: id.optional(),
      roomName: name,
      roomNo: text(50).default(''),
      floorNo: text(50).default(''),
    })
    .meta({ id: 'SetupRoom', description: 'A room.' }),
)

const RatePlan = z.lazy(() =>
  z.object({ rateId: id, hotelid, name }).meta({ id: 'SetupRatePlan', description: 'A rate plan.' }),
)

const Activity = z.lazy(() =>
  z
    .object({
      activityId: id,
      name,
      scheduleType: text(100).default(''),
      capacity: count(1_000_000)
        .optional()
        .describe('The maximum number of participants of a slot. Default: no limit.'),
    })
    .meta({
      id: 'SetupActivity',
      description: 'An activity.',
    }),
)

const Employee = z.lazy(() =>
  z
    .object({ employeeId: id, firstName: text(200).default(''), lastName: text(200).default('') })
    .refine(({ firstName, lastName }) => `${firstName}${lastName}`.trim() !== '', 'expected a firstName or a lastName')
    .meta({ id: 'SetupEmployee', description: 'A host of activities, with a first or a last name.' }),
)

const Resource = z.lazy(() =>
  z
    .object({ resourceId: id, name, resourceTypeId: id.optional() })
    .meta({ id: 'SetupResource', description: 'Equipment that an activity uses.' }),
)

const InventoryLocation = z.lazy(() =>
  z
    .object({
      inventoryLocationId: id,
      name,
      description: text(2000).default(''),
      isActive: z.boolean().default(true),
    })
    .meta({ id: 'SetupInventoryLocation', description: 'A place that stocks items.' }),
)

const Stock = z.lazy(() =>
  z
    .object({ inventoryLocationId: id, quantityInHand: price })
    .meta({ id: 'SetupStock', description: 'The stock of an item at a location.' }),
)

const InventoryItem = z.lazy(() =>
  z
    .object({
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
      stock: records(Stock),
    })
    .meta({ id: 'SetupInventoryItem', description: 'An item for sale, with its stock.' }),
)

export const Setup = z.lazy(() =>
  z
    .object({
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
    })
    .meta({ id: 'Setup', description: 'The records of a customer. Every list is optional.' }),
)

export type Setup = z.output<typeof Setup>

export const SetupCounts = z.lazy(() =>
  z
    .object({
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
    })
    .meta({ id: 'SetupCounts', description: 'The number of records of each kind in the document.' }),
)
