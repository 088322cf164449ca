import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2020.js'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { writeClient } from '../../site/downloads/client.ts'
import { FaultyProxy } from '../client/support/faulty-proxy.ts'
import type { Fault } from '../client/support/hotel.ts'
import { dereferenced } from '../support/dereferenced.ts'
import { launchBrowser } from './support/browser.ts'
import { query } from './support/database.ts'
import {
  type Block,
  blocks,
  commandsOf,
  isFollower,
  isKnown,
  isOfClient,
  isOfPage,
  isProgram,
  isQuery,
  isWebhookProgram,
  schemaPathOf,
  shownOutput,
  versionsOf,
} from './support/doc-blocks.ts'
import { freePort, listening, missingInterpreter, startProgram } from './support/programs.ts'
import { ADMIN_TOKEN, newServiceFolder, type Run, start, whenFileEnds } from './support/run.ts'
import { NEW_KEYS, RECEIVER_RUNTIMES } from './support/sample-receiver.ts'

/*
 * Every block of code of the documentation, as it is copied, in the order of the pages, on one service.
 */

/** Lines that a program has at most. */
const MOST_LINES = 40
const LIST = '/api/Reservation/GetReservations'

const place = newServiceFolder()
let run: Run
let receiverPort: number
let others: Rows

beforeAll(async () => {
  run = await start(place)
  receiverPort = await freePort()
  await bookForOthers()
  others = rowsOfOthers()
})

type Rows = Record<string, Record<string, unknown>[]>
const OTHERS = 20

/** Bookings with links and an account, which were there before anybody reads the documentation. */
async function bookForOthers(): Promise<void> {
  const token = await bearer()
  for (let i = 0; i < OTHERS; i++) {
    const booking = {
      identity: `other-${i}`,
      arrivalDate: `2029-01-${10 + i}`,
      departureDate: `2029-01-${11 + i}`,
      primaryGuestDetails: { lastName: 'Other' },
      roomsBooked: [{ roomID: 101 }],
    }
    const { headers } = await run.service.requestOk('POST', '/api/Booking/PostBooking', booking, token)
    const reservationId = Number(headers.get('x-reservation-id'))
    await run.service.requestOk('POST', '/api/PartnerItinerary/IssueLink', { reservationId }, token)
  }
}

/** All rows of the bookings that nobody made by the documentation. */
function rowsOfOthers(): Rows {
  const tables = ['reservation', 'room_stay', 'room_rate', 'payment', 'sale', 'fetch_message', 'event']
  const others = `SELECT reservation_id FROM reservation WHERE identity LIKE 'other-%'`
  return Object.fromEntries(
    tables.map(table => [table, query(place, `SELECT * FROM ${table} WHERE reservation_id IN (${others})`)]),
  )
}

/** A text of the documentation with the address of this service and the ids of its demo, as its site shows it, and with a free port. */
const here = (text: string) =>
  text
    .replaceAll(/http:\/\/localhost:8787|https:\/\/innlet\.example/g, run.service.origin)
    .replaceAll('app_…', run.of('client_id'))
    .replaceAll('cs_…', run.of('client_secret'))
    .replaceAll('41900', String(receiverPort))

const named = (wanted: (block: Block) => unknown) => blocks.filter(wanted).map(block => [block.place, block] as const)

async function bearer(): Promise<string> {
  const grant = { grant_type: 'client_credentials', audience: 'innlet-api' }
  const client = { client_id: run.of('client_id'), client_secret: run.of('client_secret') }
  return (await run.service.requestOk('POST', '/oauth/token', { ...grant, ...client })).json.access_token
}

it('says of every block what to do with it', () => {
  expect(blocks.filter(block => !isKnown(block)).map(({ place }) => place)).toEqual([])
  expect(blocks.length).toBeGreaterThan(80)
})

