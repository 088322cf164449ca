import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { build } from '../../scripts/start/build.ts'
import type { Service } from '../../scripts/start/service.ts'
import { applyMigrations } from './support/apply.ts'
import { sellChannelUpdate } from './support/both-releases.ts'
import { rowsOf } from './support/contents.ts'
import { CUSTOMERS, tokenFor } from './support/fill.ts'
import { contentsOf, loadContents, violatedInvariants } from './support/migrate-contents.ts'
import { programOf } from './support/program.ts'
import { readRelease } from './support/release.ts'
import { MIGRATIONS } from './support/samples.ts'
import { type Program, type Services, startServices } from './support/services.ts'

/*
 * Prices by day become prices by month in a database that release 1.0.0 filled, while its Worker and this one write.
 */

const folder = mkdtempSync(join(tmpdir(), 'innlet-calendar-'))
let services: Services
beforeAll(async () => {
  const release = readRelease('1.0.0')
  const after: Program = programOf(join(import.meta.dirname, '../..'), (await build(folder)).script)
  const withCalendar = (RATE_CALENDAR: string) => ({ ...after, vars: { ...after.vars, RATE_CALENDAR } })
  const programs = { before: release.program, after, back: withCalendar('days'), only: withCalendar('months-only') }
  services = await startServices({ programs, secrets: release.fixtureSecrets, databases: 1 })
  await loadContents(services.databases, contentsOf(release, 1))
  await applyMigrations(services.databases, MIGRATIONS)
}, 120_000)
afterAll(async () => {
  await services?.close()
  rmSync(folder, { recursive: true })
})

const rows = (sql: string) => rowsOf(services.databases[0] as (typeof services.databases)[0], sql)

const stateNow = async () => (await rows('SELECT calendar_state FROM rate_calendar'))[0]?.calendar_state ?? 'none'

const runHourly = async (name: string) => {
  const worker = await services.runtime.getWorker(name)
  const { outcome } = await worker.scheduled({ cron: '17 * * * *' })
  expect(outcome).toBe('ok')
}

/** Both tables as days with their settings. */
const byDay = () =>
  rows(`SELECT customer_id, hotel_id, channel_room_id, channel_rate_plan_id, day, plan_closed, prices, minimum_stay,
    maximum_stay, closed_on_arrival, closed_on_departure FROM plan_day ORDER BY 1, 2, 3, 4, 5`)
const byMonth = () =>
  rows(`SELECT customer_id, hotel_id, channel_room_id, channel_rate_plan_id, month || '-' || d.key AS day,
    d.value ->> 'closed' AS plan_closed, d.value ->> 'prices' AS prices, d.value ->> 'minimumStay' AS minimum_stay,
    d.value ->> 'maximumStay' AS maximum_stay, d.value ->> 'closedOnArrival' AS closed_on_arrival,
    d.value ->> 'closedOnDeparture' AS closed_on_departure
    FROM plan_month CROSS JOIN json_each(days) AS d ORDER BY 1, 2, 3, 4, 5`)

const customers = Object.values(CUSTOMERS)

/** What GetCMConnect returns of all customers. */
async function contentOf(service: Service) {
  return Promise.all(
    customers.map(async customer => {
      const path = '/api/CMConnect/GetCMConnect?hotelid=H1&from=2027-01-01&to=2028-12-31'
      return (await service.requestOk('GET', path, undefined, await tokenFor(service, customer))).json.content
    }),
  )
}

let place = 10
/** The channel updates one Worker, and the other one sells at the new price. */
const write = async (one: Service, other: Service) => {
  place += 2
  for (const customer of customers) await sellChannelUpdate(one, other, await tokenFor(one, customer), place)
}

it('prices by day become prices by month while both releases serve, and may go back until they are deleted [MIGRATION-7]', async () => {
  const [old, young] = [services.service('before'), services.service('after')]
  const isAlike = async () => expect(await contentOf(young)).toMatchObject(await contentOf(old))

  expect(await stateNow()).toBe('days')
  await isAlike()
  await write(old, young)
  await write(young, old)
  await isAlike()

  // The first pass copies. What the old Worker writes after it is found by the second.
  await runHourly('after')
  expect([await stateNow(), await byMonth()]).toEqual(['days', await byDay()])
  await write(old, young)
  await isAlike()
  await runHourly('after')
  expect([await stateNow(), await byMonth()]).toEqual(['days', await byDay()])
  await write(young, young)
  expect(await byMonth()).toEqual(await byDay())
  await isAlike()
  const before = await contentOf(young)
  await runHourly('after')
  expect(await stateNow()).toBe('months')
  expect(await contentOf(young)).toEqual(before)

  // The old Worker still finds everything.
  await write(young, old)
  expect(await byMonth()).toEqual(await byDay())
  await isAlike()
  await runHourly('back')
  expect(await stateNow()).toBe('days')
  await isAlike()
  await write(old, young)
  await isAlike()

  for (let run = 0; run < 2; run++) await runHourly('after')
  expect([await stateNow(), await byMonth()]).toEqual(['months', await byDay()])
  const last = await contentOf(young)
  await runHourly('only')
  expect([await stateNow(), await byDay()]).toEqual(['none', []])
  expect(await contentOf(young)).toEqual(last)
  await write(young, young)
  for (const db of services.databases) expect(await violatedInvariants(db)).toEqual({})
}, 120_000)
