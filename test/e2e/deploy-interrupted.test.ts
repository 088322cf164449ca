import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes, Deployment } from './support/deployment.ts'

/** `npm run soak` interrupts a run at every call; `npm test` at those after which an account is left different. */
const EVERY_CALL = Boolean(process.env.EVERY_INTERRUPTION)

let deployment: Deployment
beforeEach(async () => {
  deployment = await new Deployment().open()
})
afterEach(() => deployment.close())

/** What must hold whenever a run ended; `complete` when one has succeeded. */
function expectNothingTwice(secrets: Record<string, string>, complete: boolean): Record<string, string> {
  const { fake } = deployment
  expect(fake.databases.length).toBeLessThanOrEqual(1)
  expect(fake.namespaces.length).toBeLessThanOrEqual(1)
  expect(fake.unknown).toEqual([])
  let kept = secrets
  try {
    kept = parseEnv(readFileSync(deployment.secretsFile, 'utf8')) as Record<string, string>
  } catch {}
  // What was generated once is never generated anew.
  expect(kept).toMatchObject(secrets)
  for (const [name, value] of fake.worker?.secrets ?? []) expect(kept[name]).toBe(value)
  if (complete) {
    expect(fake.databases[0]?.db.prepare('SELECT name FROM d1_migrations').all()).toHaveLength(2)
    expect(fake.worker?.secrets.size).toBe(4)
    expect(fake.worker).toMatchObject({ isOnWorkersDev: true, crons: ['17 * * * *'] })
    expect(fake.worker?.bindings).toContainEqual({ type: 'd1', name: 'DB', id: fake.databases[0]?.uuid })
  }
  return kept
}

/** The n-th call of this kind in a run. */
const nth = (n: number, wanted: string) => {
  let seen = 0
  return (call: string) => call === wanted && ++seen === n
}

it('a run that is killed at each step is completed by the next one', async () => {
  const kills = [
    nth(1, 'POST /d1/database'),
    // The second migration: the first call makes the table of migrations, the second reads it.
    nth(5, 'POST /d1/database/{id}/query'),
    nth(1, 'POST /storage/kv/namespaces'),
    nth(1, 'PUT /workers/scripts/innlet'),
  ]
  let secrets = {}
  for (const isIt of kills) {
    const run = await deployment.runUntilKilled(isIt)
    expect(run, String(isIt)).toMatchObject({ failed: true })
    secrets = expectNothingTwice(secrets, false)
  }
  const last = await deployment.run()
  expect(last).toMatchObject({ failed: false })
  expectNothingTwice(secrets, true)
  expect(deployment.fake.calls.filter(call => call === 'POST /storage/kv/namespaces')).toHaveLength(1)
})

describe('a network that fails at a call that reads the account', () => {
  it.for([1, 2, 3, 4, 5, 6])('the %i. call: it is named, nothing is changed', async n => {
    const run = await deployment.runUntilLost((_, k) => k === n)
    expect(run).toMatchObject({ failed: true })
    expect(changes(run.calls)).toEqual([])
    expect(run.output).toMatch(/Cloudflare could not be reached \(GET \/accounts.*\): /)
    expectNothingTwice({}, false)
  })
})

describe.runIf(EVERY_CALL)('at every call', () => {
  it.for(['lost', 'killed'] as const)('%s', { timeout: 900_000 }, async how => {
    let secrets = {}
    let made = 0
    // Run n ends at its n-th call. The run that has fewer calls is the one that is complete.
    for (let n = 1; ; n++) {
      const isIt = (_: string, k: number) => k === n
      const run = how === 'lost' ? await deployment.runUntilLost(isIt) : await deployment.runUntilKilled(isIt)
      secrets = expectNothingTwice(secrets, !run.failed)
      made += run.calls.filter(call => call === 'POST /storage/kv/namespaces').length
      if (!run.failed && run.calls.length < n) break
    }
    expect(made).toBeGreaterThan(0)
  })
})
