import { QUANTITY_DECIMALS } from '../../../schema/wire/inventory'
import type { Setup } from '../../../schema/wire/setup'
import { toThousandths } from '../inventory/inventory'
import { decimalsExpected, toMinor } from '../money'
import { idOf, SETUP_KINDS, type SetupKind, setupKinds } from './kinds'

/** The fields with the id of another record: its kind, and what an error calls it. */
const REFERENCES = {
  hotelid: { kind: 'properties', noun: 'property' },
  roomTypeId: { kind: 'roomTypes', noun: 'room type' },
  locationId: { kind: 'locations', noun: 'location' },
  inventoryLocationId: { kind: 'inventoryLocations', noun: 'inventory location' },
} as const satisfies Record<string, { kind: SetupKind; noun: string }>

/** A field that names a record. */
interface Reference {
  path: string
  kind: SetupKind
  noun: string
  id: string | number
}

const referencesOf = (path: string, own: SetupKind | undefined, record: object): Reference[] =>
  Object.entries(REFERENCES).flatMap(([field, { kind, noun }]) => {
    const id = (record as Record<string, string | number | undefined>)[field]
    return id === undefined || kind === own ? [] : [{ path: `${path}.${field}`, kind, noun, id }]
  })

/** The references of a document to records that it does not declare. */
export function outerReferences(setup: Setup): Reference[] {
  const all = [
    ...setupKinds.flatMap(kind => setup[kind].flatMap((record, i) => referencesOf(`${kind}[${i}]`, kind, record))),
    ...setup.inventoryItems.flatMap(({ stock }, i) =>
      stock.flatMap((line, j) => referencesOf(`inventoryItems[${i}].stock[${j}]`, undefined, line)),
    ),
  ]
  const declared = new Map(
    Object.values(REFERENCES).map(({ kind }) => [
      kind as SetupKind,
      new Set(setup[kind].map(each => idOf(kind, each))),
    ]),
  )
  return all.filter(({ kind, id }) => !declared.get(kind)?.has(id))
}

/** The ids of records that the customer has already. */
export type KnownRecords = ReadonlyMap<SetupKind, ReadonlySet<unknown>>

interface SetupIssue {
  code: 'INVALID_FIELD' | 'UNKNOWN_REFERENCE'
  description: string
}

/** The issues of a document whose fields are each valid: duplicate ids, unknown records, decimals. */
export function setupIssues(setup: Setup, known: KnownRecords, currency: string): SetupIssue[] {
  return [
    ...setupKinds.flatMap(kind => duplicateIds(kind, setup[kind], SETUP_KINDS[kind].id)),
    ...outerReferences(setup)
      .filter(({ kind, id }) => !known.get(kind)?.has(id))
      .map(({ path, noun, id }) => ({
        code: 'UNKNOWN_REFERENCE' as const,
        description: `${path}: there is no ${noun} ${id}`,
      })),
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
