import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Innlet } from '../../client/innlet.ts'
import type { ChannelMessage } from '../../client/types.ts'
import { QUERIES, queryOf } from '../../operations/watch/metrics.ts'
import { readVars } from '../../tooling/command/vars.ts'
import { databaseFile } from '../../tooling/state/files.ts'
import { D1_FAULTS } from '../../worker/db/d1-faults.ts'
import { type CommandResult, runOperation } from './support/commands.ts'
import { registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { ADMIN_TOKEN, newServiceFolder, type Run, start } from './support/run.ts'
import { serve } from './support/serve.ts'

/*
 * A service with the demo hotel and two databases, and Cloudflare's SQL API. The faults are real: receivers that refuse, requests
 * that are refused, a service that was started with another secret, a file that is damaged. Only time is simulated: stored times are
 * moved back.
 */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ACCOUNT = '0123456789abcdef0123456789abcdef'
const DATABASES = 'DB SECOND'

/** Lists have several pages, as those of many customers. */
const place = newServiceFolder(`ADMIN_TOKEN='${ADMIN_TOKEN}'\nDATABASES='${DATABASES}'\nPAGE_SIZE='5'\n`)
/** The file of the watch, with the access to the metrics. */
const vars = join(place.folder, 'watch.vars')
let run: Run
let unreached: CommandResult
let isRefusing = false

/** The queries of the docs in the SQL of SQLite. Each counts the whole log, and the largest value instead of a quantile. */
const QUERY_TEXTS = new Map(
  (Object.keys(QUERIES) as (keyof typeof QUERIES)[])
    .map(name => queryOf(name))
    .map(sql => [
      sql,
      sql
        .replace(/NOW\(\) - INTERVAL '\d+' \w+/, '0')
        .replaceAll(/sumIf\((\w+), (.+)\) AS/g, 'SUM(iif($2, $1, 0)) AS')
        .replace(/quantileExactWeighted\(0\.95\)\((\w+), \w+\)/, 'max($1)'),
    ]),
)

const names = (kind: string, count: number) => Array.from({ length: count }, (_, i) => `${kind}${i + 1}`)
const COLUMNS = ['timestamp', '_sample_interval', ...names('blob', 6), ...names('double', 7 + D1_FAULTS.length)]

/** The rows of a query. The dataset has a point for each line of the service's log, which has the same values. */
function rowsOf(sql: string): Record<string, SQLOutputValue>[] {
  const db = new DatabaseSync(':memory:')
  db.exec(`CREATE TABLE innlet_requests (${COLUMNS})`)
  const insert = db.prepare(`INSERT INTO innlet_requests VALUES (${COLUMNS.map(() => '?')})`)
  for (const line of loggedLines()) {
    const { route, method, code = 'OK', customer = '', shard = '', client = '', status, ms, d1, d1Faults = {} } = line
    // The watch itself asks healthdb, at the same time.
    if (!route || route === '/api/Fetch/healthdb') continue
    const blobs = [route, method, code, `${customer}`, `${shard}`, client]
    const doubles = [status, ms, d1, line.rowsRead, line.rowsWritten, line.d1Ms, line.kvMs]
    insert.run(1, 1, ...blobs, ...doubles, ...D1_FAULTS.map(fault => d1Faults[fault] ?? 0))
  }
  const rows = db.prepare(sql).all()
  db.close()
  return rows
}

const loggedLines = () =>
  readFileSync(join(place.state, 'service.log'), 'utf8')
    .split('\n')
    .filter(line => line.endsWith('}'))
    .map(line => JSON.parse(line))

beforeAll(async () => {
  const cloudflare = await serve(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const sql = request.url === `/accounts/${ACCOUNT}/analytics_engine/sql` ? QUERY_TEXTS.get(text) : undefined
    response.writeHead(isRefusing ? 403 : sql ? 200 : 400)
    response.end(JSON.stringify({ data: sql && rowsOf(sql) }))
  })
  vi.stubEnv('CLOUDFLARE_API_BASE_URL', cloudflare)
  vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', ACCOUNT)
  writeFileSync(vars, `ADMIN_TOKEN='${ADMIN_TOKEN}'\nCLOUDFLARE_API_TOKEN='analytics'\n`)
  ;[run, unreached] = await Promise.all([start(place), watchAt('http://127.0.0.1:1')])
}, 120_000)

