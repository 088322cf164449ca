import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrationsIn } from '../../tooling/state/migration-files.ts'
import { repetitions } from '../support/repetitions.ts'
import { changes, Deployment, type DeploymentResult, TOKEN } from './support/deployment.ts'

/** `npm run soak` interrupts a run at every call; `npm test` at those after which an account is left different. */
const EVERY_CALL = repetitions(0, 1) > 0

/** Calls that a first deployment and one of a Worker that exists have between them, each with its place among those of its name. */
const EACH_CHANGE = [
  'POST /d1/database 1',
  'POST /d1/database/{id}/query 4',
  'POST /workers/scripts/innlet/assets-upload-session 1',
  'POST /storage/kv/namespaces innlet-released 1',
  'POST /storage/kv/namespaces innlet-links 1',
  'PUT /storage/kv/namespaces/{id}/values/{hash} 1',
  'PUT /workers/scripts/innlet 1',
  'POST /workers/scripts/innlet/versions 1',
  'POST /workers/scripts/innlet/deployments 1',
  'PATCH /workers/scripts/innlet/script-settings 1',
  'POST /workers/scripts/innlet/subdomain 1',
  'PUT /workers/scripts/innlet/schedules 1',
]

const MIGRATIONS = migrationsIn(join(import.meta.dirname, '../../schema/migrations')).length

let deployment: Deployment
beforeEach(async () => {
  deployment = await new Deployment().open()
})
afterEach(() => deployment.close())

/** Checks after any interrupted run, and after a complete one. */
function expectNothingTwice(
  secrets: Record<string, string>,
  { output, failed }: DeploymentResult,
): Record<string, string> {
  const { fake } = deployment
  const complete = !failed
  expect(fake.databases.length).toBeLessThanOrEqual(1)
  expect(fake.namespaces.length).toBeLessThanOrEqual(2)
  expect(fake.unknown).toEqual([])
  let kept = secrets
  try {
    kept = parseEnv(readFileSync(deployment.secretsFile, 'utf8')) as Record<string, string>
  } catch {}
  // What was generated once is never generated anew.
  expect(kept).toMatchObject(secrets)
  for (const [name, value] of fake.worker?.secrets ?? []) expect(kept[name]).toBe(value)
  for (const secret of [TOKEN, ...Object.values(kept)]) expect(output).not.toContain(secret)
  if (complete) {
    // The file of the secrets that are sent is gone, also that of a run that was killed.
    expect(readdirSync(deployment.kept).filter(file => file.includes('sending'))).toEqual([])
    expect(fake.databases[0]?.db.prepare('SELECT name FROM d1_migrations').all()).toHaveLength(MIGRATIONS)
    expect(fake.worker?.secrets.size).toBe(5)
    expect(fake.worker).toMatchObject({ isOnWorkersDev: true, crons: ['17 * * * *', '* * * * *'] })
    expect(fake.worker?.bindings).toContainEqual({ type: 'd1', name: 'DB', id: fake.databases[0]?.uuid })
  }
  return kept
}

/** The n-th call of this kind in a run. */
const nth = (n: number, wanted: string) => {
  let seen = 0
  return (call: string) => call === wanted && ++seen === n
}

it('a run that is killed at each step is completed by the next one [RUN-14]', async () => {
  const kills = [
    // Its own writes are in killed-commands.test.ts. These are wrangler's.
    nth(1, 'POST /storage/kv/namespaces innlet-links'),
    nth(1, 'PUT /workers/scripts/innlet'),
  ]
  let secrets = {}
  for (const isIt of kills) {
    const run = await deployment.runUntilKilled(isIt)
    expect(run, String(isIt)).toMatchObject({ failed: true })
    secrets = expectNothingTwice(secrets, run)
  }
  const last = await deployment.run()
  expect(last).toMatchObject({ failed: false })
  expectNothingTwice(secrets, last)
  expect(deployment.fake.calls.filter(call => call.startsWith('POST /storage/kv/namespaces'))).toHaveLength(2)
})

describe('a network that fails at a call that reads the account', () => {
  it.for([1, 2, 3, 4, 5, 6, 7])('the %i. call: it is named, nothing is changed [RUN-12]', async n => {
    const run = await deployment.runWithFailure('gone', (_, k) => k === n)
    expect(run).toMatchObject({ failed: true })
    expect(changes(run.calls)).toEqual([])
    expect(run.output).toMatch(/Cloudflare could not be reached \(GET \/accounts.*\): /)
    expectNothingTwice({}, run)
  })
})

describe.runIf(EVERY_CALL)('a run that is interrupted at every call in turn is completed in the end [RUN-14]', () => {
  it.for(['gone', 'lost', 'unanswered', 'killed'] as const)('%s', { timeout: 900_000 }, async how => {
    let secrets = {}
    const interrupted = new Set<string>()
    // A call of the same name later in the same run is another call. A run may survive an interruption, and meet the next one.
    for (let isOver = false; !isOver; ) {
      isOver = true
      const counts = new Map<string, number>()
      const isIt = (call: string) => {
        const count = (counts.get(call) ?? 0) + 1
        counts.set(call, count)
        if (interrupted.has(`${call} ${count}`)) return false
        interrupted.add(`${call} ${count}`)
        isOver = false
        return true
      }
      const run = how === 'killed' ? await deployment.runUntilKilled(isIt) : await deployment.runWithFailure(how, isIt)
      secrets = expectNothingTwice(secrets, run)
      if (isOver) expect(run).toMatchObject({ failed: false })
    }
    expect([...interrupted]).toEqual(expect.arrayContaining(EACH_CHANGE))
  })
})
