import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseEnv } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { readBackup } from '../../operations/backup/manifest.ts'
import { readPages } from '../../operations/customer/export-file.ts'
import type { Service } from '../../tooling/command/service.ts'
import { closeLongAgo } from './support/database.ts'
import { registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import {
  COMPLETE_BACKUP,
  type CountedCommand,
  expectCompleted,
  type KilledCommand,
  newRunFolder,
  runCounted,
} from './support/killed-command.ts'
import { ADMIN_TOKEN, newServiceFolder, type ServiceFolder, start } from './support/run.ts'
import { databaseFiles, rowHashes } from './support/stored-rows.ts'

/*
 * Each command of operators on their own machine is killed at each of its writes, and run again. The second run completes it, or
 * says in one line what to do. Nothing stays half done.
 */

let place: ServiceFolder
let service: Service
let backup: string
let guest: number

/** A customer that stays, and the first of those that are made for one run. */
const OWN = 7
let next = 100

beforeAll(async () => {
  place = newServiceFolder(`ADMIN_TOKEN='${ADMIN_TOKEN}'\nDATABASES='DB DB1'\n`)
  ;({ service } = await start(place, '--no-demo'))
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

const newFolder = () => newRunFolder(place.folder)

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
  closeLongAgo(place, customer)
  return { customer, file, setup }
}

async function rowsOf(file: string): Promise<number> {
  let count = 0
  for await (const { rows } of readPages(file)) count = rows
  return count
}

/** Rows, without those that a restore changes. */
function restoredRows(file: string) {
  const { customer: _, audit: __, invitation: ___, ...rows } = rowHashes(file)
  return rows
}

/** The database in which the customer lives. */
let home = 0

const CASES: readonly KilledCommand[] = [
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
    kills: ['half of customer.ndjson.part'],
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
      const name = `Gull ${basename(folder)}`
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
    kills: ['POST /admin/applications', 'rename pms.env.part'],
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
    kills: ['run VACUUM', 'rm backup/INCOMPLETE'],
    refusals: COMPLETE_BACKUP,
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
    kills: ['exec INSERT'],
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
    name: 'secret',
    prepare: () => ({
      command: { script: 'operations/secret.ts', args: ['LINK_KEYS'], folder: newFolder() },
      check: said => expect(said).toMatch(/^\{"keys":/),
    }),
  },
]

describe.each(CASES)('$name that is killed at each of its writes, and run again [RUN-60]', each => {
  it('is complete, or says what to do', { timeout: 240_000 }, () => expectCompleted(each))
})
