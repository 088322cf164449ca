import { version } from '../../package.json'
import { ANY_ORIGIN } from './cors'
import type { Contract } from './endpoint'
import { securityHeadersOf } from './security-headers'

/** The request that is answered, and the contract of its path where there is one. */
export interface ResponseContext {
  request: Request
  requestId: string
  contract: Contract | undefined
}

type HeaderFields = Readonly<Record<string, string>>

const NO_CONTRACT = {}
const cache = { 'http:': new WeakMap<object, Headers>(), 'https:': new WeakMap<object, Headers>() }

/**
 * What every answer of ours or of a path carries, where it does not say something else. Kept as headers, which an answer copies
 * in less time than it takes to make them of a record: of a refusal that is most of the work.
 */
function commonHeaders({ request: { url }, contract }: ResponseContext): Headers {
  const known = cache[url.startsWith('https:') ? 'https:' : 'http:']
  let carried = known.get(contract ?? NO_CONTRACT)
  if (!carried) {
    carried = new Headers({
      'content-type': 'application/json',
      ...securityHeadersOf(url),
      ...contract?.commonHeaders,
      ...(contract?.anyOrigin && ANY_ORIGIN),
      'x-api-version': version,
    })
    known.set(contract ?? NO_CONTRACT, carried)
  }
  return carried
}

/** An answer with its own headers, and beside them what every answer carries: JSON, if it does not say otherwise. */
export function createResponse(
  answered: ResponseContext,
  body: BodyInit | null,
  status: number,
  own: HeaderFields = {},
): Response {
  const response = new Response(body, { status, headers: commonHeaders(answered) })
  const { headers } = response
  if (body === null) headers.delete('content-type')
  for (const name in own) headers.set(name, own[name] as string)
  headers.set('x-request-id', answered.requestId)
  return response
}

/** The same for an answer that was made elsewhere. */
export const withCommonHeaders = (answered: ResponseContext, { body, status, headers }: Response): Response =>
  createResponse(answered, body, status, Object.fromEntries(headers))
