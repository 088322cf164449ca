import { inject } from 'vitest'

/** A request that a receiver got. */
export interface ReceivedRequest {
  at: number
  headers: Record<string, string>
  body: string
}

/** How a receiver responds. Default: 204. */
export interface ReceiverResponse {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** A body of so many bytes. */
  bytes?: number
  /** Milliseconds before the response. */
  delayMs?: number | 'forever'
  /** Closes the connection without a response. */
  close?: boolean
}

declare module 'vitest' {
  interface ProvidedContext {
    receiverUrl: string
  }
}

let receivers = 0

/** A receiver of webhooks with an address of its own. Without responses it responds 204; the last response is repeated. */
export async function newReceiver(...responses: ReceiverResponse[]) {
  const name = `${crypto.randomUUID()}-${receivers++}`
  const base = inject('receiverUrl')
  const control = async (method: string, body?: unknown) => {
    const response = await fetch(`${base}/control/${name}`, { method, body: body ? JSON.stringify(body) : undefined })
    return (await response.json()) as { received: ReceivedRequest[]; maxOpen: number }
  }
  const respond = (...next: ReceiverResponse[]) => control('PUT', next)
  if (responses.length) await respond(...responses)
  return {
    url: `${base}/r/${name}`,
    respond,
    maxOpen: async () => (await control('GET')).maxOpen,
    /** The requests that arrived, with their bodies parsed. */
    received: async () =>
      (await control('GET')).received.map(({ at, headers, body }) => ({
        at,
        headers,
        text: body,
        event: JSON.parse(body),
      })),
  }
}
