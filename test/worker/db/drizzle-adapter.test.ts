import { env } from 'cloudflare:workers'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { newCost } from '../../../worker/db/cost'
import { Database } from '../../../worker/db/database'
import { build, prepareQuery, queryOf, queryTemplate, statementOf } from '../../../worker/db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../../worker/db/prepared-statement'
import { type Columns, selectRows } from '../../../worker/db/select-rows'
import { resetBeforeEach } from '../../support/service'

/*
 * What worker/db/drizzle-adapter.ts uses of drizzle beyond its documented API. If a test fails after an upgrade of drizzle,
 * change the adapter.
 */

const boat = sqliteTable(
  'boat',
  {
    marinaId: integer('marina_id').notNull(),
    boatId: integer('boat_id').notNull(),
    isAfloat: integer('is_afloat', { mode: 'boolean' }).notNull(),
    crew: text('crew', { mode: 'json' }).$type<string[]>().notNull(),
  },
  table => [primaryKey({ columns: [table.marinaId, table.boatId] })],
)

const selectBoats = <Selected extends Columns>(columns: Selected) =>
  selectRows(columns, selected => sql`SELECT ${selected} FROM boat`)

const BOAT = { marinaId: 1, boatId: 7, isAfloat: true, crew: ['Ida', 'Bo'] }

describe('a statement of each kind is prepared without a database', () => {
  it.each([
    [
      'insert',
      build.insert(boat).values(BOAT).returning({ boatId: boat.boatId }),
      'insert into "boat" ("marina_id", "boat_id", "is_afloat", "crew") values (?, ?, ?, ?) returning "boat_id"',
      [1, 7, 1, '["Ida","Bo"]'],
    ],
    [
      'update',
      build.update(boat).set({ crew: [], isAfloat: false }).where(eq(boat.boatId, 7)),
      'update "boat" set "is_afloat" = ?, "crew" = ? where "boat"."boat_id" = ?',
      [0, '[]', 7],
    ],
    ['delete', build.delete(boat).where(eq(boat.boatId, 7)), 'delete from "boat" where "boat"."boat_id" = ?', [7]],
    ['raw rows', selectRows({ one: sql<number>`${1}` }, selected => sql`SELECT ${selected}`), 'SELECT ? AS "one"', [1]],
    ['raw run', build.run(sql`DELETE FROM boat WHERE boat_id = ${7}`), 'DELETE FROM boat WHERE boat_id = ?', [7]],
  ])('%s', (_, statement, text, params) => {
    expect(prepareQuery(statement).getQuery()).toMatchObject({ sql: text, params })
  })

  it('placeholders are filled by name, and one that occurs twice is bound once', () => {
    const id = sql.placeholder('boatId')
    const statement = selectRows(
      { crew: boat.crew },
      selected => sql`
        SELECT ${selected} FROM boat WHERE marina_id = ${1} AND boat_id = ${id} AND ${id} < ${1} LIMIT ${sql.placeholder('rows')}`,
    )
    const fill = queryTemplate(prepareQuery(statement).getQuery())
    expect(fill({ rows: 3, boatId: 7 })).toEqual({
      sql: 'SELECT "boat"."crew" AS "crew" FROM boat WHERE marina_id = ?1 AND boat_id = ?2 AND ?2 < ?3 LIMIT ?4',
      params: [1, 7, 1, 3],
    })
    expect(fill({ rows: 4, boatId: 8 }).params).toEqual([1, 8, 1, 4])
  })

  it('a statement to prepare becomes one line, so that it has no comment', () => {
    const fill = queryTemplate({ sql: '\n  SELECT ?,\n    ?\n', params: [1, 2] })
    expect(fill({}).sql).toBe('SELECT ?1, ?2')
    expect(() => queryTemplate({ sql: 'SELECT 1 -- one\n', params: [] })).toThrow('has a comment')
  })

  it('a statement to prepare has no ? that is no parameter', () => {
    expect(() => queryTemplate({ sql: "SELECT '?', ?", params: [1] })).toThrow('a ? that is no parameter')
  })

  it('an expression becomes a query', () => {
    expect(queryOf(sql`SELECT ${sql.raw("'$'")}, ${5}`)).toMatchObject({ sql: "SELECT '$', ?", params: [5] })
  })
})

describe('results of a batch', () => {
  resetBeforeEach()
  let db: Database
  beforeEach(async () => {
    await env.DB.exec('CREATE TABLE boat (marina_id INTEGER, boat_id INTEGER, is_afloat INTEGER, crew TEXT)')
    db = new Database(env.DB, newCost())
    await db.batch([build.insert(boat).values(BOAT)])
  })

  it('are mapped to the types of their columns, and expressions without a decoder stay as they are', async () => {
    const [all, some, returned, raw] = await db.batch([
      selectBoats(getTableColumns(boat)),
      selectBoats({ crew: boat.crew, double: sql<number>`boat_id * 2` }),
      build.update(boat).set({ isAfloat: false }).returning({ isAfloat: boat.isAfloat }),
      selectBoats({ text: sql<string>`crew` }),
    ])
    expect(all).toEqual([BOAT])
    expect(some).toEqual([{ crew: ['Ida', 'Bo'], double: 14 }])
    expect(returned).toEqual([{ isAfloat: false }])
    expect(raw).toEqual([{ text: '["Ida","Bo"]' }])
  })

  it('are mapped in the same way for a statement that was prepared before', async () => {
    const prepared = prepareQuery(selectBoats(getTableColumns(boat)))
    const [rows] = await db.batch([statementOf(prepared)])
    expect(rows).toEqual([BOAT])

    const readBoat = prepareStatement(({ boatId }: Placeholders<{ boatId: number }>) =>
      selectRows(getTableColumns(boat), selected => sql`SELECT ${selected} FROM boat WHERE boat_id = ${boatId}`),
    )
    const [found, missing] = await db.batch([readBoat({ boatId: 7 }), readBoat({ boatId: 8 })])
    expect(found).toEqual([BOAT])
    expect(missing).toEqual([])
  })
})
