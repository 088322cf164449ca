import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrationsIn } from '../../tooling/state/migration-files.ts'
import { changes, Deployment } from './support/deployment.ts'

const MIGRATIONS = migrationsIn(join(import.meta.dirname, '../../schema/migrations'))
const SECRETS = { ADMIN_TOKEN: 'a', SIGNING_KEYS: 's', LINK_KEYS: 'l', WEBHOOK_KEYS: 'w', SECRET_PEPPER: 'p' }
const QUERY = 'POST /d1/database/{id}/query'

let deployment: Deployment
beforeEach(async () => {
  deployment = await new Deployment().open({ databases: ['DB', 'D1'] })
})
afterEach(() => deployment.close())

const uploads = (calls: readonly string[]) =>
  calls.filter(call => call.includes('/workers/scripts/') && !call.startsWith('GET'))

/** A run in which the n-th query of a database has this response instead of its own. */
async function runWithQuery(n: number, result: object) {
  let seen = 0
  deployment.fake.onCall = call => (call === QUERY && ++seen === n ? { result: [result] } : undefined)
  const run = await deployment.run()
  deployment.fake.onCall = () => undefined
  return run
}

describe('the Worker is uploaded only if every database has every migration [RUN-40]', () => {
  // Of a database without tables: query 1 makes the list of migrations, 2 and 3 apply the first two.
  it('a response that says `success: false` ends the run at this migration', async () => {
    const { output, failed, calls } = await runWithQuery(3, { success: false, results: [] })
    expect({ failed, uploads: uploads(calls) }).toEqual({ failed: true, uploads: [] })
    expect(output).toContain(`\n${MIGRATIONS[1]} was not applied to innlet (DB): Cloudflare did not confirm`)
    const [first, second] = deployment.fake.databases.map(({ db }) => db)
    expect(first?.prepare('SELECT name FROM d1_migrations').all()).toEqual([{ name: MIGRATIONS[0] }])
    expect(second?.prepare('SELECT name FROM sqlite_schema').all()).toEqual([])
  })

  it('a response that says success does not count if the database lacks the migration', async () => {
    const last = 1 + MIGRATIONS.length + 1 + MIGRATIONS.length
    const { output, failed, calls } = await runWithQuery(last, { success: true, results: [] })
    expect({ failed, uploads: uploads(calls) }).toEqual({ failed: true, uploads: [] })
    expect(output).toContain(`\ninnlet-d1 (D1) still lacks ${MIGRATIONS.at(-1)}. The Worker was not uploaded`)
  })

  it('a list of migrations that cannot be read ends the run', async () => {
    deployment.fake.addDatabase('innlet')
    const { output, failed, calls } = await runWithQuery(1, { success: false, results: [] })
    expect({ failed, changes: changes(calls) }).toEqual({ failed: true, changes: [] })
    expect(output).toContain('Cloudflare did not confirm a query')
  })

  it('a migration that fails in the second database leaves the Worker as it was', async () => {
    const used = deployment.fake.addDatabase('innlet-d1')
    const { db } = deployment.fake.databases.find(({ uuid }) => uuid === used) ?? {}
    db?.exec('CREATE TABLE customer (id INTEGER)')
    const { output, failed, calls } = await deployment.run({ flags: ['--adopt-database'] })
    expect({ failed, uploads: uploads(calls) }).toEqual({ failed: true, uploads: [] })
    expect(output).toMatch(new RegExp(`^${MIGRATIONS[0]} was not applied to innlet-d1 \\(D1\\): .*already exists`, 'm'))
  })
})

describe('a release that is older than the tables', () => {
  it('is refused without --older, before anything is made [RUN-41]', async () => {
    deployment.fake.addWorker(SECRETS, [{ type: 'd1', name: 'DB', id: deployment.fake.addDatabase('innlet') }])
    const [{ db } = {}] = deployment.fake.databases
    db?.exec(`CREATE TABLE d1_migrations (name TEXT); INSERT INTO d1_migrations VALUES ('9999_newer.sql')`)
    for (const dryRun of [true, false]) {
      const { output, failed, calls } = await deployment.run({ dryRun })
      expect({ failed, changes: changes(calls) }).toEqual({ failed: true, changes: [] })
      expect(output).toMatch(
        /^innlet \(DB\) has migrations that this release does not have: 9999_newer\.sql\.\n.*--older/m,
      )
    }
    expect(await deployment.run({ dryRun: true, flags: ['--older'] })).toMatchObject({ failed: false })
  })
})

