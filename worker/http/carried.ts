import { version } from '../../package.json'
import { ANY_ORIGIN } from './cors'
import type { Contract } from './endpoint'
import { protectionOf } from './protection'

/** The request that is answered, and the contract of its path where there is one. */
export interface Answered {
  request: Request
  requestId: string
  contract: Contract | undefined
}

type Fields = Readonly<Record<string, string>>

const NO_CONTRACT = {}
const kept = { 'http:': new WeakMap<object, Headers>(), 'https:': new WeakMap<object, Headers>() }

/**
 * What every answer of ours or of a path carries, where it does not say something else. Kept as headers, which an answer copies
 * in less time than it takes to make them of a record: of a refusal that is most of the work.
 */
function carriedOf({ request: { url }, contract }: Answered): Headers {
  const known = kept[url.startsWith('https:') ? 'https:' : 'http:']
  let carried = known.get(contract ?? NO_CONTRACT)
  if (!carried) {
    carried = new Headers({
      'content-type': 'application/json',
      ...protectionOf(url),
      ...contract?.headers,
      ...(contract?.anyOrigin && ANY_ORIGIN),
      'x-api-version': version,
    })
    known.set(contract ?? NO_CONTRACT, carried)
  }
  return carried
}

/** An answer with its own headers, and beside them what every answer carries: JSON, if it does not say otherwise. */
export function answerWith(answered: Answered, body: BodyInit | null, status: number, own: Fields = {}): Response {
  const response = new Response(body, { status, headers: carriedOf(answered) })
  const { headers } = response
  if (body === null) headers.delete('content-type')
  for (const name in own) headers.set(name, own[name] as string)
  headers.set('x-request-id', answered.requestId)
  return response
}

/** The same for an answer that was made elsewhere. */
export const withHeaders = (answered: Answered, { body, status, headers }: Response): Response =>
  answerWith(answered, body, status, Object.fromEntries(headers))
