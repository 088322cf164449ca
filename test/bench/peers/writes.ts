/*
 * A comparable service for writes: Fastify with zod, jose and SQLite in one process. It runs the same statements as the bare
 * Worker, each batch in one transaction, and verifies the same token.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import Fastify from 'fastify'
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose'
import * as z from 'zod'
import type { Rows } from '../rows.ts'
import type { Query } from '../writes/program.ts'
import { runWrite } from '../writes/run.ts'

/** The configuration in the environment variable PEER. */
interface Given {
  database: string
  signingKey: JWK
  linkKey: JWK
}

const { database, signingKey, linkKey } = JSON.parse(process.env.PEER ?? '') as Given
const db = new DatabaseSync(database)
// A commit is on the disk with the next checkpoint, as in the local D1.
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON')

const prepared = new Map<string, StatementSync>()

function batch(queries: Query[]): Rows[] {
  db.exec('BEGIN IMMEDIATE')
  try {
    const rows = queries.map(({ sql, params }) => {
      const statement = prepared.get(sql) ?? db.prepare(sql)
      prepared.set(sql, statement)
      return statement.all(...params) as Rows
    })
    db.exec('COMMIT')
    return rows
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

const { d: _, ...publicKey } = signingKey
const issuerKeys = createLocalJWKSet({ keys: [publicKey as JWK] })
const Body = z.looseObject({ identity: z.string().max(100).optional() })
const app = Fastify()

app.post<{ Params: { name: string } }>('/write/:name', async ({ params: { name }, body, headers }, reply) => {
  const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
  const { payload } = await jwtVerify(token, issuerKeys, { audience: 'innlet-api' })
  const { json, reservationId } = await runWrite({
    name,
    customer: payload.customer as number,
    body: JSON.stringify(Body.parse(body)),
    origin: 'http://127.0.0.1',
    linkSecret: linkKey as JsonWebKey,
    batch,
  })
  if (reservationId) reply.header('x-reservation-id', String(reservationId))
  return json ?? ''
})

await app.listen({ host: '127.0.0.1', port: 0 })
console.log((app.server.address() as { port: number }).port)
