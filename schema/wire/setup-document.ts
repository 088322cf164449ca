import * as z from 'zod'
import { memoize } from '../memoize'
import { HotelAddress, HotelPosition, HotelWifi, HouseInfo } from './hotel-for-guest'
import { HotelLook } from './look'
import * as setup from './setup'

/*
 * The setup as a response. Requests have schemas of their own (setup.ts), because they have defaults and limits. The words of the
 * fields are those of the requests.
 */

/** A field of a response without the default and the limits of the request. */
type Stored<Field> =
  undefined extends z.output<Field>
    ? z.ZodOptional<z.ZodType<Exclude<z.output<Field>, undefined>>>
    : z.ZodType<z.output<Field>>

/** The contract of a stored record, from that of a record that is sent. `own`: the fields that are no plain values, or differ. */
function stored<Shape extends z.ZodRawShape, Own extends { [Name in keyof Shape]?: z.ZodType } = Record<never, never>>(
  sent: z.ZodLazy<z.ZodObject<Shape>>,
  own?: Own,
) {
  const fields = Object.entries(sent.unwrap().shape).map(([name, field]) => {
    const words = wordsOf(field)
    const schema = own?.[name as keyof Own] ?? plain(field)
    return [name, words ? schema.describe(words) : schema]
  })
  return z.object(Object.fromEntries(fields)) as z.ZodObject<{
    [Name in keyof Shape]: Name extends keyof Own ? NonNullable<Own[Name]> : Stored<Shape[Name]>
  }>
}

/** The words of a field, or of what it wraps. */
function wordsOf(field: unknown): string | undefined {
  const { description } = Object(field) as z.ZodType
  const isWrapper = field instanceof z.ZodLazy || field instanceof z.ZodDefault
  return description ?? (isWrapper ? wordsOf(field.unwrap()) : undefined)
}

function plain(field: unknown): z.ZodType {
  if (field instanceof z.ZodLazy || field instanceof z.ZodDefault) return plain(field.unwrap())
  if (field instanceof z.ZodOptional) return plain(field.unwrap()).optional()
  if (field instanceof z.ZodNumber) return field.isInt ? z.int() : z.number()
  if (field instanceof z.ZodBoolean) return z.boolean()
  // A text that may be empty is a union.
  if (field instanceof z.ZodString || field instanceof z.ZodUnion) return z.string()
  throw new Error('a field that is no plain value needs a contract of its own')
}

/** In the order of the response. */
const property = memoize(() => {
  const { logoUrl, imagePath, wifi, look, ...others } = stored(setup.Property, {
    timeZone: z.string(),
    address: HotelAddress.optional(),
    position: HotelPosition.optional(),
    houseInfo: z.array(HouseInfo),
    wifi: HotelWifi.optional(),
    look: HotelLook.optional(),
  }).shape
  return z.object({ ...others, logoUrl, imagePath, wifi, look })
})

const Property = z.lazy(() => property().meta({ id: 'StoredProperty', description: 'A hotel, as it is stored.' }))

/** What an integrator needs of a hotel: its Wi-Fi, look and key are for guests and administrators. */
const HotelProperty = z.lazy(() =>
  property()
    .omit({ fetchHotelKey: true, wifi: true, look: true })
    .meta({ id: 'HotelProperty', description: 'A hotel.' }),
)

const Location = z.lazy(() =>
  stored(setup.Location).meta({ id: 'StoredLocation', description: 'A place, as it is stored.' }),
)

const RoomType = z.lazy(() =>
  stored(setup.RoomType).meta({ id: 'StoredRoomType', description: 'A room type, as it is stored.' }),
)

const Room = z.lazy(() => stored(setup.Room).meta({ id: 'StoredRoom', description: 'A room, as it is stored.' }))

const RatePlan = z.lazy(() =>
  stored(setup.RatePlan).meta({ id: 'StoredRatePlan', description: 'A rate plan, as it is stored.' }),
)

const Activity = z.lazy(() =>
  stored(setup.Activity).meta({ id: 'StoredActivity', description: 'An activity, as it is stored.' }),
)

const Employee = z.lazy(() =>
  stored(setup.Employee).meta({ id: 'StoredEmployee', description: 'A host of activities, as it is stored.' }),
)

const Resource = z.lazy(() =>
  stored(setup.Resource).meta({ id: 'StoredResource', description: 'Equipment of activities, as it is stored.' }),
)

const InventoryLocation = z.lazy(() =>
  stored(setup.InventoryLocation).meta({
    id: 'StoredInventoryLocation',
    description: 'A place that stocks items, as it is stored.',
  }),
)

const Stock = z.lazy(() =>
  stored(setup.Stock).meta({ id: 'StoredStock', description: 'The stock of an item at a location, after all sales.' }),
)

const InventoryItem = z.lazy(() =>
  stored(setup.InventoryItem, { stock: z.array(Stock) }).meta({
    id: 'StoredInventoryItem',
    description: 'An item for sale, as it is stored.',
  }),
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
