import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../tooling/command/service.ts'
import { runOperation } from './support/commands.ts'
import { registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { newServiceFolder, type ServiceFolder, start } from './support/run.ts'
import { booking } from './support/stay.ts'
import { databaseFiles, rowsIn } from './support/stored-rows.ts'

let place: ServiceFolder
/** Backups of the earlier and of the newer state. */
let earlier: string
let newer: string
let client: { clientId: string; clientSecret: string }
let key: { id: string }
let lateKey: { id: string }
/** Paths of links: revoked and replaced after the earlier backup, and live in both. */
const links = { revoked: '', replaced: '', kept: '' }
/** Secrets of the webhook endpoint: at first, and after a rotation that the restore undoes. */
const secrets: string[] = []

const stays = ['2031-01', '2031-02', '2031-03', '2031-04', '2031-05'].map((month, i) => ({
  ...booking,
  identity: `stay-${i + 1}`,
  arrivalDate: `${month}-10`,
  departureDate: `${month}-12`,
  activitiesBooked: [],
}))

async function post(service: Service, bearer: string, body: object): Promise<number> {
  const { headers } = await service.requestOk('POST', '/api/Booking/PostBooking', body, bearer)
  return Number(headers.get('x-reservation-id'))
}

async function issue(service: Service, bearer: string, reservationId: number): Promise<string> {
  const { json } = await service.requestOk('POST', '/api/PartnerItinerary/IssueLink', { reservationId }, bearer)
  return new URL(json.content.url).pathname
}

async function rotate(service: Service, bearer: string): Promise<string> {
  const { json } = await service.requestOk('POST', '/api/Webhook/RotateSecret', { endpointId: 1 }, bearer)
  return json.content.secret
}

const backUp = (folder: string) =>
  runOperation('backup.ts', ['--to', folder, '--state', place.state, '--vars', place.vars])

/** Restores the earlier backup into a new state folder, which has the secrets of the service. */
async function restore(...flags: string[]) {
  const other = newServiceFolder()
  cpSync(place.vars, other.vars)
  const { code, said } = await runOperation('restore.ts', [
    ...['--from', earlier, '--state', other.state, '--vars', other.vars],
    ...flags,
  ])
  expect(code, said).toBe(0)
  return { other, said }
}

beforeAll(async () => {
  place = newServiceFolder()
  earlier = join(place.folder, 'earlier')
  newer = join(place.folder, 'newer')
  const run = await start(place, '--no-demo')
  const { service } = run
  await setUpHotel(service, 7)
  client = await registerApplication(service, 7, ['reservations:write', 'events:write'])
  const newKey = async (name: string) =>
    (await service.admin('POST', '/api-keys', { customerId: 7, name, permissions: ['reservations:read'] })).json
  key = await newKey('till')
  const bearer = (await tokenFor(service, client)).access_token
  for (const stay of stays.slice(0, 4)) await post(service, bearer, stay)
  links.revoked = await issue(service, bearer, 1)
  links.replaced = await issue(service, bearer, 2)
  links.kept = await issue(service, bearer, 3)
  const url = 'https://hooks.example/'
  const made = await service.requestOk('POST', '/api/Webhook/PostEndpoint', { url, types: ['rates.updated'] }, bearer)
  secrets.push(made.json.content.secret)
  await backUp(earlier)

  await service.requestOk('POST', '/api/PartnerItinerary/RevokeLink', { reservationId: 1 }, bearer)
  await issue(service, bearer, 2)
  await service.admin('DELETE', `/api-keys/${key.id}`)
  lateKey = await newKey('late')
  await service.admin('POST', '/customers/7/guests/4/erase')
  await service.admin('PUT', '/customers/8', { name: 'Borealis', currency: 'EUR', timeZone: 'Europe/Rome' })
  await post(service, bearer, stays[4] as object)
  secrets.push(await rotate(service, bearer))
  await service.admin('POST', `/applications/${client.clientId}/rotate-secret`)
  await backUp(newer)
  await run.end('SIGTERM')
})

describe('a restore to an earlier moment', () => {
  it('gives no number and no secret again, and no revoked link opens [BACKUP-8] [BACKUP-11]', async () => {
    const { other, said } = await restore('--newer', newer, '--audit', join(place.folder, 'one.ndjson'))
    const [file = ''] = databaseFiles(other.state)
    const floor = Number(rowsIn(file, 'SELECT id_floor FROM customer')[0]?.id_floor)
    expect(floor).toBeGreaterThan(1_000_000)
    expect(said).toContain(`New ids, numbers and sequences of every customer begin at ${floor + 1}`)
    expect(rowsIn(file, 'SELECT audit_id, act, subject FROM audit ORDER BY audit_id DESC LIMIT 1')).toEqual([
      { audit_id: floor, act: 'installation.restore', subject: '0' },
    ])

    const run = await start(other, '--no-demo')
    const { service } = run
    const statuses = Object.values(links).map(async path => (await fetch(service.origin + path)).status)
    expect(await Promise.all(statuses)).toEqual([404, 404, 200])
    const bearer = (await tokenFor(service, client)).access_token
    expect(await post(service, bearer, stays[4] as object)).toBe(floor + 1)
    expect(
      rowsIn(
        file,
        `SELECT reservation_number - 10000000 AS number, guest_id AS guest, change_seq AS change,
           (SELECT min(message_id) FROM fetch_message AS m WHERE m.reservation_id = r.reservation_id) AS message,
           (SELECT min(sequence) FROM event AS e WHERE e.reservation_id = r.reservation_id) AS event
         FROM reservation AS r ORDER BY reservation_id DESC LIMIT 1`,
      ),
    ).toEqual([{ number: floor + 1, guest: floor + 1, change: floor + 1, message: floor + 1, event: floor + 1 }])
    expect(secrets).not.toContain(await rotate(service, bearer))
    await run.end('SIGTERM')
  })

  it('writes the audit since then to a file, and lists what to do again, credentials first [BACKUP-12]', async () => {
    const file = join(place.folder, 'two.ndjson')
    const { said } = await restore('--newer', newer, '--audit', file)
    const entries = readFileSync(file, 'utf8').trim().split('\n')
    expect(entries.map(line => JSON.parse(line).act)).toEqual([
      'api-key.revoke',
      'api-key.create',
      'guest.erase',
      'customer.put',
      'application.rotate-secret',
    ])
    expect(JSON.parse(entries[3] ?? '')).toEqual({
      database: 0,
      auditId: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      requestId: expect.any(String),
      act: 'customer.put',
      subject: '8',
      details: expect.objectContaining({ name: 'Borealis' }),
    })
    const list = said.slice(said.indexOf('Administrators must do again:')).trim().split('\n').slice(1)
    expect(list.map(line => line.trim().split(',')[0])).toEqual([
      `api-key.revoke ${key.id}`,
      `application.rotate-secret ${client.clientId}`,
      `api-key.create ${lateKey.id}`,
      'guest.erase 7/4',
      'customer.put 8',
    ])
  })

  it('names the credentials that are accepted, if the audit since then is not known [BACKUP-12]', async () => {
    const { other, said } = await restore('--jump', '5000')
    expect(said).toContain('The audit since then is not known')
    expect(said).toContain(`  ${client.clientId} (e2e, customer 7)\n  ${key.id} (till, customer 7)\n`)
    const [file = ''] = databaseFiles(other.state)
    expect(rowsIn(file, 'SELECT id_floor >= 5000 AND id_floor < 6000 AS raised FROM customer')).toEqual([{ raised: 1 }])
  })

  it('refuses a newer backup that is older [BACKUP-12]', async () => {
    const flags = ['--from', newer, '--newer', earlier, '--state', newServiceFolder().state]
    const { code, said } = await runOperation('restore.ts', flags)
    expect([code, said]).toEqual([1, expect.stringContaining('restore: --newer: the backup of')])
  })
})
