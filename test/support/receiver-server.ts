import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import type { ReceivedRequest, ReceiverResponse } from './receiver'

/*
 * A receiver of webhooks on loopback, for the tests in workerd. A test chooses a name: `POST /r/NAME` receives, `PUT /control/NAME`
 * sets the next responses, and `GET /control/NAME` lists what arrived.
 */

interface Receiver {
  received: ReceivedRequest[]
  responses: ReceiverResponse[]
  open: number
  maxOpen: number
}

const receivers = new Map<string, Receiver>()

function receiverOf(name: string): Receiver {
  const known = receivers.get(name) ?? { received: [], responses: [], open: 0, maxOpen: 0 }
  receivers.set(name, known)
  return known
}

export default async function startReceiver({ provide }: TestProject): Promise<() => void> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  provide('receiverUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return () => {
    server.closeAllConnections()
    server.close()
  }
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, kind, name = ''] = (request.url ?? '').split('/')
  const receiver = receiverOf(name)
  const body = await bodyOf(request)
  if (kind === 'control') {
    if (request.method === 'PUT') receiver.responses = JSON.parse(body)
    const { received, maxOpen } = receiver
    response.end(JSON.stringify({ received, maxOpen }))
    return
  }
  receiver.received.push({ at: Date.now(), headers: request.headers as Record<string, string>, body })
  receiver.open++
  receiver.maxOpen = Math.max(receiver.maxOpen, receiver.open)
  response.on('close', () => receiver.open--)
  // The last response is repeated.
  const next = receiver.responses.length > 1 ? receiver.responses.shift() : receiver.responses[0]
  await respond(response, next ?? { status: 204 })
}

async function respond(response: ServerResponse, { status, headers, body, bytes, delayMs, close }: ReceiverResponse) {
  if (delayMs === 'forever') return
  if (delayMs) await new Promise(resolve => setTimeout(resolve, delayMs))
  if (close) {
    response.destroy()
    return
  }
  response.writeHead(status ?? 204, headers)
  response.end(bytes ? 'x'.repeat(bytes) : body)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
