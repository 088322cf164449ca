import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runCleanUp } from '../../../worker/clean-up'
import { unlimited, withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import { GUEST, isRepeated, SECRET, saying, spoilt, TELLING } from '../../support/canaries'
import { openChannel } from '../../support/channel'
import { faultyDatabase, faultyKv } from '../../support/faulty'
import { otherwise, paths } from '../../support/fields'
import type { Schema } from '../../support/hostile'
import { issue } from '../../support/itinerary'
import { type Operation, operations } from '../../support/operations'
import { bearer } from '../../support/probe'
import { ALL_PERMISSIONS, admin, expectStatus, makeTables, openHotel, send } from '../../support/service'

/*
 * Secrets and a guest are planted in every request that can carry them, and in what the bindings say when they fail. Then
 * every line of the console and every answer that is a refusal is searched: an authorised caller is told what it asks for,
 * but no log and no refusal ever repeats any of it.
 */

const searched = { requests: 0, refusals: 0, lines: 0 }
/** What is planted, each by its name. */
const planted: Record<string, string> = { 'a guest': GUEST, 'a wrong secret': SECRET }
/** What whoever may ask is told: what it sent itself, and in the guest's page the page's own address. */
const OWN = ['a guest', 'a wrong secret', 'a link']

const lines: string[] = []
let all: Operation[]
let schemas: Record<string, Schema>
let credentials: Record<string, Record<string, string>>
let links: string[]

beforeAll(async () => {
  await makeTables()
  const hotel = await openHotel()
  await openChannel()
  const reservationId = await book(hotel.call, {
    primaryGuestDetails: { lastName: GUEST },
    roomsBooked: [{ roomID: 201 }],
  })
  const { token: dead } = await issue(hotel, reservationId)
  const { token: live } = await issue(hotel, reservationId)
  links = [live, dead]
  const key = { customerId: 1, name: 'till', permissions: ALL_PERMISSIONS }
  const { apiKey } = (await expectStatus(201, admin('POST', '/api-keys', key))).json
  const [signing] = JSON.parse(env.SIGNING_KEYS).keys
  const [link] = JSON.parse(env.LINK_KEYS).keys
  Object.assign(planted, {
    'the client secret': hotel.clientSecret,
    'an access token': hotel.token,
    'an API key': apiKey,
    "the administrator's token": env.ADMIN_TOKEN,
    'the pepper': env.SECRET_PEPPER,
    'a signing key': signing.d,
    'a link key': link.k,
    'a link': live,
    'a revoked link': dead,
  })
  const wrong = { ...bearer(`eyJ.${SECRET}.x`), 'x-api-key': `ik_${SECRET}` }
  const basic = `Basic ${btoa(`${SECRET}:${SECRET}`)}`
  credentials = {
    right: bearer(hotel.token),
    key: { 'x-api-key': apiKey },
    admin: bearer(env.ADMIN_TOKEN),
    none: {},
    wrong,
    'wrong key': { 'x-api-key': `ik_${SECRET}` },
    'no scheme': { authorization: hotel.token },
    basic: { authorization: basic },
    'a link as bearer': bearer(live),
    "another's": { ...bearer(apiKey), 'x-api-key': hotel.token },
  }
  all = await operations()
  const { json } = await send('GET', '/openapi.json')
  schemas = Object.fromEntries(
    all.map(({ name, path, method }) => {
      const body = json.paths[path][method.toLowerCase()].requestBody
      return [name, body?.content['application/json']?.schema ?? {}]
    }),
  )
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, name).mockImplementation((...said) => void lines.push(said.map(String).join(' ')))
  }
})

afterAll(() => {
  vi.restoreAllMocks()
  // biome-ignore lint/suspicious/noConsole: how much was searched is what is to be shown
  console.info(
    `canaries: ${searched.lines} lines of the log and ${searched.refusals} refusals of ${searched.requests} requests`,
  )
})

/** Names of the planted words that are seen in a text. */
function seenIn(text: string, except: string[] = []): string[] {
  const low = text.toLowerCase()
  return Object.entries(planted)
    .filter(([name, words]) => !except.includes(name) && low.includes(words.toLowerCase()))
    .map(([name]) => name)
}

interface Asked {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
  changes?: Partial<typeof env>
}

const free = {
  TOKEN_PER_CLIENT: unlimited,
  TOKEN_PER_ADDRESS: unlimited,
  API_PER_CREDENTIAL: unlimited,
  ITINERARY_PER_ADDRESS: unlimited,
  HEALTH_PER_ADDRESS: unlimited,
}

