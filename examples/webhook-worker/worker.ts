import type { D1Database } from '@cloudflare/workers-types'
import { Innlet, InnletError, verifyWebhook } from '@innlet/client'

/*
 * Receives webhooks in a Worker, stores them, and proves that it has all: each one names the event before it (`previousSequence`).
 * Your own routes for `/missing` and `/repair` are behind your own login.
 */

interface Env {
  DB: D1Database
  INNLET_URL: string
  INNLET_CLIENT_ID: string
  INNLET_CLIENT_SECRET: string
  ENDPOINT_ID: string
  INNLET_WEBHOOK_SECRET: string
}

/** The events that a stored one names and that are not stored. */
async function missing({ DB }: Env): Promise<number[]> {
  const { results } = await DB.prepare(
    `SELECT previousSequence AS sequence FROM events
     WHERE previousSequence > 0 AND previousSequence NOT IN (SELECT sequence FROM events) ORDER BY 1`,
  ).all<{ sequence: number }>()
  return results.map(({ sequence }) => sequence)
}

/** Stores an event. One that is stored already is ignored: webhooks come at least once. */
async function receive(request: Request, { DB, INNLET_WEBHOOK_SECRET }: Env): Promise<Response> {
  const body = await request.text()
  const { type, sequence, previousSequence } = await verifyWebhook(request.headers, body, INNLET_WEBHOOK_SECRET)
  if (type !== 'ping') {
    const insert = DB.prepare(
      'INSERT INTO events (sequence, previousSequence, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    )
    await insert.bind(sequence, previousSequence, body).run()
  }
  return new Response(null, { status: 204 })
}

/** Asks for the missing events again. */
async function repair(env: Env): Promise<Response> {
  const sequences = await missing(env)
  const [first, last] = [sequences.at(0), sequences.at(-1)]
  if (first === undefined) return Response.json({ missing: [] })
  const innlet = new Innlet({
    url: env.INNLET_URL,
    clientId: env.INNLET_CLIENT_ID,
    clientSecret: env.INNLET_CLIENT_SECRET,
  })
  const range = { endpointId: Number(env.ENDPOINT_ID), fromSequence: first, toSequence: last }
  await innlet.webhooks.endpoints.replay(range)
  return Response.json({ missing: sequences }, { status: 202 })
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    try {
      const { pathname } = new URL(request.url)
      if (request.method === 'GET' && pathname === '/missing') return Response.json({ missing: await missing(env) })
      if (request.method === 'POST' && pathname === '/repair') return await repair(env)
      if (request.method === 'POST' && pathname === '/') return await receive(request, env)
      return new Response(null, { status: 404 })
    } catch (error) {
      if (error instanceof InnletError && error.code === 'INVALID_SIGNATURE') return new Response(null, { status: 400 })
      throw error
    }
  },
}
