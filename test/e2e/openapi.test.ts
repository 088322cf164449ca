import { createConfig, lintFromString } from '@redocly/openapi-core'
import Ajv from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../package.json'
import type { Schema } from '../support/hostile.ts'
import { withNeutralFields } from '../support/variants.ts'
import { GENERATORS } from './support/generated-clients.ts'
import { ADMIN_TOKEN, newServiceFolder, type Run, start } from './support/innlet.ts'

interface Media {
  schema: object
  example?: unknown
}

interface Operation {
  security: Record<string, string[]>[]
  parameters?: { in: string; name: string; example?: unknown; required: boolean }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media>; headers?: Record<string, unknown> }>
}

let run: Run
let document: { paths: Record<string, Record<string, Operation>> }
let token: string
/** Ids in the examples, replaced by the ids of this service. */
let here: Record<string, string>

beforeAll(async () => {
  run = await start(newServiceFolder())
  document = (await run.service.requestOk('GET', '/openapi.json')).json as typeof document
  const credentials = { client_id: run.of('client_id'), client_secret: run.of('client_secret') }
  const grant = { grant_type: 'client_credentials', audience: 'innlet-api', ...credentials }
  token = (await run.service.requestOk('POST', '/oauth/token', grant)).json.access_token
  const forAurora = { name: 'x', customerId: 1, permissions: ['rates:read'] }
  const { clientId } = (await run.service.admin('POST', '/applications', { ...forAurora, product: 'innlet' })).json
  const { id: keyId } = (await run.service.admin('POST', '/api-keys', forAurora)).json
  here = { ...credentials, application: clientId, key: keyId, token: run.of("Guest's page").split('/').at(-1) ?? '' }
})
afterAll(async () => {
  await run?.end('SIGTERM')
})

it('is a valid document, by a stock linter', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([])
})

it('is of OpenAPI 3.1, and names the version that every answer carries', async () => {
  const { json, headers } = await run.service.requestOk('GET', '/openapi.json')
  expect(json.openapi).toMatch(/^3\.1\./)
  expect([json.info.version, headers.get('x-api-version')]).toEqual([version, version])
})

it('is browsable at /docs, from our own files alone', async () => {
  const page = await fetch(`${run.service.origin}/docs`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/html/)])
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/)
  const files = [...(await page.text()).matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, path = '']) => path)
  expect(files).toEqual(expect.arrayContaining(['/openapi.json', expect.stringMatching(/\.js$/)]))
  for (const path of files) {
    expect(path).toMatch(/^\/(?!\/)/)
    expect([path, (await fetch(run.service.origin + path)).status]).toEqual([path, 200])
  }
})

/** Examples that other examples depend on: a customer before its setup, prices before a sale. */
const FIRST = ['PUT /admin/customers/{clientId}', 'POST /api/CMConnect/UpdateCMConnect']
const LAST = ['DELETE /admin/api-keys/{id}', 'POST /api/PartnerItinerary/IssueLink']

const place = (name: string) => (FIRST.includes(name) ? -1 : LAST.includes(name) ? 1 : 0)

describe('every example', () => {
  it('is answered as the document says', async () => {
    const ajv = new Ajv({ strict: false, allErrors: true })
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        path,
        method: method.toUpperCase(),
        operation,
      })),
    )
    expect(operations.length).toBeGreaterThan(30)
    for (const { name, path, method, operation } of operations.sort((a, b) => place(a.name) - place(b.name))) {
      const response = await fetch(run.service.origin + addressOf(path, operation), {
        method,
        headers: { 'content-type': 'application/json', ...credentialFor(operation) },
        ...(operation.requestBody && { body: JSON.stringify(bodyOf(name, operation)) }),
      })
      const text = await response.text()
      expect([name, response.status, response.ok ? '' : text]).toEqual([name, expect.any(Number), ''])
      const described = operation.responses[response.status]
      expect([name, response.status, described !== undefined]).toEqual([name, response.status, true])
      const type = response.headers.get('content-type')?.split(';')[0] ?? ''
      const media = described?.content?.[type]
      if (!described?.content) expect([name, text]).toEqual([name, ''])
      else expect([name, type, media !== undefined]).toEqual([name, type, true])
      if (media && type === 'application/json') {
        const validate = ajv.compile(media.schema)
        const valid = validate(JSON.parse(text))
        expect([name, valid ? [] : validate.errors, valid ? '' : text.slice(0, 500)]).toEqual([name, [], ''])
      }
      for (const header of Object.keys(described?.headers ?? {}).filter(name => name !== 'X-Next-Cursor')) {
        expect([name, header, response.headers.has(header)]).toEqual([name, header, true])
      }
    }
  })

  it('is there for every operation that takes a body', () => {
    const without = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { requestBody }]) => requestBody && requestBody.content['application/json']?.example === undefined)
        .map(([method]) => `${method} ${path}`),
    )
    expect(without).toEqual([])
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

  it.each(Object.keys(GENERATORS) as (keyof typeof GENERATORS)[])('books, changes and cancels: %s', async name => {
    const schema: Schema = document.paths[POST_BOOKING]?.post?.requestBody?.content['application/json']?.schema ?? {}
    const client = await GENERATORS[name](document, run.service.origin, token)
    const send = (body: object) => client.postBooking(withNeutralFields(body, schema) as object)
    const found = async () => {
      const body = { bookingID: name }
      const { json } = await run.service.requestOk('POST', '/api/CMConnect/GetReservation', body, token)
      return json.content[0]
    }

    const stay = { arrivalDate: '2031-05-10', departureDate: '2031-05-12', primaryGuestDetails: { lastName: 'Silva' } }
    await send({ identity: name, ...stay, roomsBooked: [room] })
    expect(await found()).toMatchObject({ reservationCMStatusTypeID: 1, total: 240, roomInfo: [{ guests: 1 }] })
    const { reservationId: bookingID } = await found()
    await send({ bookingID, departureDate: '2031-05-13', roomsBooked: [room] })
    expect(await found()).toMatchObject({ reservationCMStatusTypeID: 2, total: 360, guest: { lastName: 'Silva' } })
    await send({ bookingID, identity: name, action: 'cancel' })
    expect(await found()).toMatchObject({ reservationCMStatusTypeID: 3, total: 0 })
  })
})
