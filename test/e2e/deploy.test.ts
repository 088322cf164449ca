import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { GENERATORS } from '../../tooling/command/vars.ts'
import { lockStateFolder } from '../../tooling/state/lock.ts'
import { migrationsIn } from '../../tooling/state/migration-files.ts'
import { changes, Deployment, releasedSite } from './support/deployment.ts'
import { ACCOUNT, type FakeCloudflare } from './support/fake-cloudflare.ts'

const ROOT = join(import.meta.dirname, '../..')
const MIGRATIONS = migrationsIn(join(ROOT, 'schema/migrations'))
/** The real Worker. The other tests upload a small script, because bundling the Worker takes as long as all of them. */
const REAL = join(ROOT, 'worker/index.ts')
const SECRETS = ['ADMIN_TOKEN', 'SIGNING_KEYS', 'LINK_KEYS', 'WEBHOOK_KEYS', 'SECRET_PEPPER']

let opened: Deployment[] = []
async function newDeployment(options?: Parameters<Deployment['open']>[0]) {
  const deployment = new Deployment()
  opened.push(deployment)
  return deployment.open(options)
}
afterEach(() => {
  for (const each of opened) each.close()
  opened = []
})

const applied = ({ databases }: FakeCloudflare) =>
  databases.map(({ db }) =>
    db
      .prepare('SELECT name FROM d1_migrations')
      .all()
      .map(({ name }) => name),
  )

const keptSecrets = ({ secretsFile }: Deployment) =>
  parseEnv(readFileSync(secretsFile, 'utf8')) as Record<string, string>