/** Sends a request, and searches what was said of it: the log always, the answer if it is a refusal. */
async function ask(where: string, { method, path, body, headers, changes }: Asked) {
  const from = lines.length
  const reply = await withBindings({ ...free, ...changes })(method, path, body, headers)
  const said = lines.slice(from)
  searched.requests++
  searched.lines += said.length
  expect([where, said.length > 0, said.filter(line => seenIn(line).length)]).toEqual([where, true, []])
  const answer = [...reply.headers].flat().join('\n') + reply.text
  if (reply.status >= 400) {
    searched.refusals++
    expect([where, seenIn(answer)]).toEqual([where, []])
  } else {
    expect([where, seenIn(answer, OWN)]).toEqual([where, []])
  }
  return reply
}

/** Each operation as it is asked by who may, with a guest in it. */
function telling(operation: Operation): Asked {
  const { name, method, path, address, needs, takesForm, takesBody, example } = operation
  const grant = {
    grant_type: 'client_credentials',
    client_id: 'app_x',
    client_secret: SECRET,
    audience: GUEST,
    scope: GUEST,
  }
  return {
    method,
    path: path.includes('{token}')
      ? path.replace('{token}', String(links[0]))
      : path.endsWith('GetCMConnect')
        ? `${address}?hotelid=H1`
        : address,
    ...(takesForm ? { body: grant } : takesBody && { body: TELLING[name] ?? example }),
    headers: credentials[needs === 'public' ? 'none' : needs === 'admin' ? 'admin' : 'right'],
  }
}

describe('no line of the log and no refusal repeats a secret, a token or anything of a guest', () => {
  it('of whom a good request tells', async () => {
    for (const operation of all) {
      const { status, text } = await ask(operation.name, telling(operation))
      // What is asked for here is made to be there; the examples of administration mean other records.
      if (operation.name in TELLING) expect([operation.name, status, text]).toEqual([operation.name, 200, text])
    }
  })

  it('in a field that is refused, one at a time and all at once', { timeout: 240_000 }, async () => {
    for (const operation of all.filter(({ takesBody }) => takesBody)) {
      const asked = telling(operation)
      const schema = schemas[operation.name] as Schema
      for (const words of [GUEST, SECRET]) {
        await ask(`${operation.name} all ${words}`, { ...asked, body: saying(words, schema) })
      }
      for (const { path } of paths(asked.body as object).filter(each => !isRepeated(each.path.at(-1)))) {
        for (const value of spoilt(GUEST)) {
          const body = otherwise(asked.body, path, value)
          await ask(`${operation.name} ${path.join('.')} ${JSON.stringify(value).slice(0, 30)}`, { ...asked, body })
        }
      }
    }
  })

  it('in a body that is no JSON, or says of itself that it is something else', async () => {
    for (const operation of all.filter(({ takesBody }) => takesBody)) {
      const asked = telling(operation)
      const secrets = { apiKey: planted['an API key'], token: planted['an access token'], client_secret: SECRET }
      const text = JSON.stringify({ ...(asked.body as object), ...secrets })
      for (const body of [text.slice(0, -1), `${GUEST} ${text}`, `"${GUEST}"`, `[${text}]`, `${text}${GUEST}`]) {
        await ask(`${operation.name} ${body.slice(0, 20)}`, { ...asked, body })
      }
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', `${GUEST}/${SECRET}`]) {
        await ask(`${operation.name} ${type}`, {
          ...asked,
          body: text,
          headers: { ...asked.headers, 'content-type': type },
        })
      }
    }
  })

  it('that refers to records that are not there, or another customer’s', async () => {
    for (const operation of all.filter(({ takesBody }) => takesBody)) {
      const asked = telling(operation)
      const body = paths(asked.body as object)
        .filter(({ path, value }) => typeof value === 'number' && /I[dD]$/.test(String(path.at(-1))))
        .reduce((made, { path }) => otherwise(made, path, 8008), asked.body as unknown)
      await ask(`${operation.name} unknown`, { ...asked, body })
      await ask(`${operation.name} another's`, { ...asked, body: { ...(body as object), clientID: 7, clientId: 7 } })
    }
  })

  it('in credentials that are wrong, missing or in the wrong place', async () => {
    for (const operation of all) {
      const asked = telling(operation)
      for (const [who, headers] of Object.entries(credentials)) {
        await ask(`${operation.name} ${who}`, { ...asked, headers })
        if (!operation.takesBody) continue
        const wrong = { apiKey: `ik_${SECRET}`, token: SECRET, client_secret: SECRET }
        await ask(`${operation.name} ${who}, wrong ones in the body`, {
          ...asked,
          headers,
          body: { ...(asked.body as object), ...wrong },
        })
      }
    }
  })

  it('in a path, a query, or a header', { timeout: 120_000 }, async () => {
    const words = Object.values(planted).map(each => encodeURIComponent(each))
    for (const operation of all) {
      const asked = telling(operation)
      const at = (path: string) => ask(`${operation.name} ${path}`, { ...asked, path })
      for (const word of words) {
        await at(`${asked.path}/${word}`)
        await at(`${operation.path.replace(/\{\w+\}/g, word)}`)
        await at(
          `${asked.path}${asked.path.includes('?') ? '&' : '?'}apiKey=${word}&${word}=1&status=${word}&cursor=${word}`,
        )
        await at(`/${word}${asked.path}`)
      }
      for (const name of ['idempotency-key', 'user-agent', 'referer', 'cookie', 'origin', 'cf-connecting-ip']) {
        await ask(`${operation.name} ${name}`, {
          ...asked,
          headers: { ...asked.headers, [name]: `${GUEST} ${SECRET}` },
        })
      }
      const id = `${GUEST}@guest.test`
      await ask(`${operation.name} id`, { ...asked, headers: { ...asked.headers, 'x-request-id': id } })
      await ask(`${operation.name} PROPFIND`, { ...asked, method: 'PROPFIND' })
    }
  })
})

