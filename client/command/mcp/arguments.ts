import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type * as z from 'zod'

/*
 * Arguments as models write them: `null` for none, digits in quotes for a number, a number for a text. The schema that clients see stays
 * as it is.
 */

/** The parts of a JSON schema that say what a value should be. */
interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
}

/** The schema, which reads such arguments. */
export function tolerant(schema: z.ZodObject): StandardSchemaWithJSON {
  const standard = schema['~standard'] as StandardSchemaWithJSON['~standard']
  const json = standard.jsonSchema.input({ target: 'draft-2020-12' }) as JsonSchema
  return { '~standard': { ...standard, validate: sent => standard.validate(read(sent, json)) } }
}

const NUMBER = /^\s*-?\d{1,15}(?:\.\d{1,9})?\s*$/

function read(value: unknown, { type, properties = {}, items }: JsonSchema): unknown {
  if (Array.isArray(value)) return items ? value.map(each => read(each, items)) : value
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== null)
    return Object.fromEntries(fields.map(([name, field]) => [name, read(field, properties[name] ?? {})]))
  }
  if (typeof value === 'string') {
    if ((type === 'integer' || type === 'number') && NUMBER.test(value)) return Number(value)
    if (type === 'boolean' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  }
  return typeof value === 'number' && type === 'string' ? String(value) : value
}
