import {
  type ApiDocument,
  componentName,
  type Endpoint,
  type Parameter,
  resolve,
  type Schema,
} from '../reference/document.ts'
import { addressOfOperation, nameOf } from '../reference/groups.ts'
import { schemaId } from '../reference/type-words.ts'

/** A field or a parameter of an operation. */
interface FieldPlace {
  name: string
  endpoint: Endpoint
  /** The component that has the field; undefined: the operation itself. */
  component: string | undefined
}

/** One entry for each name of a field. It leads to the first operation that takes it, else to the first that returns it. */
export function fieldEntries(endpoints: readonly Endpoint[], document: ApiDocument) {
  const places = [
    ...endpoints.flatMap(endpoint => placesOf(endpoint, requestSchemas(endpoint, document), document)),
    ...endpoints.flatMap(endpoint => placesOf(endpoint, responseSchemas(endpoint, document), document)),
  ]
  return [...Map.groupBy(places, ({ name }) => name)].map(([name, [first, ...others]]) => {
    const { endpoint, component } = first as FieldPlace
    const operations = [...new Set([first as FieldPlace, ...others].map(each => nameOf(each.endpoint)))]
    const more = operations.length - 1
    return {
      address: `${addressOfOperation(endpoint)}${component ? `#${schemaId(component)}` : ''}`,
      title: name,
      context: `Field of ${operations[0]}${more ? ` and ${more} more` : ''}`,
      words: '',
      text: '',
      weight: 0.3,
    }
  })
}

const requestSchemas = ({ requestBody, parameters = [] }: Endpoint, document: ApiDocument): Schema[] => [
  {
    properties: Object.fromEntries(
      parameters.map(each => resolve<Parameter>(each, document)).map(({ name }) => [name, {}]),
    ),
  },
  ...(requestBody ? Object.values(resolve(requestBody, document).content).flatMap(({ schema }) => schema ?? []) : []),
]

/** Of successes: all operations have the fields of errors. */
const responseSchemas = ({ responses }: Endpoint, document: ApiDocument): Schema[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.values(resolve(response, document).content ?? {}))
    .flatMap(({ schema }) => schema ?? [])

function placesOf(endpoint: Endpoint, schemas: Schema[], document: ApiDocument): FieldPlace[] {
  const places: FieldPlace[] = []
  const seen = new Set<string>()
  const add = (schema: Schema, component: string | undefined) => {
    if (schema.$ref) {
      const name = componentName(schema.$ref)
      if (seen.has(name)) return
      seen.add(name)
      add(document.components.schemas?.[name] ?? {}, name)
    }
    const { properties = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [] } = schema
    for (const [name, field] of Object.entries(properties)) {
      places.push({ name, endpoint, component })
      add(field, component)
    }
    const values = typeof additionalProperties === 'object' ? [additionalProperties] : []
    for (const each of [...allOf, ...anyOf, ...oneOf, ...values, ...(items ? [items] : [])]) add(each, component)
  }
  for (const schema of schemas) add(schema, undefined)
  return places
}
