import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import Ajv from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../package.json'
import { dereferenced } from '../support/dereferenced.ts'
import type { Schema } from '../support/hostile.ts'
import { withNeutralFields } from '../support/variants.ts'
import { GENERATORS, TYPE_GENERATORS, typeErrors } from './support/generated-clients.ts'
import { ADMIN_TOKEN, newServiceFolder, type Run, start } from './support/run.ts'

interface Media {
  schema: object
  example?: unknown
}

interface Operation {
  operationId: string
  security: Record<string, string[]>[]
  parameters?: { in: string; name: string; example?: unknown; required: boolean }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media>; headers?: Record<string, unknown> }>
}

let run: Run
/** The document as it is served, and without references. */
let served: { components: { schemas: Record<string, object> } }
let document: { paths: Record<string, Record<string, Operation>> }
let token: string
/** Ids in the examples, replaced by the ids of this service. */
let here: Record<string, string>

beforeAll(async () => {
  run = await start(newServiceFolder())
  served = (await run.service.requestOk('GET', '/openapi.json')).json
  document = dereferenced(served) as unknown as typeof document
  const credentials = { client_id: run.of('client_id'), client_secret: run.of('client_secret') }
  const grant = { grant_type: 'client_credentials', audience: 'innlet-api', ...credentials }
  token = (await run.service.requestOk('POST', '/oauth/token', grant)).json.access_token
  const forAurora = { name: 'x', customerId: 1, permissions: ['rates:read'] }
  const { clientId } = (await run.service.admin('POST', '/applications', { ...forAurora, product: 'innlet' })).json
  const { id: keyId } = (await run.service.admin('POST', '/api-keys', forAurora)).json
  here = { ...credentials, application: clientId, key: keyId, token: run.of("Guest's page").split('/').at(-1) ?? '' }
})

it('every operation id is a unique method name', () => {
  const ids = operationsOf().map(({ operation }) => operation.operationId)
  expect(ids.filter(id => !/^[a-z]+(?:[A-Z][A-Za-z]+)+$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

it('every named schema is used, and no name is a variant of another with a number', () => {
  const text = JSON.stringify(served)
  const names = Object.keys(served.components.schemas)
  expect(names.filter(name => !text.includes(`"#/components/schemas/${name}"`))).toEqual([])
  expect(names.filter(name => /\d$/.test(name))).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['Booking', 'Reservation', 'Itinerary', 'FetchMessage', 'ErrorItem']))
})

it('is of OpenAPI 3.1, and names the version that every answer carries [VERSION-1] [VERSION-2]', async () => {
  const { json, headers } = await run.service.requestOk('GET', '/openapi.json')
  expect(json.openapi).toMatch(/^3\.1\./)
  expect([json.info.version, headers.get('x-api-version')]).toEqual([version, version])
})

const operationsOf = (isWanted: (operation: Operation) => boolean = () => true) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => isWanted(operation))
      .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, method, operation })),
  )

/** Examples that other examples depend on: a customer before its setup, prices before a sale. */
const FIRST = ['PUT /admin/customers/{clientId}', 'POST /api/CMConnect/UpdateCMConnect']
const LAST = ['DELETE /admin/api-keys/{id}', 'POST /api/PartnerItinerary/IssueLink']

/** The customer of this example must have been closed for longer than an access token is valid: test/worker/admin/delete-customer. */
const TAKES_LONG = 'DELETE /admin/customers/{clientId}'

const EXPORT = 'GET /admin/customers/{clientId}/export'
const setState = (state: string) =>
  fetch(`${run.service.origin}/admin/customers/7/state`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
    body: JSON.stringify({ state }),
  })

/** Headers that the responses to the examples do not have. */
const OPTIONAL_HEADERS = ['X-Next-Cursor', 'X-Ignored-Fields', 'Preference-Applied']

const place = (name: string) => (FIRST.includes(name) ? -1 : LAST.includes(name) ? 1 : 0)