/** A client of a customer, with an application of its own. */
async function clientOf(customer: number, permissions: string[]): Promise<Innlet> {
  const application = await registerApplication(run.service, customer, permissions)
  return new Innlet({ url: run.service.origin, ...application })
}

const stayIn = (roomID: number) => ({
  arrivalDate: '2031-05-01',
  departureDate: '2031-05-03',
  primaryGuestDetails: { lastName: 'Okafor' },
  roomsBooked: [{ roomID }],
})

/** A message of a channel manager on a room type. */
const ratesOf = (roomTypeId: number): ChannelMessage => ({
  rooms: [{ roomTypeId, data: [{ sellableProducts: { hotelid: 'H1', sellableProduct: [{ roomid: 'DBL' }] } }] }],
  rateAvailability: [
    {
      data: [
        {
          hotelid: 'H1',
          room: [{ roomid: 'DBL', date: [{ from: '2031-05-01', to: '2031-05-09', roomstosell: '5' }] }],
        },
      ],
    },
  ],
})

/** An application needs another permission for its requests. */
async function refuseClient(customer: number): Promise<void> {
  const client = await clientOf(customer, ['reservations:read'])
  for (let i = 0; i < 25; i++) await expect(client.booking.post(stayIn(101))).rejects.toThrow('PERMISSION_DENIED')
}

async function refuseMessages(customer: number): Promise<void> {
  const { cmConnect } = await clientOf(customer, ['rates:write'])
  await cmConnect.update(ratesOf(10))
  for (let i = 0; i < 4; i++) await expect(cmConnect.update(ratesOf(99))).rejects.toThrow('UNKNOWN_REFERENCE')
}

/** A receiver refuses three events. */
async function failEndpoint(customer: number): Promise<void> {
  const { booking } = await withFailingReceiver(customer)
  for (const room of [101, 102, 103]) await booking.post(stayIn(room))
  await isLogged({ customer, webhook: 'failing' })
}

/** A receiver refuses events for four days. */
async function exhaustEndpoint(customer: number): Promise<void> {
  const { booking } = await withFailingReceiver(customer)
  await booking.post(stayIn(101))
  await isLogged({ customer, webhook: 'failed' })
  passTime(
    `UPDATE webhook_endpoint SET failing_since = failing_since - ${4 * DAY}, due_at = due_at - ${4 * DAY} WHERE customer_id = ${customer}`,
    `UPDATE webhook_delivery SET next_attempt_at = next_attempt_at - ${4 * DAY} WHERE customer_id = ${customer}`,
  )
  await booking.post(stayIn(102))
  await isLogged({ customer, webhook: 'disabled' })
}

async function withFailingReceiver(customer: number): Promise<Innlet> {
  const receiver = await serve((_, response) => response.writeHead(500).end())
  const client = await clientOf(customer, ['reservations:write', 'events:write'])
  await client.webhooks.endpoints.create({ url: `${receiver}/secret-path` })
  return client
}

/** Waits for a line of the log. A hook, which calls it, has no `expect.poll`. */
const isLogged = (line: object) =>
  vi.waitFor(() => expect(loggedLines()).toContainEqual(expect.objectContaining(line)), 30_000)

/** A program marks the first message of the fetch queue, and stops. */
async function useQueue(customer: number): Promise<void> {
  const { booking, fetchQueue } = await clientOf(customer, ['reservations:write'])
  for (const room of [101, 102]) await booking.post(stayIn(room))
  for await (const { fetchQueueMessageId } of fetchQueue.messages()) {
    return fetchQueue.update({ fetchQueueMessageId, status: 'Processed' })
  }
}

