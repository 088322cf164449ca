import { isDeepStrictEqual } from 'node:util'
import type { Setup } from './types.ts'

/** The fields of a record. */
export type Fields = Record<string, unknown>

/** A setup document: lists of records. */
export type Document = Record<string, Fields[]>

/** A record that would be made or replaced. */
export interface Change {
  kind: string
  id: unknown
  isNew: boolean
  fields: { name: string; before: unknown; after: unknown }[]
}

/** The field with the id of a record, by the list that it is in. */
export const ID_FIELDS: Record<string, string> = {
  properties: 'hotelid',
  locations: 'locationId',
  roomTypes: 'roomTypeId',
  rooms: 'roomId',
  ratePlans: 'rateId',
  activities: 'activityId',
  employees: 'employeeId',
  resources: 'resourceId',
  inventoryLocations: 'inventoryLocationId',
  inventoryItems: 'inventoryId',
} satisfies Record<keyof Setup, string>

/** The value of a field that is not sent, where it is not empty. */
const DEFAULTS: Fields = { cost: 0, price: 0, isActive: true }

/**
 * What `sent` would change of what is stored. A record that is sent replaces the stored one; one that is not sent stays. `timeZone` is
 * that of the customer, which a property has by default.
 */
export function changesOf(stored: Document, sent: Document, timeZone: string): Change[] {
  const defaults = { ...DEFAULTS, timeZone }
  return Object.entries(sent).flatMap(([kind, records]) => {
    const idField = ID_FIELDS[kind]
    if (!idField) return []
    const known = new Map(stored[kind]?.map(record => [record[idField], record]))
    return records.flatMap(record => {
      const before = known.get(record[idField])
      const fields = fieldsOf(before ?? {}, record, before ? defaults : {}).filter(({ name }) => name !== idField)
      return before && !fields.length ? [] : { kind, id: record[idField], isNew: !before, fields }
    })
  })
}

/** The stored records that are not among those that are sent, by list. They stay. */
export function unsentRecords(stored: Document, sent: Document): Document {
  const lists = Object.entries(sent).map(([kind, records]) => {
    const known = new Set(records.map(record => idOf(kind, record)))
    return [kind, stored[kind]?.filter(record => !known.has(idOf(kind, record))) ?? []] as const
  })
  return Object.fromEntries(lists.filter(([, records]) => records.length))
}

export const idOf = (kind: string, record: Fields) => record[ID_FIELDS[kind] ?? '']

/** The fields that differ. */
function fieldsOf(before: Fields, after: Fields, defaults: Fields): Change['fields'] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap(name => {
    const [one, other] = [before[name], after[name] ?? defaults[name]]
    return isSame(one, other) ? [] : { name, before: one, after: other }
  })
}

const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(one, other) || (isEmpty(one) && isEmpty(other))

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)
