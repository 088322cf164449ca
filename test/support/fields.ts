import { expect } from 'vitest'
import type { Answer } from './service'

/** The path of a field in a body: `['roomsBooked', 0, 'roomID']`. */
type Path = (string | number)[]

export interface Field {
  path: Path
  value: unknown
}

/** Every field of a body, nested ones too. Of a list, only the first entry. */
export function fieldsOf(body: object, above: Path = []): Field[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const path = [...above, name]
    const here = { path, value }
    if (Array.isArray(value)) {
      const [first] = value
      if (typeof first === 'object') return [here, ...fieldsOf(first, [...path, 0])]
      return [here, { path: [...path, 0], value: first }]
    }
    return typeof value === 'object' && value !== null ? [here, ...fieldsOf(value, path)] : [here]
  })
}

/** A path in the format of error descriptions: `roomsBooked[0].roomID`. */
export const formatPath = (path: Path) =>
  path
    .map(key => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '')

/** The body with another value at the path. */
export function withValueAt(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const inner = (body as Record<string | number, unknown>)[key]
  const changed = withValueAt(inner, rest, value)
  if (Array.isArray(body)) return body.with(key as number, changed)
  return { ...(body as object), [key]: changed }
}

/** Names of fields with decimals; every other number is an integer. */
const DECIMALS =
  /(Amount|Total|Value|unitCost|surcharge|\.amount|[pP]rice|cost|quantityInHand|items\[0\]\.quantity|itude)$/

/** Values of types that a field with this value does not accept. */
function valuesOfOtherTypes(name: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return [{}, 'x', 5]
  if (typeof value === 'object') return ['x', 5, []]
  if (typeof value === 'boolean') return ['true', 1]
  if (typeof value === 'string') return [5, {}, true]
  return DECIMALS.test(name) ? ['1.5', {}] : ['1', 1.5, {}]
}

/** Copies of the body with a value of each wrong type in the field, and the path of the field. */
export const bodiesWithWrongTypes = (body: unknown, { path, value }: Field): [string, unknown][] =>
  valuesOfOtherTypes(formatPath(path), value).map(other => [formatPath(path), withValueAt(body, path, other)])

/** Expects that a request is refused for this field, possibly among other errors. */
export async function expectInvalidField(name: string, request: Promise<Answer>) {
  const { status, json, text } = await request
  const message = `${name} ${text}`
  expect(status, message).toBe(422)
  const errors = json.errors.filter(({ description }: { description: string }) => description.startsWith(`${name}: `))
  expect(errors[0]?.code, message).toBe('INVALID_FIELD')
}