describe('commands and requests, in one shell', () => {
  const commands = blocks.filter(commandsOf)
  let outputs: string[]
  let faults = ''

  beforeAll(async () => {
    const script = commands.map(block => `${here(commandsOf(block) ?? '')}\necho; echo ==next==\n`).join('')
    const env = {
      ...process.env,
      CLIENT_ID: run.of('client_id'),
      CLIENT_SECRET: run.of('client_secret'),
      INNLET_URL: run.service.origin,
      INNLET_ADMIN_TOKEN: ADMIN_TOKEN,
      // The quick start installs the command there. What it installs comes from the service.
      HOME: place.folder,
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    }
    outputs = await new Promise(resolve => {
      execFile('bash', ['-eu', '-c', script], { env, cwd: place.folder, maxBuffer: 64e6 }, (_, stdout, stderr) => {
        faults = stderr
        resolve(stdout.split('==next==\n'))
      })
    })
  })

  it.for(commands.map((block, i) => [block.place, block, i] as const))('%s', ([, block, i]) => {
    const output =
      outputs.length > i + 1 ? outputs[i]?.replaceAll(run.service.origin, 'http://localhost:8787') : undefined
    expect(output, faults).toBeDefined()
    for (const shown of shownOutput(block)) expect(output).toMatch(shown)
    if (!/^# .*"description":"/m.test(block.code)) {
      expect(output).not.toMatch(/"errors":\[\{|"error_code"|^HTTP\/1.1 [45]/m)
    }
  })

  it('show what is answered', () => {
    expect(commands.flatMap(shownOutput).length).toBeGreaterThan(20)
  })
})

describe('a sample of a response is one of its operation', () => {
  const ajv = new Ajv({ strict: false, allErrors: true })
  let document: object

  beforeAll(async () => {
    document = dereferenced((await run.service.requestOk('GET', '/openapi.json')).json)
  })

  it.for(named(schemaPathOf))('%s', ([, block]) => {
    const path = schemaPathOf(block) ?? []
    const schema = path.reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], document)
    expect(schema, path.join(' ')).toBeDefined()
    const validate = ajv.compile(schema as object)
    expect([validate(JSON.parse(block.code)), validate.errors]).toEqual([true, null])
  })
})

describe('a receiver of webhooks, in workerd and Node, takes what its key has signed and nothing else [WEBHOOK-5]', () => {
  const receivers = blocks.flatMap(block =>
    versionsOf(block).flatMap(version =>
      Object.entries(RECEIVER_RUNTIMES).map(
        ([runtime, start]) => [`${block.place}, ${version}, ${runtime}`, version, () => start(block.code)] as const,
      ),
    ),
  )

  // A customer has ten tests of endpoints a minute.
  it.for(receivers.filter(([title]) => title.endsWith('workerd')))('%s', async ([, signature, startReceiver]) => {
    const { url, stop } = await startReceiver()
    onTestFinished(stop)
    const token = await bearer()
    const call = async (name: string, body: object) =>
      (await run.service.requestOk('POST', `/api/Webhook/${name}`, body, token)).json.content
    const { endpointId, secret, publicKey } = await call('PostEndpoint', { url, signature, types: ['guest.erased'] })
    await fetch(url, { method: 'PUT', body: signature === 'v1' ? secret : publicKey })
    expect((await call('TestEndpoint', { endpointId })).httpStatus).toBe(202)
  })

  it.for(receivers)('and nothing older, altered or of another key: %s', async ([, version, startReceiver]) => {
    const { url, stop } = await startReceiver()
    onTestFinished(stop)
    const newKey = NEW_KEYS[version] ?? expect.fail(version)
    const { receiverKey, signatureOf } = newKey()
    await fetch(url, { method: 'PUT', body: receiverKey })
    const received = async (age: number, signed: string, body = signed) => {
      const time = Math.floor(Date.now() / 1000) - age
      const signature = `v0,other ${version},${signatureOf(`evt_1.${time}.${signed}`)}`
      const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(time), 'webhook-signature': signature }
      return (await fetch(url, { method: 'POST', headers, body })).status
    }
    expect(await received(200, '{"type":"Olá"}')).toBe(202)
    expect(await received(400, '{"type":"Olá"}')).toBe(400)
    expect(await received(-400, '{"type":"Olá"}')).toBe(400)
    expect(await received(0, '{"type":"Olá"}', '{"type":"Ola"}')).toBe(400)
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400)
    await fetch(url, { method: 'PUT', body: newKey().receiverKey })
    expect(await received(0, '{"type":"Olá"}')).toBe(400)
  })
})

/** Programs by language. The title of one whose interpreter is not on this machine says so, and it is skipped. */
const programs = (wanted: (block: Block) => boolean) =>
  blocks.filter(wanted).map(block => {
    const missing = missingInterpreter(block)
    const title = `${block.place}, ${block.language}${missing ? `: skipped, because ${missing} is not installed` : ''}`
    return { title, block, runs: missing ? it.skip : it.concurrent }
  })

