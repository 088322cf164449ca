import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backup } from '../../operations/backup.ts'
import { changes, Deployment } from './support/deployment.ts'
import { serve } from './support/serve.ts'
import { rowsIn } from './support/stored-rows.ts'

const MIGRATIONS = join(import.meta.dirname, '../../schema/migrations')
/** Bindings by which two Workers could share something, with what is shared. */
const SHARED = ['d1', 'kv_namespace', 'ratelimit', 'analytics_engine']

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
  (deployment.fake.workers.get(name)?.bindings ?? []).flatMap(({ type, id, namespace_id, dataset }) =>
    SHARED.includes(type) ? [`${type} ${id ?? namespace_id ?? dataset}`] : [],
  )

/** A service that notes what it is sent, with the token. */
async function openService(): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = []
  const url = await serve((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    response.writeHead(request.url?.startsWith('/admin') ? 200 : 404, { 'content-type': 'application/json' })
    response.end('{"state":"closed"}')
  })
  return { url, requests }
}

const customersOf = (name: string) => {
  const db = deployment.fake.databases.find(each => each.name === name)?.db
  return db?.prepare('SELECT customer_id AS id FROM customer_directory').all()
}
const migrationsOf = (name: string) =>
  deployment.fake.databases
    .find(each => each.name === name)
    ?.db.prepare('SELECT name FROM d1_migrations')
    .all().length

it('`--installation` makes one beside production, used and upgraded on its own; only the account is shared [RUN-48] [RUN-51]', async () => {
  const { fake, folder, kept, env, config } = deployment
  const migrations = join(folder, 'migrations')
  const all = readdirSync(MIGRATIONS).filter(name => name.endsWith('.sql'))
  mkdirSync(migrations)
  const add = (files: string[]) => {
    for (const name of files) cpSync(join(MIGRATIONS, name), join(migrations, name))
  }
  add(all.slice(0, -1))
  deployment.changeConfig(MIGRATIONS, migrations)
  const service = await openService()
  const domain = 'routes = [{ pattern = "stay.hotels.example", custom_domain = true }]\nworkers_dev = true'
  deployment.changeConfig('workers_dev = true', domain)
  // Terraform may have made these.
  const [database, namespace] = [fake.addDatabase('by-terraform'), 'b'.repeat(32)]
  fake.namespaces.push({ id: namespace, title: 'by-terraform' })
  deployment.changeConfig(
    '\n[vars]\n',
    `\n[env.staging]
vars = { PUBLIC_URL = "${service.url}" }
d1_databases = [{ binding = "DB", database_id = "${database}" }]
kv_namespaces = [{ binding = "LINKS", id = "${namespace}" }]

[vars]\n`,
  )
  const staging = ['--installation', 'staging']
  // Without the flag, `[env.staging]` changes nothing.
  expect(await deployment.run({ env: { CLOUDFLARE_ENV: 'staging' } })).toMatchObject({ failed: false })
  expect([...fake.workers.keys()]).toEqual(['innlet'])
  expect(fake.workers.get('innlet')?.bindings).toContainEqual(
    expect.objectContaining({ name: 'PUBLIC_URL', text: deployment.liveOrigin }),
  )
  for (const flags of [staging, ['--installation', 'test']]) await run(...flags)

  // Nothing is shared.
  expect(fake.databases.map(({ name }) => name)).toEqual(['by-terraform', 'innlet', 'innlet-test'])
  const names = ['innlet', 'innlet-staging', 'innlet-test']
  expect([...fake.workers.keys()]).toEqual(names)
  const shared = names.flatMap(sharable)
  expect([shared.length, new Set(shared).size]).toEqual([30, 30])
  const secrets = names.flatMap(name => [...(fake.workers.get(name)?.secrets.values() ?? [])])
  expect(new Set(secrets).size).toBe(15)
  expect(shared).toContain(`d1 ${database}`)
  expect(shared).toContain(`kv_namespace ${namespace}`)
  expect(names.map(name => fake.workers.get(name)?.domains)).toEqual([['stay.hotels.example'], [], []])
  const texts = (name: string) =>
    fake.workers.get('innlet-test')?.bindings.find(each => each.name === name) as { text?: string }
  expect([texts('PUBLIC_URL').text, texts('INSTANCE').text]).toEqual(['', 'innlet-test'])

  // A command reaches the installation that it names, with its token.
  symlinkSync(join(kept, '..'), join(folder, '.deploy'))
  const command = join(import.meta.dirname, '../../operations/delete-customer.ts')
  const args = [command, '--customer', '7', '--close', '--config', config, ...staging]
  const { ADMIN_TOKEN: _, ...others } = env
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env: others })
  expect(stdout).toContain('customer 7 is closed')
  const token = fake.workers.get('innlet-staging')?.secrets.get('ADMIN_TOKEN')
  expect(service.requests.at(-1)).toBe(`PUT /admin/customers/7/state Bearer ${token}`)

  // Each is upgraded on its own, and keeps its data.
  const rows = (id: number) =>
    `INSERT INTO customer_directory (customer_id, shard, created_at, updated_at) VALUES (${id}, 0, 0, 0)`
  for (const [i, { db }] of fake.databases.entries()) db.exec(rows(i + 1))
  add(all)
  const { output } = await run(...staging)
  expect(output).toContain(`Migrations of innlet-staging: applied ${all.at(-1)}`)
  expect(['by-terraform', 'innlet'].map(migrationsOf)).toEqual([all.length, all.length - 1])
  await run()
  expect(['by-terraform', 'innlet', 'innlet-test'].map(customersOf)).toEqual([[{ id: 1 }], [{ id: 2 }], [{ id: 3 }]])
  const place = { remote: true, config, state: '', vars: '', help: false }
  const to = join(folder, 'backup')
  await backup({ ...place, installation: 'staging', to }, env, () => {})
  expect(rowsIn(join(to, 'DB.sqlite'), 'SELECT customer_id AS id FROM customer_directory')).toEqual([{ id: 1 }])
  expect(fake.unknown).toEqual([])
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