describe('on an account that has never seen Innlet', () => {
  it('one run makes the database, its tables, the namespace, the secrets and the Worker; another makes nothing twice [RUN-9]', async () => {
    const deployment = await newDeployment({ main: REAL })
    const { fake } = deployment
    const first = await deployment.run()
    expect(first).toMatchObject({ failed: false })
    expect(fake.unknown).toEqual([])
    expect(changes(first.calls)).toEqual([
      'POST /d1/database',
      'POST /storage/kv/namespaces innlet-released',
      'PUT /storage/kv/namespaces/{id}/values/{hash}',
      'POST /workers/scripts/innlet/assets-upload-session',
      'POST /storage/kv/namespaces innlet-links',
      'PUT /workers/scripts/innlet',
      'POST /workers/scripts/innlet/subdomain',
      'PUT /workers/scripts/innlet/schedules',
    ])
    expect(applied(fake)).toEqual([MIGRATIONS])
    expect(fake.worker?.bindings).toContainEqual({ type: 'd1', name: 'DB', id: fake.databases[0]?.uuid })
    const links = { type: 'kv_namespace', name: 'LINKS', namespace_id: fake.namespaceId('innlet-links') }
    expect(fake.worker?.bindings).toContainEqual(links)

    // The secrets are those of a file that only its owner can read.
    const kept = keptSecrets(deployment)
    expect(Object.keys(kept).sort()).toEqual(SECRETS.toSorted())
    expect(Object.fromEntries(fake.worker?.secrets ?? [])).toEqual(kept)
    expect(statSync(deployment.secretsFile).mode & 0o777).toBe(0o600)
    expect(first.output).toContain(deployment.secretsFile)

    for (const page of ['', '/api/Fetch/healthdb', '/docs', '/embed']) {
      expect(first.output).toMatch(new RegExp(`  ${deployment.liveOrigin}${page}$`, 'm'))
    }
    for (const secret of Object.values(kept)) expect(first.output).not.toContain(secret)

    // A hotel has pinned a script of the release that is live now.
    deployment.live = releasedSite({ '/widget/guest-itinerary.0a.js': 'old' })
    deployment.changeConfig(REAL, deployment.smallScript())
    const again = await deployment.run()
    expect(again).toMatchObject({ failed: false })
    expect(again.output).not.toContain('curl')
    // One is in this build too.
    expect(again.output).toContain('Files of earlier releases: 2 kept, from ')
    expect(changes(again.calls)).toEqual([
      'PUT /storage/kv/namespaces/{id}/values/{hash}',
      'POST /workers/scripts/innlet/assets-upload-session',
      'POST /workers/scripts/innlet/versions',
      'POST /workers/scripts/innlet/deployments',
      'PATCH /workers/scripts/innlet/script-settings',
      'POST /workers/scripts/innlet/subdomain',
      'PUT /workers/scripts/innlet/schedules',
    ])
    expect(fake.worker?.assets).toContain('/widget/guest-itinerary.0a.js')
    expect(fake.worker?.bindings).toContainEqual(links)
    expect(Object.fromEntries(fake.worker?.secrets ?? [])).toEqual(kept)
    expect(keptSecrets(deployment)).toEqual(kept)
    expect(fake.unknown).toEqual([])
  })

  it('the first run prints how to make a customer, changes none that exists, and names a secret that is not that of the data [RUN-49]', async () => {
    const deployment = await newDeployment()
    const requests: string[] = []
    deployment.onLiveRequest = ({ method, url }) => requests.push(`${method} ${url}`)
    // As after a restore: the databases are there before the Worker.
    const [id, { databases }] = [deployment.fake.addDatabase('innlet'), deployment.fake]
    deployment.fake.onCall = call => {
      const isLast = call === 'POST /storage/kv/namespaces innlet-released'
      const db = databases.find(({ uuid }) => uuid === id)?.db
      if (isLast)
        db?.exec(`INSERT INTO customer_directory (customer_id, shard, created_at, updated_at) VALUES (7, 0, 0, 0);
          INSERT INTO api_key (api_key_id, customer_id, key_name, permissions, key_hash, made_with, created_at)
          VALUES ('key_1', 7, 'till', '[]', '', 'else', 0)`)
      return isLast ? 'lost' : undefined
    }
    await deployment.run({ flags: ['--adopt-database'] })
    deployment.fake.onCall = () => undefined
    const { output } = await deployment.run()
    expect(output).toContain('Secrets: SECRET_PEPPER is valid, but not the one of 1 API key, which no longer work')
    const [, command = ''] = output.split('make the first customer:\n')
    const execute = () => promisify(execFile)('sh', ['-c', command])
    await execute()
    expect(requests).toEqual(['GET /admin/customers/8/state', 'PUT /admin/customers/8'])
    deployment.live['/admin/customers/8/state'] = '{}'
    await execute()
    expect(requests.slice(2)).toEqual(['GET /admin/customers/8/state'])
  })

  it('--dry-run prints what a run would do, reads, and changes nothing [RUN-11]', async () => {
    const deployment = await newDeployment({ setting: '' })
    const before = readFileSync(join(ROOT, 'wrangler.toml'))
    const { output, failed, calls } = await deployment.run({ dryRun: true })
    expect({ failed, changes: calls.filter(call => !call.startsWith('GET ')) }).toEqual({ failed: false, changes: [] })
    expect(output.split('\n')).toEqual([
      'Signed in: account Acme Hotels',
      'Database innlet (DB): would be created',
      `  would apply ${MIGRATIONS.length} migrations: ${MIGRATIONS.join(', ')}`,
      'KV namespace LINKS: would be created',
      `Secrets: would send ${SECRETS.join(', ')}, from ${deployment.secretsFile}; missing values are generated`,
      'Worker innlet: would be created at https://innlet.acme.workers.dev',
      'Dry run: nothing was changed.',
    ])
    expect(() => statSync(deployment.secretsFile)).toThrow('ENOENT')
    expect(readFileSync(join(ROOT, 'wrangler.toml'))).toEqual(before)
  })
})

