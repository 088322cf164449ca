import {
  type ApiDocument,
  type Endpoint,
  type Example,
  type Media,
  type Parameter,
  type Response,
  resolve,
} from './document.ts'
import { variableOfPath } from './sample-variables.ts'

/** What a request is authorized by. */
export type Credential = 'none' | 'customer' | 'administrator'

/** One request of an operation as the samples and the form show it, filled in from an example. */
export interface SampleRequest {
  operationId: string
  /** The name of the example; empty: the operation has one. */
  name: string
  /** What must be there before. */
  needs: string
  /** The sample sends the request twice. */
  isRepeated: boolean
  method: string
  path: string
  parameters: (Parameter & { value: string })[]
  credential: Credential
  contentType: string | undefined
  /** The example as an object, or undefined where the request has no body. */
  body: unknown
  response: SampleResponse
}

interface SampleResponse {
  status: string
  /** Undefined where it has no body. */
  type: string | undefined
  body: unknown
  /** Headers with an example, which the sample shows where there is no body. */
  headers: [name: string, value: string][]
}

/** The requests of the examples of an operation; without examples, the request without values. */
export function sampleRequests(endpoint: Endpoint, document: ApiDocument): SampleRequest[] {
  const { method, path, requestBody } = endpoint
  const [contentType, media] = jsonOf(requestBody && resolve(requestBody, document).content)
  const parameters = (endpoint.parameters ?? []).map(each => resolve(each, document))
  const response = successOf(endpoint, document)
  const [type, responseMedia] = jsonOf(response.content)
  // The response comes first: its examples are in the order of the contract.
  const examples = examplesByName([responseMedia, media, ...parameters])

  return examples.map(([key, { summary = '', description = '', ...example }], index) => ({
    operationId: endpoint.operationId,
    name: summary,
    needs: description,
    isRepeated: example['x-repeated'] ?? false,
    method,
    path,
    parameters: parameters.map(each => ({ ...each, value: parameterValue(each, key) })),
    credential: credentialOf(endpoint),
    contentType,
    body: media && ofInstallation(media.examples?.[key]?.value ?? media.example ?? {}),
    response: {
      status: response.status,
      type,
      body: responseMedia?.examples?.[key]?.value ?? responseMedia?.example,
      headers: index === 0 ? response.headers : response.headers.map(([name]) => [name, '…']),
    },
  }))

  function parameterValue(parameter: Parameter, key: string): string {
    if (parameter.in === 'path' && variableOfPath(path, parameter.name)) return ''
    return String(parameter.examples?.[key]?.value ?? parameter.example ?? '')
  }
}

/** The names of all examples: parts with the same name make one request. */
function examplesByName(parts: (Media | Parameter | undefined)[]): [key: string, Example][] {
  const named = new Map(parts.flatMap(part => Object.entries(part?.examples ?? {})))
  return named.size ? [...named] : [['', {}]]
}

/** The audience of an access token is a setting. */
const ofInstallation = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll('"innlet-api"', '"{AUDIENCE}"'))

/** The JSON body, or the only body that there is. */
export function jsonOf(content: Record<string, Media> = {}): [type: string | undefined, media: Media | undefined] {
  const type = content['application/json'] ? 'application/json' : Object.keys(content)[0]
  return [type, type ? content[type] : undefined]
}

/** The response of a success, and the headers of it that have an example. */
function successOf({ responses }: Endpoint, document: ApiDocument) {
  const [status, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  if (!status || !success) throw new Error('an operation has no success')
  const { content, headers = {} } = resolve<Response>(success, document)
  return {
    status,
    content,
    headers: Object.entries(headers).flatMap(([name, header]) => {
      const { example } = resolve(header, document)
      return example ? [[name.toLowerCase(), example] as [string, string]] : []
    }),
  }
}

function credentialOf({ security = [] }: Endpoint): Credential {
  if (!security.length) return 'none'
  return security.some(scheme => 'adminToken' in scheme) ? 'administrator' : 'customer'
}

/** Path and query of the sample. `spell` writes a variable; a path parameter without a value stays as `{name}`. */
export function pathOf({ path, parameters }: SampleRequest, spell: (variable: string) => string): string {
  const filled = path.replace(/\{(\w+)\}/g, (placeholder, name) => {
    const variable = variableOfPath(path, name)
    if (variable) return spell(variable.name)
    const value = parameters.find(each => each.in === 'path' && each.name === name)?.value
    return value ? encodeURIComponent(value) : placeholder
  })
  const query = new URLSearchParams(
    parameters.filter(each => each.in === 'query' && each.value).map(({ name, value }) => [name, value]),
  )
  return `${filled}${query.size ? `?${query}` : ''}`
}

/** The headers of the sample that its example names. */
export const headersOf = ({ parameters }: SampleRequest): [name: string, value: string][] =>
  parameters.filter(each => each.in === 'header' && each.value).map(({ name, value }) => [name, value])
