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

/**
 * The headers of an answer: its own, and what every answer of ours or of its path carries. They are put together before the
 * answer is made, because each that is added to it afterwards costs as much as all of them at once.
 */
export const headersOf = ({ request, requestId, contract }: Answered, own: Fields = {}): Record<string, string> => ({
  ...protectionOf(request.url),
  ...own,
  ...contract?.headers,
  ...(contract?.anyOrigin && ANY_ORIGIN),
  'x-request-id': requestId,
  'x-api-version': version,
})

/** The same for an answer that was made elsewhere. */
export function withHeaders(answered: Answered, { body, status, headers }: Response): Response {
  return new Response(body, { status, headers: headersOf(answered, Object.fromEntries(headers)) })
}
