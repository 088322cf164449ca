/**
 * `npm run soak`: tests the running service with races, kills and random requests for ten minutes, or `-- --minutes 60`. A round
 * races bookings, changes, sales and channel messages, and adds hostile requests. It kills the service in the middle, starts it
 * again and reads the database. Every acknowledged booking must be there, and no invariant may be violated. A follower of the
 * events resumes in each round, and must get each of them once. Then the randomized tests run with all repetitions. The exit code
 * is 1 if anything fails.
 * `--seed 7` repeats the choices of a run, but not the times of its kills.
 *
 * `-- --webhooks` tests webhooks instead (webhooks.ts), with 20 kills and 1,000 changes before each: `--kills`, `--changes`.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { query, violatedInvariants } from '../e2e/support/database.ts'
import { registerApplication, setUpHotel, tokenFor } from '../e2e/support/hotel.ts'
import { killProcessTree } from '../e2e/support/processes.ts'
import { newServiceFolder, type Run, start, stopAndRemoveAll } from '../e2e/support/run.ts'
import { type Followed, follow } from '../support/follower.ts'
import { unlikeSent } from '../support/invariants.ts'
import { IN_NODE, IN_ONE_DATABASE, IN_TWO_DATABASES } from '../support/partly-run.ts'
import { CHANNEL_ROOMS, runLoad, type Tally } from './load.ts'
import { soakWebhooks } from './webhooks.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
    webhooks: { type: 'boolean', default: false },
    kills: { type: 'string', default: '20' },
    changes: { type: 'string', default: '1000' },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
if (!(minutes > 0) || !Number.isInteger(seed)) throw new Error('expected --minutes and --seed as numbers')

const PERMISSIONS = ['reservations:write', 'rates:write', 'inventory:write', 'events:write']
/** Minimum and maximum milliseconds of a round before the kill. */
const ROUND = [2_000, 10_000] as const

const until = Date.now() + minutes * 60_000
const place = newServiceFolder()
const tally: Tally = { requests: 0, failures: [], acknowledged: new Map() }
const violations: string[] = []
const followed: Followed = { sequences: [] }
let rounds = 0
let run: Run | undefined

try {
  if (values.webhooks) {
    violations.push(...(await soakWebhooks({ kills: Number(values.kills), changes: Number(values.changes), say })))
  } else await soakRequests()
} finally {
  await stopAndRemoveAll()
}
for (const violation of violations) say(violation)
process.exitCode = violations.length || !(values.webhooks || repeatedTestsPass()) ? 1 : 0

async function soakRequests(): Promise<void> {
  run = await start(place, '--no-demo')
  await setUpHotel(run.service, 1)
  while (Date.now() < until) {
    rounds++
    await round(run)
    run = await start(place, '--no-demo')
    violations.push(...inspect())
    say(`round ${rounds}: ${summary()}`)
  }
  await run.end('SIGTERM')
  say(`seed ${seed}: ${summary()}`)
}

/** What `npm test` runs in part: what uses `repetitions.ts`, and files that run in some projects only. */
const PARTLY_RUN = ['test/support/repetitions.ts', ...globSync([...IN_TWO_DATABASES, ...IN_ONE_DATABASE, ...IN_NODE])]

/** Runs the whole of it. */
function repeatedTestsPass(): boolean {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'related', '--run', ...PARTLY_RUN],
    { stdio: 'inherit', env: { ...process.env, VITE_REPETITIONS: 'all' } },
  )
  return status === 0
}

/** Runs the load until the service is killed. */
async function round({ service, pid }: Run): Promise<void> {
  const { access_token } = await tokenFor(service, await registerApplication(service, 1, PERMISSIONS))
  const isOver = { yet: false }
  const following = follow(service, access_token, followed, () => false)
  const attackers = runLoad({ service, bearer: access_token, seed: seed + rounds, tally, isOver })
  const [least, most] = ROUND
  await new Promise(resolve => setTimeout(resolve, least + Math.random() * (most - least)))
  isOver.yet = true
  const left = await killProcessTree(pid)
  await Promise.all([attackers, following])
  if (left.length) violations.push(`processes that a kill left: ${left.join(', ')}`)
}

/** Violated invariants, and acknowledged bookings that are missing. */
function inspect(): string[] {
  const found = Object.keys(violatedInvariants(place)).map(
    sentence => `round ${rounds}: not true any more: ${sentence}`,
  )
  const kept = new Map(
    query(place, 'SELECT identity, reservation_id AS id FROM reservation').map(({ identity, id }) => [
      identity,
      String(id),
    ]),
  )
  for (const [identity, id] of tally.acknowledged) {
    if (kept.get(identity) !== id)
      found.push(`round ${rounds}: ${identity} was acknowledged as ${id}, and is ${kept.get(identity)}`)
  }
  for (const { roomid, roomstosell } of CHANNEL_ROOMS) {
    const days = query(place, unlikeSent(`iif(day.channel_room_id = '${roomid}', ${roomstosell}, NULL)`))
    found.push(...days.map(day => `round ${rounds}: rooms to sell are not what was sent: ${JSON.stringify(day)}`))
  }
  const [log] = query(place, 'SELECT count(*) AS events, max(sequence) AS newest FROM event WHERE customer_id = 1')
  if (followed.sequences.some((sequence, i) => sequence !== i + 1) || followed.sequences.length > Number(log?.newest))
    found.push(`round ${rounds}: the follower has a gap or a repetition in its ${followed.sequences.length} events`)
  if (log?.events !== log?.newest) found.push(`round ${rounds}: ${log?.events} events, the newest is ${log?.newest}`)
  found.push(...tally.failures.splice(0).map(fault => `round ${rounds}: ${fault}`))
  return found
}

function summary(): string {
  const { requests, acknowledged } = tally
  return `${rounds} kills, ${requests} requests, ${acknowledged.size} bookings acknowledged, ${followed.sequences.length} events followed, ${violations.length} violations`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
