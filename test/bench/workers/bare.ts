/*
 * The cost of the work itself: a plain handler in the same runtime, with the same statements, database and JSON as Innlet. No
 * framework, validation, limits of a body or log. Writes verify the bearer and its permission, and count its rate.
 */
import { itemsOf, itineraryOf, type Rows, reservationsOf, type Statement, type Statements } from '../rows.ts'
import { runWrite } from '../writes/run.ts'
import { refusalOf } from './bearer.ts'
import { writeCalendar } from './channel-update.ts'
import { writeResponse } from './write-response.ts'

export interface Env {
  DB: D1Database
  STATEMENTS: Statements
  SIGNING_KEY: JsonWebKey
  LINK_KEY: JsonWebKey
}

const PAGE = 50

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { origin, pathname, searchParams } = new URL(request.url)
    const [, what, customer = '', reservation = '', link = ''] = pathname.split('/')
    switch (what) {
      case 'details': {
        const bound = { customer: Number(customer), reservation: Number(reservation), link }
        return Response.json(itineraryOf(await ask(env, env.STATEMENTS.details, bound)))
      }
      case 'inventory': {
        const bound = { customer: Number(customer), number: searchParams.get('itemNumber') }
        return Response.json(itemsOf(await ask(env, env.STATEMENTS.inventory, bound)))
      }
      case 'reservations': {
        await request.json()
        return Response.json(
          reservationsOf(await ask(env, env.STATEMENTS.reservations, { customer: Number(customer) }), PAGE),
        )
      }
      case 'token': {
        const { client_id, audience } = await request.json<Record<string, string>>()
        const [[app]] = (await ask(env, env.STATEMENTS.token, { client: client_id, audience })) as [Rows]
        return Response.json({
          access_token: await sign(env, origin, app, audience as string),
          token_type: 'Bearer',
          expires_in: 900,
          scope: JSON.parse(app.permissions).join(' '),
        })
      }
      case 'calendar':
        await writeCalendar(env.DB, Number(customer), await request.json())
        return new Response(null)
      case 'write': {
        const startedAt = Date.now()
        const name = decodeURIComponent(reservation)
        const permission = name === 'PostSale' ? 'inventory:write' : 'reservations:write'
        const status = await refusalOf(request, env.SIGNING_KEY, { customer: Number(customer), permission })
        if (status) return new Response(null, { status })
        const db = env.DB.withSession('first-primary')
        let trips = 0
        let d1Ms = 0
        const written = await runWrite({
          name,
          customer: Number(customer),
          body: await request.text(),
          origin,
          linkSecret: env.LINK_KEY,
          batch: async queries => {
            const began = Date.now()
            const results = await db.batch<Rows[0]>(queries.map(({ sql, params }) => db.prepare(sql).bind(...params)))
            trips++
            d1Ms += Date.now() - began
            return results.map(({ results }) => results)
          },
        })
        return writeResponse(written, { bookmark: db.getBookmark(), startedAt, trips, d1Ms })
      }
      default:
        return Response.json({ content: {}, errors: [], message: 'Not found', success: false }, { status: 404 })
    }
  },
} satisfies ExportedHandler<Env>

async function ask({ DB }: Env, statements: Statement[], bound: Record<string, unknown>): Promise<Rows[]> {
  const answers = await DB.batch(
    statements.map(({ sql, params }) =>
      DB.prepare(sql).bind(...params.map(name => (name in bound ? bound[name] : Number(name)))),
    ),
  )
  return answers.map(({ results }) => results)
}

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
let key: Promise<CryptoKey> | undefined
const text = new TextEncoder()
const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const part = (claims: object) => base64url(text.encode(JSON.stringify(claims)))

/** A JWT of RFC 9068, with the claims that Innlet signs. */
async function sign({ SIGNING_KEY }: Env, iss: string, app: Rows[0], aud: string): Promise<string> {
  key ??= crypto.subtle.importKey('jwk', SIGNING_KEY, ES256, false, ['sign'])
  const iat = Math.floor(Date.now() / 1000)
  const { clientId: client_id, customerId: customer, product } = app
  const scope = JSON.parse(app.permissions).join(' ')
  const claims = {
    client_id,
    scope,
    customer,
    product,
    iss,
    sub: client_id,
    iat,
    exp: iat + 900,
    jti: crypto.randomUUID(),
    aud,
  }
  const signed = `${part({ alg: 'ES256', typ: 'at+jwt', kid: 'bare' })}.${part(claims)}`
  return `${signed}.${base64url(new Uint8Array(await crypto.subtle.sign(ES256, await key, text.encode(signed))))}`
}