/** What a binding says when it fails, in words that a careless line of the log would repeat. */
const SAID = [
  `D1_ERROR: near "${GUEST}": syntax error in SELECT ${GUEST}\n    at ${GUEST} (${SECRET}): SQLITE_ERROR`,
  `D1_ERROR: UNIQUE constraint failed: guest.${GUEST}: SQLITE_CONSTRAINT`,
  `D1_ERROR: CHECK constraint failed: ${GUEST}_of_${SECRET}: SQLITE_CONSTRAINT`,
  `D1_ERROR: Network connection lost while it wrote '${GUEST}'`,
]
const saysD1 = (message: string) =>
  ({
    prepare: () => ({ bind: () => ({}) }),
    batch: () => Promise.reject(new Error(message, { cause: new Error(message) })),
  }) as unknown as D1Database
const failing = () => Promise.reject(new Error(`revoked:${links[0]} ${GUEST}\n    at ${GUEST}`))
const saysKv = { get: failing, put: failing } as unknown as KVNamespace
const saysLimit: RateLimit = { limit: failing }

/** Settings that make no sense, each with a secret in it. */
const MISTAKES: Partial<typeof env>[] = [
  { LINK_KEYS: `{"keys":[{"kty":"oct","kid":"${SECRET}","k":"${SECRET}"}]}` },
  { LINK_KEYS: SECRET },
  { SIGNING_KEYS: `{"keys":[{"kty":"oct","kid":"${SECRET}","k":"${SECRET}"}]}` },
  { SIGNING_KEYS: `{"keys":[{"kty":"EC","crv":"P-256","kid":"${SECRET}","d":"${SECRET}","x":"a","y":"b"}]}` },
  { SIGNING_KEYS: SECRET },
  { TOKEN_TTL_SECONDS: SECRET },
]

describe('nor does a fault of the service', () => {
  it('in which a binding quotes what it was told', { timeout: 120_000 }, async () => {
    for (const operation of all) {
      const asked = telling(operation)
      const changes: Partial<typeof env>[] = [
        ...SAID.map(message => ({ DB: saysD1(message) })),
        ...[1, 2].flatMap(nth => [
          { DB: faultyDatabase('lost', nth).database },
          { DB: faultyDatabase('answer lost', nth).database },
        ]),
        { LINKS: faultyKv('lost', 1).kv },
        { LINKS: saysKv },
        { TOKEN_PER_CLIENT: saysLimit, API_PER_CREDENTIAL: saysLimit, ITINERARY_PER_ADDRESS: saysLimit },
        ...MISTAKES,
      ]
      for (const [i, each] of changes.entries()) await ask(`${operation.name} fault ${i}`, { ...asked, changes: each })
    }
  })

  it('in the hourly run', async () => {
    for (const message of SAID) {
      const from = lines.length
      const run = runCleanUp(createScheduledController({ scheduledTime: Date.now() }), { ...env, DB: saysD1(message) })
      const error = await run.catch(thrown => thrown)
      const said = lines.slice(from)
      expect(said.map(line => JSON.parse(line).id)).toEqual(['clean-up'])
      // The platform logs what a run throws, message and all.
      expect([...said, String(error.stack)].filter(line => seenIn(line).length)).toEqual([])
    }
  })
})

it('the search would find them', () => {
  expect(searched.requests).toBeGreaterThan(2000)
  for (const words of Object.values(planted)) expect(seenIn(`before ${words} after`)).toHaveLength(1)
})
