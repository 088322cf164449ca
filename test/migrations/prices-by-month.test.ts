import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { build } from '../../tooling/builds/build.ts'
import type { Service } from '../../tooling/command/service.ts'
import { migrationsIn } from '../../tooling/state/migration-files.ts'
import { applyMigration, applyMigrations } from './support/apply.ts'
import { rowsOf } from './support/contents.ts'
import { CUSTOMERS, tokenFor } from './support/fill.ts'
import { contentsOf, loadContents, violatedInvariants } from './support/migrate-contents.ts'
import { programOf } from './support/program.ts'
import { readRelease } from './support/release.ts'
import { MIGRATIONS } from './support/samples.ts'
import { startDatabases, startServices } from './support/services.ts'
import type { Database } from './support/sql-worker.ts'

/*
 * Release 1.0.0 has prices by day in `plan_day`. Builds between it and 1.1.0 have them in `plan_month` too, and `rate_calendar` says
 * which table counts.
 */

const release = readRelease('1.0.0')
const runtime = await startDatabases()
afterAll(runtime.close)

const FIELDS = ['closed', 'prices', 'minimum_stay', 'maximum_stay', 'closed_on_arrival', 'closed_on_departure']
const KEY = 'customer_id, hotel_id, channel_room_id, channel_rate_plan_id'
const BY_DAY = `SELECT ${KEY}, day, plan_${FIELDS.join(', ')} FROM plan_day ORDER BY 1, 2, 3, 4, 5`.replace(
  'plan_closed',
  'plan_closed AS closed',
)
const BY_MONTH = `SELECT ${KEY}, month || '-' || d.key AS day, ${FIELDS.map(
  name => `d.value ->> '${name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}' AS ${name}`,
)} FROM plan_month CROSS JOIN json_each(days) AS d ORDER BY 1, 2, 3, 4, 5`

/** Further days as 1.0.0 stored them: with every field, with some, and around the end of a year and of a leap month. */
const MORE_DAYS = `
  INSERT INTO plan_day (${KEY}, day, plan_closed, prices, minimum_stay, maximum_stay, closed_on_arrival, closed_on_departure)
  SELECT customer_id, hotel_id, 'DBL', 'BAR', more.value ->> 0, more.value ->> 1, more.value ->> 2, more.value ->> 3, more.value ->> 4,
    more.value ->> 5, more.value ->> 6
  FROM channel_room CROSS JOIN json_each('[
    ["2027-12-31", 1, "{\\"1\\":9000,\\"2\\":10000}", 2, 9, 1, 0], ["2028-01-01", null, "{\\"10\\":5}", null, null, null, null],
    ["2028-02-28", 0, null, null, null, null, null], ["2028-02-29", null, null, 0, null, null, 1], ["2028-03-01", null, "{}", null, null, null, null]
  ]') AS more WHERE channel_room_id = 'DBL'`

/** What builds before 1.1.0 copied. */
const COPY = `
  INSERT INTO plan_month (${KEY}, month, days)
  SELECT ${KEY}, substr(day, 1, 7), json_group_object(substr(day, 9), json_patch('{}', json_object(
    'closed', plan_closed, 'prices', prices, 'minimumStay', minimum_stay, 'maximumStay', maximum_stay,
    'closedOnArrival', closed_on_arrival, 'closedOnDeparture', closed_on_departure)) ORDER BY day)
  FROM plan_day GROUP BY ${KEY}, substr(day, 1, 7)`
/** Release 1.0.0 deletes a room without its months. */
const MONTH_OF_DELETED_ROOM =
  "INSERT INTO plan_month SELECT customer_id, hotel_id, 'GONE', 'BAR', '2027-06', '{\"01\":{\"closed\":1}}' FROM property"
const setState = (state: string) => `UPDATE rate_calendar SET calendar_state = '${state}'`

