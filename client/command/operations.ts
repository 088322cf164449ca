import MiniSearch from 'minisearch'
import type { Call } from '../connection.ts'
import { UsageError } from './failure.ts'

/** The parts of an OpenAPI document that a call needs. */
export interface OpenApi {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { parameters?: Record<string, Parameter> }
}

interface DocumentedOperation {
  operationId: string
  summary: string
  security?: Record<string, unknown>[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: object
  /** For the pages of the console: no command calls it. */
  'x-internal'?: true
}

interface Parameter {
  name: string
  in: string
}

/** An operation with its method and path. */
export interface Operation {
  operationId: string
  summary: string
  method: Call['method']
  path: string
  /** Names of parameters, by lower case. */
  parameters: Map<string, Parameter>
  takesBody: boolean
  credential: 'none' | 'administrator' | 'customer'
}

/** All operations of a document that a command can call. */
export const operationsOf = ({ paths, components }: OpenApi): Operation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => !operation['x-internal'])
      .map(([method, operation]) => {
        const parameters = (operation.parameters ?? []).flatMap(each =>
          '$ref' in each ? (components.parameters?.[each.$ref.split('/').at(-1) ?? ''] ?? []) : each,
        )
        return {
          operationId: operation.operationId,
          summary: operation.summary,
          method: method.toUpperCase() as Call['method'],
          path,
          parameters: new Map(parameters.map(each => [each.name.toLowerCase(), each])),
          takesBody: operation.requestBody !== undefined,
          credential: credentialOf(operation),
        }
      }),
  )

/** Finds an operation by its id, in any letter case. */
export function findOperation(document: OpenApi, id: string): Operation {
  const all = operationsOf(document)
  const found = all.find(({ operationId }) => operationId.toLowerCase() === id.toLowerCase())
  if (found) return found
  const similar = similarTo(
    id,
    all.map(({ operationId }) => operationId),
  )
  const hint = similar.length ? `Did you mean ${similar.join(', ')}?` : '`innlet call` lists all'
  throw new UsageError(`the service has no operation ${id}. ${hint}`)
}

/** Names that are spelled like a name, or have a word that begins like it. The most similar comes first. */
function similarTo(name: string, names: readonly string[]): string[] {
  const tokenize = (text: string) => [text, ...text.split(/(?=[A-Z])/)]
  const index = new MiniSearch({ fields: ['id'], tokenize })
  index.addAll(names.map(id => ({ id })))
  return index.search(name, { tokenize: text => [text], fuzzy: 0.25, prefix: true }).map(({ id }) => id)
}

function credentialOf({ security = [] }: DocumentedOperation): Operation['credential'] {
  if (!security.length) return 'none'
  return security.some(scheme => 'adminToken' in scheme) ? 'administrator' : 'customer'
}

/**
 * The request of an operation. Parameters of the path and the query come from `data` if the operation has no body, and from
 * `parameters` otherwise.
 */
export function callOf(operation: Operation, data: Record<string, unknown>, parameters: Record<string, string>): Call {
  const { method, takesBody } = operation
  const values = Object.entries(takesBody ? parameters : { ...data, ...parameters })
  const query: Record<string, unknown> = {}
  let { path } = operation
  for (const [name, value] of values) {
    const parameter = operation.parameters.get(name.toLowerCase())
    if (parameter?.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(String(value)))
    else query[parameter?.name ?? name] = value
  }
  const missing = /\{(\w+)\}/.exec(path)?.[1]
  if (missing) throw new UsageError(`${operation.operationId} needs --param ${missing}=…`)
  return { method, path, query, ...(takesBody && { body: data }), isPublic: operation.credential === 'none' }
}
