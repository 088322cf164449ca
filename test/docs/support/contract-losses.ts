/*
 * What a later OpenAPI document takes away from clients of an earlier one. Both are without references.
 */

interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  [limit: string]: unknown
}

type Content = Record<string, { schema?: Schema }>
interface Parameter {
  in: string
  name: string
  required?: boolean
  schema?: Schema
}
interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { headers?: Record<string, unknown>; content?: Content }>
}
export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** Whether a client sends the value or receives it. A request may accept more than before, a response may have more fields. */
type Direction = 'sent' | 'received'

const JSON_TYPES = ['array', 'boolean', 'null', 'number', 'object', 'string']
const typesOf = ({ type, anyOf, const: constant, enum: values }: Schema): string[] => {
  if (anyOf) return [...new Set(anyOf.flatMap(typesOf))]
  if (type) return [type].flat().map(each => (each === 'integer' ? 'number' : each))
  const known = constant === undefined ? values : [constant]
  return known ? [...new Set(known.map(value => (value === null ? 'null' : typeof value)))] : JSON_TYPES
}
const valuesOf = ({ const: constant, enum: values }: Schema) => (constant === undefined ? values : [constant])
const missing = <T>(wanted: readonly T[], there: readonly T[]) => wanted.filter(each => !there.includes(each))
/** A lower limit of this kind refuses what was accepted; of the others a higher one. */
const isUpper = (limit: string) => limit.startsWith('max')

function limitLosses(before: Schema, after: Schema, path: string): string[] {
  const names = ['maxLength', 'maximum', 'maxItems', 'minLength', 'minimum', 'minItems']
  return names.flatMap(limit => {
    const [was, is] = [before[limit], after[limit]] as (number | undefined)[]
    if (is === undefined) return []
    const open = isUpper(limit) ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    const isNarrower = isUpper(limit) ? is < (was ?? open) : is > (was ?? open)
    return isNarrower ? [`${path}: ${limit} ${is}, was ${was}`] : []
  })
}

function objectLosses(before: Schema, after: Schema, path: string, direction: Direction): string[] {
  const [was, is] = direction === 'sent' ? [after, before] : [before, after]
  const requirements = missing(was.required ?? [], is.required ?? []).map(
    name => `${path}.${name}: ${direction === 'sent' ? 'is required now' : 'can be missing now'}`,
  )
  return [
    ...requirements,
    ...Object.entries(before.properties ?? {}).flatMap(([name, schema]) => {
      const now = after.properties?.[name]
      return now ? schemaLosses(schema, now, `${path}.${name}`, direction) : [`${path}.${name}: is gone`]
    }),
  ]
}

function typeLosses(before: Schema, after: Schema, path: string, direction: Direction): string[] {
  const [was, is] = [typesOf(before), typesOf(after)]
  return direction === 'sent'
    ? missing(was, is).map(type => `${path}: ${type} is refused`)
    : missing(is, was).map(type => `${path}: can be ${type} now`)
}

/** One object of several: a field of a later one says more than that of an earlier one. */
function merged({ allOf = [], ...schema }: Schema): Schema {
  if (!allOf.length) return schema
  const parts = [schema, ...allOf.map(merged)]
  const properties = Object.assign({}, ...parts.map(part => part.properties))
  return Object.assign({}, ...parts, { properties, required: parts.flatMap(part => part.required ?? []) })
}

/** Of several alternatives, each has to find one in which it loses nothing. */
function schemaLosses(was: Schema, is: Schema, path: string, direction: Direction): string[] {
  const [before, after] = [merged(was), merged(is)]
  const types = typeLosses(before, after, path, direction)
  if (types.length) return types
  if (before.anyOf || after.anyOf) {
    return (before.anyOf ?? [before]).flatMap(each =>
      (after.anyOf ?? [after])
        .map(now => schemaLosses(each, now, path, direction))
        .reduce((least, one) => (one.length < least.length ? one : least)),
    )
  }
  const values = direction === 'sent' && valuesOf(after) ? missing(valuesOf(before) ?? [], valuesOf(after) ?? []) : []
  return [
    ...values.map(value => `${path}: ${value} is refused`),
    ...(direction === 'sent' ? limitLosses(before, after, path) : []),
    ...objectLosses(before, after, path, direction),
    ...(before.items && after.items ? schemaLosses(before.items, after.items, `${path}[]`, direction) : []),
  ]
}

const contentLosses = (before: Content, after: Content, path: string, direction: Direction) =>
  Object.entries(before).flatMap(([type, { schema = {} }]) => {
    const now = after[type]
    return now ? schemaLosses(schema, now.schema ?? {}, path, direction) : [`${path}: ${type} is gone`]
  })

function parameterLosses(before: Parameter[], after: Parameter[], path: string): string[] {
  const nameOf = (parameter: Parameter) => `${path} ${parameter.in} ${parameter.name}`
  const found = before.flatMap(each => {
    const now = after.find(other => nameOf(other) === nameOf(each))
    return now ? schemaLosses(each.schema ?? {}, now.schema ?? {}, nameOf(each), 'sent') : [`${nameOf(each)}: is gone`]
  })
  const wasRequired = (parameter: Parameter) => before.some(each => each.required && nameOf(each) === nameOf(parameter))
  const required = after.filter(each => each.required && !wasRequired(each))
  return [...found, ...required.map(each => `${nameOf(each)}: is required now`)]
}

const isSuccess = ([status]: [string, unknown]) => /^[23]/.test(status)

function operationLosses(before: Operation, after: Operation, path: string): string[] {
  return [
    ...parameterLosses(before.parameters ?? [], after.parameters ?? [], path),
    ...contentLosses(before.requestBody?.content ?? {}, after.requestBody?.content ?? {}, `${path} body`, 'sent'),
    ...Object.entries(before.responses)
      .filter(isSuccess)
      .flatMap(([status, { content = {}, headers = {} }]) => {
        const now = after.responses[status]
        if (!now) return [`${path} ${status}: is gone`]
        return [
          ...missing(Object.keys(headers), Object.keys(now.headers ?? {})).map(
            name => `${path} ${status} ${name}: is gone`,
          ),
          ...contentLosses(content, now.content ?? {}, `${path} ${status}`, 'received'),
        ]
      }),
  ]
}

/** One sentence for each thing that a client of the document before can miss. */
export function contractLosses(before: Document, after: Document): string[] {
  const names = missing(Object.keys(before.components.schemas), Object.keys(after.components.schemas))
  return [
    ...names.map(name => `schema ${name}: is gone`),
    ...Object.entries(before.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const now = after.paths[path]?.[method]
        const name = `${method.toUpperCase()} ${path}`
        return now ? operationLosses(operation, now, name) : [`${name}: is gone`]
      }),
    ),
  ]
}
