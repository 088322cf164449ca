import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBackup } from '../../operations/backup/manifest.ts'
import { applyPending } from '../../tooling/state/migrate.ts'
import { repetitions } from '../support/repetitions.ts'
import { Deployment } from './support/deployment.ts'
import {
  COMPLETE_BACKUP,
  type CountedCommand,
  expectCompleted,
  type KilledCommand,
  newRunFolder,
  runCounted,
  temporaryFilesOf,
} from './support/killed-command.ts'
import { fillAsFirstRelease } from './support/release-database.ts'
import { newServiceFolder } from './support/run.ts'
import { rowHashes } from './support/stored-rows.ts'

/* The commands that write to an account at Cloudflare, killed at each of their writes, and run again. */

let account: Deployment
let backup: string
const { folder: place } = newServiceFolder()

beforeAll(async () => {
  account = await new Deployment().open()
  prepareTravel()
  const folder = newFolder()
  backup = join(folder, 'backup')
  const { code, said } = await runCounted(onAccount('backup', folder, '--to', backup))
  expect(code, said).toBe(0)
})
afterAll(() => account.close())

const newFolder = () => newRunFolder(place)

const onAccount = (script: string, folder: string, ...args: string[]): CountedCommand => ({
  script: `operations/${script}.ts`,
  args: ['--remote', '--config', account.config, ...args],
  folder,
  env: { ...account.env, TMPDIR: temporaryFilesOf(folder) },
})

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

const CASES: readonly KilledCommand[] = [
  {
    name: 'restore --timestamp [BACKUP-20]',
    isLong: true,
    kills: ['POST /accounts/{id}/d1/database/{id}/query DELETE'],
    prepare: () => {
      prepareTravel()
      const folder = newFolder()
      const flags = ['--timestamp', MOMENT, '--jump', '5000', '--audit', join(folder, 'audit.ndjson')]
      return { command: onAccount('restore', folder, ...flags), check: checkTravel }
    },
  },
  {
    name: 'backup --remote [BACKUP-3]',
    isLong: true,
    kills: ['exec COMMIT'],
    refusals: COMPLETE_BACKUP,
    prepare: () => {
      prepareTravel()
      const folder = newFolder()
      const to = join(folder, 'backup')
      return {
        command: onAccount('backup', folder, '--to', to),
        check: async () => {
          expect((await readBackup(to)).databases).toHaveLength(1)
          expect(readdirSync(to).sort()).toEqual(['DB.sqlite', 'manifest.json', 'revoked-links.ndjson'])
        },
      }
    },
  },
  {
    name: 'restore --from --remote [BACKUP-6]',
    isLong: true,
    kills: ['POST /accounts/{id}/d1/database/{id}/query schema'],
    prepare: () => {
      const folder = newFolder()
      const { fake } = account
      fake.databases = []
      fake.workers.clear()
      fake.addDatabase('innlet')
      return {
        command: onAccount('restore', folder, '--from', backup),
        check: () => {
          const file = join(folder, 'restored.sqlite')
          fake.databases[0]?.db.prepare('VACUUM INTO ?').run(file)
          const { customer: _, audit: __, ...rows } = rowHashes(join(backup, 'DB.sqlite'))
          expect(rowHashes(file)).toMatchObject(rows)
        },
      }
    },
  },
]

describe.each(CASES)('$name that is killed at each of its writes, and run again [RUN-60]', each => {
  it('is complete, or says what to do', { timeout: 240_000 }, () => expectCompleted(each))
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
  const every = repetitions(4, 1)
  const writes = new Set<string>()
  let run = await runCounted(command, every)
  for (; run.code === null; run = await runCounted(command, every, writes))
    for (const write of run.writes) writes.add(write)
  expect(run.code, run.said).toBe(0)
  const secrets = parseEnv(readFileSync(secretsFile, 'utf8'))
  expect([fake.databases.length, fake.namespaces.length, Object.fromEntries(fake.worker?.secrets ?? [])]).toEqual([
    1,
    2,
    secrets,
  ])
  expect(readdirSync(kept).filter(name => /sending|\.new$/.test(name))).toEqual([])
})