describe('released files of a Worker that exists are found, or nothing is made [RUN-42]', () => {
  it.for<[string, Record<string, string>, RegExp]>([
    ['no list, as at a wrong address', {}, /released\.json answered 404/],
    ['the page of another site', { '/widget/released.json': '<!doctype html>' }, /is no list of released files/],
    ['an empty list', { '/widget/released.json': '{}' }, /is no list of released files/],
  ])('the address has %s', async ([, live, reason]) => {
    deployment.fake.addWorker(SECRETS)
    deployment.live = live
    const { output, failed, calls } = await deployment.run()
    expect({ failed, changes: changes(calls) }).toEqual({ failed: true, changes: [] })
    expect(output).toMatch(reason)
    expect(output).toContain(
      'add --live and the address.\n  If the element was never released at this Worker, add --first.',
    )
  })

  it('nothing listens at the address', async () => {
    deployment.fake.addWorker(SECRETS, [{ type: 'plain_text', name: 'PUBLIC_URL', text: 'http://127.0.0.1:1' }])
    const { output, failed, calls } = await deployment.run()
    expect({ failed, changes: changes(calls) }).toEqual({ failed: true, changes: [] })
    expect(output).toMatch(/could not be fetched from http:\/\/127\.0\.0\.1:1: /)
  })

  it.for([['--first'], ['--live', 'the live site']])('%s lets the run continue', async ([flag = '', address]) => {
    deployment.fake.addWorker(SECRETS, [{ type: 'plain_text', name: 'PUBLIC_URL', text: 'http://127.0.0.1:1' }])
    // The run ends at the next step that changes the account.
    deployment.fake.onCall = call => (call === 'POST /d1/database' ? 'lost' : undefined)
    const { output } = await deployment.run({ flags: address ? [flag, deployment.liveOrigin] : [flag] })
    expect(output).toContain('\nSecrets: all are set')
    expect(output).toContain(address ? `: 1 kept, from ${deployment.liveOrigin}` : ': 0 kept, from')
  })
})

describe('secrets that cannot be used [RUN-43]', () => {
  it('stop the run before anything is made: those of the file and those of the environment, by name', async () => {
    mkdirSync(deployment.kept, { recursive: true })
    writeFileSync(deployment.secretsFile, "LINK_KEYS=''\nSECRET_PEPPER='tiny'\n")
    const env = { ADMIN_TOKEN: 'k'.repeat(31), SIGNING_KEYS: '{"keys":[]}' }
    const { output, failed, calls } = await deployment.run({ env })
    expect({ failed, changes: changes(calls) }).toEqual({ failed: true, changes: [] })
    expect(output.split('\n').slice(1)).toEqual([
      'these secrets cannot be used. `npm run -s secret -- NAME` makes one:',
      '  ADMIN_TOKEN in the environment is not a token of at least 32 characters, or two with a space between them',
      '  SIGNING_KEYS in the environment is not a JWKS of private ES256 keys, each with its own kid',
      `  LINK_KEYS in ${deployment.secretsFile} is not configured`,
      `  SECRET_PEPPER in ${deployment.secretsFile} has fewer than 16 characters`,
    ])
  })
})

describe('secrets of the Worker, which Cloudflare does not show [RUN-43]', () => {
  const problem = {
    name: 'LINK_KEYS',
    problem: 'is not a JWKS of oct keys of at least 32 bytes, each with its own kid',
  }
  const token = 'k'.repeat(32)

  it('stop the run if the service says that they cannot be used', async () => {
    deployment.fake.addWorker(SECRETS)
    deployment.live['/admin/status'] = JSON.stringify({ secrets: [problem] })
    const { output, failed, calls } = await deployment.run({ env: { ADMIN_TOKEN: token } })
    expect({ failed, changes: changes(calls) }).toEqual({ failed: true, changes: [] })
    expect(output).toMatch(
      /^the Worker has secrets that cannot be used\. .*:\n {2}LINK_KEYS is not a JWKS of oct keys/m,
    )
    expect(output).not.toContain(token)
  })

  it('are reported, and stop nothing, if the service says that the data was made with others', async () => {
    deployment.fake.addWorker(SECRETS)
    const other = {
      name: 'LINK_KEYS',
      problem: 'is valid, but not the one of 12 links, which no longer work',
      lost: 12,
    }
    deployment.live['/admin/status'] = JSON.stringify({ secrets: [other] })
    const { output, failed } = await deployment.run({ env: { ADMIN_TOKEN: token } })
    expect(failed).toBe(false)
    expect(output).toContain(`Secrets of the Worker: LINK_KEYS ${other.problem}`)
  })

  it('are not checked with a token that the Worker refuses, and its file is not recommended', async () => {
    deployment.fake.addWorker(SECRETS)
    deployment.live['/admin/status'] = '"refused"'
    mkdirSync(deployment.kept, { recursive: true })
    writeFileSync(deployment.secretsFile, `ADMIN_TOKEN='${token}'\n`)
    const { output, failed } = await deployment.run()
    expect({ output, failed }).toMatchObject({ failed: false })
    expect(output).toContain('Secrets of the Worker: not checked (GET /admin/status answered 401)')
    expect(output).toContain(`The Worker refuses ADMIN_TOKEN in ${deployment.secretsFile}: it has another one.`)
    expect(output).not.toMatch(/Keep a copy|ADMIN_TOKEN is/)
  })

  it('are not asked for at an address that is not Innlet', async () => {
    deployment.fake.addWorker(SECRETS)
    const requests: string[] = []
    deployment.onLiveRequest = ({ url = '', headers }) => requests.push(`${url} ${headers.authorization}`)
    deployment.live = {}
    expect(await deployment.run({ env: { ADMIN_TOKEN: token } })).toMatchObject({ failed: true })
    expect(requests).toEqual(['/api/Fetch/health undefined', '/widget/released.json undefined'])
  })
})

