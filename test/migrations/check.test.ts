import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkMigration } from '../../scripts/migration/check-statements.ts'
import { BREAK, checkFolder, databaseAfter } from '../../scripts/migration/folder.ts'
import { tablesOf } from '../../scripts/migration/schema.ts'
import { migrationsIn } from '../../tooling/state/migration-files.ts'
import { addedColumn, drizzlesRebuild, folderWith, MIGRATIONS, SAMPLE, safeRebuild } from './support/samples.ts'

/** What the check says of a migration that follows those of this checkout. */
const faultsIn = (...statements: string[]) =>
  checkMigration(databaseAfter(MIGRATIONS, migrationsIn(MIGRATIONS)), statements.join(BREAK), statements)

describe('the check of the migrations', () => {
  it('finds nothing in those of this checkout', () => expect(checkFolder(MIGRATIONS)).toEqual([]))

  it.each([
    ['DELETE', "DELETE FROM idempotency WHERE identity = 'x'", 'DELETE deletes rows'],
    ['REPLACE', "REPLACE INTO interface_audience VALUES ('a', 'b')", 'REPLACE deletes rows'],
    ['INSERT OR REPLACE', "INSERT OR REPLACE INTO interface_audience VALUES ('a', 'b')", 'REPLACE deletes rows'],
    ['UPDATE OR REPLACE', 'UPDATE OR REPLACE customer_directory SET shard = 1', 'REPLACE deletes rows'],
    [
      'an upsert',
      "INSERT INTO interface_audience VALUES ('a', 'b') ON CONFLICT (product) DO UPDATE SET audience = 'c'",
      'ON CONFLICT DO UPDATE overwrites rows',
    ],
    ['UPDATE of an old column', "UPDATE guest SET phone = ''", 'UPDATE overwrites values'],
    ['UPDATE behind a comment', "/* nothing */ update guest set phone = ''", 'UPDATE overwrites values'],
    ['DROP COLUMN', 'ALTER TABLE reservation DROP COLUMN label', 'DROP COLUMN deletes values'],
    ['DROP TABLE of a parent', 'DROP TABLE reservation', 'hang on reservation'],
    ['DROP TABLE of a leaf', 'DROP TABLE room_night', 'not every row and column of room_night was copied'],
    ['DROP TABLE IF EXISTS', 'DROP TABLE IF EXISTS room_night', 'not every row and column of room_night was copied'],
    ['RENAME of a column', 'ALTER TABLE guest RENAME COLUMN phone TO telephone', 'does not know the new name'],
    ['RENAME of a table', 'ALTER TABLE guest RENAME TO person', 'does not know the new name'],
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON guest BEGIN DELETE FROM customer_directory; END', 'does not know'],
    ['PRAGMA foreign_keys', 'PRAGMA foreign_keys=OFF', "does nothing in D1's transaction"],
    [
      'a new cascade',
      'CREATE TABLE voucher (customer_id integer NOT NULL PRIMARY KEY REFERENCES customer(customer_id) ON DELETE CASCADE) STRICT, WITHOUT ROWID',
      'a cascade deletes in silence',
    ],
    ['a table with a rowid', 'CREATE TABLE voucher (code text NOT NULL PRIMARY KEY) STRICT', 'is not WITHOUT ROWID'],
    ['a table that is not STRICT', 'CREATE TABLE voucher (code text PRIMARY KEY) WITHOUT ROWID', 'is not STRICT'],
    ['a column without a default', 'ALTER TABLE guest ADD no_default text NOT NULL', 'guest.no_default is NOT NULL'],
    ['what fails', 'ALTER TABLE nobody ADD nickname text', 'no such table'],
  ])('refuses %s [MIGRATION-5]', (_, statement, words) => expect(faultsIn(statement).join('\n')).toContain(words))

  it.each([
    ['a new column, filled', addedColumn],
    ['a new table', ['CREATE TABLE voucher (code text NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID']],
    [
      'another index',
      ['DROP INDEX room_of_type', 'CREATE INDEX room_of_type ON room (customer_id, room_type_id, room_no)'],
    ],
    ['statistics', ['ANALYZE customer', 'DELETE FROM sqlite_stat1', 'ANALYZE sqlite_schema']],
    ['a rebuild of a leaf', safeRebuild('room_night')],
    ['a rebuild of a parent and all that hang on it', safeRebuild('reservation')],
    ['a rebuild of the root, and of a table that counts', safeRebuild('customer', 'audit')],
  ])('lets %s through [MIGRATION-5]', (_, statements) => expect(faultsIn(...statements)).toEqual([]))

  it.each([
    ['drizzle-kit’s rebuild of a parent', drizzlesRebuild('room_stay'), 'room_rate hangs on room_stay'],
    [
      'a copy of some rows',
      part(safeRebuild('room_night'), /^INSERT/, ' WHERE room_id > 7;'),
      'not every row and column',
    ],
    ['a copy of some columns', columnsLess(safeRebuild('room_night')), 'not every row and column'],
    ['a drop of the parent before its children', swapped(safeRebuild('room_stay')), 'hangs on room_stay'],
    [
      'a copy that never takes the place',
      without(safeRebuild('room_night'), /^ALTER|^CREATE INDEX/),
      'has not taken its place',
    ],
    ['an index that is not made again', without(safeRebuild('room_stay'), /^CREATE INDEX/), 'has lost its index'],
    ['a counter that begins anew', without(safeRebuild('audit'), /^UPDATE sqlite_sequence/), 'audit counts anew'],
    [
      'values changed in the copy',
      safeRebuild('room_night').flatMap(each =>
        each.startsWith('DROP') ? ["UPDATE __new_room_night SET night = '2027-01-01';", each] : [each],
      ),
      'UPDATE overwrites values',
    ],
  ])('refuses a rebuild with %s [MIGRATION-2]', (_, statements, words) =>
    expect(faultsIn(...statements).join('\n')).toContain(words),
  )

  it('accepts a contraction that names what it drops, and only that', () => {
    const contract = '-- contract: reservation.label unused since 1.2.0'
    const drop = 'ALTER TABLE reservation DROP COLUMN label'
    const db = () => databaseAfter(MIGRATIONS, migrationsIn(MIGRATIONS))
    expect(checkMigration(db(), `${contract}\n${drop}`, [drop])).toEqual([])
    const other = 'ALTER TABLE reservation DROP COLUMN summary_note'
    expect(checkMigration(db(), `${contract}\n${other}`, [other]).join()).toContain('DROP COLUMN deletes values')
  })

  it('accepts a rebuild that deletes rows only if it names an existing test', () => {
    const [create = '', , ...rest] = safeRebuild('room_night')
    const insert = 'INSERT INTO __new_room_night SELECT * FROM room_night WHERE room_id > 0;'
    const contract = '-- contract: room_night moved, shown by test/migrations/check.test.ts\n'
    expect(faultsIn(contract + create, insert, ...rest)).toEqual([])
    expect(faultsIn(create, insert, ...rest).join()).toContain('DROP TABLE deletes rows')
    const folder = folderWith([contract.replace('check.test', 'missing.test') + create, insert, ...rest])
    expect(checkFolder(folder)).toEqual([
      `${SAMPLE}: there is no test/migrations/missing.test.ts, which is to show that rows are moved`,
    ])
    rmSync(folder, { recursive: true })
  })

  it('finds a migration that is not in the journal', () => {
    const folder = folderWith(addedColumn)
    expect(checkFolder(folder)).toEqual([])
    rmSync(join(folder, 'meta/_journal.json'))
    expect(() => checkFolder(folder)).toThrow()
    rmSync(folder, { recursive: true })
  })

  it('reads a table as of the newest migration', () => {
    const folder = folderWith(safeRebuild('reservation'))
    const text = readFileSync(join(folder, SAMPLE), 'utf8')
    expect(text).toContain('ALTER TABLE `__new_reservation` RENAME TO `reservation`')
    const tables = tablesOf(databaseAfter(folder, migrationsIn(folder)))
    expect(tables.get('room_stay')?.parents).toContain('reservation')
    rmSync(folder, { recursive: true })
  })
})

function part(statements: string[], which: RegExp, more: string): string[] {
  return statements.map(each => (which.test(each) ? each.replace(/;$/, more) : each))
}

function columnsLess(statements: string[]): string[] {
  return statements.map(each => (each.startsWith('INSERT') ? each.replaceAll(', `allot_room_id`', '') : each))
}

function without(statements: string[], which: RegExp): string[] {
  return statements.filter(each => !which.test(each))
}

/** The drops from root to leaf. */
function swapped(statements: string[]): string[] {
  const drops = statements.filter(each => each.startsWith('DROP')).toReversed()
  return statements.map(each => (each.startsWith('DROP') ? (drops.shift() as string) : each))
}
