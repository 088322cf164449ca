import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkFolder } from '../../scripts/migration/folder.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A checkout with nothing but what the tool reads. */
let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'innlet-tool-'))
  for (const each of ['schema', 'drizzle.config.ts', 'package.json']) {
    cpSync(join(ROOT, each), join(place, each), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'))
})
afterEach(() => rmSync(place, { recursive: true }))

const folder = () => join(place, 'schema/migrations')
const files = () => [...readdirSync(folder()), ...readdirSync(join(folder(), 'meta'))].sort()
const journal = () => readFileSync(join(folder(), 'meta/_journal.json'), 'utf8')

function change(file: string, from: string, to: string): void {
  const path = join(place, 'schema/tables', file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  writeFileSync(path, text.replace(from, to))
}

function migration(...args: string[]) {
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` }
  const tool = join(ROOT, 'scripts/migration.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...args], { cwd: place, env, encoding: 'utf8' })
  return { status, out: stdout, err: stderr }
}

/** The text of the migration that was written. */
const written = (name: string) => {
  const file = readdirSync(folder()).find(each => each.endsWith(`_${name}.sql`))
  return readFileSync(join(folder(), file as string), 'utf8')
}

it('a changed CHECK is refused with the recipe, and nothing is left of it [MIGRATION-5]', () => {
  change('reservation.ts', 'BETWEEN 1 AND 7', 'BETWEEN 1 AND 8')
  const before = [files(), journal()]
  const { status, err } = migration('more-states')
  expect(status).toBe(1)
  expect(err).toMatch(/room_night\b.* hang on reservation/)
  expect(err).toContain('npm run migration -- name --rebuild')
  expect(err).toContain('docs/migrations.md')
  expect([files(), journal()]).toEqual(before)
})

it('with --rebuild the rebuild is written that keeps every child, and new columns with it [MIGRATION-6]', () => {
  change('reservation.ts', 'BETWEEN 1 AND 7', 'BETWEEN 1 AND 8')
  change('stay.ts', 'roomNotes: ', "bedType: text('bed_type').notNull().default(''),\n    roomNotes: ")
  const { status, err } = migration('more-states', '--rebuild')
  expect([status, err]).toEqual([0, ''])
  expect(checkFolder(folder())).toEqual([])
  const text = written('more-states')
  expect(text).toContain('CREATE TABLE `__new_room_night`')
  expect(text).toContain('ALTER TABLE `room_stay` ADD `bed_type`')
  expect(text).toContain("('reservation', 'reservation', '1000000 100000 1')")
  expect(text).not.toContain('PRAGMA')
})

it('with --rebuild a removed index of a rebuilt table is dropped by its own statement [MIGRATION-6]', () => {
  change('stay.ts', "    index('room_stay_of_room').on(table.customerId, table.roomId),\n", '')
  change('stay.ts', 'stayArrival} < ', 'stayArrival} <= ')
  const { status, err } = migration('no-index', '--rebuild')
  expect([status, err]).toEqual([0, ''])
  expect(written('no-index')).toMatch(/^DROP INDEX `room_stay_of_room`;\n/)
  expect(checkFolder(folder())).toEqual([])
})

it('a new column is written as it is, with statistics; only the newest snapshot is kept, and the next is written from it', () => {
  const snapshots = () => readdirSync(join(folder(), 'meta')).filter(name => name.endsWith('_snapshot.json'))
  const [first = ''] = snapshots()
  expect(snapshots()).toEqual([first])
  const older = readFileSync(join(folder(), 'meta', first), 'utf8')
  change('stay.ts', 'roomNotes: ', "bedType: text('bed_type').notNull().default(''),\n    roomNotes: ")
  expect(migration('bed-type').status).toBe(0)
  expect(written('bed-type')).toMatch(/^ALTER TABLE `room_stay` ADD `bed_type` text DEFAULT '' NOT NULL;\n/)
  expect(written('bed-type')).toContain('ANALYZE sqlite_schema;')
  expect(checkFolder(folder())).toEqual([])
  const [second] = snapshots()
  expect(snapshots()).toEqual([second])
  expect(second).not.toBe(first)
  // A run that was killed before it removed the older one has written all of its migration.
  writeFileSync(join(folder(), 'meta', first), older)
  change('stay.ts', 'bedType: ', "bedSize: text('bed_size').notNull().default(''),\n    bedType: ")
  expect(migration('bed-size').status).toBe(0)
  expect(written('bed-size')).toMatch(/^ALTER TABLE `room_stay` ADD `bed_size` text DEFAULT '' NOT NULL;\n--/)
  expect(snapshots()).toHaveLength(1)
})

it('a column is dropped only with --contract, which names the last release that used it [MIGRATION-6]', () => {
  change('hotel.ts', "  resourceTypeId: integer('resource_type_id'),\n", '')
  const refused = migration('no-type')
  expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('DROP COLUMN deletes values')])
  const { status } = migration('no-type', '--contract', '1.2.0')
  expect(status).toBe(0)
  expect(written('no-type')).toMatch(/^-- contract: resource\.resource_type_id unused since 1\.2\.0\n/)
  expect(checkFolder(folder())).toEqual([])
})

it('a run that was killed at any of its writes is named with what to do, and nothing is written [MIGRATION-13]', () => {
  change('reservation.ts', 'typeId: ', "killedNote: text('killed_note').notNull().default(''),\n    typeId: ")
  expect(migration('whole').status).toBe(0)
  const sql = readdirSync(folder()).find(each => each.endsWith('_whole.sql')) as string
  const last = readdirSync(join(folder(), 'meta')).findLast(each => each.endsWith('_snapshot.json')) as string
  const whole = { [sql]: written('whole'), [`meta/${last}`]: readFileSync(join(folder(), 'meta', last), 'utf8') }
  const entries = JSON.parse(journal()).entries
  const before = { ...JSON.parse(journal()), entries: entries.slice(0, -1) }
  for (const left of [
    { ...whole, [sql]: 'ALTER TABLE `reservation` ADD `killed_note` text;' },
    { [`meta/${last}`]: whole[`meta/${last}`] },
    { [`meta/${last}`]: whole[`meta/${last}`], 'meta/_journal.json': JSON.stringify(before) },
  ] as Record<string, string>[]) {
    rmSync(join(folder(), sql), { force: true })
    for (const [file, text] of Object.entries(left)) writeFileSync(join(folder(), file), text)
    const [had, { status, err }] = [files(), migration('again')]
    expect([status, err]).toEqual([
      1,
      expect.stringMatching(/^migration: migration \d{4} is not finished: .* run npm run migration again\n$/),
    ])
    expect(files()).toEqual(had)
  }
})
