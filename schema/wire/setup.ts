import * as z from 'zod'
import { webAddressOrEmpty } from './admin'
import { hotelForGuest } from './hotel-for-guest'
import { longList } from './long-list'
import { optionalLook } from './look'
import {
  count,
  id,
  idText,
  nonBlankIdText,
  nonBlankText,
  price,
  priceOf,
  text,
  timeOrEmpty,
  timeZone,
} from './primitives'

/*
 * The setup document: the records of a customer. Every key is optional. A record that is sent replaces the one with its id; a record
 * that is not sent stays.
 */

/** Only the size of the body limits their number. */
const records = <T extends z.ZodType>(schema: T) => longList(schema, Number.POSITIVE_INFINITY).default([])

const name = (what: string) => nonBlankText(200).describe(`The name of the ${what}. Guests see it.`)

/** An id that the setup gives a record. */
const idOf = (what: string) => id.describe(`Your id of the ${what}, unique within the customer.`)

/** The channel manager's name for a hotel. */
const hotelid = z.lazy(() => nonBlankIdText(20).describe('The hotel, by the id that the channel manager uses.'))

export const Property = z.lazy(() =>
  z
    .object({
      hotelid,
      name: name('hotel'),
      timeZone: timeZone.optional().describe('Default: the time zone of the customer.'),
      fetchHotelKey: idText(100)
        .default('')
        .describe('Your own key of the hotel, by which the fetch queue and lists of reservations select it.'),
      checkInTime: timeOrEmpty.default('').describe('From when on rooms are ready. Guests see it.'),
      checkOutTime: timeOrEmpty.default('').describe('When rooms must be left. Guests see it.'),
      logoUrl: webAddressOrEmpty.default('').describe("Default: the customer's logo."),
      imagePath: webAddressOrEmpty.default('').describe("Default: the customer's picture."),
      ...hotelForGuest(),
      look: optionalLook.describe("Default: the customer's look."),
    })
    .meta({ id: 'SetupProperty', description: 'A hotel.' }),
)

export const Location = z.lazy(() =>
  z
    .object({ locationId: idOf('place'), name: name('place') })
    .meta({ id: 'SetupLocation', description: 'A place: a building with rooms, or where an activity takes place.' }),
)

export const RoomType = z.lazy(() =>
  z
    .object({
      roomTypeId: idOf('room type'),
      hotelid,
      name: name('room type'),
      description: text(4000).default('').describe('What the rooms are like. Guests see it.'),
      maxOccupancy: count(1000, 1).describe('The most guests in a room.'),
    })
    .meta({ id: 'SetupRoomType', description: 'A room type.' }),
)

export const Room = z.lazy(() =>
  z
    .object({
      roomId: idOf('room'),
      roomTypeId: id.describe('Its room type, which also has its hotel.'),
      locationId: id.optional().describe('The building that it is in. Absent: none.'),
      roomName: name('room'),
      roomNo: text(50).default('').describe('The number on the door.'),
      floorNo: text(50).default('').describe('The floor.'),
      isActive: z
        .boolean()
        .default(true)
        .describe('False: not in use. The room is in no offer, and no booking takes a further night of it.'),
    })
    .meta({ id: 'SetupRoom', description: 'A room.' }),
)

export const RatePlan = z.lazy(() =>
  z
    .object({ rateId: idOf('rate plan'), hotelid, name: name('rate plan') })
    .meta({ id: 'SetupRatePlan', description: 'A rate plan.' }),
)

export const Activity = z.lazy(() =>
  z
    .object({
      activityId: idOf('activity'),
      name: name('activity'),
      scheduleType: text(100).default('').describe('Your own word for its kind, such as `Tour`. Guests see it.'),
      capacity: count(1_000_000)
        .optional()
        .describe('The maximum number of participants of a slot. Default: no limit.'),
    })
    .meta({
      id: 'SetupActivity',
      description: 'An activity.',
    }),
)

