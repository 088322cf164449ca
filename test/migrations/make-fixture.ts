/**
 * Writes test/migrations/releases/<release>.json.br: the Worker of a release, and databases that it filled itself through its
 * HTTP API, one and two. Every later migration is tested on them. See docs/migrations.md, "When a release is made". Also writes
 * test/docs/releases/<release>.json.br: its OpenAPI document, of which a later release must not take anything away.
 *
 *   npm run release-fixture [-- --from FOLDER]
 *
 * `--from` is a checkout of the release with its node_modules; without it, this one.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { readVars } from '../../tooling/command/vars.ts'
import { writeContract } from '../docs/support/released-contracts.ts'
import { applyMigrations } from './support/apply.ts'
import { type Contents, readContents } from './support/contents.ts'
import { CUSTOMERS, fillControl, fillCustomer, moveUntil } from './support/fill.ts'
import { fillPeople } from './support/fill-people.ts'
import { buildProgram } from './support/program.ts'
import { writeRelease } from './support/release.ts'
import { startServices } from './support/services.ts'

const { values } = parseArgs({ options: { from: { type: 'string', default: join(import.meta.dirname, '../..') } } })
const checkout = resolve(values.from)
const { version: release } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'innlet-release-'))

try {
  const program = await buildProgram(checkout, join(folder, 'worker'))
  const fixtureSecrets = await readVars(join(folder, 'secrets'))
  const one = await filled(1)
  const two = await filled(2)
  const bytes = writeRelease({ release, program, fixtureSecrets, databases: { one, two } })
  const contracts = join(checkout, 'worker/api-document.ts')
  const { module } = await runnerImport<{ apiDocument: object }>(contracts, { configFile: false, root: checkout })
  writeContract(release, module.apiDocument)
  for (const [i, contents] of [...one, ...two].entries()) report(i, contents)
  console.log(`${release}: ${bytes.toLocaleString('en')} bytes`)

  async function filled(databases: 1 | 2): Promise<Contents[]> {
    // The same Worker twice: with two databases the second one begins customers on the second database.
    const services = await startServices({
      programs: { first: program, last: program },
      secrets: fixtureSecrets,
      databases,
      newCustomers: { last: String(databases - 1) },
    })
    try {
      await applyMigrations(services.databases, join(checkout, 'schema/migrations'))
      const [first, last] = [services.service('first'), services.service('last')]
      for (const customer of Object.values(CUSTOMERS)) {
        await fillCustomer(customer === CUSTOMERS.second ? last : first, customer)
      }
      await fillControl(first)
      await fillPeople(first, CUSTOMERS.settled)
      const worker = await services.runtime.getWorker('first')
      for (const cron of ['* * * * *', '0 * * * *']) await worker.scheduled({ cron, scheduledTime: new Date() })
      if (databases === 2) {
        await moveUntil(first, CUSTOMERS.moved, 1, 'done')
        await moveUntil(first, CUSTOMERS.moving, 1, 'comparing')
      }
      return await Promise.all(services.databases.map(readContents))
    } finally {
      await services.close()
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}

function report(i: number, { tables }: Contents): void {
  const empty = tables.filter(({ rows }) => rows.length === 0).map(({ name }) => name)
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0)
  console.log(`database ${i}: ${rows} rows in ${tables.length} tables, empty: ${empty.join(', ') || 'none'}`)
}
