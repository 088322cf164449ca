import { dereferenced } from './dereferenced'
import { expectStatus, send } from './service'

/** One operation of the OpenAPI document. */
export interface Operation {
  name: string
  method: string
  path: string
  /** The path with example values for its parameters. */
  address: string
  /** What the operation requires: a permission, `admin`, or `public`. */
  auth: string
  takesBody: boolean
  takesForm: boolean
  statuses: string[]
  example: unknown
}

interface OpenApiOperation {
  'x-permission'?: string
  security?: Record<string, string[]>[]
  parameters?: { in: string; name: string; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, unknown>
}

/** Every operation of `/openapi.json`. A test of each of them covers the whole service. */
export async function operations(): Promise<Operation[]> {
  const { json } = await expectStatus(200, send('GET', '/openapi.json'))
  const paths = Object.entries(dereferenced(json).paths as Record<string, Record<string, OpenApiOperation>>)
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { security = [], requestBody, parameters = [] } = operation
      const example = (name: string) => parameters.find(each => each.name === name)?.example ?? 1
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        address: path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(example(name)))),
        auth: operation['x-permission'] ?? (security.some(each => 'adminToken' in each) ? 'admin' : 'public'),
        takesBody: requestBody !== undefined,
        takesForm: Object.keys(requestBody?.content ?? {}).some(type => type.includes('form')),
        statuses: Object.keys(operation.responses),
        example: requestBody?.content['application/json']?.example,
      }
    }),
  )
}
