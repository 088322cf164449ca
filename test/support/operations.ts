import { DEFAULT_LIMITS, LIMITS } from '../../schema/wire/limits'
import { containerIn } from '../../schema/wire/zod-internals'
import { endpoints } from '../../worker/endpoints'
import { type Contract, schemaWithin } from '../../worker/http/endpoint'
import { dereferenced } from './dereferenced'
import type { Schema } from './hostile'
import { type SampleHotel, sampleSeaHotel } from './sample-hotel'
import { type Sample, type SampleRequest, samples } from './sample-requests'
import { expectStatus, send } from './service'

/** One operation of the OpenAPI document, with its sample requests. */
export interface Operation {
  name: string
  method: string
  path: string
  /** What the operation requires: a permission, `admin`, or `public`. */
  auth: string
  takesBody: boolean
  takesForm: boolean
  /** The limit on the bytes of the body. */
  bodyLimit: number
  statuses: string[]
  parameters: { in: string; name: string; example?: unknown }[]
  /** The schema of a JSON body. */
  schema: Schema
  /** The media types of the body. */
  types: string[]
  responses: Record<string, { content?: Record<string, unknown> }>
  sample: Sample
  /** The sample requests with their addresses. The first is also `address` and `body`. */
  requests: readonly (SampleRequest & { address: string })[]
  /** The path and the query of a request that succeeds. */
  address: string
  body: Record<string, unknown> | undefined
}

interface OpenApiOperation extends Pick<Operation, 'responses'> {
  'x-permission'?: string
  'x-internal'?: true
  security?: Record<string, string[]>[]
  parameters?: Operation['parameters']
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const nameOf = ({ method, path }: Contract) => `${method} ${path}`

/** The sample of an endpoint. An endpoint without one fails every suite that covers all endpoints. */
function sampleOf(name: string): Sample {
  const sample = samples[name]
  if (!sample) throw new Error(`${name} has no sample request: add an entry to test/support/sample-requests.ts`)
  return sample
}

/** The path and the query of a sample request. */
export function addressOf(path: string, { params = {}, query = {} }: SampleRequest): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(query)
  return search.size ? `${address}?${search}` : address
}

/** The names of all endpoints whose contract meets a condition, for lists of cases. */
export const endpointsWith = (condition: (contract: Contract) => unknown): string[] =>
  endpoints.filter(({ contract }) => condition(contract)).map(({ contract }) => nameOf(contract))

/** The fields of the body of an endpoint, or of its query. */
export function fieldNamesOf({ body, query }: Contract): string[] {
  const schema = body ?? query
  const container = schema && containerIn(schemaWithin(schema, DEFAULT_LIMITS))
  return container?.kind === 'object' ? Object.keys(container.shape) : []
}

/** The sample requests of these endpoints as cases: method, path with query, body. */
export const casesOf = (names: readonly string[], hotel: SampleHotel = sampleSeaHotel) =>
  names.flatMap(name => {
    const [method = '', path = ''] = name.split(' ')
    return sampleOf(name)
      .requests(hotel)
      .map(request => [method, addressOf(path, request), request.body] as const)
  })

type Paths = Record<string, Record<string, OpenApiOperation>>

/** The paths of `/openapi.json`, which are the same in all tests. */
let paths: Paths | undefined

async function readPaths(): Promise<Paths> {
  const { json } = await expectStatus(200, send('GET', '/openapi.json'))
  return dereferenced(json).paths
}

/** Every operation of `/openapi.json` but those of the console's own pages. A test of each of them covers the service. */
export async function operations(hotel: SampleHotel = sampleSeaHotel): Promise<Operation[]> {
  paths ??= await readPaths()
  const limits = new Map(endpoints.map(({ contract }) => [nameOf(contract), contract.bodyLimit ?? 'BODY_BYTES']))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !operation['x-internal'])
      .map(([verb, operation]) => {
        const { security = [], requestBody, parameters = [], responses } = operation
        const method = verb.toUpperCase()
        const name = `${method} ${path}`
        const content = requestBody?.content ?? {}
        const sample = sampleOf(name)
        const requests = sample.requests(hotel).map(each => ({ ...each, address: addressOf(path, each) }))
        const [first] = sample.requests(hotel)
        return {
          name,
          method,
          path,
          auth: operation['x-permission'] ?? (security.some(each => 'adminToken' in each) ? 'admin' : 'public'),
          takesBody: requestBody !== undefined,
          takesForm: Object.keys(content).some(type => type.includes('form')),
          bodyLimit: LIMITS[limits.get(name) ?? 'BODY_BYTES'][0],
          statuses: Object.keys(responses),
          parameters,
          schema: content['application/json']?.schema ?? {},
          types: Object.keys(content),
          responses,
          sample,
          requests,
          address: addressOf(path, first),
          body: first.body,
        }
      }),
  )
}
