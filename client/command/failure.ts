import { type ErrorDetail, InnletError } from '../errors.ts'
import { adviceOnProxy } from './proxy.ts'

/** A command that cannot be run as it was given: a missing credential, a file that is not there. */
export class UsageError extends Error {}

/** What the shell gets. */
export const EXIT = { DONE: 0, REFUSED: 1, WRONG_USE: 2, NOT_REACHED: 3 } as const

/** The exit code of a command that failed. A response that is not one of the service counts as not reached. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.WRONG_USE
  if (!(error instanceof InnletError)) return EXIT.REFUSED
  return error.status === 0 || error.code === 'INVALID_RESPONSE' ? EXIT.NOT_REACHED : EXIT.REFUSED
}

/** What to do about a credential that was refused, by code. */
const ADVICE: Record<string, string> = {
  INVALID_CLIENT_CREDENTIALS: 'Check INNLET_CLIENT_ID and INNLET_CLIENT_SECRET, or ask the operator for a new secret.',
  INVALID_API_KEY: 'Check INNLET_API_KEY, or ask the operator for a new key.',
  INVALID_TOKEN: 'Check INNLET_ACCESS_TOKEN, or INNLET_ADMIN_TOKEN for `admin`.',
  CLIENT_REVOKED: 'Ask the operator.',
  CLIENT_EXPIRED: 'Ask the operator.',
  PERMISSION_DENIED: 'Ask the operator for it.',
}

/** The error as somebody at a shell needs it: what happened, and what to do. `url` is the address of the service. */
export function explained<E>(error: E, url = ''): E | InnletError {
  if (!(error instanceof InnletError)) return error
  const [first, ...others] = error.errors
  const { code } = first
  const description = code === 'NETWORK_ERROR' && error.cause ? unreached(error, url) : withAdvice(first, url)
  if (description === first.description) return error
  return new InnletError({ ...error, errors: [{ code, description }, ...others] })
}

/** The error of `fetch` has its reason in its own cause, and that of a proxy one further. */
function unreached({ cause }: InnletError, url: string): string {
  let reached = cause as Error & { code?: string | number }
  while (reached.cause instanceof Error) reached = reached.cause
  const { code, message } = reached
  const name = typeof code === 'string' ? code : ''
  if (name.startsWith('ERR_SSL')) return `${url} does not use TLS. Try ${url.replace(/^https/, 'http')}`
  // The codes of Node's own client and the numbers of the web say less than the message.
  const reason = name && !name.startsWith('UND_ERR') ? name : message
  const advice = adviceOnProxy() ?? 'Is the service running? Is INNLET_URL right?'
  return `Nothing answers at ${url} (${reason}). ${advice}`
}

function withAdvice({ code, description }: ErrorDetail, url: string): string {
  if (description === 'there is no such path' && new URL(url).pathname !== '/') {
    return `${description}. INNLET_URL has a path: expected ${new URL(url).origin}`
  }
  // `clientId` is the customer in addresses, and not an argument.
  if (description === 'clientId: there is no such customer')
    return 'there is no such customer: see `innlet admin customer list`'
  const advice = ADVICE[code]
  return advice ? `${description.replace(/\.?$/, '.')} ${advice}` : description
}
