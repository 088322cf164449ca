import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { daysFrom, night } from '../../demo/stay.ts'
import { refuseMovedCustomers } from '../../operations/backup/moves.ts'
import { version } from '../../package.json'
import { databaseFile } from '../../tooling/state/files.ts'
import { runOperation } from './support/commands.ts'
import { registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { fillAsFirstRelease } from './support/release-database.ts'
import { ADMIN_TOKEN, newServiceFolder, type Run, type ServiceFolder, start } from './support/run.ts'
import { databaseFiles, rowHashes, rowsIn, violationsIn } from './support/stored-rows.ts'

const AT_ONCE = 4
const day = daysFrom('2031-01-01')

const booking = (n: number) => ({
  identity: `stay-${n}`,
  arrivalDate: day(3 * n),
  departureDate: day(3 * n + 3),
  primaryGuestDetails: { firstName: "O'Neil", lastName: `Haddad ${n}\nthe second` },
  roomsBooked: [{ roomID: 101, guestsInRoom: 1, rates: night(1, 90, 3), roomNotes: ['Quiet.'] }],
  paymentDetails: { paymentAmount: 100, paymentExtID: `pay-${n}` },
})

const SETTINGS = `DATABASES='DB DB1'\nNEW_CUSTOMERS='1'\n`

let place: ServiceFolder
let run: Run
let backup: string
let client: { clientId: string; clientSecret: string }
let link: string
let apiKey: string
const acknowledged = new Map<string, number>()

const reserve = async (service: Run['service'], n: number, bearer: string) =>
  Number(
    (await service.requestOk('POST', '/api/Booking/PostBooking', booking(n), bearer)).headers.get('x-reservation-id'),
  )

const to = (folder: string, from: ServiceFolder) => ['--to', folder, '--state', from.state, '--vars', from.vars]
const from = (folder: string, into: ServiceFolder) => ['--from', folder, '--state', into.state, '--vars', into.vars]

/** An empty folder for a service with the secrets and settings of the first. */
function newPlace(): ServiceFolder {
  const other = newServiceFolder()
  cpSync(place.vars, other.vars)
  return other
}

/** The database file of a service that has rows in a table. */
const fileWith = ({ state }: ServiceFolder, table: string) =>
  databaseFiles(state).find(file => rowHashes(file)[table]) as string

/** The rows of a file, except those that a restore changes: the floor of each customer, its entry of the audit, and links. */
function restoredHashes(file: string) {
  const { customer: _, audit: __, invitation: ___, ...hashes } = rowHashes(file)
  return hashes
}

beforeAll(async () => {
  place = newServiceFolder(`ADMIN_TOKEN='${ADMIN_TOKEN}'\n${SETTINGS}`)
  backup = join(place.folder, 'backup')
  run = await start(place, '--no-demo')
  const { service } = run
  await setUpHotel(service, 7)
  client = await registerApplication(service, 7, ['reservations:write'])
  apiKey = (
    await service.admin('POST', '/api-keys', { customerId: 7, name: 'till', permissions: ['reservations:read'] })
  ).json.apiKey
})

describe('a backup that is taken under load, and restored', () => {
  it('is each database as it was at one moment, with all that was acknowledged before [BACKUP-1]', async () => {
    const { service } = run
    const bearer = (await tokenFor(service, client)).access_token
    let n = 0
    let isOver = false
    const integrate = async () => {
      while (!isOver) {
        const own = n++
        acknowledged.set(`stay-${own}`, await reserve(service, own, bearer))
      }
    }
    const integrators = Array.from({ length: AT_ONCE }, integrate)
    while (acknowledged.size < 20) await new Promise(resolve => setTimeout(resolve, 5))
    const issued = await service.requestOk('POST', '/api/PartnerItinerary/IssueLink', { reservationId: 1 }, bearer)
    link = issued.json.content.url
    const before = new Map(acknowledged)

    const { code, said } = await runOperation('backup.ts', to(backup, place))
    isOver = true
    await Promise.all(integrators)

    expect([code, said]).toEqual([0, expect.stringMatching(/Database DB1: \d+ rows.*\n.*Database DB: /)])
    const file = join(backup, 'DB1.sqlite')
    expect(violationsIn(file)).toEqual({})
    const ids = new Map(
      rowsIn(file, 'SELECT identity, reservation_id FROM reservation').map(row => [row.identity, row.reservation_id]),
    )
    for (const [identity, id] of before) expect(ids.get(identity)).toBe(id)
    // Bookings went on while the backup was made.
    expect(acknowledged.size).toBeGreaterThan(before.size)
  })

  it('contains a manifest with counts and checksums, and no secret [BACKUP-1]', () => {
    const text = readFileSync(join(backup, 'manifest.json'), 'utf8')
    const manifest = JSON.parse(text)
    expect(manifest).toMatchObject({
      format: 1,
      release: version,
      databases: [
        {
          binding: 'DB',
          file: 'DB.sqlite',
          rows: { customer_directory: 1, application: 1, api_key: 1, reservation: 0 },
        },
        { binding: 'DB1', file: 'DB1.sqlite', rows: { customer: 1, itinerary_link: 1 } },
      ],
      revokedLinks: { links: 0 },
    })
    expect(manifest.databases[1].migrations.at(0)).toBe('0000_the_house.sql')
    const files = readdirSync(backup).map(name => readFileSync(join(backup, name), 'latin1'))
    for (const secret of [ADMIN_TOKEN, client.clientSecret, apiKey]) expect(files.join()).not.toContain(secret)
  })

  it('leaves every row as it was; clients, keys and links work, and ids begin above the floor [BACKUP-2] [PEOPLE-34]', async () => {
    const other = newPlace()
    const { code, said } = await runOperation('restore.ts', from(backup, other))
    expect([code, said]).toEqual([0, expect.stringMatching(/Database DB1: \d+ rows of \d+ tables restored/)])
    const hashes = databaseFiles(other.state).map(restoredHashes)
    const saved = ['DB.sqlite', 'DB1.sqlite'].map(name => restoredHashes(join(backup, name)))
    expect(hashes).toHaveLength(2)
    expect(hashes).toEqual(expect.arrayContaining(saved))
    for (const file of databaseFiles(other.state)) expect(violationsIn(file)).toEqual({})
    // `npm start` has made the link of the first owner.
    const links = (file: string) => rowsIn(file, 'SELECT * FROM invitation').length
    expect(links(join(backup, 'DB.sqlite'))).toBe(1)
    expect(databaseFiles(other.state).map(links)).toEqual([0, 0])

    const restored = await start(other, '--no-demo')
    const { service } = restored
    const bearer = (await tokenFor(service, client)).access_token
    expect(await reserve(service, 5000, bearer)).toBeGreaterThan(1_000_000)
    expect(await reserve(service, 0, bearer)).toBe(acknowledged.get('stay-0'))
    expect((await fetch(`${service.origin}${new URL(link).pathname}`)).status).toBe(200)
    const read = await fetch(`${service.origin}/api/Reservation/GetReservationsForPartner`, {
      headers: { 'x-api-key': apiKey },
    })
    expect(read.status).toBe(200)
    await restored.end('SIGTERM')
  })
})

describe('what is interrupted or wrong', () => {
  it('a backup that ended early is incomplete, and the same command makes it again [BACKUP-3]', async () => {
    const folder = join(place.folder, 'early')
    const other = newPlace()
    expect((await runOperation('restore.ts', from(backup, other))).code).toBe(0)
    // The second of the two copies fails.
    const first = fileWith(other, 'customer_directory')
    renameSync(first, `${first}.away`)
    const failed = await runOperation('backup.ts', to(folder, other))
    expect([failed.code, failed.said]).toEqual([
      1,
      expect.stringMatching(/Database DB1: .*\nbackup: .* has no database DB\n/),
    ])
    const refused = await runOperation('restore.ts', from(folder, newPlace()))
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringMatching(/^restore: the backup in .* is not complete/),
    ])
    renameSync(`${first}.away`, first)

    expect((await runOperation('backup.ts', to(folder, other))).code).toBe(0)
    expect(existsSync(join(folder, 'INCOMPLETE'))).toBe(false)
    expect(restoredHashes(join(folder, 'DB1.sqlite'))).toEqual(restoredHashes(join(backup, 'DB1.sqlite')))
    const again = await runOperation('backup.ts', to(folder, other))
    expect([again.code, again.said]).toEqual([1, expect.stringContaining('has a backup already')])
  })

  it('a customer that is moved between two databases is in no backup that could lose it [BACKUP-1]', () => {
    const files = ['DB', 'DB1'].map(name => join(place.folder, `moved-${name}`))
    const databases = files.map(file => new DatabaseSync(file))
    fillAsFirstRelease(databases)
    for (const db of databases) db.close()
    expect(() => refuseMovedCustomers(files)).toThrow('customer 4 is being moved')
    expect(refuseMovedCustomers(['DB.sqlite', 'DB1.sqlite'].map(name => join(backup, name)))).toBe(undefined)
  })

  it('a drill compares every row with the backup and its manifest, and keeps nothing [BACKUP-14]', async () => {
    const { code, said } = await runOperation('restore.ts', ['--drill', backup])
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/DB1: \d+ rows are equal\n.*\nDrill: equal\. The backup of /),
    ])
    const folder = join(place.folder, 'miscounted')
    cpSync(backup, folder, { recursive: true })
    const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8')
    writeFileSync(join(folder, 'manifest.json'), manifest.replace(/"api_key": 1\b/, '"api_key": 2'))
    const other = await runOperation('restore.ts', ['--drill', folder])
    expect([other.code, other.said]).toEqual([
      1,
      expect.stringMatching(/DB1?: api_key is not equal: 1 rows, the backup has 2\n$/),
    ])
  })

  it('a file that has changed is refused [BACKUP-3]', async () => {
    const folder = join(place.folder, 'changed')
    cpSync(backup, folder, { recursive: true })
    appendFileSync(join(folder, 'DB1.sqlite'), 'x')
    const { code, said } = await runOperation('restore.ts', from(folder, newPlace()))
    expect([code, said]).toEqual([1, expect.stringContaining('DB1.sqlite is not the file that was saved')])
  })

  it('a restore that ended early is completed by the next run [BACKUP-4]', async () => {
    const other = newPlace()
    // Killed as soon as it begins. Whatever it has done, the next run completes it.
    await runOperation('restore.ts', from(backup, other), /Backup of release /)
    expect((await runOperation('restore.ts', from(backup, other))).code).toBe(0)
    // As after a run that ended between the databases.
    rmSync(fileWith(other, 'reservation'))
    const { code, said } = await runOperation('restore.ts', from(backup, other))
    expect([code, said]).toEqual([0, expect.stringContaining('Database DB: has the rows of the backup already')])
    expect(restoredHashes(fileWith(other, 'reservation'))).toEqual(restoredHashes(join(backup, 'DB1.sqlite')))
  })

  it('a database with other rows is refused and stays as it is [BACKUP-4]', async () => {
    const other = newPlace()
    const service = await start(other, '--no-demo')
    await service.service.admin('PUT', '/customers/3', { name: 'Aurora', currency: 'EUR', timeZone: 'Europe/Rome' })
    const inUse = await runOperation('restore.ts', from(backup, other))
    expect([inUse.code, inUse.said]).toEqual([1, expect.stringContaining('is in use by another Innlet')])
    await service.end('SIGTERM')
    const before = databaseFiles(other.state).map(rowHashes)
    const { code, said } = await runOperation('restore.ts', from(backup, other))
    expect([code, said]).toEqual([1, expect.stringMatching(/is not empty: it has \d+ rows of \w+/)])
    expect(databaseFiles(other.state).map(rowHashes)).toEqual(before)
  })

  it('a database of an earlier release is refused, and no migration is applied to it [BACKUP-4]', async () => {
    const other = newPlace()
    const files = ['DB', 'DB1'].map(name => databaseFile(other.state, { DATABASES: 'DB DB1' }, name))
    mkdirSync(dirname(files[0] as string), { recursive: true })
    const databases = files.map(file => new DatabaseSync(file))
    fillAsFirstRelease(databases)
    for (const db of databases) db.close()
    const before = files.map(rowHashes)
    const { code, said } = await runOperation('restore.ts', from(backup, other))
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/ is not empty: it has \d+ rows of customer, of another release/),
    ])
    expect(files.map(rowHashes)).toEqual(before)
  })

  it('a restore with other secrets names those that are not of the data, and those that are missing [BACKUP-13]', async () => {
    const other = newPlace()
    const secrets = readFileSync(place.vars, 'utf8')
    const fresh = "SECRET_PEPPER='0123456789abcdef0123'\n"
    writeFileSync(other.vars, secrets.replace(/^SECRET_PEPPER=.*\n/m, fresh).replace(/^LINK_KEYS=.*\n/m, ''))
    const { code, said } = await runOperation('restore.ts', from(backup, other))
    expect(code).toBe(0)
    expect(said.match(/^Secrets: .*$/gm)).toEqual([
      'Secrets: SECRET_PEPPER is valid, but not the one of 1 application and 1 API key, which no longer work',
      'Secrets: not compared with the data, because they are not here: LINK_KEYS',
    ])
    const same = await runOperation('restore.ts', from(backup, newPlace()))
    expect(same.said).not.toContain('Secrets: ')
  })

  it('a backup of another number of databases is refused [BACKUP-4]', async () => {
    const other = newServiceFolder()
    const { code, said } = await runOperation('restore.ts', from(backup, other))
    expect([code, said]).toEqual([1, expect.stringContaining('the backup has 2 databases (DB DB1)')])
  })

  it('flags that are wrong are named in one line', async () => {
    for (const [script, args, line] of [
      ['backup.ts', [], 'backup: --to: expected a new folder'],
      ['backup.ts', ['--to', place.folder, '--state', place.state], 'is not empty'],
      ['backup.ts', ['--to', join(place.folder, 'x'), '--state', '/nowhere'], 'there is no state folder /nowhere'],
      ['restore.ts', [], 'expected --from, --timestamp or --drill'],
      ['restore.ts', ['--drill', backup, '--remote'], '--drill: not with --remote'],
      ['restore.ts', ['--timestamp', '2026-01-01T00:00:00Z'], '--timestamp: needs --remote'],
      ['restore.ts', ['--remote', '--timestamp', 'yesterday'], '--timestamp: expected a past moment'],
      ['restore.ts', ['--from', backup, '--jump', '0'], '--jump: expected a number from 1 to 1000000000'],
      ['restore.ts', ['--remote', '--timestamp', '2026-01-01T00:00:00Z', '--newer', backup], '--newer: needs --from'],
    ] as const) {
      const { code, said } = await runOperation(script, args)
      expect([code, said.trim().split('\n').length, said]).toEqual([1, 1, expect.stringContaining(line)])
    }
  })
})
