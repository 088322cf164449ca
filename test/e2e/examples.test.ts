import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { build } from 'vite'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { writeClient } from '../../site/downloads/client.ts'
import { FaultyProxy } from '../client/support/faulty-proxy.ts'
import { registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { environmentOf } from './support/innlet-command.ts'
import { freePort, listening } from './support/programs.ts'
import { newServiceFolder, type Run, start } from './support/run.ts'

/* The projects of examples/, each in a folder of its own with the package of the client, on one service. */

const ROOT = join(import.meta.dirname, '../..')
const PERMISSIONS = [
  'rates:read',
  'rates:write',
  'reservations:read',
  'reservations:write',
  'events:read',
  'events:write',
]
const HOTEL = { hotelid: 'H1' }

/** One room to sell on each night of a month, for 120 with two guests. */
const JUNE = {
  from: '2031-06-01',
  to: '2031-06-30',
  roomstosell: '1',
  rate: [{ rateplanid: 'BAR' }],
  price: [{ numberOfGuests: '2', value: '120' }],
}
const MESSAGES = [
  { rooms: [{ roomTypeId: 10, data: [{ sellableProducts: { ...HOTEL, sellableProduct: [{ roomid: 'DBL' }] } }] }] },
  { ratePlan: [{ rateID: 1, data: [{ ratePlans: { ...HOTEL, ratePlan: [{ rateplanid: 'BAR' }] } }] }] },
  { rateAvailability: [{ data: [{ ...HOTEL, room: [{ roomid: 'DBL', date: [JUNE] }] }] }] },
]

const place = newServiceFolder()
let run: Run

beforeAll(async () => {
  run = await start(place, '--no-demo')
  const scope = join(place.folder, 'node_modules')
  await writeClient(join(scope, '@innlet/client'))
  for (const name of ['hono', '@hono/node-server']) {
    mkdirSync(dirname(join(scope, name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(scope, name))
  }
  // Its tsconfig.json is for this repository.
  const filter = (path: string) => !path.endsWith('tsconfig.json')
  cpSync(join(ROOT, 'examples'), join(place.folder, 'examples'), { recursive: true, filter })
})

/** A customer with the sea hotel, and what its programs need. */
async function newCustomer(id: number) {
  await setUpHotel(run.service, id)
  const application = await registerApplication(run.service, id, PERMISSIONS)
  const { access_token } = await tokenFor(run.service, application)
  const call = async (path: string, body: object) =>
    (await run.service.requestOk('POST', path, body, access_token)).json
  const book = (day: number) => {
    const [arrivalDate, departureDate] = [day, day + 1].map(each => `2031-07-${String(each).padStart(2, '0')}`)
    const guest = { primaryGuestDetails: { lastName: 'Okafor' }, roomsBooked: [{ roomID: 101 }] }
    return run.service.requestOk(
      'POST',
      '/api/Booking/PostBooking',
      { arrivalDate, departureDate, ...guest },
      access_token,
    )
  }
  return { call, book, env: environmentOf(run.service.origin, application) }
}

/** Starts the program of an example. */
function program(path: string, env: Record<string, string>): { child: ChildProcess; output: () => string } {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [join(place.folder, 'examples', path)], { env: { PATH, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text))
  return { child, output: () => output }
}

it('the booking page books at the total that it has shown, once', async () => {
  const { call, env } = await newCustomer(1)
  for (const message of MESSAGES) await call('/api/CMConnect/UpdateCMConnect', message)
  const port = await freePort()
  const { child, output } = program('booking-page/server.ts', { ...env, PORT: String(port) })
  onTestFinished(() => void child.kill())
  await listening(port, () => child.exitCode !== null).catch(() => expect.fail(output()))
  const origin = `http://localhost:${port}`

  expect(await (await fetch(origin)).text()).toContain('name="arrivalDate"')
  const years = await fetch(`${origin}/?arrivalDate=2031-06-01&departureDate=2033-06-01&guests=2`)
  expect([years.status, await years.text()]).toEqual([422, expect.stringContaining('Please choose 1 to 30 nights.')])
  const found = await fetch(`${origin}/?arrivalDate=2031-06-10&departureDate=2031-06-12&guests=2`)
  const offered = await found.text()
  expect(offered).toContain('240 EUR')
  const fields = Object.fromEntries(
    [...offered.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  const guest = { firstName: 'Mina', lastName: '<Okabe>', email: 'mina@example.com' }
  const book = async (more: object = {}) => {
    const body = new URLSearchParams({ ...fields, ...guest, ...more })
    const response = await fetch(`${origin}/book`, { method: 'POST', body })
    return [response.status, await response.text()] as const
  }
  expect(await book({ expectedTotal: '200' })).toEqual([
    409,
    expect.stringContaining('The price or the rooms have changed.'),
  ])
  expect(await book({ departureDate: '2031-06-09' })).toEqual([409, expect.stringContaining('Please check')])
  const booked = await book()
  expect(booked).toEqual([200, expect.stringMatching(/1\d{7}, 240 EUR. <a href="http/)])
  expect(await book()).toEqual(booked)
  // Another guest in the same form.
  expect(await book({ firstName: 'Ana' })).toEqual([409, expect.stringMatching(/have changed|no longer free/)])
  const { content } = await call('/api/Reservation/GetReservations', {})
  expect(content).toHaveLength(1)
  expect(await (await fetch(found.url)).text()).toContain('No room is free')
})

it('the booking page says that it is not possible now, if the token is refused, and logs the cause', async () => {
  const { env } = await newCustomer(4)
  const port = await freePort()
  const more = { INNLET_CLIENT_SECRET: 'cs_wrong', PORT: String(port) }
  const { child, output } = program('booking-page/server.ts', { ...env, ...more })
  onTestFinished(() => void child.kill())
  await listening(port, () => child.exitCode !== null).catch(() => expect.fail(output()))
  const found = await fetch(`http://localhost:${port}/?arrivalDate=2031-06-10&departureDate=2031-06-12&guests=2`)
  expect([found.status, await found.text()]).toEqual([503, expect.stringContaining('Please try again')])
  expect(output()).toContain('INVALID_CLIENT')
  expect(output()).not.toContain('cs_wrong')
})

/** The service, which stops answering the list of changed reservations after some requests. */
async function holdingProxy(answered: number) {
  const lists: string[] = []
  const proxy = await FaultyProxy.inFrontOf(run.service.origin)
  onTestFinished(() => proxy.end())
  proxy.usual = path =>
    path.includes('GetReservationsForPartner') && lists.push(path) > answered ? { delay: 600_000 } : null
  return { url: `${proxy.origin}/r/sync`, lists }
}

it('the synchronisation goes on where it was killed', async () => {
  const { book, env } = await newCustomer(2)
  for (let day = 1; day <= 12; day++) await book(day)
  const data = join(place.folder, 'data')
  mkdirSync(data)
  writeFileSync(join(data, 'messages.json'), JSON.stringify(MESSAGES))
  const stored = () => readdirSync(join(data, 'reservations')).length
  const state = () => JSON.parse(readFileSync(join(data, 'state.json'), 'utf8'))

  const held = await holdingProxy(2)
  const more = { DATA: data, PAGE_SIZE: '5' }
  const first = program('channel-sync/sync.ts', { ...env, ...more, INNLET_URL: held.url })
  await expect.poll(() => held.lists).toHaveLength(3)
  first.child.kill('SIGKILL')
  await once(first.child, 'close')
  expect([stored(), state().sent]).toEqual([10, 3])

  const whole = await holdingProxy(Number.POSITIVE_INFINITY)
  const again = program('channel-sync/sync.ts', { ...env, ...more, INNLET_URL: whole.url })
  expect([await once(again.child, 'close'), again.output()]).toEqual([
    [0, null],
    '3 messages sent\n7 reservations read\n',
  ])
  expect(whole.lists[0]).toContain('cursor=')
  expect(stored()).toBe(12)
})

it('the receiver of webhooks knows which event it missed, and gets it again', async () => {
  const { call, book, env } = await newCustomer(3)
  await book(1)
  const database = { d1Databases: ['DB'], d1Persist: false as const }
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      lib: { entry: join(place.folder, 'examples/webhook-worker/worker.ts'), formats: ['es'], fileName: 'worker' },
    },
  })
  const [chunk] = [result].flat().flatMap(each => ('output' in each ? each.output : []))
  const script = chunk?.type === 'chunk' ? chunk.code : expect.fail('no script')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { content } = await call('/api/Webhook/PostEndpoint', { url: `${url}/`, types: ['reservation.created'] })
  const { endpointId, secret } = content
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script,
      compatibilityDate: '2026-01-01',
      host: '127.0.0.1',
      port,
      cf: false,
      log: new Log(LogLevel.NONE),
      bindings: { ...env, ENDPOINT_ID: String(endpointId), INNLET_WEBHOOK_SECRET: secret },
      ...database,
    }),
  )
  onTestFinished(() => runtime.dispose())
  const events = await runtime.getD1Database('DB')
  await events.exec(readFileSync(join(ROOT, 'examples/webhook-worker/schema.sql'), 'utf8').replaceAll('\n', ' '))
  const sequences = async () => {
    const { results } = await events.prepare('SELECT sequence FROM events ORDER BY 1').all<{ sequence: number }>()
    return results.map(({ sequence }) => sequence)
  }
  const missing = async () => ((await (await fetch(`${url}/missing`)).json()) as { missing: number[] }).missing

  for (const day of [2, 3, 4]) await book(day)
  await expect.poll(sequences).toHaveLength(3)
  expect(await missing()).toEqual([])
  const all = await sequences()
  await events.prepare('DELETE FROM events WHERE sequence = ?').bind(all[1]).run()
  expect(await missing()).toEqual([all[1]])
  expect((await fetch(`${url}/repair`, { method: 'POST' })).status).toBe(202)
  await expect.poll(sequences).toEqual(all)
  expect(await missing()).toEqual([])
  expect((await fetch(`${url}/`, { method: 'POST', body: '{}' })).status).toBe(400)
})