it('`--installation` takes a name of a-z, 0-9 and single hyphens', async () => {
  const { output } = await deployment.run({ flags: ['--installation', 'Staging_1'] })
  expect(output).toContain("--installation: expected a-z, 0-9 and single hyphens, at most 30, got 'Staging_1'")
})

it('`--dry-run` says what changes of the live Worker, and what an own wrangler.toml lacks [RUN-52]', async () => {
  await run()
  const dryRun = async () => (await run('--dry-run')).output.split('\n')
  expect((await dryRun()).slice(-3)).toEqual([
    expect.stringContaining('Worker innlet: would be updated at '),
    '  its settings, bindings, domains and crons stay as they are',
    'Dry run: nothing was changed.',
  ])
  const { liveOrigin, fake } = deployment
  fake.worker?.domains.push('old.hotels.example')
  fake.worker?.bindings.push({ type: 'plain_text', name: 'OF_THE_DASHBOARD', text: 'x' })
  deployment.changeConfig(
    'workers_dev = true',
    'workers_dev = false\nroutes = [{ pattern = "stay.hotels.example", custom_domain = true }]',
  )
  deployment.changeConfig(liveOrigin, 'https://stay.hotels.example')
  deployment.changeConfig('TOKEN_TTL_SECONDS = "900"', '')
  deployment.changeConfig('"global_fetch_strictly_public"', '')
  deployment.changeConfig(', "* * * * *"', '')
  deployment.changeConfig('limit = 6000', 'limit = 9000')
  deployment.changeConfig('dataset = "innlet_requests"', 'dataset = "hotel_requests"')
  deployment.changeConfig('invocation_logs = false', '')
  const output = (await dryRun()).join('\n')
  const [, lacking = '', changes = ''] = output.split(
    /^The configuration lacks.*\n|^Worker innlet: would be updated.*\n/m,
  )
  expect(lacking.trimEnd().split('\n')).toEqual([
    '  cron * * * * *',
    '  flag global_fetch_strictly_public',
    '  setting TOKEN_TTL_SECONDS',
    '  observability.logs.invocation_logs = false',
  ])
  expect(
    changes
      .replaceAll(/namespace \d+/g, 'namespace N')
      .trimEnd()
      .split('\n'),
  ).toEqual([
    `  address: ${liveOrigin} -> https://stay.hotels.example; clients must request new tokens`,
    `  setting PUBLIC_URL: "${liveOrigin}" -> "https://stay.hotels.example"`,
    '  rate API_PER_CREDENTIAL: 6000 in 60 s (namespace N) -> 9000 in 60 s (namespace N)',
    '  dataset METRICS: innlet_requests -> hotel_requests',
    '  address on workers.dev: on -> off',
    '  domain stay.hotels.example: would be added',
    '  setting TOKEN_TTL_SECONDS: would be removed, now "900"',
    '  setting OF_THE_DASHBOARD: would be removed, now "x"',
    '  flag global_fetch_strictly_public: would be removed',
    '  cron * * * * *: would be removed',
    '  domain old.hotels.example: would be removed',
    'Dry run: nothing was changed.',
  ])
})