describe('WEBHOOK_TARGETS, with which webhooks reach private addresses [WEBHOOK-3]', () => {
  it('stops the run in [vars], before it signs in', async () => {
    deployment.changeConfig('AUDIENCE = ', 'WEBHOOK_TARGETS = "any"\nAUDIENCE = ')
    const { output, failed, calls } = await deployment.run()
    expect({ failed, calls }).toEqual({ failed: true, calls: [] })
    expect(output).toContain('WEBHOOK_TARGETS: only `npm start` may set it; remove it from [vars]')
  })

  it('stops the run as a secret of the Worker', async () => {
    deployment.fake.addWorker({ ...SECRETS, WEBHOOK_TARGETS: 'any' })
    const { output, failed, calls } = await deployment.run()
    expect({ failed, changes: changes(calls) }).toEqual({ failed: true, changes: [] })
    expect(output).toContain('WEBHOOK_TARGETS: the Worker innlet has it')
  })
})

it('an upgrade prints what to do since the live release, and stops while a customer is being moved [RUN-53]', async () => {
  const [control, other] = ['innlet', 'innlet-d1'].map(name => deployment.fake.addDatabase(name))
  const [{ db } = {}] = deployment.fake.databases
  db?.exec('CREATE TABLE home (customer_id, other_shard); INSERT INTO home VALUES (6, NULL), (7, 1)')
  deployment.fake.addWorker(SECRETS, [
    { type: 'd1', name: 'DB', id: control },
    { type: 'd1', name: 'D1', id: other },
  ])
  const health = (version: string) => JSON.stringify({ content: { status: 'Healthy', version } })
  deployment.live['/api/Fetch/health'] = health('1.0.0')
  deployment.changeConfig(', "* * * * *"', '')
  for (const dryRun of [true, false]) {
    const { output, failed, calls } = await deployment.run({ dryRun })
    expect({ failed, changes: changes(calls) }).toEqual({ failed: !dryRun, changes: [] })
    expect(output).toContain('Upgrade from 1.0.0 to ')
    expect(output).toMatch(
      /^ {2}1\.1\.0: Finish or cancel every move.*know\.\n {4}STILL TO DO: customer 7 is being moved$/m,
    )
    expect(output).toMatch(
      /^ {2}1\.1\.0: An installation with its own wrangler\.toml .*\n {4}STILL TO DO: the configuration lacks cron \* \* \* \* \*$/m,
    )
  }
  db?.exec('UPDATE home SET other_shard = NULL')
  expect((await deployment.run({ dryRun: true })).output).toMatch(/1\.1\.0: Finish .*\n {4}checked: done\n/)
  deployment.live['/api/Fetch/health'] = health('1.1.0')
  expect((await deployment.run({ dryRun: true })).output).not.toContain('1.1.0: Finish')
  deployment.live['/api/Fetch/health'] = '<!doctype html>'
  expect((await deployment.run({ dryRun: true })).output).toContain('Release that is live: not known (http')
})

it('former settings in [vars] are named, and stop nothing', async () => {
  deployment.changeConfig('AUDIENCE = ', 'BOOKING_ROOMS = "50"\nSALE_ITEMS = "100"\nAUDIENCE = ')
  const { output, failed } = await deployment.run()
  expect(failed).toBe(false)
  expect(output).toContain('No longer settings, and without effect: BOOKING_ROOMS, SALE_ITEMS. Remove them from [vars]')
})

it('a gradual deployment that is under way is not ended by another run [RUN-44]', async () => {
  const worker = deployment.fake.addWorker(SECRETS)
  worker.deployments.unshift({
    id: 'd',
    created_on: '2026-02-01T00:00:00Z',
    versions: [
      { version_id: 'next', percentage: 10 },
      { version_id: 'first', percentage: 90 },
    ],
  })
  const { output, failed, calls } = await deployment.run()
  expect({ failed, changes: changes(calls) }).toEqual({ failed: true, changes: [] })
  expect(output).toContain('two versions of innlet have traffic. This run would end that:\n  next@10%\n  first@90%\n')
})
