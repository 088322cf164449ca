import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2020.js'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ApiDocument, type Endpoint, endpointsOf } from '../../site/reference/document.ts'
import { dereferenced } from '../support/dereferenced.ts'
import { launchBrowser } from './support/browser.ts'
import { closeLongAgo } from './support/database.ts'
import { registerApplication } from './support/hotel.ts'
import { Modules, type Output, type Sample, Shell, samplesOf } from './support/page-samples.ts'
import { ADMIN_TOKEN, newServiceFolder, type Run, start } from './support/run.ts'

/*
 * Every sample of the reference, as it is copied, in the order of the operations, on a new demo hotel.
 */

const ROOT = join(import.meta.dirname, '../..')
const CLIENT = join(ROOT, 'client/innlet.ts')

const ALL_PERMISSIONS = ['reservations:write', 'rates:write', 'inventory:write', 'events:write']
/** Each sample gets a token, and an application gets 60 in a minute. */
const SAMPLES_OF_APPLICATION = 50

/** Samples that others need. */
const FIRST = ['issueToken', 'putCustomer']
/** The customer of this sample must have been closed for longer than an access token is valid. */
const DELETION = 'deleteCustomer'

/** Samples after which others do not work. */
const LAST = ['deleteWebhookEndpoint', 'deleteApiKey', 'deletePerson', DELETION]

/** The values that samples take from the response of another, in JSON or as Node prints an object. */
const GIVEN: Record<string, [variable: string, field: string]> = {
  createApplication: ['APPLICATION_ID', 'clientId'],
  createApiKey: ['KEY_ID', 'id'],
  createPerson: ['PERSON_ID', 'personId'],
  issueLink: ['LINK_TOKEN', 'token'],
  issueToken: ['TOKEN', 'access_token'],
}

function givenBy({ operationId }: Sample, text: string): [variable: string, value: string] | undefined {
  const [variable, field] = GIVEN[operationId] ?? []
  const value = new RegExp(`\\b${field}['"]?: ?['"]?([^'",\\s}]+)`).exec(text)?.[1]
  return variable && value ? [variable, value] : undefined
}

const place = newServiceFolder()
let run: Run
let browser: Browser
let endpoints: Endpoint[]
let samples: Sample[]
let setToken: string

beforeAll(async () => {
  run = await start(place)
  browser = await launchBrowser()
  const openApi = (await run.service.requestOk('GET', '/openapi.json')).json
  endpoints = endpointsOf(dereferenced(openApi) as unknown as ApiDocument)
  const found = await samplesOf(browser, run.service.origin)
  setToken = found.setToken
  const order = endpoints.map(({ operationId }) => operationId)
  const placeOf = ({ operationId: id }: Sample) =>
    FIRST.includes(id) ? FIRST.indexOf(id) - FIRST.length : LAST.includes(id) ? order.length : order.indexOf(id)
  samples = found.samples.sort((one, other) => placeOf(one) - placeOf(other))
})

/** Samples that say what they need come last, and the others in the reverse order: none of them works because of one before. */
function aloneFirst(all: readonly Sample[]): Sample[] {
  const rankOf = (each: Sample) => (GIVEN[each.operationId] ? 0 : each.needs ? 2 : 1)
  const ranked = [0, 1, 2].map(rank => all.filter(each => rankOf(each) === rank))
  return ranked.flatMap((part, rank) => (rank === 1 ? part.toReversed() : part))
}

const titleOf = ({ operationId, name }: Sample) => `${operationId} ${name}`.trim()
const environment = { ADMIN_TOKEN }

