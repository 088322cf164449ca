import type { DeliveryListQuery } from '../groups/webhook-endpoints.ts'
import type { Fetch } from '../options.ts'
import type { RotatedSecret, WebhookEndpointChange, WebhookEndpointInput } from '../types.ts'
import type { Invocation } from './action.ts'
import { openClient } from './connections.ts'
import { before } from './events.ts'
import { EXIT } from './failure.ts'
import type { Output } from './output.ts'
import { type OutFlags, printSecret, withNewFile } from './secrets.ts'
import { counted } from './text.ts'

interface NewEndpointFlags extends OutFlags, Pick<WebhookEndpointInput, 'types' | 'description' | 'signature'> {
  from?: number
}

type EndpointFlags = Omit<WebhookEndpointChange, 'endpointId'>

interface DeliveryFlags extends Pick<DeliveryListQuery, 'status' | 'since' | 'until'> {
  from?: number
}

interface ReplayFlags {
  from?: number
  to?: number
  since?: string
  failed?: boolean
}

const endpointIdOf = ({ args: [id] }: Invocation<unknown>) => Number(id)

const endpointsOf = ({ credentials }: Invocation<unknown>) => openClient(credentials).webhooks.endpoints

/** The secret of v1, or the public key of v1a. */
const keyOf = ({ secret, publicKey }: RotatedSecret): Record<string, string> =>
  secret ? { INNLET_WEBHOOK_SECRET: secret } : { INNLET_WEBHOOK_PUBLIC_KEY: publicKey ?? '' }

export async function listEndpoints(invocation: Invocation<object>): Promise<void> {
  const endpoints = await endpointsOf(invocation).list()
  invocation.output.table(endpoints, [
    ['ID', 'endpointId'],
    ['STATUS', 'status'],
    ['REASON', 'disabledReason'],
    ['PENDING', 'pending'],
    ['LAST SUCCESS', 'lastSuccessAt'],
    ['LAST FAILURE', 'lastFailureAt'],
    ['URL', 'url'],
  ])
}

export async function createEndpoint(invocation: Invocation<NewEndpointFlags>): Promise<void> {
  const { args, flags, output } = invocation
  const { types, description, signature, from, out } = flags
  const input = { url: args[0] ?? '', types, description, signature, afterSequence: before(from) }
  const { secret, ...endpoint } = await withNewFile(
    out,
    () => endpointsOf(invocation).create(input),
    output,
    'innlet webhooks list',
  )
  printSecret(endpoint, keyOf({ secret, publicKey: endpoint.publicKey ?? undefined }), out, output)
}

export async function updateEndpoint(invocation: Invocation<EndpointFlags>): Promise<void> {
  const { url, types, description, status } = invocation.flags
  const endpointId = endpointIdOf(invocation)
  invocation.output.value(await endpointsOf(invocation).update({ endpointId, url, types, description, status }))
}

export async function deleteEndpoint(invocation: Invocation<object>): Promise<void> {
  await endpointsOf(invocation).delete({ endpointId: endpointIdOf(invocation) })
  invocation.output.note('Deleted.')
}

export async function rotateSecret(invocation: Invocation<OutFlags>): Promise<void> {
  const { flags, output } = invocation
  const endpointId = endpointIdOf(invocation)
  const rotated = await withNewFile(flags.out, () => endpointsOf(invocation).rotateSecret({ endpointId }), output)
  printSecret({ endpointId }, keyOf(rotated), flags.out, output)
}

/** The exit code is 1 if the receiver did not accept the ping. */
export async function testEndpoint(invocation: Invocation<object>): Promise<void> {
  const { credentials, output } = invocation
  const { endpoints } = openClient(credentials, fetchWithNote(output)).webhooks
  const result = await endpoints.test({ endpointId: endpointIdOf(invocation) })
  output.value(result)
  if (result.error !== null) output.endWith(EXIT.REFUSED)
}

/** The global `fetch`, with a note for people who wait: the client repeats a request after 429. */
function fetchWithNote(output: Output): Fetch {
  return async (...request) => {
    const response = await fetch(...request)
    const seconds = response.headers.get('retry-after')
    if (response.status === 429 && seconds) output.note(`Too many requests: waiting ${seconds} seconds.`)
    return response
  }
}

export async function deliveries(invocation: Invocation<DeliveryFlags>): Promise<void> {
  const { status, since, until, from } = invocation.flags
  const query = { endpointId: endpointIdOf(invocation), status, since, until, afterSequence: before(from) }
  for await (const each of endpointsOf(invocation).deliveries(query)) {
    const last = each.attempts.at(-1)
    const result = last ? (last.error ?? last.httpStatus) : 'not sent yet'
    const attempts = counted(each.attempts.length, 'attempt')
    invocation.output.row(each, [each.sequence, each.type, each.status, attempts, result])
  }
}

export async function replay(invocation: Invocation<ReplayFlags>): Promise<void> {
  const { from, to, since, failed } = invocation.flags
  const range = { fromSequence: from, toSequence: to, since, status: failed ? ('failed' as const) : undefined }
  invocation.output.value(await endpointsOf(invocation).replay({ endpointId: endpointIdOf(invocation), ...range }))
}
