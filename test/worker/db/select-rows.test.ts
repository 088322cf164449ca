import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { alias, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { beforeEach, expect, it } from 'vitest'
import { newCost } from '../../../worker/db/cost'
import { Database } from '../../../worker/db/database'
import { build, prepareQuery } from '../../../worker/db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../../worker/db/prepared-statement'
import { jsonList, jsonObject, jsonRows } from '../../../worker/db/select-json'
import { columnsIn, leftJoined, namesOf, selectionOf, selectRows } from '../../../worker/db/select-rows'
import { resetBeforeEach } from '../../support/service'

const boat = sqliteTable('boat', {
  boatId: integer('boat_id').notNull(),
  name: text('name').notNull(),
  isAfloat: integer('is_afloat', { mode: 'boolean' }).notNull(),
  crew: text('crew', { mode: 'json' }).$type<string[]>().notNull(),
})
const mooring = sqliteTable('mooring', {
  boatId: integer('boat_id').notNull(),
  name: text('name').notNull(),
  isFree: integer('is_free', { mode: 'boolean' }),
  prices: text('prices', { mode: 'json' }).$type<number[]>(),
})

const b = alias(boat, 'b')
const m = leftJoined(alias(mooring, 'm'))

resetBeforeEach()
let db: Database
beforeEach(async () => {
  await env.DB.exec('CREATE TABLE boat (boat_id INTEGER, name TEXT, is_afloat INTEGER, crew TEXT)')
  await env.DB.exec('CREATE TABLE mooring (boat_id INTEGER, name TEXT, is_free INTEGER, prices TEXT)')
  db = new Database(env.DB, newCost())
  await db.batch([
    build.insert(boat).values([
      { boatId: 7, name: 'Ida', isAfloat: true, crew: ['Bo', "O'Hara"] },
      { boatId: 8, name: 'Uno', isAfloat: false, crew: [] },
    ]),
    build.insert(mooring).values({ boatId: 7, name: 'North', isFree: false, prices: [1, 2] }),
  ])
})

const joined = sql`FROM boat AS b LEFT JOIN mooring AS m ON m.boat_id = b.boat_id ORDER BY b.boat_id`

it('each column gets its name, so that a join keeps columns of the same name apart', async () => {
  const [rows] = await db.batch([
    selectRows({ boat: b.name, mooring: m.name }, selected => sql`SELECT ${selected} ${joined}`),
  ])
  expect(rows).toEqual([
    { boat: 'Ida', mooring: 'North' },
    { boat: 'Uno', mooring: null },
  ])
})

it('values are decoded by their columns and expressions, and null stays null', async () => {
  const columns = {
    isAfloat: b.isAfloat,
    crew: b.crew,
    isFree: m.isFree,
    prices: m.prices,
    text: sql<string>`${b.crew}`,
    isMoored: sql`m.boat_id IS NOT NULL`.mapWith(Boolean),
    sameCrew: sql`coalesce(${b.crew}, '[]')`.mapWith(b.crew),
  }
  const [rows] = await db.batch([selectRows(columns, selected => sql`SELECT ${selected} ${joined}`)])
  expect(rows).toEqual([
    {
      isAfloat: true,
      crew: ['Bo', "O'Hara"],
      isFree: false,
      prices: [1, 2],
      text: '["Bo","O\'Hara"]',
      isMoored: true,
      sameCrew: ['Bo', "O'Hara"],
    },
    { isAfloat: false, crew: [], isFree: null, prices: null, text: '[]', isMoored: false, sameCrew: [] },
  ])
})

it('JSON made of columns is decoded as the columns are', async () => {
  const moorings = jsonRows(
    { name: m.name, isFree: m.isFree, prices: m.prices, boat: jsonObject({ isAfloat: b.isAfloat }) },
    row => sql`SELECT json_group_array(${row}) FROM mooring AS m WHERE m.boat_id = b.boat_id`,
  )
  const columns = {
    boat: jsonObject({ boatId: b.boatId, crew: b.crew, moorings }),
    names: jsonList(
      m.name,
      name => sql`SELECT json_group_array(${name}) FROM mooring AS m WHERE m.boat_id = b.boat_id`,
    ),
  }
  const [rows] = await db.batch([
    selectRows(columns, selected => sql`SELECT ${selected} FROM boat AS b ORDER BY boat_id`),
  ])
  const mooringOfIda = { name: 'North', isFree: false, prices: [1, 2], boat: { isAfloat: true } }
  expect(rows).toEqual([
    { boat: { boatId: 7, crew: ['Bo', "O'Hara"], moorings: [mooringOfIda] }, names: ['North'] },
    { boat: { boatId: 8, crew: [], moorings: [] }, names: [] },
  ])
})

it('a common table has the columns by their names, and they are decoded when they are read from it', async () => {
  const columns = { boatId: b.boatId, isAfloat: b.isAfloat, crew: b.crew }
  const [rows] = await db.batch([
    selectRows(
      { ...columnsIn('listed', columns), count: sql<number>`count(*) OVER ()` },
      selected => sql`
        WITH listed (${namesOf(columns)}) AS (SELECT ${selectionOf(columns)} FROM boat AS b)
        SELECT ${selected} FROM listed WHERE listed."isAfloat"`,
    ),
  ])
  expect(rows).toEqual([{ boatId: 7, isAfloat: true, crew: ['Bo', "O'Hara"], count: 1 }])
})

it('a statement with parameters and placeholders is prepared once', async () => {
  const selectBoat = prepareStatement(({ boatId, more }: Placeholders<{ boatId: number; more: number }>) =>
    selectRows(
      { isAfloat: b.isAfloat, sum: sql<number>`${b.boatId} + ${more}` },
      selected => sql`SELECT ${selected} FROM boat AS b WHERE b.boat_id = ${boatId}`,
    ),
  )
  const [one, other] = await db.batch([selectBoat({ boatId: 7, more: 1 }), selectBoat({ boatId: 8, more: 2 })])
  expect(one).toEqual([{ isAfloat: true, sum: 8 }])
  expect(other).toEqual([{ isAfloat: false, sum: 10 }])
})

it('rows that a write returns are selected in the same way', async () => {
  const [deleted] = await db.batch([
    selectRows({ one: sql<number>`1` }, selected => sql`DELETE FROM boat WHERE boat_id = ${7} RETURNING ${selected}`),
  ])
  expect(deleted).toEqual([{ one: 1 }])
})

it('the SQL names each column by its alias', () => {
  const statement = selectRows({ boatId: b.boatId, mooring: m.name }, selected => sql`SELECT ${selected} FROM boat`)
  expect(prepareQuery(statement).getQuery()).toMatchObject({
    sql: 'SELECT "b"."boat_id" AS "boatId", "m"."name" AS "mooring" FROM boat',
    params: [],
  })
})
