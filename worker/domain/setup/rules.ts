import { QUANTITY_DECIMALS } from '../../../schema/wire/inventory'
import type { Setup } from '../../../schema/wire/setup'
import { toThousandths } from '../inventory/inventory'
import { decimalsExpected, toMinor } from '../money'
import { SETUP_KINDS, setupKinds } from './kinds'

/** The customer's existing ids that a setup document refers to, besides those that it declares. */
export interface KnownRecords {
  hotels: ReadonlySet<string>
  locations: ReadonlySet<number>
  roomTypes: ReadonlySet<number>
  inventoryLocations: ReadonlySet<number>
}

/** The ids that a document refers to and does not declare. */
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

interface SetupIssue {
  code: 'INVALID_FIELD' | 'UNKNOWN_REFERENCE'
  description: string
}

/** The issues of a document whose fields are each valid: duplicate ids, unknown records, decimals. */
export function setupIssues(setup: Setup, known: KnownRecords, currency: string): SetupIssue[] {
  return [
    ...setupKinds.flatMap(kind => duplicateIds(kind, setup[kind], SETUP_KINDS[kind].id)),
    ...unknownReferences(setup, known),
    ...setup.inventoryItems.flatMap((item, i) => itemIssues(`inventoryItems[${i}]`, item, currency)),
  ]
}

const invalid = (path: string, expected: string): SetupIssue => ({
  code: 'INVALID_FIELD',
  description: `${path}: ${expected}`,
})

function duplicateIds(path: string, records: readonly object[], field: string): SetupIssue[] {
  const seen = new Set<unknown>()
  return records.flatMap((record, i) => {
    const id = (record as Record<string, unknown>)[field]
    if (seen.has(id)) return [invalid(`${path}[${i}].${field}`, `${id} is named twice`)]
    seen.add(id)
    return []
  })
}

function unknownReferences(setup: Setup, known: KnownRecords): SetupIssue[] {
  const outer = outerReferences(setup)
  const refersTo = <T>(noun: string, referred: readonly T[], there: ReadonlySet<T>) => {
    const missing = new Set(referred.filter(id => !there.has(id)))
    return (path: string, id: T | undefined): SetupIssue[] =>
      id !== undefined && missing.has(id)
        ? [{ code: 'UNKNOWN_REFERENCE', description: `${path}: there is no ${noun} ${id}` }]
        : []
  }
  const hotel = refersTo('property', outer.hotels, known.hotels)
  const location = refersTo('location', outer.locations, known.locations)
  const roomType = refersTo('room type', outer.roomTypes, known.roomTypes)
  const store = refersTo('inventory location', outer.inventoryLocations, known.inventoryLocations)
  return [
    ...setup.roomTypes.flatMap(({ hotelid }, i) => hotel(`roomTypes[${i}].hotelid`, hotelid)),
    ...setup.rooms.flatMap(({ roomTypeId, locationId }, i) => [
      ...roomType(`rooms[${i}].roomTypeId`, roomTypeId),
      ...location(`rooms[${i}].locationId`, locationId),
    ]),
    ...setup.ratePlans.flatMap(({ hotelid }, i) => hotel(`ratePlans[${i}].hotelid`, hotelid)),
    ...setup.inventoryItems.flatMap(({ stock }, i) =>
      stock.flatMap(({ inventoryLocationId }, j) =>
        store(`inventoryItems[${i}].stock[${j}].inventoryLocationId`, inventoryLocationId),
      ),
    ),
  ]
}

function itemIssues(path: string, item: Setup['inventoryItems'][number], currency: string): SetupIssue[] {
  return [
    ...(['cost', 'price'] as const)
      .filter(field => toMinor(item[field], currency) === undefined)
      .map(field => invalid(`${path}.${field}`, decimalsExpected(currency))),
    ...duplicateIds(`${path}.stock`, item.stock, 'inventoryLocationId'),
    ...item.stock.flatMap(({ quantityInHand }, j) =>
      toThousandths(quantityInHand) === undefined
        ? [invalid(`${path}.stock[${j}].quantityInHand`, `expected at most ${QUANTITY_DECIMALS} decimals`)]
        : [],
    ),
  ]
}
