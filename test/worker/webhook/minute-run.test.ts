import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { minuteRun } from '../../../worker/domain/webhook/minute-run'
import { runMinute } from '../../../worker/webhook-dispatcher'
import { recordingDatabase } from '../../support/query-plan'
import { resetBeforeEach } from '../../support/service'

resetBeforeEach()

const MINUTE = 60_000
const NOON = Date.parse('2027-05-01T12:00:00Z')

/** The databases that the runs of consecutive minutes ask, in the order of the runs. */
const askedIn = (minutes: number, databases: number, begin = NOON) =>
  Array.from({ length: minutes }, (_, minute) =>
    minuteRun(databases, begin + minute * MINUTE).groups.flatMap(({ first, count }) =>
      Array.from({ length: count }, (_, i) => first + i),
    ),
  )

it('the run of a minute asks every database, up to 400 [WEBHOOK-23]', () => {
  for (const databases of [1, 2, 50, 51, 399, 400]) {
    expect(askedIn(1, databases)).toEqual([Array.from({ length: databases }, (_, i) => i)])
  }
})

it('of any number, each is asked exactly once in as many minutes as there are 400 databases [WEBHOOK-23]', () => {
  for (let databases = 401; databases < 12_000; databases += 283) {
    const minutes = Math.ceil(Math.ceil(databases / 50) / 8)
    for (const begin of [NOON, NOON + MINUTE, NOON + 5 * MINUTE]) {
      const asked = askedIn(minutes, databases, begin)
      expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(400)
      expect(new Set(asked.flat()).size).toBe(databases)
      expect(asked.flat()).toHaveLength(databases)
    }
  }
})

it('a run calls the Worker at most 31 times, and each group can start a dispatcher [WEBHOOK-23]', () => {
  for (let databases = 1; databases < 12_000; databases += 37) {
    const { groups, maxDispatchers } = minuteRun(databases, NOON)
    expect(maxDispatchers).toBeGreaterThanOrEqual(3)
    expect(groups.length - 1 + groups.length * maxDispatchers).toBeLessThanOrEqual(31)
  }
})

it('one invocation asks at most 50 databases [WEBHOOK-23]', async () => {
  const { database, trips } = recordingDatabase()
  const names = Array.from({ length: 120 }, (_, i) => (i ? `D${i}` : 'DB'))
  const bindings = Object.fromEntries(names.map(name => [name, database]))
  await runMinute({ ...env, DATABASES: names.join(' '), NEW_CUSTOMERS: '0', ...bindings }, NOON)
  // Each for the holds that have ended, and for the endpoints that are due.
  expect(trips).toHaveLength(2 * 50)
})
