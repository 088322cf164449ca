import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backup } from '../../operations/backup.ts'
import type { RestoreFlags } from '../../operations/restore/flags.ts'
import { upgrade } from '../../operations/restore/upgrade.ts'
import { restore } from '../../operations/restore.ts'
import { INVARIANTS_OF_1_0_0 } from '../support/invariants.ts'
import { Deployment } from './support/deployment.ts'
import { exportedSql } from './support/fake-d1-transfer.ts'
import { fillAsFirstRelease } from './support/release-database.ts'
import { rowHashes, rowsIn, violationsIn } from './support/stored-rows.ts'

const databasesOf = ({ fake }: Deployment) => fake.databases.map(({ db }) => db)

/** Gives up all moves: the rows in the other database are deleted. */
function settleMoves(deployment: Deployment): void {
  const [control, ...others] = databasesOf(deployment) as [DatabaseSync, ...DatabaseSync[]]
  const moves = control.prepare(
    'SELECT customer_id AS customer, shard, other_shard AS other FROM home WHERE other_shard NOT NULL',
  )
  for (const { customer, shard, other } of moves.all()) {
    const [own, copy] = [shard, other].map(number => [control, ...others][Number(number)]) as [
      DatabaseSync,
      DatabaseSync,
    ]
    own.exec(`UPDATE tenancy SET tenancy_state = 'serving' WHERE customer_id = ${customer}`)
    copy.exec(
      `PRAGMA foreign_keys = OFF; UPDATE tenancy SET tenancy_state = 'gone', progress = NULL WHERE customer_id = ${customer}`,
    )
    const tables = copy
      .prepare("SELECT name FROM sqlite_schema WHERE sql LIKE '%customer_id%' AND type = 'table'")
      .all()
    for (const { name } of tables) {
      if (['home', 'tenancy', 'application', 'api_key'].includes(String(name))) continue
      copy.exec(`DELETE FROM "${name}" WHERE customer_id = ${customer}`)
    }
    copy.exec('PRAGMA foreign_keys = ON')
  }
  control.exec('UPDATE home SET other_shard = NULL')
}

/** Expires in an hour. */
const EXPIRATION = Math.floor(Date.now() / 1000) + 3600
/** A line break, and characters that the export of D1 writes for one. */
const NOTE = "It's in C:\\new\nand \\r\\n.\r\nEnd; 🏨"
const LONG = `${'🏨a'.repeat(60_000)}'`

let first: Deployment
let second: Deployment
let folder: string

const placeOf = ({ config }: Deployment) => ({
  remote: true,
  config,
  state: '',
  vars: join(config, '../vars'),
  help: false,
})

const auditFile = () => join(first.folder, 'audit.ndjson')

async function run(deployment: Deployment, flags: Partial<RestoreFlags>): Promise<string> {
  const lines: string[] = []
  await restore({ ...placeOf(deployment), jump: 1_000_000, audit: auditFile(), ...flags }, deployment.env, line =>
    lines.push(line),
  )
  return lines.join('\n')
}

beforeAll(async () => {
  ;[first, second] = (await Promise.all([1, 2].map(() => new Deployment().open({ databases: ['DB', 'DB1'] })))) as [
    Deployment,
    Deployment,
  ]
  folder = join(first.folder, 'backup')
  for (const name of ['innlet', 'innlet-db1']) {
    first.fake.addDatabase(name)
    second.fake.addDatabase(name)
  }
  fillAsFirstRelease(databasesOf(first))
  settleMoves(first)
  const served = first.fake.databases.find(({ db }) => db.prepare('SELECT 1 FROM reservation').get())
  served?.db.prepare('UPDATE reservation SET summary_note = ? WHERE reservation_id = 1').run(NOTE)
  served?.db.prepare('UPDATE channel_property SET document = ?').run(LONG)
  served?.db.exec("DELETE FROM audit; UPDATE sqlite_sequence SET seq = 500 WHERE name = 'audit'")
  for (const { fake } of [first, second]) fake.namespaces.push({ id: '0'.repeat(32), title: 'innlet-links' })
  first.fake.keys.set('revoked:AAAA', EXPIRATION)
})
afterAll(() => {
  first.close()
  second.close()
})

