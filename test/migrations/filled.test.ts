import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { migrationsIn } from '../../tooling/state/migration-files.ts'
import { repetitions, someOf } from '../support/repetitions.ts'
import { applyMigration, applyMigrations, statementsOf } from './support/apply.ts'
import { type Contents, readContents, rowsOf } from './support/contents.ts'
import { interrupt } from './support/interrupt.ts'
import {
  appliedIn,
  contentsOf,
  loadContents,
  migrateContents,
  problemsOf,
  violatedInvariants,
} from './support/migrate-contents.ts'
import { readRelease, releases } from './support/release.ts'
import { addedColumn, drizzlesRebuild, folderWith, MIGRATIONS, safeRebuild } from './support/samples.ts'
import { startDatabases } from './support/services.ts'
import type { Database } from './support/sql-worker.ts'

/** Migrations that are right, and go further than those of this checkout. */
const SAFE = {
  'of this checkout': MIGRATIONS,
  'and a rebuild of reservation': folderWith(safeRebuild('reservation')),
  'and a rebuild of customer and audit': folderWith(safeRebuild('customer', 'audit')),
  'and a new column': folderWith(addedColumn),
}
/** Those with the most statements first. */
const INTERRUPTED = ['and a rebuild of reservation', 'and a new column', 'of this checkout'] as const
const CASCADE = folderWith(drizzlesRebuild('room_stay'))
afterAll(() => {
  for (const folder of [...Object.values(SAFE), CASCADE]) if (folder !== MIGRATIONS) rmSync(folder, { recursive: true })
})

const runtime = await startDatabases()
const { open } = runtime
afterAll(runtime.close)

const rowsOfAll = (contents: Contents[], table: string) =>
  contents.flatMap(({ tables }) =>
    tables
      .filter(({ name }) => name === table)
      .flatMap(({ columns, rows }) => rows.map(row => [columns, row] as const)),
  )
const valuesOf = (contents: Contents[], table: string, column: string) =>
  new Set(rowsOfAll(contents, table).map(([columns, row]) => row[columns.indexOf(column)]))

/** In `npm test` two databases are those of the newest release only: what a migration does to each is the same. */
const countsOf = (release: string) =>
  release === releases().at(-1) || repetitions(0, 1) ? ([1, 2] as const) : ([1] as const)

describe.each(releases())('a database that release %s filled', release => {
  describe.each(countsOf(release))('on %i', count => {
    const before = contentsOf(readRelease(release), count)

    it('has rows in every table and every state [MIGRATION-1]', async () => {
      for (const { name } of before[0]?.tables ?? []) {
        expect(rowsOfAll(before, name).length, name).toBeGreaterThan(0)
      }
      expect(valuesOf(before, 'reservation', 'status_id')).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]))
      expect(valuesOf(before, 'fetch_message', 'message_status').size).toBe(3)
      expect(valuesOf(before, 'fetch_message', 'status_type').size).toBe(4)
      expect(valuesOf(before, 'application', 'application_status').size).toBe(3)
      expect(valuesOf(before, 'api_key', 'revoked_at').size).toBe(2)
      expect(valuesOf(before, 'tenancy', 'tenancy_state')).toEqual(
        new Set(count === 1 ? ['serving'] : ['serving', 'leaving', 'arriving', 'gone']),
      )
      const databases = open(count)
      await loadContents(databases, before)
      expect(await Promise.all(databases.map(readContents))).toEqual(before)
      expect(await problemsOf(databases, before, MIGRATIONS)).toEqual(before.map(() => ({})))
    })

    it.each(Object.entries(SAFE))(
      'keeps every row and every rule with the migrations %s [MIGRATION-1]',
      async (_, folder) => {
        const databases = open(count)
        expect(await migrateContents(databases, before, folder)).toEqual(before.map(() => ({})))
      },
    )

    it('has marked the guests who were erased, and no others [MIGRATION-1]', async () => {
      const databases = open(count)
      await migrateContents(databases, before, MIGRATIONS)
      const found = await Promise.all(
        databases.map(db =>
          rowsOf(db, "SELECT is_erased, last_name = '' AS has_no_name, count(*) AS n FROM guest GROUP BY 1, 2"),
        ),
      )
      const groups = found.flat().map(({ is_erased, has_no_name }) => `${is_erased} ${has_no_name}`)
      expect(new Set(groups)).toEqual(new Set(['0 0', '1 1']))
    })

    it('is found to have lost rows after a rebuild that cascades [MIGRATION-2]', async () => {
      const databases = open(count)
      const [first] = await migrateContents(databases, before, CASCADE)
      const rates = rowsOfAll(before.slice(0, 1), 'room_rate').length
      expect(rates).toBeGreaterThan(10)
      expect(first?.room_rate).toMatch(new RegExp(`^${rates} rows, .* -> 0 rows, `))
    })

    it.each(INTERRUPTED.slice(0, repetitions(1, 3)))(
      'is as it was when a migration ends in the middle, and carried over by the next attempt, with those %s [MIGRATION-3]',
      async name => {
        const folder = SAFE[name]
        const databases = open(count)
        await loadContents(databases, before)
        const known = appliedIn(before)
        for (const [i, db] of databases.entries()) {
          // Every database before this one is migrated already, and stays so.
          let kept: unknown = before[i]
          const pending = migrationsIn(folder).filter(each => !known.includes(each))
          for (const [place, file] of pending.entries()) {
            const length = statementsOf(folder, file).length
            for (const part of i === 0 ? someOf([0.5, 1], 1, place) : [0.5]) {
              const at = Math.round(part * length)
              await interrupt(db, folder, file, at)
              expect(await readContents(db), String(at)).toEqual(kept)
            }
            await applyMigration(db, folder, file)
            kept = await readContents(db)
          }
        }
        await applyMigrations(databases, folder)
        expect(await problemsOf(databases, before, folder)).toEqual(before.map(() => ({})))
      },
    )
  })
})

