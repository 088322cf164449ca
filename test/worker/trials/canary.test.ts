import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runCleanUp } from '../../../worker/clean-up'
import { unlimitedRateLimit, withBindings } from '../../support/bindings'
import { bodyFilledWith, GUEST_CANARY, invalidValuesWith, isEchoedField, SECRET_CANARY } from '../../support/canaries'
import { failingDatabase, failingKv } from '../../support/failing-bindings'
import { fieldsOf, withValueAt } from '../../support/fields'
import { issueLink } from '../../support/itinerary'
import { type Operation, operations } from '../../support/operations'
import { prepareHotel } from '../../support/prepared-hotel'
import { bearerHeader } from '../../support/probe'
import { someOf } from '../../support/repetitions'
import { makeTables } from '../../support/service'
import { restoreSnapshot, type Snapshot, snapshot } from '../../support/snapshot'

/*
 * Tests put secrets and personal data into every request that can carry them, and into the messages of failing bindings. Then
 * they search every line of the console and every refusal. An authorized caller receives the data that it requests, but no log
 * line and no refusal repeats it.
 */

const searched = { requests: 0, refusals: 0, lines: 0 }
/** What is planted, each by its name. */
const planted: Record<string, string> = { 'a guest': GUEST_CANARY, 'a wrong secret': SECRET_CANARY }
/** Data that an authorized caller may receive: what it sent itself, and on the page of a guest the address of the page. */
const OWN = ['a guest', 'a wrong secret', 'a link']

const lines: string[] = []
let all: Operation[]
let before: Snapshot
let credentials: Record<string, Record<string, string>>
let links: string[]

beforeAll(async () => {
  await makeTables()
  const hotel = await prepareHotel({ primaryGuestDetails: { lastName: GUEST_CANARY } })
  const { apiKey, link: dead, reservationId } = hotel
  const { token: live } = await issueLink(hotel, reservationId)
  links = [live, dead]
  const [signing] = JSON.parse(env.SIGNING_KEYS).keys
  const [link] = JSON.parse(env.LINK_KEYS).keys
  Object.assign(planted, {
    'the client secret': hotel.clientSecret,
    'an access token': hotel.token,
    'an API key': apiKey,
    'the ADMIN_TOKEN': env.ADMIN_TOKEN,
    'the pepper': env.SECRET_PEPPER,
    'a signing key': signing.d,
    'a link key': link.k,
    'a link': live,
    'a revoked link': dead,
  })
  const wrong = { ...bearerHeader(`eyJ.${SECRET_CANARY}.x`), 'x-api-key': `ik_${SECRET_CANARY}` }
  const basic = `Basic ${btoa(`${SECRET_CANARY}:${SECRET_CANARY}`)}`
  credentials = {
    right: bearerHeader(hotel.token),
    key: { 'x-api-key': apiKey },
    admin: bearerHeader(env.ADMIN_TOKEN),
    none: {},
    wrong,
    'wrong key': { 'x-api-key': `ik_${SECRET_CANARY}` },
    'no scheme': { authorization: hotel.token },
    basic: { authorization: basic },
    'a link as bearer': bearerHeader(live),
    "another's": { ...bearerHeader(apiKey), 'x-api-key': hotel.token },
  }
  all = await operations({ ...hotel.samples, link: live, guest: GUEST_CANARY })
  before = await snapshot()
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, name).mockImplementation((...said) => void lines.push(said.map(String).join(' ')))
  }
})

afterAll(() => {
  vi.restoreAllMocks()
  // biome-ignore lint/suspicious/noConsole: prints the amount of searched text
  console.info(
    `canaries: ${searched.lines} lines of the log and ${searched.refusals} refusals of ${searched.requests} requests`,
  )
})

/** The names of the canaries that a text contains. */
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
  TOKEN_PER_CLIENT: unlimitedRateLimit,
  TOKEN_PER_ADDRESS: unlimitedRateLimit,
  API_PER_CREDENTIAL: unlimitedRateLimit,
  WEBHOOK_TEST_PER_CUSTOMER: unlimitedRateLimit,
  ITINERARY_PER_ADDRESS: unlimitedRateLimit,
  HEALTH_PER_ADDRESS: unlimitedRateLimit,
}

/** Sends a request and searches the output for canaries: always the log, and the response if it is a refusal. */
async function ask(where: string, { method, path, body, headers, changes }: Asked) {
  const from = lines.length
  const reply = await withBindings({ ...free, ...changes })(method, path, body, headers)
  const said = lines.slice(from)
  searched.requests++
  searched.lines += said.length
  expect([said.length > 0, said.filter(line => seenIn(line).length)], where).toEqual([true, []])
  // Unknown names are sent back to their sender, which may have put a canary into a name.
  reply.headers.delete('x-ignored-fields')
  const answer = [...reply.headers].flat().join('\n') + reply.text
  if (reply.status >= 400) {
    searched.refusals++
    expect(seenIn(answer), where).toEqual([])
  } else {
    expect(seenIn(answer, OWN), where).toEqual([])
  }
  return reply
}

