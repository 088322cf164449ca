import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrationsIn } from '../../tooling/state/migration-files.ts'
import { Deployment, releasedSite } from './support/deployment.ts'

const MIGRATIONS = migrationsIn(join(import.meta.dirname, '../../schema/migrations'))
const SECRETS = { ADMIN_TOKEN: 'a', SIGNING_KEYS: 's', LINK_KEYS: 'l', WEBHOOK_KEYS: 'w', SECRET_PEPPER: 'p' }
const scriptOf = (release: string) => `/widget/guest-itinerary.${release}.js`

let deployment: Deployment
beforeEach(async () => {
  deployment = await new Deployment().open()
})
afterEach(() => deployment.close())

/** Runs a deployment of this release of the site, which must succeed. */
async function release(name: string, ...flags: string[]) {
  deployment.build({ [scriptOf(name)]: name })
  const run = await deployment.run({ flags })
  if (run.failed) throw new Error(run.output)
  return run.output
}

const pinned = () => deployment.fake.worker?.assets.filter(path => /guest-itinerary/.test(path)).sort() as string[]

const versionIn = (output: string) => /version ([0-9a-f-]{36})/.exec(output)?.[1] ?? ''

it('a version gets its traffic gradually, is rolled back, and no later deployment loses a pinned file [RUN-45]', {
  timeout: 300_000,
}, async () => {
  const { fake } = deployment
  const a = '11111111-1111-4111-8111-111111111111'
  const worker = fake.addWorker(SECRETS, [], { id: a, assets: [scriptOf('a')] })
  deployment.live = releasedSite({ [scriptOf('a')]: 'a' })

  // Uploaded without traffic: the databases have the migrations of this release, and its files are in the archive.
  const uploaded = await release('b', '--gradual')
  const b = versionIn(uploaded)
  expect(worker.deployments[0]?.versions).toEqual([{ version_id: a, percentage: 100 }])
  expect(pinned()).toEqual([scriptOf('a')])
  const command = `versions deploy ${b}@10% ${a}@90%`
  expect(uploaded).toContain(`\n  npx wrangler ${command} --name innlet --yes\n`)

  await deployment.wrangler(...command.split(' '), '--yes')
  expect(worker.deployments[0]?.versions).toHaveLength(2)

  await deployment.wrangler('rollback', a, '--yes')
  expect(worker.deployments[0]?.versions).toMatchObject([{ version_id: a, percentage: 100 }])
  expect(pinned()).toEqual([scriptOf('a')])

  // The live site does not have the files of b, and a newer release has changed the tables.
  fake.databases[0]?.db.exec(`INSERT INTO d1_migrations (name) VALUES ('9999_newer.sql')`)
  deployment.changeConfig(
    'workers_dev = true',
    'workers_dev = false\nroutes = [{ pattern = "hotels.example", custom_domain = true }]',
  )
  const output = await release('c', '--older')
  expect(worker).toMatchObject({ isOnWorkersDev: false, domains: ['hotels.example'] })
  expect(output).toContain('Files of earlier releases: 2 kept')
  expect(pinned()).toEqual(['a', 'b', 'c'].map(scriptOf))
  expect(fake.databases[0]?.db.prepare('SELECT name FROM d1_migrations').all()).toHaveLength(MIGRATIONS.length + 1)
  expect(fake.unknown).toEqual([])
})