describe('a rebuilt database', () => {
  it('has the earlier schema, except for the intended change [MIGRATION-6]', async () => {
    const [rebuilt, plain] = open(2)
    if (!rebuilt || !plain) throw new Error('there are two databases')
    await applyMigrations([plain], MIGRATIONS)
    await applyMigrations([rebuilt], SAFE['and a rebuild of reservation'])
    expect(await schemaOf(rebuilt)).toEqual(await schemaOf(plain))
    const [{ sql }] = (await rowsOf<{ sql: string }>(
      rebuilt,
      "SELECT sql FROM sqlite_schema WHERE name = 'reservation'",
    )) as [{ sql: string }]
    expect(sql).toContain('CONSTRAINT "sample" CHECK("reservation"."customer_id" > 0)')
    expect(await violatedInvariants(rebuilt)).toEqual({})
  })

  it('continues its counters [MIGRATION-6]', async () => {
    const [db] = open(1)
    if (!db) throw new Error('there is a database')
    await applyMigrations([db], MIGRATIONS)
    const audit = () =>
      db.prepare("INSERT INTO audit (at, request_id, act, subject, details) VALUES (1, '', '', '', '')").run()
    await audit()
    await audit()
    await db.prepare('DELETE FROM audit').run()
    await applyMigrations([db], SAFE['and a rebuild of customer and audit'])
    await audit()
    expect(await rowsOf(db, 'SELECT audit_id FROM audit')).toEqual([{ audit_id: 3 }])
  })
})

/** Tables with their columns, keys, indexes and what they refer to, whatever the text that made them. */
const schemaOf = async (db: Database) => {
  const tables = "FROM sqlite_schema AS s, %s AS p WHERE s.type = 'table' AND s.name NOT LIKE '\\_cf%' ESCAPE '\\'"
  const ask = (columns: string, pragma: string) =>
    rowsOf(db, `SELECT s.name AS "table", ${columns} ${tables.replace('%s', pragma)} ORDER BY 1, 2, 3, 4`)
  return {
    columns: await ask('p.cid, p.name, p.type, p."notnull", p.dflt_value, p.pk', 'pragma_table_info(s.name)'),
    keys: await ask('p.id, p.seq, p."table", p."from", p."to", p.on_delete', 'pragma_foreign_key_list(s.name)'),
    indexes: (await ask('p.name, p."unique", p.origin, p.partial', 'pragma_index_list(s.name)')).map(
      ({ name, origin, ...index }) => ({ ...index, origin, name: origin === 'c' ? name : '' }),
    ),
    kinds: await rowsOf(
      db,
      "SELECT name, wr, strict FROM pragma_table_list WHERE name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY 1",
    ),
  }
}