/** A sample request of an operation, with valid credentials and personal data of a guest. */
function telling(
  operation: Operation,
  { address, body } = operation.requests[0] as Operation['requests'][number],
): Asked {
  const { method, auth, takesForm } = operation
  const secret = takesForm && { client_secret: SECRET_CANARY, audience: GUEST_CANARY, scope: GUEST_CANARY }
  return {
    method,
    path: address,
    ...(body && { body: { ...body, ...secret } }),
    headers: credentials[auth === 'public' ? 'none' : auth === 'admin' ? 'admin' : 'right'],
  }
}

describe('no line of the log and no refusal repeats a secret, a token or anything of a guest [API-21]', () => {
  it('of whom a good request tells', async () => {
    for (const operation of all) {
      for (const request of operation.requests) {
        const { status, text } = await ask(operation.name, telling(operation, request))
        // These requests use existing records.
        if (operation.auth.includes(':')) expect(status, `${operation.name} ${text}`).toBe(200)
        await restoreSnapshot(before)
      }
    }
  })

  it('in a field that is refused, one at a time and all at once', { timeout: 240_000 }, async () => {
    for (const operation of all.filter(({ takesBody }) => takesBody)) {
      const asked = telling(operation)
      for (const words of [GUEST_CANARY, SECRET_CANARY]) {
        await ask(`${operation.name} all ${words}`, { ...asked, body: bodyFilledWith(words, operation.schema) })
      }
      const fields = fieldsOf(asked.body as object).filter(each => !isEchoedField(each.path.at(-1)))
      for (const [place, { path }] of fields.entries()) {
        for (const value of someOf(invalidValuesWith(GUEST_CANARY), 1, place)) {
          const body = withValueAt(asked.body, path, value)
          await ask(`${operation.name} ${path.join('.')} ${JSON.stringify(value).slice(0, 30)}`, { ...asked, body })
        }
      }
    }
  })

  it('in a body that is no JSON, or says of itself that it is something else', async () => {
    for (const operation of all.filter(({ takesBody }) => takesBody)) {
      const asked = telling(operation)
      const secrets = { apiKey: planted['an API key'], token: planted['an access token'], client_secret: SECRET_CANARY }
      const text = JSON.stringify({ ...(asked.body as object), ...secrets })
      for (const body of [
        text.slice(0, -1),
        `${GUEST_CANARY} ${text}`,
        `"${GUEST_CANARY}"`,
        `[${text}]`,
        `${text}${GUEST_CANARY}`,
      ]) {
        await ask(`${operation.name} ${body.slice(0, 20)}`, { ...asked, body })
      }
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', `${GUEST_CANARY}/${SECRET_CANARY}`]) {
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
      const body = fieldsOf(asked.body as object)
        .filter(({ path, value }) => typeof value === 'number' && /I[dD]$/.test(String(path.at(-1))))
        .reduce((made, { path }) => withValueAt(made, path, 8008), asked.body as unknown)
      await ask(`${operation.name} unknown`, { ...asked, body })
      await ask(`${operation.name} another's`, { ...asked, body: { ...(body as object), clientID: 7, clientId: 7 } })
    }
  })

  it('in credentials that are wrong, missing or in the wrong place', async () => {
    for (const [place, operation] of all.entries()) {
      const asked = telling(operation)
      for (const [who, headers] of someOf(Object.entries(credentials), 3, place)) {
        await ask(`${operation.name} ${who}`, { ...asked, headers })
        if (!operation.takesBody) continue
        const wrong = { apiKey: `ik_${SECRET_CANARY}`, token: SECRET_CANARY, client_secret: SECRET_CANARY }
        await ask(`${operation.name} ${who}, wrong ones in the body`, {
          ...asked,
          headers,
          body: { ...(asked.body as object), ...wrong },
        })
      }
    }
  })

  it('in a path, a query, or a header', { timeout: 300_000 }, async () => {
    const words = Object.values(planted).map(each => encodeURIComponent(each))
    for (const [index, operation] of all.entries()) {
      const asked = telling(operation)
      const at = (path: string) => ask(`${operation.name} ${path}`, { ...asked, path })
      for (const word of someOf(words, 1, index)) {
        await at(`${asked.path}/${word}`)
        await at(`${operation.path.replace(/\{\w+\}/g, word)}`)
        await at(
          `${asked.path}${asked.path.includes('?') ? '&' : '?'}apiKey=${word}&${word}=1&status=${word}&cursor=${word}`,
        )
        await at(`/${word}${asked.path}`)
      }
      const names = ['idempotency-key', 'user-agent', 'referer', 'cookie', 'origin', 'cf-connecting-ip']
      for (const name of someOf(names, 2, index)) {
        await ask(`${operation.name} ${name}`, {
          ...asked,
          headers: { ...asked.headers, [name]: `${GUEST_CANARY} ${SECRET_CANARY}` },
        })
      }
      const id = `${GUEST_CANARY}@guest.test`
      await ask(`${operation.name} id`, { ...asked, headers: { ...asked.headers, 'x-request-id': id } })
      await ask(`${operation.name} PROPFIND`, { ...asked, method: 'PROPFIND' })
    }
  })
})

