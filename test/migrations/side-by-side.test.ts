import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { build } from '../../tooling/builds/build.ts'
import { someOf } from '../support/repetitions.ts'
import { applyMigrations } from './support/apply.ts'
import { exerciseBothReleases, readAll, writableCustomers } from './support/both-releases.ts'
import { rowsOf } from './support/contents.ts'
import { CUSTOMERS, moveUntil, tokenFor } from './support/fill.ts'
import { contentsOf, loadContents, violatedInvariants } from './support/migrate-contents.ts'
import { programOf } from './support/program.ts'
import { readRelease, releases } from './support/release.ts'
import { addedColumn, folderWith, MIGRATIONS, safeRebuild } from './support/samples.ts'
import { type Program, type Services, startServices } from './support/services.ts'

const folder = mkdtempSync(join(tmpdir(), 'innlet-after-'))
const SAMPLE = folderWith([...safeRebuild('reservation'), ...addedColumn])
let after: Program
beforeAll(async () => {
  after = programOf(join(import.meta.dirname, '../..'), (await build(folder)).script)
})
afterAll(() => {
  for (const each of [folder, SAMPLE]) rmSync(each, { recursive: true })
})

let services: Services | undefined
afterEach(async () => {
  await services?.close()
  services = undefined
})

/** The newest release before this one. */
const release = readRelease(releases().at(-1) as string)

async function open(databases: 1 | 2): Promise<Services> {
  const programs = { before: release.program, after }
  services = await startServices({ programs, secrets: release.fixtureSecrets, databases })
  await loadContents(services.databases, contentsOf(release, databases))
  return services
}

it.each([1, 2] as const)(
  'on %i of the databases of the release before, its Worker and this one serve side by side [MIGRATION-4]',
  async count => {
    const { databases, service } = await open(count)
    const [old, young] = [service('before'), service('after')]
    const [first, second, ...others] = writableCustomers(count) as [number, number, ...number[]]
    const rounds: [string, number[]][] = [
      [MIGRATIONS, [first, second]],
      [SAMPLE, others],
    ]
    for (const [migrations, customers] of rounds) {
      for (const [i, db] of databases.entries()) {
        // Between two databases the Worker of before serves all customers.
        await applyMigrations([db], migrations)
        const bearer = await tokenFor(old, CUSTOMERS.settled)
        expect(Object.keys(await readAll(old, bearer)).length, String(i)).toBe(19)
      }
      for (const customer of Object.values(CUSTOMERS)) {
        const bearer = await tokenFor(old, customer)
        const [told, now] = [await readAll(old, bearer), await readAll(young, bearer)]
        expect(now, String(customer)).toMatchObject(told)
        expect((told.reservations as unknown[]).length).toBeGreaterThan(8)
      }
      for (const customer of someOf(customers, 1, count)) {
        await exerciseBothReleases(old, young, customer)
        const bearer = await tokenFor(young, customer)
        expect(await readAll(young, bearer), String(customer)).toMatchObject(await readAll(old, bearer))
      }
      for (const db of databases) expect(await violatedInvariants(db)).toEqual({})
    }
  },
)

it('a move that the release before began is carried through by this one, with every row [SHARD-15]', async () => {
  const { databases, service } = await open(2)
  const [first, second] = databases as [(typeof databases)[0], (typeof databases)[0]]
  await applyMigrations(databases, MIGRATIONS)
  const count = async (db: typeof first) =>
    (await rowsOf(db, `SELECT count(*) AS n FROM room_night WHERE customer_id = ${CUSTOMERS.moving}`))[0]?.n
  const nights = await count(first)
  await moveUntil(service('after'), CUSTOMERS.moving, 1, 'done')
  expect([await count(first), await count(second)]).toEqual([0, nights])
  expect(nights).toBeGreaterThan(5)
  for (const db of databases) expect(await violatedInvariants(db)).toEqual({})
})

it('the last changes of a customer are known, whichever release wrote them [ADMIN-63]', async () => {
  const { databases, service } = await open(1)
  const [old, young] = [service('before'), service('after')]
  const [first] = databases as [(typeof databases)[0]]
  const { settled: customer } = CUSTOMERS
  const newest = async (type: string) => {
    const log = `SELECT max(at) AS at FROM event WHERE customer_id = ${customer} AND event_type = '${type}'`
    const at = (await rowsOf(first, log))[0]?.at
    return at ? new Date(Number(at)).toISOString() : null
  }
  const expectTimes = async () => {
    const { customers } = (await young.admin('GET', '/customers')).json as { customers: { clientId: number }[] }
    expect(customers.find(({ clientId }) => clientId === customer)).toMatchObject({
      lastBookingAt: await newest('reservation.created'),
      lastRatesAt: await newest('rates.updated'),
      lastSaleAt: await newest('sale.created'),
    })
  }
  await applyMigrations(databases, MIGRATIONS)
  expect(await newest('sale.created')).not.toBeNull()
  await expectTimes()
  await exerciseBothReleases(old, young, customer)
  await expectTimes()
  const known = 'SELECT count(last_booking_at) AS known, count(*) AS all_of_them FROM event WHERE customer_id = 1'
  const [{ known: before } = {}] = await rowsOf(first, known)
  expect(Number(before)).toBeGreaterThan(1)
  for (const service of [old, young, old]) {
    const bearer = await tokenFor(service, customer)
    await service.request('POST', '/api/PartnerItinerary/IssueLink', { reservationId: 1 }, bearer)
    await expectTimes()
  }
})
