import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { repetitions } from '../support/repetitions.ts'
import { query } from './support/database.ts'
import { processTree, survivors } from './support/processes.ts'
import { newServiceFolder, read, type ServiceFolder, start, startWithoutWaiting } from './support/run.ts'

/** The responses in the log of the running service. */
function answered({ state }: ServiceFolder, what: RegExp): number {
  const log = join(state, 'service.log')
  return existsSync(log)
    ? read(log)
        .split('\n')
        .filter(line => what.test(line)).length
    : 0
}

const SETUP = /"route":"\/admin\/customers\/\{clientId\}\/setup"/

/** The responses after which first starts in one folder are killed. */
const KILLS: [string, ...(readonly [RegExp, number])[]][] = [
  ['while it sets the demo hotel up, and again in the middle of the bookings', [SETUP, 1], [/PostBooking/, 5]],
  ['when all but the link is there', [/PostBooking/, 11]],
  ['after the first booking', [/PostBooking/, 1]],
]

it.for(KILLS.slice(0, repetitions(1, 3)))(
  'a first start that is killed %s is gone on with by the next',
  async ([, ...kills]) => {
    const place = newServiceFolder()
    for (const [what, count] of kills) {
      const killed = startWithoutWaiting(place)
      while (answered(place, what) < count) await sleep(5)
      const family = processTree(killed.pid)
      await killed.end('SIGKILL')
      expect(await survivors(family)).toEqual([])
    }

    const last = await start(place)
    expect((await fetch(last.of("Guest's page"))).status).toBe(200)
    const { json } = await last.service.admin('GET', '/applications')
    expect(json.applications.length).toBeLessThanOrEqual(2)
    expect(query(place, 'SELECT identity, status_id FROM reservation ORDER BY identity')).toEqual([
      { identity: 'demo-brennan', status_id: 1 },
      { identity: 'demo-conti', status_id: 4 },
      { identity: 'demo-ferreira', status_id: 5 },
      { identity: 'demo-haddad', status_id: 7 },
      { identity: 'demo-lindqvist', status_id: 4 },
      { identity: 'demo-marques', status_id: 3 },
      { identity: 'demo-moreau', status_id: 2 },
      { identity: 'demo-novak', status_id: 4 },
      { identity: 'demo-okafor', status_id: 3 },
      { identity: 'demo-tanaka', status_id: 6 },
      { identity: 'demo-walsh', status_id: 3 },
      { identity: 'demo-weber', status_id: 4 },
    ])
    await last.end('SIGTERM')
  },
)
