import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Service, ServiceResponse } from '../../../tooling/command/service.ts'
import { serve } from './serve.ts'

/** Forwards requests to a service. `onResponse` runs before a response is sent. Returns the address. */
export const proxyOf = (
  service: Service,
  onResponse: (request: IncomingMessage, response: ServiceResponse) => void | Promise<void>,
): Promise<string> =>
  serve(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = await text(request)
    const bearer = headers.authorization?.replace('Bearer ', '')
    const forwarded = await service.request(method, url, body ? JSON.parse(body) : undefined, bearer)
    await onResponse(request, forwarded)
    response.writeHead(forwarded.status, { 'content-type': 'application/json' }).end(forwarded.text)
  })
