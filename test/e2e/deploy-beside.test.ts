import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { changes, Deployment } from './support/deployment.ts'

const MIGRATIONS = join(import.meta.dirname, '../../schema/migrations')
/** Bindings by which two Workers could share something, with what is shared. */
const SHARED = ['d1', 'kv_namespace', 'ratelimit']

let deployment: Deployment
beforeEach(async () => {
  deployment = await new Deployment().open()
})
afterEach(() => deployment.close())

/** A configuration beside that of production, with texts of it replaced. */
function configWith(...replaced: [before: string, after: string][]): string[] {
  const text = replaced.reduce(
    (text, [before, after]) => {
      if (!text.includes(before)) throw new Error(`wrangler.toml has no ${before}`)
      return text.replace(before, after)
    },
    readFileSync(deployment.config, 'utf8'),
  )
  const file = join(deployment.folder, 'staging.toml')
  writeFileSync(file, text)
  return ['--config', file]
}

const STAGING: [string, string] = ['name = "innlet"\nmain', 'name = "innlet-staging"\nmain']
const named = (database: string): [string, string] => ['database_name = "innlet"\n', `database_name = "${database}"\n`]

const run = async (...flags: string[]) => {
  const result = await deployment.run({ flags })
  if (result.failed) throw new Error(result.output)
  return result
}

const sharable = (name: string) =>
  (deployment.fake.workers.get(name)?.bindings ?? []).flatMap(({ type, id, namespace_id }) =>
    SHARED.includes(type) ? [`${type} ${id ?? namespace_id}`] : [],
  )

it('staging beside production shares no database, namespace, rate and secret with it, now and after the next release [RUN-48]', {
  timeout: 120_000,
}, async () => {
  const { fake } = deployment
  await run()
  const staging = configWith(STAGING, named('innlet-staging'))
  for (const flags of [staging, [], staging]) await run(...flags)

  expect(fake.databases.map(({ name }) => name)).toEqual(['innlet', 'innlet-staging'])
  const titles = fake.namespaces.map(({ title }) => title).sort()
  expect(titles).toEqual(['innlet-links', 'innlet-released', 'innlet-staging-links', 'innlet-staging-released'])
  const [production, other] = ['innlet', 'innlet-staging'].map(sharable) as [string[], string[]]
  expect(production).toHaveLength(8)
  expect(new Set([...production, ...other]).size).toBe(16)
  const secrets = ['innlet', 'innlet-staging'].flatMap(name => [...(fake.workers.get(name)?.secrets.values() ?? [])])
  expect(new Set(secrets).size).toBe(10)
})

it('a Worker with another name does not get the database of production [RUN-48]', async () => {
  await run()
  const beside = configWith(STAGING)
  for (const dryRun of [true, false]) {
    const { output, failed, calls } = await deployment.run({ dryRun, flags: beside })
    expect({ failed, changes: changes(calls) }).toEqual({ failed: true, changes: [] })
    expect(output).toContain('the database innlet (DB) exists, and the Worker innlet-staging does not use it.')
  }
  // Also not if a run with a name of its own was begun before.
  await deployment.runWithFailure(
    'gone',
    call => call === 'PUT /workers/scripts/innlet-staging',
    configWith(STAGING, named('other')),
  )
  expect(deployment.fake.databases.map(({ name }) => name)).toEqual(['innlet', 'other'])
  expect(await deployment.run({ flags: configWith(STAGING) })).toMatchObject({ failed: true })
  expect(await deployment.run({ flags: configWith(STAGING, named('other')) })).toMatchObject({ failed: false })
  // The Worker exists now. Production adds a database, and has a name that is taken.
  deployment.changeConfig('DATABASES = "DB"', 'DATABASES = "DB D1"')
  const block = `[[d1_databases]]\nbinding = "D1"\ndatabase_name = "other"\nmigrations_dir = "${MIGRATIONS}"\n`
  deployment.changeConfig('[[kv_n', `${block}[[kv_n`)
  expect((await deployment.run()).output).toContain('the database other (D1) exists, and the Worker innlet does not')
})

it.for([
  ['--adopt-database', (_: string) => configWith()],
  ['its database_id', (id: string) => configWith(['database_name', `database_id = "${id}"\ndatabase_name`])],
] as const)('a database that exists is used with %s [RUN-48]', async ([how, flagsFor]) => {
  const id = deployment.fake.addDatabase('innlet')
  expect(await deployment.run({ dryRun: true })).toMatchObject({ failed: true })
  const flags = [...flagsFor(id), ...(how.startsWith('--') ? [how] : [])]
  expect(await deployment.run({ dryRun: true, flags })).toMatchObject({ failed: false })
})

it('an environment of wrangler.toml is said to have no effect, and none is deployed', async () => {
  deployment.changeConfig('\n[vars]\n', '\n[env.staging]\nname = "elsewhere"\n\n[vars]\n')
  const { output, failed } = await deployment.run({ env: { CLOUDFLARE_ENV: 'staging' } })
  expect(failed).toBe(false)
  expect(output).toContain('Without effect: [env.staging]. ')
  expect([...deployment.fake.workers.keys()]).toEqual(['innlet'])
})