/** The first step of a move, which nobody continues. Meanwhile bookings fail. */
async function beginMove(customer: number): Promise<void> {
  const application = await registerApplication(run.service, customer, ['reservations:write'])
  const { access_token } = await tokenFor(run.service, application)
  await run.service.admin('POST', `/customers/${customer}/move`, { to: 1 })
  for (let i = 0; i < 20; i++) {
    const { status } = await run.service.request('POST', '/api/Booking/PostBooking', stayIn(101), access_token)
    expect(status).toBe(503)
  }
}

/** Guesses the secret of an application, and the token of the administrator. */
async function guess(customer: number): Promise<void> {
  const { clientId: client_id } = await registerApplication(run.service, customer, ['rates:read'])
  const grant = { grant_type: 'client_credentials', client_id, client_secret: 'guess', audience: 'innlet-api' }
  for (let i = 0; i < 20; i++) await run.service.request('POST', '/oauth/token', grant)
  for (let i = 0; i < 10; i++) await run.service.request('GET', '/admin/status', undefined, 'guess')
}

/** Overwrites a database and its journal. */
function damage(file: string): void {
  for (const each of [file, `${file}-wal`]) writeFileSync(each, Buffer.alloc(statSync(each).size, 'x'))
}

/** Moves stored times back. */
function passTime(...statements: string[]): void {
  const db = new DatabaseSync(databaseFile(place.state, {}, 'DB'), { timeout: 10_000 })
  for (const statement of statements) db.exec(statement)
  db.close()
}

const watchAt = (url: string, ...flags: string[]) => runOperation('watch.ts', ['--url', url, '--vars', vars, ...flags])
const watch = (...flags: string[]) => watchAt(run.service.origin, ...flags)

describe('without a fault', () => {
  it('the demo hotel rings nothing: one line and exit code 0 [RUN-55]', async () => {
    expect(await watch()).toEqual({ code: 0, said: 'OK: none of 25 alerts, 0 customers\n' })
  })

  it('without access to the metrics, their alerts are listed once as not judged, with what is missing [RUN-54]', async () => {
    // The file of `npm start` for the commands: it has the address, and the token by its other name.
    const { code, said } = await runOperation('watch.ts', ['--vars', join(place.state, 'innlet.env')])
    expect([code, said.split('\n')]).toEqual([
      0,
      [
        'OK: none of 15 alerts, 0 customers; 10 not judged',
        expect.stringMatching(/^Not judged without CLOUDFLARE_API_TOKEN: failedRequests, bug, /),
        '',
      ],
    ])
  })
})

describe('the watch itself cannot judge', () => {
  it('a service that is not reached is exit code 2, and names what to read [RUN-54]', () => {
    const { code, said } = unreached
    expect(code).toBe(2)
    expect(said).toMatch(
      /^CRITICAL the service does not respond: .+; since this run; docs\/running\.md#the-service-does-not-respond\nNot judged: secret, /,
    )
  })

  it('a token that the service refuses is exit code 2, in one line without the token [RUN-54]', async () => {
    const wrong = join(place.folder, 'wrong')
    writeFileSync(wrong, "ADMIN_TOKEN='a-token-of-another-service-0123456789'\n")
    const { code, said } = await watch('--vars', wrong)
    expect(code).toBe(2)
    expect(said).toMatch(
      /^CRITICAL not judged: GET \/admin\/status\S* answered 401 .+; docs\/watch\.md#what-the-watch-/,
    )
    expect(said.match(/^CRITICAL/gm)).toHaveLength(1)
    expect(said).not.toContain('another-service')
  })

  it('metrics that cannot be read are a warning', async () => {
    isRefusing = true
    const { code, said } = await watch()
    isRefusing = false
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^WARNING the metrics are not judged: Cloudflare answered 403/),
    ])
  })

  it.for<[title: string, own: object, said: RegExp]>([
    ['an unknown name', { thresholds: { slowMs: 1 } }, /^watch: --thresholds: customers\.7\.thresholds\.?/],
    [
      'a season that ends before it begins',
      { closed: [{ from: '2026-11-01', until: '2026-03-15' }] },
      /^watch: --thresholds: customers\.7\.closed\.0\.until: expected a day after from/,
    ],
  ])('a file of thresholds with %s is refused', async ([_, own, expected]) => {
    const file = join(place.folder, 'thresholds.json')
    writeFileSync(file, JSON.stringify({ customers: { 7: own } }))
    const { code, said } = await watch('--thresholds', file)
    expect([code, said]).toEqual([2, expect.stringMatching(expected)])
  })
})

