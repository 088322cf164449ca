/*
 * The cost of the work itself: a plain handler in the same runtime, with the same statements, database and JSON as Innlet. No
 * framework, validation, limits of a body or log. Writes verify the bearer and its permission, and count its rate.
 */
import { importJWK, type JWK, SignJWT } from 'jose'
import { itineraryOf, type Rows, reservationsOf, type Statement, type Statements } from '../rows.ts'
import { runWrite } from '../writes/run.ts'
import { requireBearer } from './bearer.ts'
import { writeCalendar } from './channel-update.ts'

interface Env {
  DB: D1Database
  STATEMENTS: Statements
  SIGNING_KEY: JWK
  LINK_KEY: JWK
}

const PAGE = 50

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { origin, pathname } = new URL(request.url)
    const [, what, id, reservation = '', link = ''] = pathname.split('/')
    const customer = Number(id)
    switch (what) {
      case 'details': {
        const bound = { customer, reservation: Number(reservation), link }
        return Response.json(itineraryOf(await ask(env, env.STATEMENTS.details, bound)))
      }
      case 'reservations':
        await request.json()
        return Response.json(reservationsOf(await ask(env, env.STATEMENTS.reservations, { customer }), PAGE))
      case 'token': {
        const { client_id, audience = '' } = await request.json<Record<string, string>>()
        const [[app]] = (await ask(env, env.STATEMENTS.token, { client: client_id, audience })) as [Rows]
        const scope = JSON.parse(app.permissions).join(' ')
        const access_token = await sign(env, origin, { ...app, scope }, audience)
        return Response.json({ access_token, token_type: 'Bearer', expires_in: 900, scope })
      }
      case 'calendar':
        await writeCalendar(env.DB, customer, await request.json())
        return new Response(null)
      default:
        return write(request, env, customer, decodeURIComponent(reservation))
    }
  },
} satisfies ExportedHandler<Env>

async function write(request: Request, env: Env, customer: number, name: string): Promise<Response> {
  const permission = name === 'PostSale' ? 'inventory:write' : 'reservations:write'
  const by = await requireBearer(request, env.SIGNING_KEY, { customer, permission })
  const db = env.DB.withSession('first-primary')
  const { json, reservationId } = await runWrite({
    name,
    customer,
    by,
    body: await request.text(),
    origin: new URL(request.url).origin,
    linkKey: env.LINK_KEY,
    batch: async queries => {
      const results = await db.batch<Rows[0]>(queries.map(({ sql, params }) => db.prepare(sql).bind(...params)))
      return results.map(({ results }) => results)
    },
  })
  const headers = reservationId ? { 'x-reservation-id': String(reservationId) } : undefined
  return json ? Response.json(json, { headers }) : new Response(null, { headers })
}

async function ask({ DB }: Env, statements: Statement[], bound: Record<string, unknown>): Promise<Rows[]> {
  const answers = await DB.batch(
    statements.map(({ sql, params }) =>
      DB.prepare(sql).bind(...params.map(name => (name in bound ? bound[name] : Number(name)))),
    ),
  )
  return answers.map(({ results }) => results)
}

let key: ReturnType<typeof importJWK> | undefined

/** A JWT of RFC 9068, with the claims that Innlet signs. */
async function sign({ SIGNING_KEY }: Env, issuer: string, app: Rows[0], audience: string): Promise<string> {
  key ??= importJWK(SIGNING_KEY, 'ES256')
  const { clientId: client_id, customerId: customer, product, scope } = app
  return new SignJWT({ client_id, scope, customer, product })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'bare' })
    .setIssuer(issuer)
    .setSubject(client_id)
    .setAudience(audience)
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime('15 minutes')
    .sign(await key)
}
