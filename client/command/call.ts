import type { Connection } from '../connection.ts'
import type { Reply } from '../send.ts'
import type { Invocation } from './action.ts'
import type { Credentials } from './credentials.ts'
import { UsageError } from './failure.ts'
import { readData } from './input.ts'
import { callOf, findOperation, type OpenApi, type Operation } from './operations.ts'
import type { Output } from './output.ts'
import { openAdministration, openAnonymous, openConnection } from './service.ts'

export interface CallFlags {
  data?: string
  param: string[]
}

/** `innlet call`: sends the request of an operation, which the service's own OpenAPI document describes. */
export async function call({ args, flags, credentials, output }: Invocation<CallFlags>): Promise<void> {
  const anonymous = openAnonymous(credentials)
  const { body: document } = await anonymous.send({ method: 'GET', path: '/openapi.json', isPublic: true })
  const operation = findOperation(document as OpenApi, args[0] ?? '')
  const request = callOf(operation, flags.data === undefined ? {} : readData(flags.data), parametersOf(flags.param))
  const connection = connectionFor(operation, anonymous, credentials)
  // Each attempt has one key, so that a write takes effect once. Below `/admin` no key is read.
  const headers: Record<string, string> = operation.takesBody ? { 'idempotency-key': crypto.randomUUID() } : {}
  const onlyIfRefused = operation.credential === 'administrator' && operation.method === 'POST'
  printReply(await connection.send({ ...request, headers, onlyIfRefused }), output)
}

const connectionFor = ({ credential }: Operation, anonymous: Connection, credentials: Credentials): Connection => {
  if (credential === 'administrator') return openAdministration(credentials)
  return credential === 'none' ? anonymous : openConnection(credentials)
}

/** `name=value` pairs. */
function parametersOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map(pair => {
      const end = pair.indexOf('=')
      if (end < 1) throw new UsageError(`--param ${pair}: expected name=value`)
      return [pair.slice(0, end), pair.slice(end + 1)]
    }),
  )
}

/** Prints the content of the envelope, or the body of a plain response. A booking's ids are in headers. */
function printReply({ body, headers }: Reply, output: Output): void {
  const ignored = headers.get('x-ignored-fields')
  if (ignored) output.note(`The service does not know these fields and ignored them: ${ignored}`)
  const [reservationId, reservationNumber] = ['x-reservation-id', 'x-reservation-number'].map(name => headers.get(name))
  if (reservationId) output.value({ reservationId: Number(reservationId), reservationNumber })
  if (body !== undefined) output.value(typeof body === 'object' && body && 'content' in body ? body.content : body)
  const next = headers.get('x-next-cursor')
  if (next) output.note(`There may be more: --param cursor=${next}`)
}