describe('on an account that is half made', () => {
  it('every database of DATABASES is found or made, and has its migrations; a Worker keeps the secrets that it has [RUN-10]', async () => {
    const deployment = await newDeployment({ databases: ['DB', 'D1'] })
    const { fake } = deployment
    const used = fake.addDatabase('innlet')
    for (let i = 0; i < 60; i++) fake.addDatabase(`another-${i}`)
    fake.namespaces.push({ id: 'a'.repeat(32), title: 'innlet-links' })
    fake.addWorker({ ADMIN_TOKEN: 'theirs', SECRET_PEPPER: 'theirs too' })
    const given = String(await GENERATORS.LINK_KEYS?.())
    const { output, failed, calls } = await deployment.run({ env: { LINK_KEYS: given } })
    expect({ output, failed }).toMatchObject({ failed: false })
    expect(changes(calls).filter(call => /d1|kv/.test(call))).toEqual([
      'POST /d1/database',
      'POST /storage/kv/namespaces innlet-released',
      'PUT /storage/kv/namespaces/{id}/values/{hash}',
    ])
    expect(fake.databases.at(-1)?.name).toBe('innlet-d1')
    const bound = fake.worker?.bindings.filter(({ type }) => type === 'd1').map(({ name, id }) => [name, id])
    expect(bound).toEqual([
      ['DB', used],
      ['D1', fake.databases.at(-1)?.uuid],
    ])
    const [first, last] = [fake.databases[0], fake.databases.at(-1)]
    expect(applied({ databases: [first, last] } as FakeCloudflare)).toEqual([MIGRATIONS, MIGRATIONS])
    expect(fake.worker?.bindings).toContainEqual({ type: 'kv_namespace', name: 'LINKS', namespace_id: 'a'.repeat(32) })

    // The file is missing on this machine: that is no reason to change a secret.
    const { SIGNING_KEYS, WEBHOOK_KEYS, ...others } = keptSecrets(deployment)
    expect(others).toEqual({})
    // Nor is a value of the environment written to a file.
    expect(output).not.toContain(given)
    expect(Object.fromEntries(fake.worker?.secrets ?? [])).toEqual({
      ADMIN_TOKEN: 'theirs',
      SECRET_PEPPER: 'theirs too',
      SIGNING_KEYS,
      LINK_KEYS: given,
      // A release before 1.1.0 had none.
      WEBHOOK_KEYS,
    })
    expect(output).toContain('The Worker has an ADMIN_TOKEN that this machine does not hold')
  })

  it('the database to which the Worker is bound is used, with any name [RUN-10]', async () => {
    const deployment = await newDeployment()
    const { fake } = deployment
    fake.addWorker({}, [{ type: 'd1', name: 'DB', id: fake.addDatabase('by-hand') }])
    expect((await deployment.run({ dryRun: true })).output).toContain('Database innlet (DB): exists')
  })

  it('the files of earlier releases come from the address that is live; secrets that are set need no file', async () => {
    const deployment = await newDeployment({ setting: '' })
    deployment.fake.addWorker(Object.fromEntries(SECRETS.map(name => [name, 'theirs'])))
    // A rollback asks the live service nothing.
    const run = () => deployment.run({ dryRun: true, flags: ['--older'] })
    const before = (await run()).output
    expect(before).toContain('would be fetched from https://innlet.acme.workers.dev\n')
    expect(before).toContain('Secrets: all are set; they would be left as they are')
    deployment.fake.worker?.bindings.push({ type: 'plain_text', name: 'PUBLIC_URL', text: 'https://hotels.example' })
    expect((await run()).output).toContain('would be fetched from https://hotels.example\n')
  })

  it('a Worker whose database is gone is not given an empty one', async () => {
    const deployment = await newDeployment()
    deployment.fake.addWorker({}, [{ type: 'd1', name: 'DB', id: '00000000-0000-4000-8000-000000000000' }])
    const { output, failed, calls } = await deployment.run()
    expect({ failed, changes: changes(calls) }).toEqual({ failed: true, changes: [] })
    expect(output).toMatch(/^DB: the database 0{8}-.* does not exist any more\. A new one would be empty/m)
  })
})

