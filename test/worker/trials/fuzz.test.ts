import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { storedRows } from '../../../worker/domain/stored-rows/stored-rows'
import worker from '../../../worker/index'
import type { Env } from '../../../worker/settings'
import { unlimitedRateLimit } from '../../support/bindings'
import { violatedInvariants } from '../../support/check-invariants'
import { exportAll, rowsByTable, setState } from '../../support/customer-data'
import { bodyOf, parameterText } from '../../support/hostile'
import { type Operation, operations } from '../../support/operations'
import { prepareHotel } from '../../support/prepared-hotel'
import { bearerHeader } from '../../support/probe'
import { repetitions } from '../../support/repetitions'
import { integrator, makeTables, readResponse, SERVICE_URL } from '../../support/service'

/*
 * Thousands of requests generated from the contract of each operation, and raw bytes. No request causes an internal error, every
 * response matches the OpenAPI document, and the invariants hold. The seed of a run is printed. A failure names the seed and the
 * smallest failing request.
 */

interface Sent {
  path: Record<string, string>
  query: Record<string, string>
  key: string | undefined
  type: string | undefined
  body: string | Uint8Array | undefined
}

const SEED = Number(import.meta.env?.VITE_FUZZ_SEED) || 2_107_133_813
const REQUESTS = Number(import.meta.env?.VITE_FUZZ_REQUESTS) || repetitions(1_000, 20_000)

let token: string
let link: string
let place: Env
let all: Operation[]

beforeAll(async () => {
  // biome-ignore lint/suspicious/noConsole: prints the seed, to repeat a run
  console.info(`fuzz: seed ${SEED}`)
  vi.spyOn(console, 'log').mockImplementation(() => {})
  await makeTables()
  const hotel = await prepareHotel()
  ;({ token, link } = hotel)
  const free = {
    TOKEN_PER_CLIENT: unlimitedRateLimit,
    TOKEN_PER_ADDRESS: unlimitedRateLimit,
    API_PER_CREDENTIAL: unlimitedRateLimit,
    WEBHOOK_TEST_PER_CUSTOMER: unlimitedRateLimit,
  }
  place = { ...env, ...free, ITINERARY_PER_ADDRESS: unlimitedRateLimit, HEALTH_PER_ADDRESS: unlimitedRateLimit }
  // Another application, because requests may deactivate it.
  all = await operations({ ...hotel.samples, application: await integrator(1) })
})

/** Requests to one operation. */
function requestsTo({ parameters, body, types, path, schema, requests }: Operation): fc.Arbitrary<Sent> {
  const valuesIn = (place: string) => {
    const mine = parameters.filter(each => each.in === place)
    const value = ({ name, example }: (typeof mine)[number]) => {
      const sampled = requests.flatMap(({ params = {}, query = {} }) => params[name] ?? query[name] ?? [])
      if (name === 'token')
        return fc.oneof(
          fc.constant(link),
          parameterText(link).map(text => text.slice(0, 900)),
          tampered(),
        )
      // The setup is not changed, because the test counts the stock that was sold.
      return fc
        .oneof(...[example, ...sampled].map(parameterText))
        .map(text => (path.startsWith('/admin/') && text === '1' ? '7' : text))
    }
    return fc.record(Object.fromEntries(mine.map(each => [each.name, value(each)])), {
      requiredKeys: place === 'path' ? mine.map(each => each.name) : [],
    })
  }
  const usual = body ? 'application/json' : undefined
  return fc.record({
    path: valuesIn('path'),
    query: valuesIn('query'),
    key: fc.option(fc.constantFrom('once', 'twice', 'x'.repeat(201), '%00'), { nil: undefined, freq: 6 }),
    type: fc.oneof(
      { weight: 12, arbitrary: fc.constant(usual) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          undefined,
          ...types,
          'text/plain',
          'application/json; charset=x',
          ';',
          'multipart/form-data',
        ),
      },
    ),
    body: body ? fc.oneof(...requests.map(each => bodyOf(schema, each.body))) : fc.constant(undefined),
  })
}

/** The good link with one character changed, left out or added. */
const tampered = () =>
  fc
    .tuple(fc.nat(link.length), fc.constantFrom('', 'A', '.', '=', 'é', '%2e'), fc.nat(1))
    .map(([at, put, drop]) => link.slice(0, at) + put + link.slice(at + drop))