describe('every example', () => {
  it('is answered as in the document [VERSION-3]', async () => {
    const ajv = new Ajv({ strict: false, allErrors: true })
    const operations = operationsOf().filter(({ name }) => name !== TAKES_LONG)
    expect(operations.length).toBeGreaterThan(30)
    for (const { name, path, method, operation } of operations.sort((a, b) => place(a.name) - place(b.name))) {
      // An export needs a customer that does not change.
      if (name === EXPORT) await setState('readOnly')
      // The demo hotel has the guest of the example.
      const address = addressOf(path, operation).replace('/customers/7/guests/', '/customers/1/guests/')
      const response = await fetch(run.service.origin + address, {
        method: method.toUpperCase(),
        headers: { 'content-type': 'application/json', ...credentialFor(operation) },
        ...(operation.requestBody && { body: JSON.stringify(bodyOf(name, operation)) }),
      })
      const text = await response.text()
      if (name === EXPORT) await setState('open')
      expect([response.status, response.ok ? '' : text], name).toEqual([expect.any(Number), ''])
      expect(response.headers.get('x-ignored-fields'), name).toBe(null)
      const described = operation.responses[response.status]
      expect(described, `${name} ${response.status}`).toBeDefined()
      const type = response.headers.get('content-type')?.split(';')[0] ?? ''
      const media = described?.content?.[type]
      if (!described?.content) expect(text, name).toBe('')
      else expect(media, `${name} ${type}`).toBeDefined()
      if (media && type === 'application/json') {
        const validate = ajv.compile(media.schema)
        const valid = validate(JSON.parse(text))
        expect([valid ? [] : validate.errors, valid ? '' : text.slice(0, 500)], name).toEqual([[], ''])
      }
      for (const header of Object.keys(described?.headers ?? {}).filter(name => !OPTIONAL_HEADERS.includes(name))) {
        expect(response.headers.has(header), `${name} ${header}`).toBe(true)
      }
    }
  })

  it('is there for every operation that takes a body [VERSION-3]', () => {
    const without = operationsOf().filter(
      ({ operation: { requestBody } }) => requestBody && requestBody.content['application/json']?.example === undefined,
    )
    expect(without.map(({ name }) => name)).toEqual([])
  })
})

function addressOf(path: string, { parameters = [] }: Operation): string {
  const value = (name: string, example: unknown) => {
    if (name === 'id') return path.includes('api-keys') ? here.key : here.application
    return name === 'token' ? here.token : example
  }
  const query = new URLSearchParams()
  let address = path
  for (const { in: place, name, example } of parameters) {
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(String(value(name, example))))
    else if (example !== undefined) query.set(name, String(example))
  }
  return query.size ? `${address}?${query}` : address
}

function credentialFor({ security }: Operation): Record<string, string> {
  if (!security.length) return {}
  const bearer = security.some(scheme => 'adminToken' in scheme) ? ADMIN_TOKEN : token
  return { authorization: `Bearer ${bearer}` }
}

function bodyOf(name: string, { requestBody }: Operation): unknown {
  const { example } = requestBody?.content['application/json'] ?? {}
  return name === 'POST /oauth/token'
    ? { ...(example as object), client_id: here.client_id, client_secret: here.client_secret }
    : example
}

describe('a generated client that sends every optional field with its neutral value', () => {
  const POST_BOOKING = '/api/Booking/PostBooking'
  const room = { roomID: 101, rates: [{ unitCost: 120 }] }

  it.each(Object.keys(GENERATORS) as (keyof typeof GENERATORS)[])(
    'books, changes and cancels: %s [INPUT-15]',
    async name => {
      const schema: Schema = document.paths[POST_BOOKING]?.post?.requestBody?.content['application/json']?.schema ?? {}
      const client = await GENERATORS[name](served, run.service.origin, token)
      const send = (body: object) => client.postBooking(withNeutralFields(body, schema) as object)
      const found = async () => {
        const body = { bookingID: name }
        const { json } = await run.service.requestOk('POST', '/api/CMConnect/GetReservation', body, token)
        return json.content[0]
      }

      const stay = {
        arrivalDate: '2031-05-10',
        departureDate: '2031-05-12',
        primaryGuestDetails: { lastName: 'Silva' },
      }
      await send({ identity: name, ...stay, roomsBooked: [room] })
      expect(await found()).toMatchObject({ reservationCMStatusTypeID: 1, total: 240, roomInfo: [{ guests: 1 }] })
      const { reservationId: bookingID } = await found()
      await send({ bookingID, departureDate: '2031-05-13', roomsBooked: [room] })
      expect(await found()).toMatchObject({ reservationCMStatusTypeID: 2, total: 360, guest: { lastName: 'Silva' } })
      await send({ bookingID, identity: name, action: 'cancel' })
      expect(await found()).toMatchObject({ reservationCMStatusTypeID: 3, total: 0 })
    },
  )
})