describe('stops before anything is created, and explains what to do, if [RUN-13]', () => {
  type Row = [what: string, prepare: (deployment: Deployment) => NodeJS.ProcessEnv, output: RegExp]
  const rows: Row[] = [
    [
      'there are several accounts',
      ({ fake }) => {
        fake.accounts.push({ id: 'f'.repeat(32), name: 'Other' })
        return {}
      },
      /^the credentials belong to several accounts\. Set CLOUDFLARE_ACCOUNT_ID to one of them:\n {2}0123.* Acme Hotels\n {2}f{32} {2}Other$/m,
    ],
    [
      'the account has no name on workers.dev',
      ({ fake }) => {
        fake.subdomain = undefined
        return {}
      },
      /^the account has no name on workers\.dev yet\. Choose one at https:\/\/dash\.cloudflare\.com\//m,
    ],
    [
      'a setting makes no sense',
      deployment => {
        deployment.changeConfig('PAGE_SIZE = "50"', 'PAGE_SIZE = "many"')
        return {}
      },
      /^PAGE_SIZE: the value cannot be used/m,
    ],
    [
      'DATABASES names a database that is not bound',
      deployment => {
        deployment.changeConfig('DATABASES = "DB"', 'DATABASES = "DB D1"')
        return {}
      },
      /^DATABASES: the value cannot be used/m,
    ],
    [
      'the live service does not give the files of its release',
      deployment => {
        deployment.fake.addWorker({ ADMIN_TOKEN: 'theirs' })
        deployment.live = { '/widget/released.json': '{ "/widget/guest-itinerary.0a.js": "sha384-none" }' }
        return {}
      },
      /^the files of earlier releases could not be fetched from http.*answered 404/m,
    ],
  ]

  it.for(rows)('%s', async ([, prepare, expected]) => {
    const deployment = await newDeployment()
    const { output, failed, calls } = await deployment.run({ env: prepare(deployment) })
    expect({ failed, changes: changes(calls) }).toEqual({ failed: true, changes: [] })
    expect(output).toMatch(expected)
    expect(() => statSync(deployment.secretsFile)).toThrow('ENOENT')
  })

  it('wrangler is not signed in: a dry run says what it knows without an account [RUN-70]', async () => {
    const deployment = await newDeployment({ setting: '' })
    const env = { CLOUDFLARE_API_TOKEN: '', HOME: deployment.folder, XDG_CONFIG_HOME: deployment.folder }
    const { output, calls } = await deployment.run({ env })
    const toDo = 'wrangler is not signed in. Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN'
    expect(output).toBe(toDo)
    const dryRun = await deployment.run({ env, dryRun: true })
    expect([dryRun.failed, ...dryRun.output.split('\n')]).toEqual([
      true,
      'Not signed in: what the account has is not read. In an account without Innlet a run would do this:',
      'Database innlet (DB): would be created',
      `  would apply ${MIGRATIONS.length} migrations: ${MIGRATIONS.join(', ')}`,
      'KV namespace LINKS: would be created',
      `Secrets: would send ${SECRETS.join(', ')}, from ${deployment.secretsFile.replace(ACCOUNT, 'ACCOUNT')}; missing values are generated`,
      'Worker innlet: would be created at https://innlet.ACCOUNT.workers.dev',
      'Dry run: nothing was changed.',
      toDo,
    ])
    expect([...calls, ...dryRun.calls]).toEqual([])
  })

  it.for([
    [403, 10000, 'Authentication error'],
    [404, 7003, 'Could not route'],
    [500, 10013, 'Internal error'],
  ] as const)('the secrets cannot be listed: %i, code %i [RUN-12]', async ([status, code, message]) => {
    const deployment = await newDeployment()
    deployment.fake.onCall = call =>
      call === 'GET /workers/scripts/innlet/secrets' ? { status, code, message } : undefined
    const { output, failed, calls } = await deployment.run()
    expect({ failed, changes: changes(calls) }).toEqual({ failed: true, changes: [] })
    expect(output).toContain(`Cloudflare answered ${status} to GET /accounts/`)
    expect(output).toContain(`/secrets: ${message} (code ${code})`)
    expect(output.includes('Workers Scripts (edit)')).toBe(status === 403)
    expect(() => statSync(deployment.secretsFile)).toThrow('ENOENT')
  })
})

it('a second run at the same time is refused', async () => {
  const deployment = await newDeployment()
  lockStateFolder(deployment.folder)
  const { output, failed, calls } = await deployment.command(['--folder', deployment.folder])
  expect({ failed, calls }).toEqual({ failed: true, calls: [] })
  expect(output).toBe(`deploy: the state folder ${deployment.folder} is in use by another Innlet\n`)
})

it('a flag that is not known is one line and exit code 1', async () => {
  const deployment = await newDeployment()
  const { output, failed, calls } = await deployment.command(['--dry'])
  expect({ output, failed, calls }).toEqual({
    output: "deploy: Unknown option '--dry'; --help lists the flags\n",
    failed: true,
    calls: [],
  })
})
