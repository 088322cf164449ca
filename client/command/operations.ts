import type { Call } from '../connection.ts'
import { UsageError } from './failure.ts'

/** The parts of an OpenAPI document that a call needs. */
export interface OpenApi {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { parameters?: Record<string, Parameter> }
}

interface DocumentedOperation {
  operationId: string
  security?: Record<string, unknown>[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: object
}

interface Parameter {
  name: string
  in: string
}

/** An operation with its method and path. */
export interface Operation {
  operationId: string
  method: Call['method']
  path: string
  /** Names of parameters, by lower case. */
  parameters: Map<string, Parameter>
  takesBody: boolean
  credential: 'none' | 'administrator' | 'customer'
}

/** Finds an operation by its id, in any letter case. */
export function findOperation(document: OpenApi, id: string): Operation {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase() as Call['method'],
      path,
      operation,
    })),
  )
  const found = all.find(({ operation }) => operation.operationId?.toLowerCase() === id.toLowerCase())
  if (!found) {
    const similar = all
      .map(({ operation }) => operation.operationId)
      .filter(each => each?.toLowerCase().includes(id.toLowerCase()))
    throw new UsageError(`the service has no operation ${id}${similar.length ? `; it has ${similar.join(', ')}` : ''}`)
  }
  const { operation, ...place } = found
  const parameters = (operation.parameters ?? []).flatMap(each =>
    '$ref' in each ? (document.components.parameters?.[each.$ref.split('/').at(-1) ?? ''] ?? []) : each,
  )
  return {
    ...place,
    operationId: operation.operationId,
    parameters: new Map(parameters.map(each => [each.name.toLowerCase(), each])),
    takesBody: operation.requestBody !== undefined,
    credential: credentialOf(operation),
  }
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
