/*
 * A comparable service: Fastify with zod, jose and SQLite in one process. It uses the same tables, statements and JSON, and
 * verifies the same two credentials.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import Fastify from 'fastify'
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose'
import * as z from 'zod'
import { itemsOf, itineraryOf, type Rows, reservationsOf, type Statement, type Statements } from '../rows.ts'

/** The configuration in the environment variable PEER. */
interface Given {
  database: string
  statements: Statements
  signingKey: JWK
  linkKey: JWK
}

const { database, statements, signingKey, linkKey } = JSON.parse(process.env.PEER ?? '') as Given
const db = new DatabaseSync(database)
const app = Fastify({ routerOptions: { maxParamLength: 1_000 } })

/** Statements prepared once, each with the names of its parameters. */
const prepared = (list: Statement[]): [StatementSync, string[]][] =>
  list.map(({ sql, params }) => [db.prepare(sql), params])
const details = prepared(statements.details)
const inventory = prepared(statements.inventory)
const reservations = prepared(statements.reservations)

const ask = (list: [StatementSync, string[]][], bound: Record<string, string | number>): Rows[] =>
  list.map(([statement, params]) => statement.all(...params.map(name => bound[name] ?? Number(name))) as Rows)

const { d: _, ...publicKey } = signingKey
const issuerKeys = createLocalJWKSet({ keys: [publicKey as JWK] })
const linkSecret = Buffer.from(linkKey.k as string, 'base64url')

async function customerOf(authorization = '', permission: string): Promise<number> {
  const { payload } = await jwtVerify(authorization.replace(/^Bearer /, ''), issuerKeys, { audience: 'innlet-api' })
  if (!String(payload.scope).split(' ').includes(permission)) throw new Error(`lacks ${permission}`)
  return payload.customer as number
}

app.get<{ Params: { token: string } }>('/details/:token', async ({ params }) => {
  const { payload } = await jwtVerify(params.token, linkSecret)
  const { customer, reservation, jti: link } = payload as { customer: number; reservation: number; jti: string }
  return itineraryOf(ask(details, { customer, reservation, link }))
})

const ItemQuery = z.object({ itemNumber: z.string().min(1).max(100) })

app.get('/inventory', async ({ query, headers }) => {
  const customer = await customerOf(headers.authorization, 'inventory:write')
  return itemsOf(ask(inventory, { customer, number: ItemQuery.parse(query).itemNumber }))
})

const ReservationQuery = z.object({ pageSize: z.int().min(1).max(200).default(50) })

app.post('/reservations', async ({ body, headers }) => {
  const customer = await customerOf(headers.authorization, 'reservations:write')
  return reservationsOf(ask(reservations, { customer }), ReservationQuery.parse(body).pageSize)
})

await app.listen({ host: '127.0.0.1', port: 0 })
console.log((app.server.address() as { port: number }).port)