/** What makes each state of a database that 1.0.0 filled, and the table that counts in it. */
const STATES: [name: string, changes: string[], counts: string][] = [
  ['of release 1.0.0', [], BY_DAY],
  [
    'in the state days, with months that are not all copied or are old',
    [
      COPY,
      "DELETE FROM plan_month WHERE month LIKE '2028%'",
      "UPDATE plan_day SET prices = '{\"2\":77}' WHERE day = '2027-12-31'",
      MONTH_OF_DELETED_ROOM,
      "INSERT INTO plan_month SELECT customer_id, hotel_id, 'DBL', 'BAR', '2029-01', '{\"01\":{\"closed\":1}}' FROM property",
    ],
    BY_DAY,
  ],
  [
    'in the state months',
    [
      COPY,
      setState('months'),
      `UPDATE plan_month SET days = json_patch(days, '{"31":{"prices":"{\\"2\\":77}"}}') WHERE month = '2027-12'`,
      "DELETE FROM plan_month WHERE month = '2028-01'",
      MONTH_OF_DELETED_ROOM,
    ],
    BY_MONTH,
  ],
  [
    'in the state months-only, with days that are not all deleted',
    [COPY, setState('months-only'), "DELETE FROM plan_day WHERE day < '2028'", "UPDATE plan_day SET prices = '{}'"],
    BY_MONTH,
  ],
  ['whose days are all deleted', [COPY, 'DELETE FROM plan_day', 'DELETE FROM rate_calendar'], BY_MONTH],
  ['that got its first prices from 1.0.0 during the deployment', ['DELETE FROM rate_calendar'], BY_DAY],
]

const files = migrationsIn(MIGRATIONS)
const ONE_CALENDAR = files.findIndex(file => file.endsWith('_one-calendar.sql'))

/** A database that 1.0.0 filled, with more days, directly before the migration that moves the prices. */
async function openBefore(): Promise<Database> {
  const [db] = runtime.open(1) as [Database]
  await loadContents([db], contentsOf(release, 1))
  const applied = (await rowsOf(db, 'SELECT name FROM d1_migrations')).map(({ name }) => name)
  for (const file of files.slice(0, ONE_CALENDAR))
    if (!applied.includes(file)) await applyMigration(db, MIGRATIONS, file)
  await db.prepare(MORE_DAYS).run()
  return db
}

describe('the migration to one calendar', () => {
  it.each(STATES)('keeps each price of a database %s [MIGRATION-8]', async (_, changes, counts) => {
    const db = await openBefore()
    for (const change of changes) await db.prepare(change).run()
    const before = await rowsOf(db, counts)
    expect(before.length).toBeGreaterThan(40)

    await applyMigrations([db], MIGRATIONS)
    expect(await rowsOf(db, BY_MONTH)).toEqual(before.filter(({ channel_room_id }) => channel_room_id !== 'GONE'))
    const tables = await rowsOf(db, "SELECT name FROM sqlite_schema WHERE name IN ('plan_day', 'rate_calendar')")
    expect(tables).toEqual([])
    expect(await violatedInvariants(db)).toEqual({})
  })

  it('stores the fields of a day as a message stores them', async () => {
    const db = await openBefore()
    await applyMigrations([db], MIGRATIONS)
    const stored = await rowsOf<{ days: string }>(db, "SELECT days FROM plan_month WHERE month = '2027-12' LIMIT 1")
    expect(stored).toEqual([
      {
        days: '{"31":{"closed":1,"prices":"{\\"1\\":9000,\\"2\\":10000}","minimumStay":2,"maximumStay":9,"closedOnArrival":1,"closedOnDeparture":0}}',
      },
    ])
  })
})

/** What GetCMConnect returns of all customers. */
const contentOf = (service: Service) =>
  Promise.all(
    Object.values(CUSTOMERS).map(async customer => {
      const path = '/api/CMConnect/GetCMConnect?hotelid=H1&from=2027-01-01&to=2028-12-31'
      return (await service.requestOk('GET', path, undefined, await tokenFor(service, customer))).json.content
    }),
  )

it('this Worker returns the prices that 1.0.0 returned, and sells at them [MIGRATION-8]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'innlet-prices-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const after = programOf(join(import.meta.dirname, '../..'), (await build(folder)).script)
  const programs = { before: release.program, after }
  const { databases, service, close } = await startServices({
    programs,
    secrets: release.fixtureSecrets,
    databases: 1,
  })
  onTestFinished(close)
  await loadContents(databases, contentsOf(release, 1))
  const told = await contentOf(service('before'))
  await applyMigrations(databases, MIGRATIONS)
  expect(await contentOf(service('after'))).toMatchObject(told)
  const customer = CUSTOMERS.settled
  const stay = { arrivalDate: '2027-05-10', departureDate: '2027-05-12', roomTypeID: 10, guests: { guestCount: 2 } }
  const sold = await service('after').requestOk(
    'POST',
    '/api/OnlineBooking/postreservation',
    { identity: 'sold-after', ...stay, primaryGuestDetails: { lastName: 'Haddad' } },
    await tokenFor(service('after'), customer),
  )
  expect(sold.json.content.total).toBeGreaterThan(0)
}, 120_000)
