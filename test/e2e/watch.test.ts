import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseFile } from '../../scripts/start/state-files.ts'
import { QUERIES, queryOf } from '../../scripts/watch/metrics.ts'
import { runScript } from './support/commands.ts'
import { registerApplication, setUpHotel } from './support/hotel.ts'
import { newServiceFolder, type Run, start, whenFileEnds } from './support/run.ts'

const DAY = 86_400_000
const ACCOUNT = '0123456789abcdef0123456789abcdef'

/** One service with the demo hotel, and Cloudflare's SQL API, which answers a query with the rows of its number. */
const place = newServiceFolder()
let run: Run
const rows = new Map<number, object[]>()
let isRefusing = false

beforeAll(async () => {
  const numbers = new Map(
    (Object.keys(QUERIES) as (keyof typeof QUERIES)[]).map(name => [queryOf(name), QUERIES[name]]),
  )
  const cloudflare = createServer(async (request, response) => {
    let sql = ''
    for await (const part of request) sql += part
    const number = numbers.get(sql)
    const isKnown = request.url === `/accounts/${ACCOUNT}/analytics_engine/sql` && number !== undefined
    response.writeHead(isRefusing ? 403 : isKnown ? 200 : 400)
    response.end(JSON.stringify({ data: rows.get(number ?? 0) ?? [] }))
  }).listen(0, '127.0.0.1')
  await once(cloudflare, 'listening')
  whenFileEnds(() => cloudflare.close())
  vi.stubEnv('CLOUDFLARE_API_BASE_URL', `http://127.0.0.1:${(cloudflare.address() as AddressInfo).port}`)
  vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', ACCOUNT)
  vi.stubEnv('CLOUDFLARE_API_TOKEN', 'analytics')
  run = await start(place)
}, 120_000)

const watch = (...flags: string[]) =>
  runScript('watch.ts', ['--url', run.service.origin, '--vars', place.vars, ...flags])

const inject = (...statements: string[]) => {
  const db = new DatabaseSync(databaseFile(place.state, {}, 'DB'), { timeout: 10_000 })
  for (const statement of statements) db.exec(statement)
  db.close()
}

describe('without a fault', () => {
  it('the demo hotel rings nothing: one line and exit code 0 [RUN-55]', async () => {
    expect(await watch()).toEqual({ code: 0, said: 'OK 24 alerts, 0 customers\n' })
  })

  it('without access to the metrics, their alerts are listed once as not judged [RUN-54]', async () => {
    vi.stubEnv('CLOUDFLARE_API_TOKEN', '')
    const { code, said } = await watch()
    vi.stubEnv('CLOUDFLARE_API_TOKEN', 'analytics')
    expect([code, said.split('\n')[1]]).toEqual([0, expect.stringMatching(/^Not judged: failedRequests, bug, /)])
  })
})

