import type { Setup } from '../../schema/wire/setup'
import { decimalsExpected, scaled, toMinor } from './money'

/** What a setup document may refer to besides what it declares: the ids that the customer has already. */
export interface KnownRecords {
  hotels: ReadonlySet<string>
  locations: ReadonlySet<number>
  roomTypes: ReadonlySet<number>
  inventoryLocations: ReadonlySet<number>
}

/** The ids that a document refers to, without those that it declares itself. */
export function outerReferences(setup: Setup) {
  const outside = <T>(named: readonly (T | undefined)[], declared: readonly T[]): T[] => {
    const own = new Set(declared)
    return [...new Set(named)].filter((id): id is T => id !== undefined && !own.has(id))
  }
  return {
    hotels: outside(
      [...setup.roomTypes, ...setup.ratePlans].map(({ hotelid }) => hotelid),
      setup.properties.map(({ hotelid }) => hotelid),
    ),
    locations: outside(
      setup.rooms.map(({ locationId }) => locationId),
      setup.locations.map(({ locationId }) => locationId),
    ),
    roomTypes: outside(
      setup.rooms.map(({ roomTypeId }) => roomTypeId),
      setup.roomTypes.map(({ roomTypeId }) => roomTypeId),
    ),
    inventoryLocations: outside(
      setup.inventoryItems.flatMap(({ stock }) => stock.map(({ inventoryLocationId }) => inventoryLocationId)),
      setup.inventoryLocations.map(({ inventoryLocationId }) => inventoryLocationId),
    ),
  }
}

interface Fault {
  code: 'INVALID_FIELD' | 'UNKNOWN_REFERENCE'
  description: string
}

/** Every fault of a document whose fields are right one by one: ids named twice, records that are not there, decimals. */
export function setupFaults(setup: Setup, known: KnownRecords, currency: string): Fault[] {
  const faults: Fault[] = []
  const invalid = (path: string, expected: string) =>
    faults.push({ code: 'INVALID_FIELD', description: `${path}: ${expected}` })

  const namedOnce = <Field extends string>(path: string, records: readonly Record<Field, unknown>[], field: Field) => {
    const seen = new Set<unknown>()
    records.forEach(({ [field]: id }, i) => {
      if (seen.has(id)) invalid(`${path}[${i}].${field}`, `${id} is named twice`)
      seen.add(id)
    })
  }
  namedOnce('properties', setup.properties, 'hotelid')
  namedOnce('locations', setup.locations, 'locationId')
  namedOnce('roomTypes', setup.roomTypes, 'roomTypeId')
  namedOnce('rooms', setup.rooms, 'roomId')
  namedOnce('ratePlans', setup.ratePlans, 'rateId')
  namedOnce('activities', setup.activities, 'activityId')
  namedOnce('employees', setup.employees, 'employeeId')
  namedOnce('resources', setup.resources, 'resourceId')
  namedOnce('inventoryLocations', setup.inventoryLocations, 'inventoryLocationId')
  namedOnce('inventoryItems', setup.inventoryItems, 'inventoryId')

  const references = outerReferences(setup)
  const missing = {
    hotels: without(references.hotels, known.hotels),
    locations: without(references.locations, known.locations),
    roomTypes: without(references.roomTypes, known.roomTypes),
    inventoryLocations: without(references.inventoryLocations, known.inventoryLocations),
  }
  const known_ = <T>(path: string, id: T | undefined, absent: ReadonlySet<T>, noun: string) => {
    if (id !== undefined && absent.has(id))
      faults.push({ code: 'UNKNOWN_REFERENCE', description: `${path}: there is no ${noun} ${id}` })
  }
  setup.roomTypes.forEach(({ hotelid }, i) => {
    known_(`roomTypes[${i}].hotelid`, hotelid, missing.hotels, 'property')
  })
  setup.rooms.forEach(({ roomTypeId, locationId }, i) => {
    known_(`rooms[${i}].roomTypeId`, roomTypeId, missing.roomTypes, 'room type')
    known_(`rooms[${i}].locationId`, locationId, missing.locations, 'location')
  })
  setup.ratePlans.forEach(({ hotelid }, i) => {
    known_(`ratePlans[${i}].hotelid`, hotelid, missing.hotels, 'property')
  })
  setup.inventoryItems.forEach((item, i) => {
    const path = `inventoryItems[${i}]`
    if (toMinor(item.cost, currency) === undefined) invalid(`${path}.cost`, decimalsExpected(currency))
    if (toMinor(item.price, currency) === undefined) invalid(`${path}.price`, decimalsExpected(currency))
    namedOnce(`${path}.stock`, item.stock, 'inventoryLocationId')
    item.stock.forEach(({ inventoryLocationId, quantityInHand }, j) => {
      const place = `${path}.stock[${j}]`
      known_(`${place}.inventoryLocationId`, inventoryLocationId, missing.inventoryLocations, 'inventory location')
      if (scaled(quantityInHand, 3) === undefined) invalid(`${place}.quantityInHand`, 'expected at most 3 decimals')
    })
  })
  return faults
}

const without = <T>(named: readonly T[], known: ReadonlySet<T>): ReadonlySet<T> =>
  new Set(named.filter(id => !known.has(id)))
