import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrationsIn } from '../../scripts/migration/files.ts'
import { Deployment, releasedSite } from './support/deployment.ts'

const MIGRATIONS = migrationsIn(join(import.meta.dirname, '../../schema/migrations'))
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

it('a version gets its traffic gradually, is rolled back, and no later deployment loses a pinned file [RUN-45]', async () => {
  const { fake } = deployment
  deployment.changeConfig(
    'workers_dev = true',
    'workers_dev = false\nroutes = [{ pattern = "hotels.example", custom_domain = true }]',
  )
  const a = versionIn(await release('a'))
  expect(fake.worker).toMatchObject({ isOnWorkersDev: false, domains: ['hotels.example'] })

  // Uploaded without traffic: the databases have the migrations of this release, and its files are in the archive.
  deployment.live = releasedSite({ [scriptOf('a')]: 'a' })
  const uploaded = await release('b', '--gradual')
  const b = versionIn(uploaded)
  expect(fake.worker?.deployments[0]?.versions).toEqual([{ version_id: a, percentage: 100 }])
  expect(pinned()).toEqual([scriptOf('a')])
  const command = `versions deploy ${b}@10% ${a}@90%`
  expect(uploaded).toContain(`\n  npx wrangler ${command} --name innlet --yes\n`)

  await deployment.wrangler(...command.split(' '), '--yes')
  expect(fake.worker?.deployments[0]?.versions).toHaveLength(2)

  await deployment.wrangler('rollback', a, '--yes')
  expect(fake.worker?.deployments[0]?.versions).toMatchObject([{ version_id: a, percentage: 100 }])
  expect(pinned()).toEqual([scriptOf('a')])

  // The live site does not have the files of b, and a newer release has changed the tables.
  fake.databases[0]?.db.exec(`INSERT INTO d1_migrations (name) VALUES ('9999_newer.sql')`)
  const output = await release('c', '--older')
  expect(output).toContain('Files of earlier releases: 2 kept')
  expect(pinned()).toEqual(['a', 'b', 'c'].map(scriptOf))
  expect(fake.databases[0]?.db.prepare('SELECT name FROM d1_migrations').all()).toHaveLength(MIGRATIONS.length + 1)
  expect(fake.unknown).toEqual([])
})