describe('the watch itself cannot judge', () => {
  it('a service that is not reached is exit code 2, and names what to read [RUN-54]', async () => {
    const { code, said } = await runScript('watch.ts', ['--url', 'http://127.0.0.1:1', '--vars', place.vars])
    expect(code).toBe(2)
    expect(said).toMatch(
      /^CRITICAL the service does not respond: .+; since this run; docs\/running\.md#the-service-does-not-respond\nNot judged: /,
    )
  })

  it('a token that the service refuses is exit code 2, in one line without the token [RUN-54]', async () => {
    const wrong = join(place.folder, 'wrong')
    writeFileSync(wrong, "ADMIN_TOKEN='a-token-of-another-service-0123456789'\n")
    const { code, said } = await watch('--vars', wrong)
    expect(code).toBe(2)
    expect(said).toMatch(
      /^CRITICAL not judged: GET \/admin\/status\S* answered 401 .+; docs\/running\.md#what-the-watch-/,
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

  it('a file of thresholds with an unknown name is refused', async () => {
    const file = join(place.folder, 'thresholds.json')
    writeFileSync(file, '{ "customers": { "7": { "thresholds": { "slowMs": 1 } } } }')
    const { code, said } = await watch('--thresholds', file)
    expect([code, said]).toEqual([2, expect.stringMatching(/^watch: --thresholds: customers\.7\.thresholds\.?/)])
  })
})

describe('faults that hurt a hotel', () => {
  let faults: { alert: string; customer?: number; name?: string; since: string; text: string; read: string }[]
  let exit: number | null
  const client = 'app_0123456789abcdef0123456789abcdef'
  const old = Date.now() - 30 * DAY

  beforeAll(async () => {
    const { service } = run
    await setUpHotel(service, 7)
    await service.admin('PATCH', '/customers/7', { name: 'Hotel Aurora' })
    await registerApplication(service, 7, ['rates:write'])
    rows.set(6, [{ customer: '8', client, code: 'PERMISSION_DENIED', requests: '60' }])
    rows.set(8, [
      { customer: '9', client: '', code: 'UNKNOWN_REFERENCE', messages: '4' },
      { customer: '9', client: '', code: 'OK', messages: '1' },
    ])
    const others = (table: string) => {
      const db = new DatabaseSync(databaseFile(place.state, {}, 'DB'), { timeout: 10_000 })
      const columns = db
        .prepare(`SELECT name FROM pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => String(name))
      db.close()
      const values = columns.map(name => (name === 'customer_id' ? 'n' : name))
      return `WITH RECURSIVE ids (n) AS (SELECT 8 UNION ALL SELECT n + 1 FROM ids WHERE n < 206)
        INSERT INTO ${table} (${columns}) SELECT ${values} FROM ids, ${table} WHERE customer_id = 7`
    }
    const endpoint = (customer: number, status: string, reason: string, failures: number, since: number) =>
      `INSERT INTO webhook_endpoint (customer_id, endpoint_id, url, signature, endpoint_status, disabled_reason, secret_kid,
        live_after, scanned_sequence, failures, failing_since, last_failure_at, created_at, updated_at)
       VALUES (${customer}, 1, 'https://hooks.example/secret-path', 'v1', '${status}', ${reason}, 'a', 0, 0, ${failures}, ${since}, ${since}, 0, 0)`
    const message = (id: number, status: string) =>
      `INSERT INTO fetch_message (customer_id, message_id, reservation_id, status_type, message_status, hotel_id, hotel_key, guest_id,
        first_name, last_name, email, phone, country, reservation_number, type_id, booked_at, stay_arrival, stay_departure, room_id,
        room_name, room_no, floor_no, location_name, created_at, updated_at)
       VALUES (12, ${id}, 1, 'New', '${status}', 'SEA', '', 1, '', '', '', '', '', 1, 1, 0, '2027-01-01', '2027-01-02', 1, '', '', '', '', ${old}, ${old})`
    inject(
      'PRAGMA foreign_keys = OFF',
      ...['customer', 'customer_directory', 'tenancy'].map(others),
      `INSERT INTO event (customer_id, sequence, event_id, event_type, at, data, last_booking_at, last_rates_at, last_sale_at)
       VALUES (7, 1, 'a', 'rates.updated', ${old}, '{}', ${old - DAY}, 0, 0)`,
      endpoint(10, 'enabled', 'NULL', 5, Date.now() - DAY / 4),
      endpoint(11, 'disabled', "'gone'", 1, Date.now() - DAY),
      message(1, 'Processed'),
      message(2, 'Pending'),
      `UPDATE customer_directory SET other_shard = 1, updated_at = ${Date.now() - DAY} WHERE customer_id = 13`,
      `INSERT OR REPLACE INTO clean_up_visit (shard, begun_at, ended_at, outcome, done_at) VALUES (0, ${old}, ${old}, 'done', ${old})`,
      "UPDATE application SET made_with = 'ffffffffffffffff' WHERE customer_id = 7",
      'DELETE FROM d1_migrations WHERE id = (SELECT max(id) FROM d1_migrations)',
    )
    const { code, said } = await watch('--json')
    exit = code
    faults = JSON.parse(said).faults
  }, 120_000)

  it.for<[alert: string, customer: number | undefined, text: RegExp]>([
    ['database', undefined, /^database 0 is outdated: it lacks 00\d\d_/],
    ['secret', undefined, /^SECRET_PEPPER is valid, but not the one of 1 application/],
    ['rates', 7, /^the channel manager changed no rates/],
    ['messages', 9, /^messages of the channel manager are refused: 4 of 5 \(UNKNOWN_REFERENCE 4\)$/],
    ['endpoint', 10, /^webhook endpoint 1 \(hooks\.example\) fails: 5 failures in a row$/],
    ['endpoint', 11, /^webhook endpoint 1 \(hooks\.example\) was disabled: gone$/],
    ['bookings', 7, /^no booking$/],
    ['client', 8, /^app_0123456789abcdef0123456789abcdef is refused: 60 of 60 requests \(PERMISSION_DENIED 60\)$/],
    ['queue', 12, /^nobody works through the fetch queue of hotel SEA$/],
    ['hourlyRun', undefined, /^the hourly run has stopped$/],
    ['move', 13, /^the move does not end/],
  ])('one run names the fault %s of customer %s [RUN-54]', ([alert, customer, text]) => {
    const found = faults.filter(each => each.alert === alert && each.customer === customer)
    expect(found).toEqual([expect.objectContaining({ text: expect.stringMatching(text) })])
    expect(found[0]?.read).toMatch(/^docs\/[\w-]+\.md#/)
    if (customer)
      expect([found[0]?.name, Date.parse(found[0]?.since ?? '')]).toEqual(['Hotel Aurora', expect.any(Number)])
  })

  it('the run names nothing else, in 206 customers and the demo hotel, and is exit code 2 [RUN-54] [RUN-55]', () => {
    expect([faults.length, exit]).toEqual([11, 2])
  })

  it('the command shows each fault in a line with customer, since when and the heading to read [RUN-54]', async () => {
    const { said } = await watch()
    const day = new Date(old - DAY).toISOString()
    expect(said).toContain(`WARNING customer 7 (Hotel Aurora): no booking; since ${day}; docs/running.md#no-bookings\n`)
    expect(
      said
        .trim()
        .split('\n')
        .map(line => line.split(' ')[0]),
    ).toEqual([...Array(2).fill('CRITICAL'), ...Array(9).fill('WARNING')])
    expect(said).not.toContain('secret-path')
  })

  it('thresholds of a file, also of one customer, silence a fault; `null` switches it off [RUN-54]', async () => {
    const file = join(place.folder, 'thresholds.json')
    const content = {
      thresholds: { hourlyRunHours: null, moveHours: 48 },
      customers: {
        7: { closed: [{ from: '2020-01-01', until: '2100-01-01' }] },
        8: { thresholds: { refusedRequests: 100 } },
        10: { thresholds: { endpointHours: 24 } },
      },
    }
    writeFileSync(file, JSON.stringify(content))
    const { said } = await watch('--thresholds', file, '--json')
    const found = JSON.parse(said).faults.map(({ alert }: { alert: string }) => alert)
    expect(found).toEqual(['database', 'secret', 'endpoint', 'queue', 'messages'])
  })
})

it('every alert is in the table of the docs, with its thresholds and the heading to read, which exists [RUN-54]', async () => {
  const { ALERTS } = await import('../../scripts/watch/report.ts')
  const { DEFAULTS } = await import('../../scripts/watch/thresholds.ts')
  const page = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
  const anchors = (file: string) =>
    [...page(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
  const table = page('docs/running.md').match(/^\| `\w+`(?: \*)? \|.*$/gm) ?? []
  for (const [name, { read, level, metrics }] of Object.entries(ALERTS)) {
    const [file = '', anchor] = read.split('#')
    expect(anchors(file), name).toContain(anchor)
    const row = table.find(line => new RegExp(`^\\| \`${name}\``).test(line) && line.endsWith(`| ${level} |`))
    expect(row, name).toContain(`${read.replace('docs/running.md', '').replace('docs/', '')})`)
    if (metrics) expect(row, name).toMatch(/ query \d/)
  }
  for (const [name, value] of Object.entries(DEFAULTS)) {
    expect(
      table.filter(line => line.includes(`\`${name}\` ${value}`)),
      name,
    ).toHaveLength(1)
  }
})
