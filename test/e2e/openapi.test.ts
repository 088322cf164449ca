import { createConfig, lintFromString } from '@redocly/openapi-core'
import Ajv from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../package.json'
import { dereferenced } from '../support/dereferenced.ts'
import type { Schema } from '../support/hostile.ts'
import { withNeutralFields } from '../support/variants.ts'
import { generatedClient, TYPE_GENERATORS, typeErrors } from './support/generated-clients.ts'
import { registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { newCustomerId, sharedService } from './support/shared-service.ts'

interface Media {
  schema: object
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

interface Operation {
  operationId: string
  parameters?: Pick<Media, 'examples'>[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

const { service } = sharedService()
/** The document as it is served, and without references. */
let served: { components: { schemas: Record<string, object> } }
let document: { paths: Record<string, Record<string, Operation>> }
let token: string

beforeAll(async () => {
  served = (await service.requestOk('GET', '/openapi.json')).json
  document = dereferenced(served) as unknown as typeof document
  const customer = newCustomerId()
  await setUpHotel(service, customer)
  const permissions = ['reservations:write', 'rates:write']
  token = (await tokenFor(service, await registerApplication(service, customer, permissions))).access_token
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
  const { json, headers } = await service.requestOk('GET', '/openapi.json')
  expect(json.openapi).toMatch(/^3\.1\./)
  expect([json.info.version, headers.get('x-api-version')]).toEqual([version, version])
})

it('has the calls of the console, marked as those of its own pages [VERSION-1]', () => {
  const internal = operationsOf(operation => 'x-internal' in operation).map(({ name }) => name)
  const calls = ['challenge', 'join', 'lock', 'sign-in', 'sign-out', 'token', 'unlock']
  expect(internal.sort()).toEqual(calls.map(call => `POST /console/${call}`))
})

const operationsOf = (isWanted: (operation: Operation) => boolean = () => true) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => isWanted(operation))
      .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, method, operation })),
  )

it('there is an example for every operation that takes a body: test/e2e/samples.test.ts sends them [VERSION-3]', () => {
  const without = operationsOf().filter(({ operation: { requestBody } }) => {
    const { example, examples } = requestBody?.content['application/json'] ?? {}
    return requestBody && example === undefined && !examples
  })
  expect(without.map(({ name }) => name)).toEqual([])
})

it('a generated client that sends every optional field with its neutral value books, changes and cancels [INPUT-15]', async () => {
  const room = { roomID: 101, rates: [{ unitCost: 120 }] }
  const media = document.paths['/api/Booking/PostBooking']?.post?.requestBody?.content['application/json']
  const schema: Schema = media?.schema ?? {}
  const client = await generatedClient(served, service.origin, token)
  const send = (body: object) => client.postBooking(withNeutralFields(body, schema) as object)
  const identity = 'generated'
  const found = async () => {
    const body = { bookingID: identity }
    const { json } = await service.requestOk('POST', '/api/CMConnect/GetReservation', body, token)
    return json.content[0]
  }

  const stay = {
    arrivalDate: '2031-05-10',
    departureDate: '2031-05-12',
    primaryGuestDetails: { lastName: 'Silva' },
  }
  await send({ identity, ...stay, roomsBooked: [room] })
  expect(await found()).toMatchObject({ reservationCMStatusTypeID: 1, total: 240, roomInfo: [{ guests: 1 }] })
  const { reservationId: bookingID } = await found()
  await send({ bookingID, departureDate: '2031-05-13', roomsBooked: [room] })
  expect(await found()).toMatchObject({ reservationCMStatusTypeID: 2, total: 360, guest: { lastName: 'Silva' } })
  await send({ bookingID, identity, action: 'cancel' })
  expect(await found()).toMatchObject({ reservationCMStatusTypeID: 3, total: 0 })
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
    for (const { name, schema, example, examples } of new Map(media).values()) {
      const values = examples ? Object.values(examples).map(({ value }) => value) : [example]
      const validate = ajv.compile(schema)
      for (const value of values) {
        expect([name, value !== undefined]).toEqual([name, true])
        expect([name, validate(value) ? [] : validate.errors]).toEqual([name, []])
      }
    }
  })

  it('is there for each example of the request, by its name', () => {
    const namesIn = ({ examples = {} }: Pick<Media, 'examples'> = {}) => Object.keys(examples)
    for (const { name, operation } of operationsOf()) {
      const { requestBody, parameters = [], responses } = operation
      const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
      const response = success?.content?.['application/json']
      if (!response) continue
      const requests = [requestBody?.content['application/json'], ...parameters].flatMap(namesIn)
      expect([name, ...new Set(namesIn(response))].sort()).toEqual([name, ...new Set(requests)].sort())
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
  oazapfts: `
    import { type Booking, type ErrorItem, getItinerary, getReservations, type Itinerary, postBooking, type Reservation } from './client'
    export async function book(body: Booking): Promise<ErrorItem[]> {
      const response = await postBooking(body)
      return response.status === 409 ? response.data.errors : []
    }
    export async function reservations(): Promise<Reservation[]> {
      const response = await getReservations({ reservationStatus: 'Confirmed' })
      return response.status === 200 && Array.isArray(response.data.content) ? response.data.content : []
    }
    export async function itinerary(token: string): Promise<Itinerary | undefined> {
      const response = await getItinerary(token)
      return response.status === 200 ? response.data.content : undefined
    }
    // @ts-expect-error
    export const wrong = () => postBooking({ arrivalDate: 20310510 })
  `,
}

describe('generated types have the names of the resources', () => {
  it.each(Object.keys(TYPE_GENERATORS) as (keyof typeof TYPE_GENERATORS)[])('%s', async generator => {
    expect(await typeErrors(served, generator, SAMPLES[generator])).toEqual([])
  })
})