async function ask({ method, path, auth }: Operation, sent: Sent) {
  // An empty segment is another path, and another operation.
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(sent.path[name]?.toWellFormed() || '-'))
  const query = new URLSearchParams(sent.query)
  const request = new Request<unknown, IncomingRequestCfProperties>(
    `${SERVICE_URL}${address}${query.size ? `?${query}` : ''}`,
    {
      method,
      headers: {
        ...(auth !== 'public' && bearerHeader(auth === 'admin' ? env.ADMIN_TOKEN : token)),
        ...(sent.type !== undefined && { 'content-type': sent.type }),
        ...(sent.key !== undefined && { 'idempotency-key': sent.key }),
      },
      ...(sent.body !== undefined && {
        body: typeof sent.body === 'string' ? new TextEncoder().encode(sent.body) : sent.body,
      }),
    },
  )
  const ctx = createExecutionContext()
  const response = await worker.fetch(request, place, ctx)
  await waitOnExecutionContext(ctx)
  return readResponse(response as Response)
}

type Reply = Awaited<ReturnType<typeof ask>>

/** The problem of a response, with its part of the service; undefined if it matches the OpenAPI document. */
function wrongWith({ path, responses }: Operation, { status, json, text, headers }: Reply): string | undefined {
  if (status >= 500) return `${status} is a fault of the service`
  if (!headers.get('x-request-id')) return 'no X-Request-Id'
  // A path parameter may lead to another path, or to none.
  if (!(status in responses) && !(path.includes('{') && (status === 404 || status === 405)))
    return `${status} is not described`
  const content = Object.keys(responses[status]?.content ?? {})
  if (status < 400 && !content.length) return text === '' ? undefined : 'a body where there is none'
  const type = headers.get('content-type') ?? ''
  if (/^text\/|\/x-ndjson$/.test(type) && content.some(each => each.split('/')[0] === type.split('/')[0]))
    return undefined
  if (json === undefined) return 'no JSON'
  if (path === '/oauth/token') return status < 400 || json.error_code ? undefined : 'no token error'
  const faults = (json.errors ?? []) as { code: string; description: string }[]
  const told = faults.length > 0 && faults.every(({ code, description }) => code && description)
  if (!path.startsWith('/api/')) return status < 400 || told ? undefined : 'no errors'
  const isEnvelope = Object.keys(json).sort().join() === 'content,errors,message,success'
  if (!isEnvelope || json.success !== status < 400) return 'no envelope'
  return status < 400 || told ? undefined : 'no errors'
}

/** More for what has more to say: a body counts for four parameters. */
const weightOf = ({ body, parameters }: Operation) => (body ? 8 : parameters.length ? 2 : 0.1)

/** The stored rows that an import would refuse. */
async function refusedRows(): Promise<string[]> {
  await setState(1, 'readOnly')
  const { file } = await exportAll('1')
  return Object.entries(rowsByTable(file)).flatMap(([table, rows]) =>
    rows.flatMap(row => {
      const error = storedRows().get(table)?.safeParse(row).error
      return error ? [`${table} ${JSON.stringify(row).slice(0, 300)}: ${error.message}`] : []
    }),
  )
}

describe('thousands of hostile requests [TRIAL-5]', () => {
  it('every request is answered as the document says, none is a fault, and the books stay sound', {
    timeout: 3_600_000,
  }, async () => {
    const whole = all.reduce((sum, each) => sum + weightOf(each), 0)
    let asked = 0
    const counts: Record<number, number> = {}
    for (const operation of all) {
      const numRuns = Math.ceil((REQUESTS * weightOf(operation)) / whole)
      const answered = fc.asyncProperty(requestsTo(operation), async sent => {
        const reply = await ask(operation, sent)
        asked++
        counts[reply.status] = (counts[reply.status] ?? 0) + 1
        const wrong = wrongWith(operation, reply)
        if (wrong) throw new Error(`${operation.name}: ${wrong}: ${reply.text.slice(0, 400)}`)
      })
      await fc.assert(answered, { seed: SEED, numRuns, interruptAfterTimeLimit: 300_000, markInterruptAsFailure: true })
      expect(await violatedInvariants(), operation.name).toEqual({})
    }
    // biome-ignore lint/suspicious/noConsole: prints the number of cases
    console.info(`fuzz: ${asked} requests, answered ${JSON.stringify(counts)}`)
    expect(asked).toBeGreaterThanOrEqual(REQUESTS)
    // Some requests pass validation.
    expect(counts[200]).toBeGreaterThan(REQUESTS / 50)
    expect(await refusedRows(), 'an import accepts all that was stored [CUSTOMER-30]').toEqual([])
  })
})
