import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { newCost } from '../../../worker/db/cost'
import { scopeOf } from '../../../worker/db/scope'
import { Shards } from '../../../worker/db/shards'
import { settingsOf } from '../../../worker/settings'
import { type FinishedAttempt, takeStep, type Work } from '../../../worker/store/webhook/deliver'
import { recordingDatabase } from '../../support/query-plan'
import { openHotel, resetBeforeEach, rows } from '../../support/service'
import { makeEndpoint, writeEvents } from '../../support/webhooks'

resetBeforeEach()

const NOW = Date.parse('2027-05-01T12:00:00Z')
/** The state of an endpoint, and failures in a row. */
const STATES = { responding: 0, failing: 7 }
type Outcome = FinishedAttempt['outcome']
const DELIVERED: Outcome = { status: 'delivered' }
const REFUSED: Outcome = { status: 'pending', nextAttemptAt: NOW + 60_000, notBefore: 0, isGone: false }

/** The rows that each step of an endpoint reads, with a number of events waiting. */
async function rowsOfSteps(waiting: number, failures: number): Promise<number[]> {
  await rows('DELETE FROM webhook_delivery')
  await rows('DELETE FROM event')
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${waiting})`
  await writeEvents(waiting)
  await rows(`INSERT INTO webhook_delivery (customer_id, endpoint_id, sequence, reservation_id, previous_sequence, next_attempt_at, created_at)
    ${numbers} SELECT 1, 1, i, i, i - 1, 0, 0 FROM n`)
  await rows(
    `UPDATE webhook_endpoint SET types = NULL, leases = '{}', failures = ?, scanned_sequence = ?, last_match = ?`,
    failures,
    waiting,
    waiting,
  )
  const { bindings, read } = recordingDatabase()
  const settings = settingsOf({ ...env, ...bindings })
  const scope = scopeOf(1, 0, null)
  const db = new Shards(settings, newCost()).of(scope)
  const counts: number[] = []
  const step = async (finished?: FinishedAttempt): Promise<Work> => {
    const before = read.rows
    const work = await takeStep(db, { scope, endpointId: 1 }, { now: NOW, finished, mayLease: true, mayReplay: true })
    counts.push(read.rows - before)
    return work
  }
  const finish = ({ leased }: Work, outcome: Outcome) => {
    const { leaseId = '', sequence = 0 } = leased ?? {}
    const result = { at: NOW, durationMs: 1, httpStatus: 500, error: '', response: '' }
    return step({ leaseId, sequence, result, outcome, url: '', failingSince: null })
  }
  const first = await step()
  const second = await step()
  const third = await finish(first, DELIVERED)
  await finish(second, REFUSED)
  await finish(third, REFUSED)
  return counts
}

it.each(Object.entries(STATES))(
  'a backlog adds no rows to an attempt: an endpoint that is %s [WEBHOOK-24]',
  async (_, failures) => {
    const { call } = await openHotel()
    await makeEndpoint(call, 'https://hooks.example.com/innlet', { types: ['endpoint.disabled'] })
    const few = await rowsOfSteps(20, failures)
    expect(await rowsOfSteps(2_000, failures)).toEqual(few)
    expect(Math.max(...few)).toBeLessThan(100)
  },
)
