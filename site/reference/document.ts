/* The parts of an OpenAPI 3.1 document that the reference shows. */

export interface Reference {
  $ref: string
}

export interface Schema {
  $ref?: string
  title?: string
  description?: string
  type?: string | string[]
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  prefixItems?: Schema[]
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  deprecated?: boolean
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  /** The format as people write it, such as `HH:mm`. It is shown in place of the pattern. */
  'x-format'?: string
  /** Keywords whose value is a limit of the installation, by the name of the limit. */
  'x-limits'?: Record<string, string>
}

export interface Example {
  summary?: string
  /** What must be there before the request of the example. */
  description?: string
  /** The sample sends the request twice. */
  'x-repeated'?: boolean
  value?: unknown
}

export interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, Example>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  description?: string
  required?: boolean
  schema?: Schema
  example?: unknown
  examples?: Record<string, Example>
}

interface Header {
  description?: string
  example?: string
}

export interface Response {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Record<string, Media>
}

interface RequestBody {
  description?: string
  content: Record<string, Media>
}

interface Operation {
  operationId: string
  tags?: string[]
  summary?: string
  description?: string
  deprecated?: boolean
  security?: Record<string, string[]>[]
  'x-permission'?: string
  /** For the service's own pages. */
  'x-internal'?: true
  parameters?: (Parameter | Reference)[]
  requestBody?: RequestBody | Reference
  responses: Record<string, Response | Reference>
}

export interface ApiDocument {
  info: { title: string; version: string; description: string }
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas?: Record<string, Schema>; headers?: Record<string, Header>; [kind: string]: unknown }
}

/** An operation with its method and path. */
export interface Endpoint extends Operation {
  method: string
  path: string
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The operations for integrators and operators. */
export const endpointsOf = ({ paths }: ApiDocument): Endpoint[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap(method => {
      const operation = item[method]
      return operation && !operation['x-internal'] ? [{ ...operation, method: method.toUpperCase(), path }] : []
    }),
  )

/** What a `$ref` refers to, or the value itself. */
export function resolve<T extends object>(value: T | Reference, document: ApiDocument): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T
  const keys = value.$ref.replace(/^#\//, '').split('/')
  const found = keys.reduce<unknown>(
    (part, key) => (part as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
  if (!found) throw new Error(`the OpenAPI document has no ${value.$ref}`)
  return resolve(found as T, document)
}

/** The name of the component that a `$ref` refers to. */
export const componentName = ($ref: string) => $ref.split('/').at(-1) ?? ''

/** The file name of a group's page: `CMConnect` is `cm-connect`. */
export const slugOf = (tag: string) =>
  tag
    .replace(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3-$2$4')
    .toLowerCase()
    .replace(/\W+/g, '-')