// The tests from here on block the event loop for seconds. They send no requests: an idle connection would be closed by then.

describe('an example of a response', () => {
  it('is there for every response with a JSON body, and is valid', () => {
    const ajv = new Ajv({ strict: false, allErrors: true })
    const responses = operationsOf().flatMap(({ name, operation }) =>
      Object.entries(operation.responses).map(([status, { content }]) => [`${name} ${status}`, content] as const),
    )
    const media = responses.flatMap(([name, content]) => {
      const json = content?.['application/json']
      return json ? [[JSON.stringify(json), { name, ...json }] as const] : []
    })
    // Many operations have the same error responses.
    for (const { name, schema, example } of new Map(media).values()) {
      expect([name, example !== undefined]).toEqual([name, true])
      const validate = ajv.compile(schema)
      expect([name, validate(example) ? [] : validate.errors]).toEqual([name, []])
    }
  })
})

/** Operations that have no input, no credential and no rate limit, so that they refuse no request. */
const WITHOUT_REFUSALS = [
  'getJwks',
  'getAuthorizationServerMetadata',
  'getProtectedResourceMetadata',
  'getOpenApiDocument',
]

it('is a valid document, by a stock linter [VERSION-2]', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  // A linter rejects the local address of this service.
  const source = JSON.stringify({ ...served, servers: [{ url: 'https://hotel.example' }] })
  const problems = await lintFromString({ source, config })
  // The rule `operation-4xx-response` asks for error responses that these operations do not have.
  const expected = operationsOf(({ operationId }) => WITHOUT_REFUSALS.includes(operationId)).map(
    ({ path, method }) => `operation-4xx-response #/paths/${path.replaceAll('/', '~1')}/${method}/responses`,
  )
  expect(expected).toHaveLength(WITHOUT_REFUSALS.length)
  expect(problems.map(({ ruleId, location: [at] }) => `${ruleId} ${at?.pointer}`).sort()).toEqual(expected.sort())
})

it('Spectral reports no error, warning or hint', async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: rulesets.oas } as Parameters<typeof linter.setRuleset>[0])
  const problems = await linter.run(served)
  expect(problems.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)).toEqual([])
})

/** Source files that use generated types. `@ts-expect-error` marks what must not compile. */
const SAMPLES: Record<keyof typeof TYPE_GENERATORS, string> = {
  'openapi-typescript': `
    import type { components, operations } from './types'
    type Schemas = components['schemas']
    type Content = operations['getReservations']['responses'][200]['content']['application/json']['content']
    type Conflict = operations['postBooking']['responses'][409]['content']['application/json']['errors'][number]['code']
    export const room: Schemas['BookingRoom'] = { roomID: 102, rates: [{ unitCost: 145 }] }
    export const booking: Schemas['Booking'] = { arrivalDate: '2031-05-10', departureDate: '2031-05-12', roomsBooked: [room] }
    export const listed = (content: Content): Schemas['Reservation'][] => (Array.isArray(content) ? content : [])
    export const conflict: Conflict = 'ROOM_NOT_AVAILABLE'
    // @ts-expect-error
    export const other: Conflict = 'NOT_FOUND'
    // @ts-expect-error
    export const wrong: Schemas['Booking'] = { arrivalDate: 20310510 }
  `,
  '@hey-api/openapi-ts': `
    import { type Booking, type ErrorItem, getItinerary, getReservations, type Itinerary, postBooking, type Reservation } from './client'
    export async function book(body: Booking): Promise<ErrorItem[]> {
      const { error } = await postBooking({ body })
      return error?.errors ?? []
    }
    export async function reservations(): Promise<Reservation[]> {
      const { data } = await getReservations({ body: { reservationStatus: 'Confirmed' } })
      return Array.isArray(data?.content) ? data.content : []
    }
    export async function itinerary(token: string): Promise<Itinerary | undefined> {
      return (await getItinerary({ path: { token } })).data?.content
    }
    // @ts-expect-error
    export const wrong = () => postBooking({ body: { arrivalDate: 20310510 } })
  `,
}

describe('generated types have the names of the resources', () => {
  it.each(Object.keys(TYPE_GENERATORS) as (keyof typeof TYPE_GENERATORS)[])('%s', async generator => {
    expect(await typeErrors(served, generator, SAMPLES[generator])).toBe('')
  })
})