describe('a program books once, though a response is refused and one is lost, and reads all pages [BOOKING-19]', () => {
  for (const { title, block, runs } of programs(isProgram)) {
    runs(title, async () => {
      expect(block.code.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES)
      const path = '/api/Booking/PostBooking'
      const proxy = await FaultyProxy.inFrontOf(run.service.origin)
      whenFileEnds(() => proxy.end())
      const faults: Fault[] = [{ status: 429, headers: { 'retry-after': '1' }, body: '{}' }, { close: 'after' }]
      proxy.usual = requested => (requested === path ? (faults.shift() ?? null) : null)
      const env = {
        API: `${proxy.origin}/r/program`,
        CLIENT_ID: run.of('client_id'),
        CLIENT_SECRET: run.of('client_secret'),
      }
      const { code, output } = await startProgram(block, { folder: place.folder, env }).ended
      expect([code, output]).toEqual([0, expect.stringMatching(/^Booking 1\d{7}$/m)])
      const [first, second, third, ...more] = proxy.seen('program').filter(each => each.path === path)
      expect([second?.body, third?.body, more]).toEqual([first?.body, first?.body, []])
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(900)

      const { identity } = JSON.parse(first?.body ?? '{}')
      const { json } = await run.service.requestOk('POST', LIST, { pageSize: 200 }, await bearer())
      const ours = json.content.filter((each: { identity: string }) => each.identity === identity)
      expect(ours).toHaveLength(1)
      expect(output).toContain(`Booking ${ours[0].reservationNumber}`)
      const count = Number(/^(\d+) reservations$/m.exec(output)?.[1] ?? output.split('"reservationNumber":').length - 1)
      // The other programs book meanwhile.
      expect(count).toBeGreaterThan(5)
      expect(count).toBeLessThanOrEqual(json.content.length)
    })
  }
})

describe('a program with the client prints what it shows', () => {
  beforeAll(() => writeClient(join(place.folder, 'node_modules/@innlet/client')))

  it.for(named(isOfClient))('%s', async ([, block]) => {
    const { code, output } = await startProgram({ ...block, code: here(block.code) }, { folder: place.folder }).ended
    expect([code, output]).toEqual([0, expect.any(String)])
    const shown = shownOutput(block)
    expect(shown.length).toBeGreaterThan(0)
    for (const each of shown) expect(output).toMatch(each)
  })
})