export const Employee = z.lazy(() =>
  z
    .object({
      employeeId: idOf('host'),
      firstName: text(200).default('').describe('The first name. Guests see it.'),
      lastName: text(200).default('').describe('The last name. Guests see it.'),
    })
    .refine(({ firstName, lastName }) => `${firstName}${lastName}`.trim() !== '', 'expected a firstName or a lastName')
    .meta({ id: 'SetupEmployee', description: 'A host of activities, with a first or a last name.' }),
)

export const Resource = z.lazy(() =>
  z
    .object({
      resourceId: idOf('equipment'),
      name: nonBlankText(200).describe('The name of the equipment.'),
      resourceTypeId: id.optional().describe('Your own number for its kind.'),
    })
    .meta({ id: 'SetupResource', description: 'Equipment that an activity uses.' }),
)

export const InventoryLocation = z.lazy(() =>
  z
    .object({
      inventoryLocationId: idOf('location'),
      name: nonBlankText(200).describe('The name of the location.'),
      description: text(2000).default('').describe('A description for the staff.'),
      isActive: z.boolean().default(true).describe('False: the location cannot sell.'),
    })
    .meta({ id: 'SetupInventoryLocation', description: 'A place that stocks items.' }),
)

export const Stock = z.lazy(() =>
  z
    .object({
      inventoryLocationId: id.describe('The location that has the stock.'),
      quantityInHand: price.describe('Units in stock now, with up to three decimals.'),
    })
    .meta({ id: 'SetupStock', description: 'The stock of an item at a location.' }),
)

export const InventoryItem = z.lazy(() =>
  z
    .object({
      inventoryId: idOf('item'),
      itemNumber: nonBlankIdText(100).describe('Your article number. Lists select an item by it.'),
      description: text(2000).default('').describe('What it is.'),
      size: text(100).default('').describe('Its size, in your own words.'),
      color: text(100).default('').describe('Its colour, in your own words.'),
      productType: text(100).default('').describe('Its kind, in your own words.'),
      productImageType: text(100)
        .default('')
        .describe('The kind of the picture, such as `image/jpeg`. It is not checked.'),
      productImageURL: webAddressOrEmpty.default('').describe('The address of a picture.'),
      cost: priceOf('What a unit costs the hotel.').default(0),
      price: priceOf('What a unit costs the buyer, where a sale has no `unitPrice`.').default(0),
      stock: records(Stock).describe('The stock at each location. A location that is left out keeps its stock.'),
    })
    .meta({ id: 'SetupInventoryItem', description: 'An item for sale, with its stock.' }),
)

export const Setup = z.lazy(() =>
  z
    .object({
      properties: records(Property).describe('Hotels.'),
      locations: records(Location).describe('Buildings, and places of activities.'),
      roomTypes: records(RoomType).describe('Room types, each of a hotel.'),
      rooms: records(Room).describe('Rooms, each of a room type.'),
      ratePlans: records(RatePlan).describe('Rate plans, each of a hotel.'),
      activities: records(Activity).describe('Activities that guests can book.'),
      employees: records(Employee).describe('Hosts of activities.'),
      resources: records(Resource).describe('Equipment of activities.'),
      inventoryLocations: records(InventoryLocation).describe('Places that stock items.'),
      inventoryItems: records(InventoryItem).describe('Items for sale, with their stock.'),
    })
    .meta({ id: 'Setup', description: 'The records of a customer. Every list is optional.' }),
)

export type Setup = z.output<typeof Setup>

const counted = (records: string) => z.int().describe(`The number of ${records}.`)

export const SetupCounts = z.lazy(() =>
  z
    .object({
      properties: counted('hotels'),
      locations: counted('places'),
      roomTypes: counted('room types'),
      rooms: counted('rooms'),
      ratePlans: counted('rate plans'),
      activities: counted('activities'),
      employees: counted('hosts'),
      resources: counted('pieces of equipment'),
      inventoryLocations: counted('locations with stock'),
      inventoryItems: counted('items for sale'),
    })
    .meta({ id: 'SetupCounts', description: 'The number of records of each kind in the document.' }),
)