it('an installation at Cloudflare is copied and restored in another account [BACKUP-5] [BACKUP-6]', async () => {
  const lines: string[] = []
  await backup({ ...placeOf(first), to: folder }, first.env, line => lines.push(line))
  expect(lines.at(-1)).toMatch(/^Backup: complete/)
  for (const name of ['DB.sqlite', 'DB1.sqlite']) {
    expect(violationsIn(join(folder, name), INVARIANTS_OF_1_0_0)).toEqual({})
  }
  const revoked = readFileSync(join(folder, 'revoked-links.ndjson'), 'utf8')
  expect(JSON.parse(revoked)).toEqual({ linkId: 'AAAA', expiresAt: EXPIRATION })

  const said = await run(second, { from: folder })
  expect(said).toMatch(/Backup of DB1: later migrations applied to a copy: \d+/)
  expect(said).toContain('Revoked links: 1')
  expect([first.fake.unknown, second.fake.unknown]).toEqual([[], []])
  expect(second.fake.keys).toEqual(first.fake.keys)

  // Every row is as it was, in the tables of this release.
  const restored = ['DB.sqlite', 'DB1.sqlite'].map((name, i) => {
    const file = join(second.folder, `restored-${name}`)
    databasesOf(second)[i]?.prepare('VACUUM INTO ?').run(file)
    const upgraded = join(second.folder, name)
    cpSync(join(folder, name), upgraded)
    upgrade(upgraded, name)
    const { customer: _, audit: __, ...rows } = rowHashes(file)
    expect(rowHashes(upgraded)).toMatchObject(rows)
    return file
  })
  const stored = restored.flatMap(file => rowsIn(file, 'SELECT summary_note FROM reservation WHERE reservation_id = 1'))
  expect(stored).toContainEqual({ summary_note: NOTE })
  const documents = restored.flatMap(file => rowsIn(file, 'SELECT document FROM channel_property'))
  expect(documents).toContainEqual({ document: LONG })
})

it('a second run changes nothing, and a database with other rows is refused [BACKUP-4]', async () => {
  const before = second.fake.databases.map(({ db }) => exportedSql(db))
  expect(await run(second, { from: folder })).toContain('Database DB1: has the rows of the backup already')
  for (const db of databasesOf(first)) db.exec("UPDATE customer SET customer_name = 'Another name'")
  await expect(run(first, { from: folder })).rejects.toThrow(/is not empty: it has \d+ rows/)
  expect(second.fake.databases.map(({ db }) => exportedSql(db))).toEqual(before)
})

it('Time Travel sets every database back; no number is given again and no revoked link opens [BACKUP-8] [BACKUP-10] [BACKUP-11]', async () => {
  const timestamp = new Date(Date.now() - 3_600_000).toISOString()
  // Found by their names alone, the databases may be those of another Worker.
  await expect(run(second, { timestamp })).rejects.toThrow('the Worker innlet does not use the database innlet')
  const bindings = second.fake.databases.map(({ uuid }, i) => ({ type: 'd1', name: ['DB', 'DB1'][i] ?? '', id: uuid }))
  second.fake.addWorker({}, bindings)
  const served = databasesOf(second).findIndex(db => db.prepare('SELECT 1 FROM itinerary_link').get())
  const at = (sql: string) => databasesOf(second)[served]?.prepare(sql).get()
  // As if the service made it before the floor was raised.
  databasesOf(second)[served]?.exec(`UPDATE reservation SET created_at = ${Date.now()} WHERE reservation_id = 1`)
  const { number } = at('SELECT reservation_number AS number FROM reservation WHERE reservation_id = 1') ?? {}
  for (const database of second.fake.databases) second.fake.bookmarks.add(database, timestamp)
  // What the restore undoes: a mistake, a revocation, and numbers and acts that were given.
  for (const db of databasesOf(second)) {
    db.exec(`UPDATE guest SET last_name = 'A mistake'; UPDATE customer SET id_floor = 2000000;
      INSERT INTO audit (at, request_id, act, subject, details) VALUES (${Date.now()}, 'r', 'api-key.revoke', 'key_1', '{}')`)
  }
  const { link } = at('SELECT link_id AS link FROM itinerary_link') ?? {}
  second.fake.keys.set(`revoked:${link}`, EXPIRATION)

  const said = await run(second, { timestamp, jump: 5000 })
  expect(said).toMatch(/Database DB1: set back to .*\n.*time-travel restore innlet-db1 --bookmark=\S+/)
  expect(said).toContain(`given again meanwhile: reservation ${number} of customer`)
  expect(said).toMatch(/begin at 2005001\nAdministrators must do again:\n {2}api-key\.revoke key_1, /)
  const found = (sql: string) => databasesOf(second).flatMap(db => db.prepare(sql).all())
  expect(found("SELECT 1 FROM guest WHERE last_name = 'A mistake'")).toEqual([])
  expect(found('SELECT 1 FROM customer WHERE id_floor <> 2005000')).toEqual([])
  expect(found(`SELECT 1 FROM itinerary_link WHERE link_id = '${link}'`)).toEqual([])
  expect(found("SELECT max(audit_id) AS last FROM audit WHERE act = 'installation.restore'")).toEqual(
    Array(2).fill({ last: 2005000 }),
  )
  expect(second.fake.unknown).toEqual([])

  // A second run, as after an interruption, still knows what the first one has undone.
  const again = await run(second, { timestamp, jump: 5000 })
  expect(again).toMatch(/begin at 2010001\nAdministrators must do again:\n {2}api-key\.revoke key_1, /)
  const kept = readFileSync(auditFile(), 'utf8').trim().split('\n')
  expect(kept.filter(line => line.includes('"api-key.revoke"'))).toHaveLength(2)
})
