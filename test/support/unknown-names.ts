import type { Schema } from './hostile'

/** A body with the name `xUnknown` in every object of a schema, at every depth, and the distinct paths of these names. */
export function withUnknownNames(schema: Schema): { body: unknown; paths: string[] } {
  const paths: string[] = []
  const body = fill(schema, '', paths)
  return { body, paths: paths.sort() }
}

function fill(schema: Schema, above: string, paths: string[]): unknown {
  const { properties, items } = containerOf(schema)
  if (items) {
    const entry = fill(items, `${above}[]`, paths)
    return entry === undefined ? undefined : [entry, entry]
  }
  if (!properties) return undefined
  paths.push(`${above}.xUnknown`.slice(1))
  const inner = Object.entries(properties).map(([name, field]) => [name, fill(field, `${above}.${name}`, paths)])
  return { ...Object.fromEntries(inner), xUnknown: { roomID: 1 } }
}

/** The schema of the object or of the list, where null is another choice. */
const containerOf = (schema: Schema): Schema =>
  schema.anyOf?.find(({ properties, items }) => properties ?? items) ?? schema
