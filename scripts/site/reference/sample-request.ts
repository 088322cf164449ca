import { type ApiDocument, type Endpoint, examplesOf, type Media, type Parameter, resolve } from './document.ts'

/** What a request is authorized by. */
type Credential = 'none' | 'customer' | 'administrator'

/** An operation's request as the samples and the form show it, filled in from the examples. */
export interface SampleRequest {
  method: string
  path: string
  parameters: (Parameter & { value: string })[]
  credential: Credential
  contentType: string | undefined
  /** The example as an object, or undefined where the request has no body. */
  body: unknown
  /** The media type of a success, or undefined where it has no body. */
  responseType: string | undefined
}

export function sampleRequest(endpoint: Endpoint, document: ApiDocument): SampleRequest {
  const content = endpoint.requestBody && resolve(endpoint.requestBody, document).content
  const [contentType, media] = jsonOf(content)
  return {
    method: endpoint.method,
    path: endpoint.path,
    parameters: (endpoint.parameters ?? []).map(each => withValue(resolve(each, document))),
    credential: credentialOf(endpoint),
    contentType,
    body: media && (examplesOf(media, document)[0]?.value ?? {}),
    responseType: responseTypeOf(endpoint, document),
  }
}

/** The JSON body, or the only body that there is. */
export function jsonOf(content: Record<string, Media> = {}): [type: string | undefined, media: Media | undefined] {
  const type = content['application/json'] ? 'application/json' : Object.keys(content)[0]
  return [type, type ? content[type] : undefined]
}

function responseTypeOf({ responses }: Endpoint, document: ApiDocument): string | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return success && jsonOf(resolve(success, document).content)[0]
}

const withValue = (parameter: Parameter) => ({ ...parameter, value: String(parameter.example ?? '') })

function credentialOf({ security = [] }: Endpoint): Credential {
  if (!security.length) return 'none'
  return security.some(scheme => 'adminToken' in scheme) ? 'administrator' : 'customer'
}

/** The address of the sample. A path parameter without an example stays as `{name}`. */
export function addressOf({ path, parameters }: SampleRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (placeholder, name) => {
    const value = parameters.find(each => each.in === 'path' && each.name === name)?.value
    return value ? encodeURIComponent(value) : placeholder
  })
  const query = new URLSearchParams(
    parameters.filter(each => each.in === 'query' && each.value).map(({ name, value }) => [name, value]),
  )
  return `{PUBLIC_URL}${filled}${query.size ? `?${query}` : ''}`
}