describe('faults that hurt a hotel', () => {
  interface Fault {
    alert: string
    customer?: number
    text: string
  }
  let found: CommandResult
  let lines: CommandResult
  let silenced: CommandResult
  let faults: Fault[]

  beforeAll(async () => {
    for (let customer = 7; customer <= 14; customer++) await setUpHotel(run.service, customer)
    await run.service.admin('PATCH', '/customers/12', { name: 'Quinta do Mar\nOK 24 alerts|\u009b0m' })
    const channelManager = await clientOf(7, ['rates:write', 'reservations:write'])
    await channelManager.cmConnect.update(ratesOf(10))
    await channelManager.booking.post(stayIn(101))

    await run.end('SIGTERM')
    const { SECRET_PEPPER = '' } = await readVars(place.vars)
    writeFileSync(place.vars, readFileSync(place.vars, 'utf8').replace(SECRET_PEPPER, `${SECRET_PEPPER}-of-another`))
    run = await start(place)

    await refuseClient(8)
    await refuseMessages(9)
    await useQueue(12)
    await beginMove(13)
    await guess(14)
    // These wait for their lines of the log, which come after those of all requests before.
    await failEndpoint(10)
    await exhaustEndpoint(11)
    // It answers the same for five seconds. Otherwise each run of the watch would ask it three times, with pauses.
    await run.service.requestOk('GET', '/api/Fetch/healthdb')
    damage(databaseFile(place.state, { DATABASES }, 'SECOND'))

    passTime(
      `UPDATE event SET at = at - ${30 * DAY}, last_rates_at = last_rates_at - ${30 * DAY} WHERE customer_id = 7`,
      `UPDATE customer_directory SET created_at = created_at - ${DAY}, updated_at = updated_at - ${DAY}`,
      `UPDATE webhook_endpoint SET failing_since = failing_since - ${6 * HOUR} WHERE customer_id = 10`,
      `UPDATE fetch_message SET created_at = created_at - ${DAY}, updated_at = updated_at - ${DAY} WHERE customer_id = 12`,
      // Only in one minute of an hour it has run.
      `UPDATE clean_up_visit SET begun_at = begun_at - ${DAY}`,
    )
    const thresholds = join(place.folder, 'thresholds.json')
    writeFileSync(thresholds, JSON.stringify(THRESHOLDS))
    ;[found, lines, silenced] = await Promise.all([
      watch('--json'),
      watch(),
      watch('--json', '--thresholds', thresholds),
    ])
    faults = JSON.parse(found.said).faults
  }, 120_000)

  const THRESHOLDS = {
    thresholds: { hourlyRunHours: null, moveHours: 48, failedPercent: 90, tokenRefusals: 21, adminGuesses: 11 },
    customers: {
      7: { closed: [{ from: '2020-01-01', until: '2100-01-01' }] },
      8: { thresholds: { refusedRequests: 26 } },
      10: { thresholds: { endpointHours: 24 } },
    },
  }

  it.for<[alert: string, customer: number | undefined, text: RegExp]>([
    ['database', undefined, /^database 1 is unavailable \(other\)$/],
    ['secret', undefined, /^SECRET_PEPPER is valid, but not the one of 2 applications, which no longer work$/],
    ['rates', 7, /^no changes of rates or availability by the channel manager$/],
    ['messages', 9, /^messages of the channel manager are refused: 4 of 5 \(UNKNOWN_REFERENCE 4\)$/],
    ['endpoint', 10, /^webhook endpoint 1 \(127\.0\.0\.1:\d+\) fails: \d failures in a row$/],
    ['endpoint', 11, /^webhook endpoint 1 \(127\.0\.0\.1:\d+\) was disabled: exhausted$/],
    ['bookings', 7, /^no booking$/],
    ['client', 8, /^app_\w{32} is refused: 25 of 26 requests \(PERMISSION_DENIED 25\)$/],
    ['queue', 12, /^nobody works through the fetch queue of hotel H1$/],
    ['hourlyRun', undefined, /^the hourly run has (never run|stopped)$/],
    ['move', 13, /^the move does not end; its other database is 1$/],
    [
      'failedRequests',
      13,
      /^requests fail: DATABASE_UNAVAILABLE 20; of all \d+ 20 fail, most at \/api\/Booking\/PostBooking$/,
    ],
    ['tokens', 14, /^app_\w{32} gets no token \(INVALID_CLIENT_CREDENTIALS 20\)$/],
    ['client', 14, /^app_\w{32} is refused: 20 of 20 requests \(INVALID_CLIENT_CREDENTIALS 20\)$/],
    ['adminGuesses', undefined, /^somebody guesses the ADMIN_TOKEN: 10 refusals$/],
  ])('one run names the fault %s of customer %s [RUN-54]', ([alert, customer, text]) => {
    expect(faults.filter(each => each.alert === alert && each.customer === customer)).toEqual([
      expect.objectContaining({
        text: expect.stringMatching(text),
        read: expect.stringMatching(/^docs\/[\w-]+\.md#/),
        ...(customer && { name: expect.stringMatching(/^Quinta do Mar/), since: expect.stringMatching(/^2\S+Z$/) }),
      }),
    ])
  })

  it('the run names nothing else, and is exit code 2 [RUN-54] [RUN-55]', () => {
    expect([faults.length, found.code]).toEqual([15, 2])
  })

  it('the command shows each fault in a line with customer, since when and the heading to read [RUN-54]', () => {
    const { said } = lines
    expect(said).toMatch(
      /^WARNING customer 7 \(Quinta do Mar\): no booking; since \S+Z; docs\/running\.md#no-bookings$/m,
    )
    expect(said.match(/^\w+/gm)).toEqual([...Array(3).fill('CRITICAL'), ...Array(12).fill('WARNING')])
    expect(said).toContain('customer 12 (Quinta do Mar OK 24 alerts  0m): ')
    expect(said).not.toContain('secret-path')
  })

  it('thresholds of a file, also of one customer, silence a fault; `null` switches it off [RUN-54]', () => {
    const { faults }: { faults: Fault[] } = JSON.parse(silenced.said)
    expect(faults.map(({ alert }) => alert)).toEqual(['database', 'secret', 'endpoint', 'queue', 'client', 'messages'])
  })
})

it('every alert is in the table of the docs, with its thresholds and the heading to read, which exists [RUN-54]', async () => {
  const { ALERTS } = await import('../../operations/watch/report.ts')
  const { DEFAULTS } = await import('../../operations/watch/thresholds.ts')
  const page = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
  const anchors = (file: string) =>
    [...page(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
  const table = page('docs/watch.md').match(/^\| `\w+`(?: \*)? \|.*$/gm) ?? []
  for (const [name, { read, level, metrics }] of Object.entries(ALERTS)) {
    const [file = '', anchor] = read.split('#')
    expect(anchors(file), name).toContain(anchor)
    const row = table.find(line => new RegExp(`^\\| \`${name}\``).test(line) && line.endsWith(`| ${level} |`))
    expect(row, name).toContain(`${read.replace('docs/watch.md', '').replace('docs/', '')})`)
    if (metrics) expect(row, name).toMatch(/ query \d/)
  }
  for (const [name, value] of Object.entries(DEFAULTS)) {
    expect(
      table.filter(line => line.includes(`\`${name}\` ${value}`)),
      name,
    ).toHaveLength(1)
  }
})
