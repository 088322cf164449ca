import fc from 'fast-check'
import type { Schema } from './hostile'

/*
 * Equivalent requests, as other clients send them: field names in another letter case, and unused fields with the neutral value
 * of their type or with null.
 */

/**
 * Fields whose neutral value has a meaning: 0 is a price, and the begin of the log. In a change, an empty list removes rooms or what a
 * room has, '' a time, a description or a field of the guest, and an empty list of types is all.
 */
const FIELDS_WITH_MEANINGFUL_NEUTRAL = new Set(['unitPrice', 'isSendCorrespondence', 'afterSequence'])
const FIELDS_WITH_MEANINGFUL_NEUTRAL_IN_CHANGE = new Set([
  'roomsBooked',
  'activitiesBooked',
  'rates',
  'roomNotes',
  ...['firstName', 'email', 'phone', 'company', 'address1', 'address2', 'zip', 'city', 'state', 'country'],
  'arrivalTime',
  'departureTime',
  'description',
  'types',
])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function neutralValue({ type, anyOf = [], const: constant }: Schema): unknown {
  const [kind] = [type, ...anyOf.map(each => each.type), constant === '' ? 'string' : undefined].flat().filter(Boolean)
  if (kind === 'integer' || kind === 'number') return 0
  if (kind === 'boolean') return false
  if (kind === 'array') return []
  return kind === 'object' ? {} : ''
}

/** The name with at least one letter in the other case. */
const otherCase = (name: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(name.charAt(0).toUpperCase() + name.slice(1)),
    fc.constant(name.toLowerCase()),
    fc.constant(name.toUpperCase()),
    fc
      .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
      .map(upper => [...name].map((letter, i) => (upper[i] ? letter.toUpperCase() : letter.toLowerCase())).join('')),
  )

/** Equivalent variants of a body of this schema. `isChange`: the request changes an existing booking or endpoint. */
export function variantsOf(body: unknown, schema: Schema, isChange: boolean): fc.Arbitrary<unknown> {
  if (Array.isArray(body)) return fc.tuple(...body.map(each => variantsOf(each, schema.items ?? {}, isChange)))
  if (!isObject(body)) return fc.constant(body)
  const { properties = {} } = schema
  const sent = Object.entries(body).map(([name, value]) =>
    fc.tuple(otherCase(name), variantsOf(value, properties[name] ?? {}, isChange)),
  )
  const added = Object.entries(properties)
    .filter(([name]) => !(name in body))
    .map(([name, field]) => {
      const isMeaningful =
        FIELDS_WITH_MEANINGFUL_NEUTRAL.has(name) || (isChange && FIELDS_WITH_MEANINGFUL_NEUTRAL_IN_CHANGE.has(name))
      return fc.tuple(otherCase(name), isMeaningful ? fc.constant(null) : fc.constantFrom(neutralValue(field), null))
    })
  return fc.tuple(...sent, ...added).map(fields => Object.fromEntries(fields))
}

/** A body in which every absent optional field has the neutral value of its type, at every depth. */
export function withNeutralFields(body: unknown, schema: Schema): unknown {
  if (Array.isArray(body)) return body.map(each => withNeutralFields(each, schema.items ?? {}))
  if (!isObject(body)) return body
  const { properties = {} } = schema
  const lacking = Object.entries(properties).filter(([name]) => !(name in body))
  return Object.fromEntries([
    ...Object.entries(body).map(([name, value]) => [name, withNeutralFields(value, properties[name] ?? {})]),
    ...lacking.map(([name, field]) => [name, neutralValue(field)]),
  ])
}
