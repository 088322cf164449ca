import * as z from 'zod'
import { DEFAULT_LIMITS } from '../../schema/wire/limits'
import { type ContractSchema, schemaWithin } from '../http/endpoint'

/*
 * zod schemas as JSON Schema. A schema with an `id` in its metadata becomes a named component, and is used by reference.
 */

export type Json = Record<string, unknown>

export interface SchemaWriter {
  /** A schema of requests (`input`) or of responses (`output`). */
  schemaOf(schema: ContractSchema, io: 'input' | 'output'): Json
  /** All named schemas that were met so far. */
  readonly named: Record<string, Json>
}

export function createSchemaWriter(): SchemaWriter {
  const named: Record<string, Json> = {}
  return {
    named,
    schemaOf(schema, io) {
      const { $defs = {}, ...json } = toJsonSchema(schema, io) as { $defs?: Record<string, Json> }
      for (const [name, definition] of Object.entries($defs)) {
        const known = named[name]
        // A client would get two types for one name: a schema that requests and responses share must be the same in both.
        if (known && JSON.stringify(known) !== JSON.stringify(definition)) throw new Error(`two schemas named ${name}`)
        named[name] = definition
      }
      return json
    },
  }
}

function toJsonSchema(schema: ContractSchema, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schemaWithin(schema, DEFAULT_LIMITS), {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // zod drops the default of a list of which an element is transformed. An empty list is the same before and after.
      if (isEmptyList(defaultOf(zodSchema))) jsonSchema.default = []
      // Patterns that refuse control characters use Unicode classes, which other languages do not support.
      if (jsonSchema.pattern?.includes('\\p{')) delete jsonSchema.pattern
      // Some client generators write no type for an object with an empty list of properties.
      if (jsonSchema.properties && !Object.keys(jsonSchema.properties).length) delete jsonSchema.properties
    },
  })
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

const defaultOf = (schema: z.core.$ZodTypes) =>
  'defaultValue' in schema._zod.def ? schema._zod.def.defaultValue : undefined

const isEmptyList = (value: unknown) => Array.isArray(value) && !value.length

/** An object with these properties, all of them required. */
export const objectOf = (properties: Json): Json => ({ type: 'object', required: Object.keys(properties), properties })

export const schemaReference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
