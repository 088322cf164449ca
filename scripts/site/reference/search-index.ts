import { type ApiDocument, componentName, type Endpoint, type Parameter, resolve, type Schema } from './document.ts'
import { addressOfOperation, type Group } from './groups.ts'

/** One result of the search. */
export interface SearchEntry {
  address: string
  method: string
  path: string
  summary: string
  id: string
  /** Names of parameters, of fields of the bodies, and of components, each once. */
  fields: string[]
}

export const searchIndex = (groups: Group[], document: ApiDocument): SearchEntry[] =>
  groups.flatMap(group =>
    group.endpoints.map(endpoint => ({
      address: addressOfOperation(endpoint),
      method: endpoint.method,
      path: endpoint.path,
      summary: endpoint.summary ?? '',
      id: endpoint.operationId,
      fields: [...namesOf(endpoint, document)],
    })),
  )

function namesOf(endpoint: Endpoint, document: ApiDocument): Set<string> {
  const names = new Set<string>()
  const components = new Set<string>()
  const add = (schema: Schema) => {
    if (schema.$ref) {
      const name = componentName(schema.$ref)
      if (components.has(name)) return
      components.add(name)
      names.add(name)
      add(document.components.schemas?.[name] ?? {})
    }
    const { properties = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [] } = schema
    for (const [name, field] of Object.entries(properties)) {
      names.add(name)
      add(field)
    }
    const values = typeof additionalProperties === 'object' ? [additionalProperties] : []
    for (const each of [...allOf, ...anyOf, ...oneOf, ...values, ...(items ? [items] : [])]) add(each)
  }
  for (const parameter of endpoint.parameters ?? []) names.add(resolve<Parameter>(parameter, document).name)
  const bodies = [
    ...(endpoint.requestBody ? [resolve(endpoint.requestBody, document).content] : []),
    ...Object.values(endpoint.responses).map(response => resolve(response, document).content ?? {}),
  ]
  for (const { schema } of bodies.flatMap(content => Object.values(content))) if (schema) add(schema)
  return names
}
