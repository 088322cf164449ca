import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBackup } from '../../operations/backup/manifest.ts'
import { readPages } from '../../operations/customer/export-file.ts'
import type { Service } from '../../tooling/command/service.ts'
import { applyPending } from '../../tooling/state/migrate.ts'
import { Deployment } from './support/deployment.ts'
import { registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { type CountedCommand, type CountedRun, runCounted, temporaryFilesOf } from './support/killed-command.ts'
import { fillAsFirstRelease } from './support/release-database.ts'
import { ADMIN_TOKEN, newServiceFolder, type ServiceFolder, start } from './support/run.ts'
import { databaseFiles, rowHashes } from './support/stored-rows.ts'

/*
 * Each command of operators is killed at each of its writes, and run again. The second run completes it, or says in one line what
 * to do. Nothing stays half done.
 */

let place: ServiceFolder
let service: Service
let backup: string
let guest: number
let account: Deployment

/** A customer that stays, and the first of those that are made for one run. */
const OWN = 7
let next = 100

beforeAll(async () => {
  place = newServiceFolder(`ADMIN_TOKEN='${ADMIN_TOKEN}'\nDATABASES='DB DB1'\nTOKEN_TTL_SECONDS='1'\n`)
  ;({ service } = await start(place, '--no-demo'))
  account = await new Deployment().open()
  await setUpHotel(service, OWN)
  const { access_token: bearer } = await tokenFor(
    service,
    await registerApplication(service, OWN, ['reservations:write']),
  )
  const inquiry = { primaryGuestDetails: { lastName: 'Berg' }, message: 'A cot?' }
  await service.requestOk('POST', '/api/OnlineBooking/postinquiry', inquiry, bearer)
  guest = (await service.admin('POST', `/customers/${OWN}/guests/search`, { lastName: 'Berg' })).json.guests[0].guestId
  backup = join(place.folder, 'backup')
  const made = await runCounted(backupInto(newFolder(), backup))
  expect(made.code, made.said).toBe(0)
})
afterAll(() => account.close())

interface Attempt {
  command: CountedCommand
  /** Throws if something is missing or half done. `said`: by the run that was killed, and by the one after it. */
  check: (said: string) => unknown
  /** Is called after the run that was killed. */
  between?: (write: string) => unknown
}

interface Case {
  name: string
  /** A command, and what it needs: as if it had never been run. */
  prepare: () => Attempt | Promise<Attempt>
  /** What the second run says if it cannot be done again, by the write at which the first was killed. */
  refusals?: Record<string, RegExp>
  /** Of writes with the same text, the last one alone is taken. */
  isLong?: true
  /** Each run goes on where the one before was killed, so that each is killed at its first write. */
  isResumed?: true
}

let folders = 0
function newFolder(): string {
  const folder = join(place.folder, `run-${++folders}`)
  mkdirSync(folder)
  return folder
}

/** A script that sends requests to the service. */
const onService = (script: string, folder: string, ...args: string[]): CountedCommand => ({
  script: `operations/${script}.ts`,
  args: [...args, '--url', service.origin],
  folder,
  env: { INNLET_ADMIN_TOKEN: ADMIN_TOKEN },
})

const innlet = (folder: string, ...args: string[]): CountedCommand => ({
  script: 'client/command/innlet.ts',
  args: ['admin', ...args],
  folder,
  env: { INNLET_URL: service.origin, INNLET_ADMIN_TOKEN: ADMIN_TOKEN },
})

const backupInto = (folder: string, to: string, state = place.state): CountedCommand => ({
  script: 'operations/backup.ts',
  args: ['--to', to, '--state', state, '--vars', place.vars],
  folder,
})

const stateOf = async (customer: number) => (await service.admin('GET', `/customers/${customer}/state`)).json
const setupOf = async (customer: number) => (await service.admin('GET', `/customers/${customer}/setup`)).text

/** A closed customer that can be deleted, and its export. */
async function closedCustomer(): Promise<{ customer: number; file: string; setup: string }> {
  const customer = next++
  await setUpHotel(service, customer)
  const setup = await setupOf(customer)
  await service.admin('PUT', `/customers/${customer}/state`, { state: 'closed' })
  const { text } = await service.admin('GET', `/customers/${customer}/export`)
  const file = join(newFolder(), 'customer.ndjson')
  writeFileSync(file, text)
  const { deletableFrom } = await stateOf(customer)
  await expect.poll(() => Date.now() > Date.parse(deletableFrom)).toBe(true)
  return { customer, file, setup }
}

async function rowsOf(file: string): Promise<number> {
  let count = 0
  for await (const { rows } of readPages(file)) count = rows
  return count
}

/** Rows, without those that a restore changes. */
function restoredRows(file: string) {
  const { customer: _, audit: __, ...rows } = rowHashes(file)
  return rows
}

/** The database in which the customer lives. */
let home = 0

const MOMENT = new Date(Date.now() - 3_600_000).toISOString()
const LAST_NUMBER = 2_000_000

/** The database of an account: at a moment as release 1.0.0 left it; now with all migrations, more numbers, and a mistake. */
function prepareTravel(): void {
  const { fake } = account
  fake.databases = []
  fake.workers.clear()
  fake.addWorker({}, [{ type: 'd1', name: 'DB', id: fake.addDatabase('innlet') }])
  fillAsFirstRelease(fake.databases.map(({ db }) => db))
  for (const database of fake.databases) {
    fake.bookmarks.add(database, MOMENT)
    applyPending(database.db)
    database.db.exec(`UPDATE customer SET id_floor = ${LAST_NUMBER}; UPDATE guest SET last_name = 'A mistake';
      INSERT INTO audit (at, request_id, act, subject, details) VALUES (${Date.now()}, 'r', 'api-key.revoke', 'key_1', '{}')`)
  }
}

/** Throws unless the database is set back and corrected, and what was printed first undoes all. */
function checkTravel(said: string): void {
  const { fake } = account
  for (const { db, name } of fake.databases) {
    expect(db.prepare("SELECT 1 FROM guest WHERE last_name = 'A mistake'").all()).toEqual([])
    expect(db.prepare(`SELECT 1 FROM customer WHERE id_floor <= ${LAST_NUMBER}`).all()).toEqual([])
    const [, bookmark = ''] = new RegExp(`to undo it: .* ${name} --bookmark=(\\S+)`).exec(said) ?? []
    const before = fake.bookmarks.databaseAt({ name, db }, bookmark)
    expect(before?.prepare('SELECT DISTINCT id_floor FROM customer').get()).toMatchObject({ id_floor: LAST_NUMBER })
  }
  expect(said).toMatch(/Administrators must do again:\n {2}api-key\.revoke key_1, /)
}

const CASES: readonly Case[] = [
  {
    name: 'move-customer',
    isResumed: true,
    prepare: async () => {
      const to = 1 - home
      const setup = await setupOf(OWN)
      return {
        command: onService('move-customer', newFolder(), '--customer', `${OWN}`, '--to', `${to}`),
        check: async said => {
          home = to
          expect(said).toContain(`customer ${OWN} lives in database ${to}`)
          expect((await service.admin('POST', `/customers/${OWN}/move`, { to })).json.state).toBe('done')
          expect(await setupOf(OWN)).toBe(setup)
        },
      }
    },
  },
  {
    name: 'export-customer [CUSTOMER-19]',
    refusals: { 'rename customer.ndjson.part': /customer\.ndjson exists; name another file$/ },
    prepare: () => {
      const folder = newFolder()
      const file = join(folder, 'customer.ndjson')
      return {
        command: onService('export-customer', folder, '--customer', `${OWN}`, '--to', file),
        check: async () => {
          expect(await rowsOf(file)).toBeGreaterThan(10)
          expect((await stateOf(OWN)).state).toBe('open')
        },
      }
    },
  },
  {
    name: 'delete-customer --close',
    prepare: async () => {
      const customer = next++
      await setUpHotel(service, customer)
      return {
        command: onService('delete-customer', newFolder(), '--customer', `${customer}`, '--close'),
        check: async said => {
          expect(said).toContain('it can be deleted from 2')
          expect((await stateOf(customer)).state).toBe('closed')
        },
      }
    },
  },
  {
    name: 'delete-customer',
    prepare: async () => {
      const { customer } = await closedCustomer()
      return {
        command: onService('delete-customer', newFolder(), '--customer', `${customer}`, '--yes'),
        check: async said => {
          expect(said).toContain(`customer ${customer} is deleted`)
          expect((await stateOf(customer)).state).toBe('deleted')
        },
      }
    },
  },
  {
    name: 'import-customer',
    prepare: async () => {
      const { customer, file, setup } = await closedCustomer()
      while (!(await service.admin('DELETE', `/customers/${customer}`)).json.done);
      return {
        command: onService('import-customer', newFolder(), '--customer', `${customer}`, '--from', file),
        check: async said => {
          expect(said).toContain(`customer ${customer} is imported and open`)
          expect([(await stateOf(customer)).state, await setupOf(customer)]).toEqual(['open', setup])
        },
      }
    },
  },
  {
    name: 'innlet admin customer new',
    prepare: () => {
      const [folder, customer] = [newFolder(), next++]
      const hotel = join(folder, 'hotel')
      mkdirSync(hotel)
      for (const [file, lines] of Object.entries({
        customer: 'name,currency,timeZone\nHotel Aurora,EUR,Europe/Rome',
        properties: 'hotelid,name\nAUR,Hotel Aurora',
        types: 'roomTypeId,hotelid,name,maxOccupancy\n1,AUR,Double,2',
        rooms: 'roomId,roomTypeId,roomName\n1,1,Larch',
        plans: 'rateId,hotelid,name\n1,AUR,Bed and breakfast',
      }))
        writeFileSync(join(hotel, `${file}.csv`), lines)
      return {
        command: innlet(folder, 'customer', 'new', `${customer}`, hotel, '--yes'),
        check: async said => {
          expect(said).toContain(`/embed?customer=${customer}`)
          expect(JSON.parse(await setupOf(customer))).toMatchObject({ rooms: [{}], ratePlans: [{}] })
        },
      }
    },
  },
  {
    name: 'innlet admin setup apply',
    prepare: () => {
      const folder = newFolder()
      const name = `Gull ${folders}`
      const file = join(folder, 'setup.json')
      writeFileSync(file, JSON.stringify({ rooms: [{ roomId: 101, roomTypeId: 10, roomName: name }] }))
      return {
        command: innlet(folder, 'setup', 'apply', file, '--customer', `${OWN}`, '--yes'),
        check: async () => expect(await setupOf(OWN)).toContain(name),
      }
    },
  },
  {
    name: 'innlet admin app new',
    refusals: { 'rename pms.env.part': /pms\.env is there already: give another with --out$/ },
    prepare: () => {
      const folder = newFolder()
      const file = join(folder, 'pms.env')
      return {
        command: innlet(folder, 'app', 'new', '--customer', `${OWN}`, '--for', 'pms', '--out', file),
        check: async () => {
          const { INNLET_CLIENT_ID: clientId = '', INNLET_CLIENT_SECRET: clientSecret = '' } = parseEnv(
            readFileSync(file, 'utf8'),
          )
          expect([await tokenFor(service, { clientId, clientSecret }), statSync(file).mode & 0o777]).toMatchObject([
            {},
            0o600,
          ])
        },
      }
    },
  },
  {
    name: 'innlet admin guest export',
    refusals: { 'rename guest.html.part': /guest\.html: the file exists: name another, or remove it$/ },
    prepare: () => {
      const folder = newFolder()
      const file = join(folder, 'guest.html')
      return {
        command: innlet(folder, 'guest', 'export', `${OWN}`, `${guest}`, '--out', file),
        check: () =>
          expect([readFileSync(file, 'utf8').endsWith('</html>\n'), statSync(file).mode & 0o777]).toEqual([
            true,
            0o600,
          ]),
      }
    },
  },
  {
    name: 'backup [BACKUP-3]',
    isLong: true,
    refusals: {
      'rename backup/manifest.json.new': /has a backup already, which is complete; /,
      'rm backup/INCOMPLETE': /has a backup already, which is complete; /,
    },
    prepare: () => {
      const folder = newFolder()
      const to = join(folder, 'backup')
      return {
        command: backupInto(folder, to),
        check: async () => {
          expect((await readBackup(to)).databases).toHaveLength(2)
          expect(readdirSync(to).sort()).toEqual(['DB.sqlite', 'DB1.sqlite', 'manifest.json', 'revoked-links.ndjson'])
        },
      }
    },
  },
  {
    name: 'restore --from [BACKUP-21]',
    isLong: true,
    prepare: () => {
      const folder = newFolder()
      const [state, vars] = [join(folder, 'state'), join(folder, 'vars')]
      mkdirSync(state)
      cpSync(place.vars, vars)
      return {
        command: {
          script: 'operations/restore.ts',
          args: ['--from', backup, '--state', state, '--vars', vars],
          folder,
        },
        // What is not undone yet is no obstacle to readers either.
        between: async write => {
          if (write !== 'exec INSERT') return
          expect((await runCounted(backupInto(folder, join(folder, 'copy'), state))).said).not.toMatch(/\n +at /)
        },
        check: () => {
          const restored = databaseFiles(state).map(restoredRows)
          const saved = ['DB.sqlite', 'DB1.sqlite'].map(name => restoredRows(join(backup, name)))
          expect(restored).toEqual(expect.arrayContaining(saved))
        },
      }
    },
  },
  {
    name: 'restore --timestamp [BACKUP-20]',
    isLong: true,
    prepare: () => {
      prepareTravel()
      const folder = newFolder()
      const flags = ['--timestamp', MOMENT, '--jump', '5000', '--audit', join(folder, 'audit.ndjson')]
      const args = ['--remote', '--config', account.config, ...flags]
      const env = { ...account.env, TMPDIR: temporaryFilesOf(folder) }
      return { command: { script: 'operations/restore.ts', args, folder, env }, check: checkTravel }
    },
  },
  {
    name: 'secret',
    prepare: () => ({
      command: { script: 'operations/secret.ts', args: ['LINK_KEYS'], folder: newFolder() },
      check: said => expect(said).toMatch(/^\{"keys":/),
    }),
  },
]

/** Writes at which a command is killed: their places from 1. */
const killsOf = ({ isLong }: Case, writes: readonly string[]) =>
  [...writes.keys()].filter(i => !isLong || writes.indexOf(writes[i] ?? '', i + 1) < 0).map(i => i + 1)

/** Runs a command again that was killed, and checks what is there then. */
async function runAgain({ command, check, between }: Attempt, killed: CountedRun, refusal?: RegExp) {
  const at = killed.writes.at(-1) ?? ''
  expect(killed.code, killed.said).toBe(null)
  await between?.(at)
  const { code, said } = await runCounted(command)
  if (refusal) expect([code, said], at).toEqual([expect.any(Number), expect.stringMatching(refusal)])
  if (refusal) expect(said.split('\n'), at).toHaveLength(1)
  else expect(code, `${at}: ${said}`).toBe(0)
  await check(`${killed.said}\n${said}`)
  const left = [...readdirSync(temporaryFilesOf(command.folder)), ...readdirSync(command.folder)]
  expect(
    left.filter(name => /^innlet-|\.(part|new|unfinished)$/.test(name)),
    at,
  ).toEqual([])
}

describe.each(CASES)('$name that is killed at each of its writes, and run again [RUN-60]', each => {
  it('is complete, or says what to do', { timeout: 240_000 }, async () => {
    const whole = await each.prepare()
    const { code, said, writes } = await runCounted(whole.command)
    expect(code, said).toBe(0)
    await whole.check(said)
    expect(writes.length > 0, said).toBe(each.name !== 'secret')
    if (each.isResumed) {
      const attempt = await each.prepare()
      let killed = await runCounted(attempt.command, 1)
      for (const _ of writes.slice(1)) killed = await runCounted(attempt.command, 1)
      await runAgain(attempt, killed)
      return
    }
    for (const number of killsOf(each, writes)) {
      const attempt = await each.prepare()
      const killed = await runCounted(attempt.command, number)
      expect(killed.writes.at(-1)).toBe(writes[number - 1])
      await runAgain(attempt, killed, each.refusals?.[writes[number - 1] ?? ''])
    }
  })
})

it('deploy that is killed at each of its writes is completed by the next runs [RUN-14] [RUN-60]', {
  timeout: 240_000,
}, async () => {
  const { fake, config, folder, site, kept, secretsFile, env } = account
  fake.databases = []
  fake.workers.clear()
  const command: CountedCommand = {
    script: 'operations/deploy.ts',
    args: ['--config', config, '--folder', join(folder, 'kept'), '--site', site],
    folder,
    env: { ...env, TMPDIR: temporaryFilesOf(folder) },
  }
  cpSync(join(folder, 'update-check'), join(temporaryFilesOf(folder), 'update-check'), { recursive: true })
  const writes = new Set<string>()
  let run = await runCounted(command, writes)
  for (; run.code === null; run = await runCounted(command, writes)) writes.add(run.writes.at(-1) ?? '')
  expect(run.code, run.said).toBe(0)
  const secrets = parseEnv(readFileSync(secretsFile, 'utf8'))
  expect([fake.databases.length, fake.namespaces.length, Object.fromEntries(fake.worker?.secrets ?? [])]).toEqual([
    1,
    2,
    secrets,
  ])
  expect(readdirSync(kept).filter(name => /sending|\.new$/.test(name))).toEqual([])
})