describe('the samples', () => {
  it('are there for every operation, those of a booking for new, change, cancel and retry [VERSION-5]', () => {
    const ids = new Set(samples.map(({ operationId }) => operationId))
    expect(endpoints.map(({ operationId }) => operationId).filter(id => !ids.has(id))).toEqual([])
    const names = samples.filter(each => each.operationId === 'postBooking').map(({ name }) => name)
    expect(names).toEqual(['New', 'Change', 'Cancel', 'Retry'])
    expect(samples.length).toBeGreaterThan(endpoints.length + 20)
  })

  it('in TypeScript use the client for every operation that needs the credential of an application', () => {
    const needsIt = ({ security = [] }: Endpoint) => security.some(scheme => !('adminToken' in scheme))
    const ids = new Set(endpoints.filter(needsIt).map(({ operationId }) => operationId))
    for (const sample of samples) {
      const usesClient = sample.typescript.startsWith("import { Innlet } from '@innlet/client'\n")
      expect([titleOf(sample), usesClient]).toEqual([titleOf(sample), ids.has(sample.operationId)])
    }
  })

  it('in TypeScript have the types of the client', () => {
    const folder = join(place.folder, 'typed')
    mkdirSync(folder)
    samples.forEach(({ typescript }, i) => {
      writeFileSync(join(folder, `sample-${i}.ts`), `${typescript}\nexport {}\n`)
    })
    const compilerOptions = { typeRoots: [join(ROOT, 'node_modules/@types')] }
    const options = { extends: join(ROOT, 'examples/tsconfig.json'), include: ['.'], compilerOptions }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    expect(spawnSync('tsc', ['-p', folder], { encoding: 'utf8' }).stdout).toBe('')
  })

  it('show the header of the response, where it has no body', () => {
    const booking = samples.find(each => titleOf(each) === 'postBooking New')
    expect(booking?.curl).toMatch(/^curl -i /)
    expect(booking?.shown).toMatch(/^HTTP\/1\.1 200 OK\n(?:.*\n)*x-reservation-id: \d+$/m)
  })

  it('in curl work as they are copied, in order, in one shell, and are answered as in the document [VERSION-3] [VERSION-6]', async () => {
    const ajv = new Ajv({ strict: false, allErrors: true })
    const client = { CLIENT_ID: run.of('client_id'), CLIENT_SECRET: run.of('client_secret') }
    const shell = new Shell(place.folder, { ...environment, ...client })
    // The page has filled in both.
    expect(await shell.run(`${setToken}\necho "$CLIENT_ID $CLIENT_SECRET $TOKEN"`)).toMatchObject({
      text: expect.stringMatching(`^${client.CLIENT_ID} ${client.CLIENT_SECRET} eyJ`),
    })
    for (const sample of samples.filter(({ operationId }) => operationId !== DELETION)) {
      const output = await shell.run(sample.curl)
      expectAnswered(sample, output, ajv)
      const [variable, value] = givenBy(sample, output.text) ?? []
      if (variable) await shell.run(`${variable}='${value}'`)
    }
    shell.end()
  })

  function expectAnswered(sample: Sample, { text, status, headers }: Output, ajv: Ajv) {
    const title = titleOf(sample)
    expect([title, status, status < 300 ? '' : text]).toEqual([title, status, ''])
    const { responses } = endpoints.find(({ operationId }) => operationId === sample.operationId) as Endpoint
    const described = responses[status] as Exclude<Endpoint['responses'][string], { $ref: string }>
    expect(described, `${title} ${status}`).toBeDefined()
    for (const header of Object.keys(described.headers ?? {}).filter(name => !SOMETIMES.includes(name))) {
      expect(headers.has(header.toLowerCase()), `${title} ${header}`).toBe(true)
    }
    expect(headers.get('x-ignored-fields'), title).toBeUndefined()
    const lines = text.split('\n').filter(line => /^(HTTP\/|x-reservation-|\{)/.test(line))
    if (sample.curl.startsWith('for ')) {
      expect(lines.length, title).toBeGreaterThan(1)
      expect(lines.slice(0, lines.length / 2), title).toEqual(lines.slice(lines.length / 2))
    }
    if (!described.content) {
      for (const line of sample.shown.split('\n')) expect(text, title).toContain(line.split(':')[0])
      return
    }
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    expect(described.content[type], `${title} ${type}`).toBeDefined()
    if (type !== 'application/json') return
    const validate = ajv.compile(described.content[type]?.schema as object)
    const body = JSON.parse(lines[0] ?? text)
    expect([title, validate(body) ? [] : validate.errors]).toEqual([title, []])
  }

  /** Headers that not every success has. */
  const SOMETIMES = ['X-Next-Cursor', 'X-Ignored-Fields', 'Preference-Applied']

  it('in TypeScript work as they are copied, each without the others unless it says what it needs [VERSION-6]', async () => {
    const other = newServiceFolder()
    const started = await start(other)
    const { origin } = started.service
    const env: Record<string, string> = { ...environment }
    const modules = new Modules(other.folder)
    const all = aloneFirst(samples.filter(({ operationId }) => operationId !== DELETION))
    for (const [i, sample] of all.entries()) {
      if (i % SAMPLES_OF_APPLICATION === 0) {
        const { clientId, clientSecret } = await registerApplication(started.service, 1, ALL_PERMISSIONS)
        Object.assign(env, { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret })
      }
      const code = sample.typescript.replaceAll(run.service.origin, origin).replace("'@innlet/client'", `'${CLIENT}'`)
      const output = await modules.run(code, env)
      expect([titleOf(sample), output]).toEqual([titleOf(sample), expect.not.stringMatching(/^failed:/m)])
      const [variable, value] = givenBy(sample, output) ?? []
      if (variable && value) env[variable] = value
    }
    modules.end()
  })

  it('that delete a customer work when it was closed before', async () => {
    const other = newServiceFolder()
    const { service } = await start(other, '--no-demo')
    await service.admin('PUT', '/customers/9', { name: 'Closed', currency: 'EUR', timeZone: 'Europe/Lisbon' })
    await service.admin('PUT', '/customers/9/state', { state: 'closed' })
    closeLongAgo(other, 9)
    const [sample] = samples.filter(({ operationId }) => operationId === DELETION) as [Sample]
    const there = (code: string) => code.replaceAll(run.service.origin, service.origin)
    const shell = new Shell(other.folder, { ...environment, API: service.origin })
    expect(await shell.run(sample.curl)).toMatchObject({ status: 200 })
    shell.end()
    const modules = new Modules(other.folder)
    expect(await modules.run(there(sample.typescript), environment)).toMatch(/state: 'deleted'/)
    modules.end()
  })
})