describe('a program that receives webhooks takes what its secret has signed and nothing else [WEBHOOK-5]', () => {
  const age = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds)
  /** What is sent at this moment, and whether it is valid: timestamp, signed text and sent body. */
  const webhooks = (): [valid: boolean, time: string, signed: string, body?: string, version?: string][] => [
    [true, age(0), '{"id":"evt_1","type":"Olá"}'],
    [true, age(200), '{"id":"evt_1","type":"Olá"}'],
    [false, age(400), '{"id":"evt_1","type":"Olá"}'],
    [false, age(-400), '{"id":"evt_1","type":"Olá"}'],
    [false, 'soon', '{"id":"evt_1","type":"Olá"}'],
    [false, age(0), '{"id":"evt_1","type":"Olá"}', '{"id":"evt_1","type":"Ola"}'],
    [false, age(0), '{"id":"evt_1","type":"Olá"}', undefined, 'v0'],
  ]
  type Send = (headers: Record<string, string>, body: string) => Promise<boolean>

  /** Headers as the variables of a shell. */
  const variablesOf = (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase().replaceAll('-', '_'), value]))

  async function expectVerified(signatureOf: (content: string) => string, isTaken: Send) {
    for (const [valid, time, signed, body = signed, version = 'v1'] of webhooks()) {
      const signature = signatureOf(`evt_1.${time}.${signed}`)
      const sent = { 'webhook-id': 'evt_1', 'webhook-timestamp': time }
      const others = `v0,other v1,b3RoZXI= v1,* ${version},`
      const taken = await isTaken({ ...sent, 'webhook-signature': others + signature }, body)
      expect(taken, `${time} ${body} ${version}`).toBe(valid)
      const altered = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`
      expect(await isTaken({ ...sent, 'webhook-signature': `v1,${altered}` }, body)).toBe(false)
    }
    expect(await isTaken({ 'webhook-id': '', 'webhook-timestamp': '', 'webhook-signature': '' }, '{}')).toBe(false)
  }

  for (const { title, block, runs } of programs(isWebhookProgram)) {
    // Anybody can sign with an empty key.
    runs(`and nothing without a secret: ${title}`, async () => {
      const [time, body] = [age(0), '{"id":"evt_1","type":"ping"}']
      const signature = createHmac('sha256', '').update(`evt_1.${time}.${body}`).digest('base64')
      const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': time, 'webhook-signature': `v1, v1,${signature}` }
      const statuses = ['', 'whsec_*'].map(async secret => {
        const env = { INNLET_WEBHOOK_SECRET: secret, ...(block.language === 'sh' && variablesOf(headers)) }
        const port = block.language === 'sh' ? 0 : await freePort()
        const { child, ended } = startProgram(block, { folder: place.folder, env, ...(port && { port }) })
        if (!port) {
          child.stdin?.end(body)
          return (await ended).code
        }
        let isOver = false
        ended.then(() => {
          isOver = true
        })
        await listening(port, () => isOver).catch(() => {})
        const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).catch(
          () => undefined,
        )
        child.kill()
        await ended
        return response?.status
      })
      for (const status of await Promise.all(statuses)) expect([0, 204]).not.toContain(status)
    })

    runs(title, async () => {
      expect(block.code.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES)
      if (block.language === 'sh') {
        const { receiverKey, signatureOf } = NEW_KEYS.v1?.() ?? expect.fail()
        await expectVerified(signatureOf, async (headers, body) => {
          const env = { ...variablesOf(headers), INNLET_WEBHOOK_SECRET: receiverKey }
          const { child, ended } = startProgram(block, { folder: place.folder, env })
          child.stdin?.end(body)
          return (await ended).code === 0
        })
        return
      }
      const token = await bearer()
      const call = async (name: string, body: object) =>
        (await run.service.requestOk('POST', `/api/Webhook/${name}`, body, token)).json.content
      const port = await freePort()
      const url = `http://127.0.0.1:${port}/`
      const { endpointId, secret } = await call('PostEndpoint', { url, types: ['guest.erased'] })
      const env = { INNLET_WEBHOOK_SECRET: secret }
      const { child, ended } = startProgram(block, { folder: place.folder, env, port })
      let output: string | undefined
      ended.then(end => {
        output = end.output
      })
      try {
        await listening(port, () => output !== undefined)
        expect((await call('TestEndpoint', { endpointId })).httpStatus).toBe(204)
        const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
        const signatureOf = (content: string) => createHmac('sha256', key).update(content).digest('base64')
        await expectVerified(signatureOf, async (headers, body) => {
          const { status } = await fetch(url, { method: 'POST', headers, body })
          expect([204, 400]).toContain(status)
          return status === 204
        })
        expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400)
      } finally {
        child.kill()
        await ended
      }
    })
  }
})

describe('the loop of a follower applies every event once, in order', () => {
  it.for(named(isFollower))('%s', async ([, { code }]) => {
    const applied: number[] = []
    const given = {
      api: run.service.origin,
      headers: { authorization: `Bearer ${await bearer()}` },
      stored: { sequence: async () => 0, setSequence: () => {} },
      transaction: (change: () => void) => change(),
      apply: ({ sequence }: { sequence: number }) => applied.push(sequence),
      rebuild: () => Promise.reject(new Error('expected events')),
      // The loop has no other end.
      wait: () => Promise.reject(new Error('waits')),
    }
    const loop = `return (async () => {${code}})()`
    await expect(new Function(...Object.keys(given), loop)(...Object.values(given))).rejects.toThrow('waits')
    expect(applied.length).toBeGreaterThan(10)
    expect(applied).toEqual(applied.map((_, i) => i + 1))
  })
})

it('changes no booking that the documentation did not make', () => {
  expect(others.reservation).toHaveLength(OTHERS)
  expect(rowsOfOthers()).toEqual(others)
})

describe('a query is one of the database', () => {
  it.for(named(isQuery))('%s', ([, { code }]) => {
    expect(query(place, code).length).toBeGreaterThan(0)
  })
})

describe('lines for a page show the stay, without an error', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })

  it.for(named(isOfPage))('%s', async ([, { language, code }]) => {
    const script = '<script type="module" src="https://innlet.example/widget/guest-itinerary.js"></script>'
    const lines = [
      code.includes('src=') ? '' : script,
      language === 'css' ? `<style>${code}</style>` : code,
      code.includes('</guest-itinerary>') ? '' : '<guest-itinerary></guest-itinerary>',
    ]
    const file = join(place.folder, 'stay.html')
    writeFileSync(file, here(lines.join('\n')))
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    const errors: string[] = []
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    await page.goto(`file://${file}?itinerary=${run.of("Guest's page").split('/').at(-1)}`)
    await page.locator('guest-itinerary [part~=guest]').first().waitFor()
    expect(errors).toEqual([])
  })
})
