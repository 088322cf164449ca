import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import worker from '../../worker/index'
import type { Env } from '../../worker/settings'
import { readResponse, SERVICE_URL } from './service'

const encoder = new TextEncoder()

/** A request whose body is sent in pieces. */
export interface StreamingRequest {
  send(text: string): Promise<void>
  end(): Promise<void>
  /** The response. */
  response: ReturnType<typeof readResponse>
  /** Whether the response has arrived. */
  hasResponse(): boolean
}

/** Starts a request without Content-Length, to a service with these settings. */
export function openStreamingRequest(
  path: string,
  headers: Record<string, string> = {},
  settings: Partial<Env> = {},
): StreamingRequest {
  const { readable, writable } = new IdentityTransformStream()
  const writer = writable.getWriter()
  const request = new Request<unknown, IncomingRequestCfProperties>(`${SERVICE_URL}${path}`, {
    method: 'POST',
    body: readable,
    headers: { 'content-type': 'application/json', ...headers },
  })
  let answered = false
  const serve = async () => {
    const ctx = createExecutionContext()
    const response = await (worker as Required<typeof worker>).fetch(request, { ...env, ...settings }, ctx)
    await waitOnExecutionContext(ctx)
    answered = true
    return readResponse(response as Response)
  }
  // Writing to a request that was refused fails.
  const ignored = () => {}
  return {
    send: text => writer.write(encoder.encode(text)).catch(ignored),
    end: () => writer.close().catch(ignored),
    response: serve(),
    hasResponse: () => answered,
  }
}
