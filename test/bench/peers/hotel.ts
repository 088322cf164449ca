/*
 * A comparable service: Fastify with zod, jose and SQLite in one process. It uses the same tables, statements and JSON, and
 * verifies the same credentials. It runs the writes of the bare Worker, each batch in one transaction.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import Fastify from 'fastify'
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose'
import * as z from 'zod'
import { itineraryOf, type Rows, reservationsOf, type Statement, type Statements } from '../rows.ts'
import type { Query } from '../writes/program.ts'
import { runWrite } from '../writes/run.ts'

/** The configuration in the environment variable PEER. */
export interface HotelPeer {
  database: string
  statements: Statements
  signingKey: JWK
  linkKey: JWK
}

const { database, statements, signingKey, linkKey } = JSON.parse(process.env.PEER ?? '') as HotelPeer
const db = new DatabaseSync(database)
// A commit is on the disk with the next checkpoint, as in the local D1.
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON')
const app = Fastify({ routerOptions: { maxParamLength: 1_000 } })

const prepared = new Map<string, StatementSync>()
function all(sql: string, params: Query['params']): Rows {
  const statement = prepared.get(sql) ?? db.prepare(sql)
  prepared.set(sql, statement)
  return statement.all(...params) as Rows
}

const ask = (list: Statement[], bound: Record<string, string | number>): Rows[] =>
  list.map(({ sql, params }) =>
    all(
      sql,
      params.map(name => bound[name] ?? Number(name)),
    ),
  )

function batch(queries: Query[]): Rows[] {
  db.exec('BEGIN IMMEDIATE')
  try {
    const rows = queries.map(({ sql, params }) => all(sql, params))
    db.exec('COMMIT')
    return rows
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

const { d: _, ...publicKey } = signingKey
const issuerKeys = createLocalJWKSet({ keys: [publicKey as JWK] })
const linkSecret = Buffer.from(linkKey.k as string, 'base64url')

async function callerOf(authorization = '', permission: string): Promise<{ customer: number; by: string }> {
  const { payload } = await jwtVerify(authorization.replace(/^Bearer /, ''), issuerKeys, { audience: 'innlet-api' })
  if (!String(payload.scope).split(' ').includes(permission)) throw new Error(`lacks ${permission}`)
  return { customer: payload.customer as number, by: String(payload.client_id) }
}

app.get<{ Params: { token: string } }>('/details/:token', async ({ params }) => {
  const { payload } = await jwtVerify(params.token, linkSecret)
  const { customer, reservation, jti: link } = payload as { customer: number; reservation: number; jti: string }
  return itineraryOf(ask(statements.details, { customer, reservation, link }))
})

const ReservationQuery = z.object({ pageSize: z.int().min(1).max(200).default(50) })

app.post('/reservations', async ({ body, headers }) => {
  const { customer } = await callerOf(headers.authorization, 'reservations:write')
  return reservationsOf(ask(statements.reservations, { customer }), ReservationQuery.parse(body).pageSize)
})

const WriteBody = z.looseObject({ identity: z.string().max(100).optional() })

app.post<{ Params: { name: string } }>('/write/:name', async ({ params: { name }, body, headers }, reply) => {
  const { json, reservationId } = await runWrite({
    name,
    ...(await callerOf(headers.authorization, 'reservations:write')),
    body: JSON.stringify(WriteBody.parse(body)),
    origin: 'http://127.0.0.1',
    linkKey,
    batch,
  })
  if (reservationId) reply.header('x-reservation-id', String(reservationId))
  return json ?? ''
})

await app.listen({ host: '127.0.0.1', port: 0 })
console.log((app.server.address() as { port: number }).port)