/** The message of a failing binding, which a careless log line would repeat. */
const SAID = [
  `D1_ERROR: near "${GUEST_CANARY}": syntax error in SELECT ${GUEST_CANARY}\n    at ${GUEST_CANARY} (${SECRET_CANARY}): SQLITE_ERROR`,
  `D1_ERROR: UNIQUE constraint failed: guest.${GUEST_CANARY}: SQLITE_CONSTRAINT`,
  `D1_ERROR: CHECK constraint failed: ${GUEST_CANARY}_of_${SECRET_CANARY}: SQLITE_CONSTRAINT`,
  `D1_ERROR: Network connection lost while it wrote '${GUEST_CANARY}'`,
]
const saysD1 = (message: string) =>
  ({
    prepare: () => ({ bind: () => ({}) }),
    batch: () => Promise.reject(new Error(message, { cause: new Error(message) })),
  }) as unknown as D1Database
const failing = () => Promise.reject(new Error(`revoked:${links[0]} ${GUEST_CANARY}\n    at ${GUEST_CANARY}`))
const saysKv = { get: failing, put: failing } as unknown as KVNamespace
const saysLimit: RateLimit = { limit: failing }

/** Settings that make no sense, each with a secret in it. */
const MISTAKES: Partial<typeof env>[] = [
  { LINK_KEYS: `{"keys":[{"kty":"oct","kid":"${SECRET_CANARY}","k":"${SECRET_CANARY}"}]}` },
  { LINK_KEYS: SECRET_CANARY },
  { SIGNING_KEYS: `{"keys":[{"kty":"oct","kid":"${SECRET_CANARY}","k":"${SECRET_CANARY}"}]}` },
  {
    SIGNING_KEYS: `{"keys":[{"kty":"EC","crv":"P-256","kid":"${SECRET_CANARY}","d":"${SECRET_CANARY}","x":"a","y":"b"}]}`,
  },
  { SIGNING_KEYS: SECRET_CANARY },
  { TOKEN_TTL_SECONDS: SECRET_CANARY },
]

describe('nor does a fault of the service', () => {
  it('in which a binding quotes what it was told [API-21]', { timeout: 300_000 }, async () => {
    for (const [place, operation] of all.entries()) {
      const asked = telling(operation)
      const changes: Partial<typeof env>[] = [
        ...SAID.map(message => ({ DB: saysD1(message) })),
        ...[1, 2].flatMap(nth => [
          { DB: failingDatabase('lost', nth).database },
          { DB: failingDatabase('answer lost', nth).database },
        ]),
        { LINKS: failingKv('lost', 1).kv },
        { LINKS: saysKv },
        { TOKEN_PER_CLIENT: saysLimit, API_PER_CREDENTIAL: saysLimit, ITINERARY_PER_ADDRESS: saysLimit },
        ...MISTAKES,
      ]
      for (const [i, each] of someOf([...changes.entries()], 4, place))
        await ask(`${operation.name} fault ${i}`, { ...asked, changes: each })
    }
  })

  it('in the hourly run', async () => {
    for (const message of SAID) {
      const from = lines.length
      const run = runCleanUp(createScheduledController({ scheduledTime: Date.now() }), { ...env, DB: saysD1(message) })
      const error = await run.catch(thrown => thrown)
      const said = lines.slice(from)
      expect(said.map(line => JSON.parse(line).id)).toEqual(['clean-up'])
      // The platform logs the exceptions of a scheduled run with their messages.
      expect([...said, String(error.stack)].filter(line => seenIn(line).length)).toEqual([])
    }
  })
})

it('the search would find them', () => {
  expect(searched.requests).toBeGreaterThan(2000)
  for (const words of Object.values(planted)) expect(seenIn(`before ${words} after`)).toHaveLength(1)
})
