import { randomUUID } from 'node:crypto'
import { CommandError } from '../../../tooling/command/command-error.ts'
import type { Service } from '../../../tooling/command/service.ts'
import type { DemoEndpoint, DemoState } from '../demo-state.ts'

interface EndpointOptions {
  service: Service
  bearer: string
  memory: DemoState
  note: (news: DemoState) => void
  /** Where the receiver listens now. */
  url: string
}

/** The content of PostEndpoint's response. */
interface MadeEndpoint {
  endpointId: number
  url: string
  status: 'enabled' | 'disabled'
  /** Absent if the key that it is derived from is not configured any more. */
  secret?: string
}

const DESCRIPTION = 'The page of the demo'

/**
 * Makes the demo's webhook endpoint, or finds the one of an earlier start by its identity. Returns its secret, which the service
 * derives again. An endpoint with another address, or one that was disabled meanwhile, is updated.
 */
export async function openEndpoint({ service, bearer, memory, note, url }: EndpointOptions): Promise<string> {
  const before = memory.endpoint
  const requested = before ?? { identity: 'demo-receiver', url }
  const opened = (await open(requested)) ?? (await open({ identity: `demo-receiver-${randomUUID()}`, url }))
  if (!opened?.secret) throw new CommandError('PostEndpoint returned no secret')
  const { endpointId, secret } = opened

  // An identity is kept for some months. After that its repetition makes another endpoint.
  if (before?.endpointId !== undefined && before.endpointId !== endpointId) {
    await service.request('POST', '/api/Webhook/DeleteEndpoint', { endpointId: before.endpointId }, bearer)
  }
  if (opened.url !== url || opened.status !== 'enabled') {
    await service.requestOk('POST', '/api/Webhook/UpdateEndpoint', { endpointId, url, status: 'enabled' }, bearer)
  }
  return secret

  /** Undefined: the endpoint of this identity was deleted, or its key was removed. */
  async function open({ identity, url }: DemoEndpoint): Promise<MadeEndpoint | undefined> {
    // Stored first: after a kill, the next start repeats the same request.
    note({ endpoint: { ...before, identity, url } })
    const body = { identity, url, description: DESCRIPTION }
    const { status, json } = await service.request('POST', '/api/Webhook/PostEndpoint', body, bearer)
    if (status === 409) return undefined
    if (status !== 200) throw new CommandError(`PostEndpoint answered ${status} ${json?.errors?.[0]?.description}`)
    const made = json.content as MadeEndpoint
    if (!made.secret) return undefined
    note({ endpoint: { identity, url, endpointId: made.endpointId } })
    return made
  }
}
