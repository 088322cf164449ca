import { isDeepStrictEqual } from 'node:util'
import type { Connection } from '../connection.ts'
import type { Reply } from '../send.ts'
import type { Invocation } from './action.ts'
import { openAdministration, openAnonymous, openConnection } from './connections.ts'
import type { Credentials } from './credentials.ts'
import { UsageError } from './failure.ts'
import { readData } from './input.ts'
import { callOf, findOperation, type OpenApi, type Operation, operationsOf } from './operations.ts'
import type { Output } from './output.ts'

interface CallFlags {
  data?: string
  param?: string[]
}

/**
 * `innlet call`: sends the request of an operation, which the service's own OpenAPI document describes, or lists the operations. Fields
 * that the service does not know are refused.
 */
export async function call({ args, flags, credentials, output, host }: Invocation<CallFlags>): Promise<void> {
  const anonymous = openAnonymous(credentials)
  const { body: document } = await anonymous.send({ method: 'GET', path: '/openapi.json', isPublic: true })
  const [id] = args
  if (id === undefined) return printOperations(operationsOf(document as OpenApi), output)
  const operation = findOperation(document as OpenApi, id)
  const data = flags.data === undefined ? {} : await readData(flags.data, host)
  const request = callOf(operation, data, parametersOf(flags.param))
  const connection = connectionFor(operation, anonymous, credentials)
  // Each attempt has one key, so that a write takes effect once. Below `/admin` no key is read.
  const headers = {
    prefer: 'handling=strict',
    ...(operation.takesBody && { 'idempotency-key': crypto.randomUUID() }),
  }
  const onlyIfRefused = operation.credential === 'administrator' && operation.method === 'POST'
  printReply(await connection.send({ ...request, headers, onlyIfRefused }), output)
}

function printOperations(operations: readonly Operation[], output: Output): void {
  output.table(
    operations.map(({ operationId, credential, summary }) => ({ operationId, credential, summary })),
    [
      ['OPERATION', 'operationId'],
      ['CREDENTIAL', 'credential'],
      ['', 'summary'],
    ],
  )
}

const connectionFor = ({ credential }: Operation, anonymous: Connection, credentials: Credentials): Connection => {
  if (credential === 'administrator') return openAdministration(credentials)
  return credential === 'none' ? anonymous : openConnection(credentials)
}

/** `name=value` pairs. */
function parametersOf(pairs: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    pairs.map(pair => {
      const end = pair.indexOf('=')
      if (end < 1) throw new UsageError(`--param ${pair}: expected name=value`)
      return [pair.slice(0, end), pair.slice(end + 1)]
    }),
  )
}

/** Prints the content of the envelope, or the body of a plain response: an export has lines. A booking's ids are in headers. */
function printReply({ body, headers }: Reply, output: Output): void {
  const [reservationId, reservationNumber, version] = ['id', 'number', 'version'].map(name =>
    headers.get(`x-reservation-${name}`),
  )
  if (reservationId) {
    const reservationVersion = version ? Number(version) : undefined
    output.value({ reservationId: Number(reservationId), reservationNumber, reservationVersion })
  }
  const content = typeof body === 'object' && body && 'content' in body ? body.content : body
  if (typeof content === 'string') output.line(content.trimEnd())
  else if (content !== undefined) output.value(content)
  if (isDeepStrictEqual(content, {})) output.note('Nothing was found.')
  const next = headers.get('x-next-cursor')
  if (next) output.note(`There may be more: --param cursor=${next}`)
}
