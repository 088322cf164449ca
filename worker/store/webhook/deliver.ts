import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import {
  type AttemptOutcome,
  type AttemptResult,
  FAILING_AFTER,
  LEASE_MS,
  MAX_OPEN_ATTEMPTS,
} from '../../domain/webhook/schedule'
import { newestSequence } from '../event/insert-event'
import {
  isUnfinished,
  type LeasedDelivery,
  leasedColumns,
  liveLeases,
  matchesTypes,
  type StoredTarget,
  targetColumns,
} from './columns'
import { disableAfterFailure, type EndpointPlace, isEnabledPlace, isPlace } from './endpoint-state'
import { advanceReplay, isReplayIdle } from './replay'

/*
 * One step of a dispatcher at one endpoint is one batch: it records the attempt that was made, and leases the next one. The
 * row of the endpoint has the leases, so that their number is known without a search of its deliveries. A batch is atomic:
 * two dispatchers never attempt the same delivery at once. If a dispatcher is killed, its lease ends after LEASE_MS, and the
 * delivery is attempted again.
 *
 * Times are those of the Worker's clock, which also measures the attempts.
 */

/** Events of the log that one step searches. */
const SEARCHED_EVENTS = 500

/** A delivery whose attempt may begin, under a name of its lease. */
export type Lease = LeasedDelivery & { leaseId: string }

/** An attempt that was made. */
export interface FinishedAttempt {
  leaseId: string
  sequence: number
  result: AttemptResult
  outcome: AttemptOutcome
}

interface Step {
  now: number
  finished?: FinishedAttempt | undefined
  /** False: no further attempt begins in this invocation. */
  mayLease: boolean
}

/** What is to be done next. */
export interface Work {
  /** Undefined: the endpoint is not enabled. */
  target: StoredTarget | undefined
  /** Undefined: no attempt may begin. */
  leased: Lease | undefined
  /** Another attempt may begin at the same time, or the log is not searched to its end. */
  hasMore: boolean
}

/** Records an attempt, and leases the next delivery. */
export async function takeStep(db: Database, place: EndpointPlace, { now, finished, mayLease }: Step): Promise<Work> {
  const leaseId = crypto.randomUUID()
  const results = await db.batch([
    insertMatching(place.scope, isEnabledPlace(place), now, searchEnd(place.scope)),
    ...(finished ? recordAttempt(place, now, finished) : []),
    ...advanceReplay(place, now),
    updateEndpoint(place, { now, finished, mayLease, leaseId }),
    selectState(place, now),
    selectLeased(place, leaseId),
  ])
  const [leased] = results.at(-1) as LeasedDelivery[]
  const [state] = results.at(-2) as (StoredTarget & { hasMore: boolean })[]
  return { target: state, leased: leased && { ...leased, leaseId }, hasMore: state?.hasMore ?? false }
}

/** What an attempt changes at the row `e` of the endpoint. */
interface EndpointChanges {
  failures: SQL
  failingSince: SQL
  notBefore: SQL
  lastSuccessAt: SQL
  lastFailureAt: SQL
}

function changesOf(finished: FinishedAttempt | undefined, now: number): EndpointChanges {
  const unchanged = {
    failures: sql`e.failures`,
    failingSince: sql`e.failing_since`,
    notBefore: sql`e.not_before`,
    lastSuccessAt: sql`e.last_success_at`,
    lastFailureAt: sql`e.last_failure_at`,
  }
  if (!finished) return unchanged
  if (finished.outcome.status === 'delivered')
    return { ...unchanged, failures: sql`0`, failingSince: sql`NULL`, lastSuccessAt: sql`${now}` }
  return {
    ...unchanged,
    failures: sql`(e.failures + 1)`,
    failingSince: sql`coalesce(e.failing_since, ${now})`,
    notBefore: sql`max(e.not_before, ${finished.outcome.notBefore})`,
    lastFailureAt: sql`${now}`,
  }
}

/**
 * Searches the log to its end, for an endpoint that is about to be disabled, or whose types are about to change: until now it
 * receives the types of before.
 */
export const searchToEnd = (place: EndpointPlace, now: number) => searchAll(place.scope, isEnabledPlace(place), now)

/** Searches the log for endpoints that fail, and whose attempts are not due. */
export async function searchForFailing(db: Database, scope: Scope, endpointIds: readonly number[], now: number) {
  if (!endpointIds.length) return
  const areEnabled = sql`e.customer_id = ${scope.customer} AND e.endpoint_status = 'enabled'
    AND e.endpoint_id IN (SELECT value FROM json_each(${JSON.stringify(endpointIds)}))`
  await db.batch(searchAll(scope, areEnabled, now))
}

/** Searches the log to its end for some endpoints `e`. */
const searchAll = (scope: Scope, endpoints: SQL, now: number): [Statement, Statement] => [
  insertMatching(scope, endpoints, now, newestSequence(scope)),
  build.run(sql`UPDATE webhook_endpoint AS e SET ${searchedTo(scope, newestSequence(scope))} WHERE ${endpoints}`),
]

/** Inserts deliveries of matching events of the log that some endpoints `e` did not search yet. */
const insertMatching = (scope: Scope, endpoints: SQL, now: number, end: SQL): Statement =>
  build.run(sql`
    INSERT INTO webhook_delivery (
      customer_id, endpoint_id, sequence, reservation_id, previous_sequence, delivery_status, next_attempt_at, created_at)
    SELECT e.customer_id, e.endpoint_id, log.sequence, log.reservation_id,
      lag(log.sequence, 1, e.last_match) OVER (PARTITION BY e.endpoint_id ORDER BY log.sequence),
      iif(log.sequence > e.live_after, 'pending', 'failed'), ${now}, log.at
    FROM webhook_endpoint AS e CROSS JOIN event AS log
    WHERE ${endpoints} AND ${isUnsearched(scope, end)}
    ON CONFLICT DO NOTHING`)

/** Matching events that the next step searches. */
const isUnsearched = ({ customer }: Scope, end: SQL) => sql`
  log.customer_id = ${customer} AND log.sequence > e.scanned_sequence
    AND log.sequence <= ${end} AND ${matchesTypes()}`

/** What a search up to a sequence stores at the endpoint. */
const searchedTo = (scope: Scope, end: SQL) => sql`
  last_match = coalesce((SELECT max(log.sequence) FROM event AS log WHERE ${isUnsearched(scope, end)}), e.last_match),
  scanned_sequence = max(e.scanned_sequence, ${end})`

/** The last sequence of a search. The oldest events may have been deleted since the one before. */
const searchEnd = ({ customer }: Scope) => sql`(
  coalesce((SELECT min(sequence) FROM event WHERE customer_id = ${customer} AND sequence > e.scanned_sequence),
    e.scanned_sequence + 1) - 1 + ${SEARCHED_EVENTS})`

/** Records an attempt with its delivery, and when the next one may begin. */
function recordAttempt(place: EndpointPlace, now: number, { sequence, result, outcome }: FinishedAttempt): Statement[] {
  const { retryAfter: _, ...stored } = result
  const nextAttemptAt = outcome.status === 'delivered' ? sql`next_attempt_at` : sql`${outcome.nextAttemptAt}`
  const update = build.run(sql`
    UPDATE webhook_delivery SET delivery_status = ${outcome.status}, attempt_count = attempt_count + 1,
      next_attempt_at = ${nextAttemptAt}, attempts = json_insert(attempts, '$[#]', json(${JSON.stringify(stored)}))
    WHERE ${isPlace(place)} AND sequence = ${sequence} AND delivery_status = 'pending'`)
  return outcome.status === 'delivered' ? [update] : [update, ...disableAfterFailure(place, now, outcome)]
}

/** Pending deliveries of an endpoint. The clean-up deletes old events first, and then their deliveries. */
const isPending = ({ scope: { customer }, endpointId }: EndpointPlace, delivery: string) => sql`
  ${sql.raw(delivery)}.customer_id = ${customer} AND ${sql.raw(delivery)}.endpoint_id = ${endpointId}
    AND ${isUnfinished('pending', delivery)}
    AND ${sql.raw(delivery)}.sequence >= (SELECT min(sequence) FROM event WHERE customer_id = ${customer})`

/** After several failures in a row only the oldest event of the endpoint is attempted. */
const isFailing = ({ failures }: EndpointChanges) => sql`${failures} >= ${FAILING_AFTER}`

/** The delivery `d` is the oldest pending one. Events that are sent for the first time come before replays. */
const isOldest = (place: EndpointPlace) => sql`${isPending(place, 'd')} AND d.sequence = (
  SELECT oldest.sequence FROM webhook_delivery AS oldest WHERE ${isPending(place, 'oldest')}
  ORDER BY oldest.is_replay, oldest.sequence LIMIT 1)`

/** No earlier delivery of the same reservation waits before the delivery `d`. */
const isFirstOfReservation = (place: EndpointPlace) => sql`${isPending(place, 'd')} AND NOT EXISTS (
  SELECT 1 FROM webhook_delivery AS earlier WHERE ${isPending(place, 'earlier')}
    AND earlier.is_replay = d.is_replay AND earlier.sequence < d.sequence AND earlier.reservation_id = d.reservation_id)`

/** Whether the delivery `d` may be attempted now. */
const isReady = (now: number) => sql`d.next_attempt_at <= ${now} AND d.sequence NOT IN (SELECT sequence FROM lease)`

/** The first delivery that may be attempted now. It reads the index in its order up to that one, and sorts no backlog. */
const firstReady = (place: EndpointPlace, now: number, changes: EndpointChanges) => sql`iif(${isFailing(changes)},
  (SELECT d.sequence FROM webhook_delivery AS d WHERE ${isOldest(place)} AND ${isReady(now)}),
  (SELECT d.sequence FROM webhook_delivery AS d WHERE ${isFirstOfReservation(place)} AND ${isReady(now)}
    ORDER BY d.is_replay, d.sequence LIMIT 1))`

/** When the next delivery may be attempted, if none may now: each waits for its retry, for its lease or for an earlier one. */
const earliest = (place: EndpointPlace, changes: EndpointChanges) => {
  const time = sql`min(max(d.next_attempt_at, coalesce((SELECT until FROM lease WHERE lease.sequence = d.sequence), 0)))`
  return sql`iif(${isFailing(changes)},
    (SELECT ${time} FROM webhook_delivery AS d WHERE ${isOldest(place)}),
    (SELECT ${time} FROM webhook_delivery AS d WHERE ${isFirstOfReservation(place)}))`
}

/** Whether another attempt may be open beside those of some leases. */
const mayOpen = (leases: SQL, changes: EndpointChanges) =>
  sql`((SELECT count(*) FROM ${leases}) < iif(${isFailing(changes)}, 1, ${MAX_OPEN_ATTEMPTS}))`

/**
 * Stores what the step found at the endpoint, its leases, and when the next attempt may begin. `kept`: the leases of other attempts.
 * `lease`: these and the one of the next attempt.
 */
function updateEndpoint(
  place: EndpointPlace,
  { now, finished, mayLease, leaseId }: Step & { leaseId: string },
): Statement {
  const changes = changesOf(finished, now)
  return build.run(sql`
    WITH kept (id, sequence, until) AS MATERIALIZED (
        SELECT each.key, each.value ->> 0, each.value ->> 1
        FROM webhook_endpoint AS e, ${liveLeases(now)} AND ${isEnabledPlace(place)} AND each.key NOT IN (${finished?.leaseId ?? ''}, ${leaseId})),
      next (sequence) AS MATERIALIZED (
        WITH lease AS (SELECT * FROM kept)
        SELECT ${firstReady(place, now, changes)} FROM webhook_endpoint AS e
        WHERE ${isEnabledPlace(place)} AND ${Number(mayLease)} AND ${changes.notBefore} <= ${now} AND ${mayOpen(sql`kept`, changes)}),
      lease (id, sequence, until) AS MATERIALIZED (
        SELECT * FROM kept UNION ALL SELECT ${leaseId}, sequence, ${now + LEASE_MS} FROM next WHERE sequence IS NOT NULL)
    UPDATE webhook_endpoint AS e SET
      ${searchedTo(place.scope, sql`min(${newestSequence(place.scope)}, ${searchEnd(place.scope)})`)},
      failures = ${changes.failures}, failing_since = ${changes.failingSince}, not_before = ${changes.notBefore},
      last_success_at = ${changes.lastSuccessAt}, last_failure_at = ${changes.lastFailureAt},
      leases = (SELECT json_group_object(id, json_array(sequence, until)) FROM lease),
      due_at = CASE
        WHEN e.replay IS NOT NULL AND ${isReplayIdle(place)} THEN ${now}
        WHEN NOT ${mayOpen(sql`lease`, changes)} THEN max(${changes.notBefore}, (SELECT min(until) FROM lease))
        WHEN ${firstReady(place, now, changes)} IS NOT NULL THEN max(${changes.notBefore}, ${now})
        ELSE max(${changes.notBefore}, ${earliest(place, changes)}) END
    WHERE ${isEnabledPlace(place)}`)
}

/** Selects the endpoint as it is after the step, if it is enabled. */
const selectState = (place: EndpointPlace, now: number) =>
  selectRows(
    targetColumns,
    selected => sql`
      SELECT ${selected} FROM webhook_endpoint JOIN webhook_endpoint AS e USING (customer_id, endpoint_id)
      WHERE ${isEnabledPlace(place)}`,
    {
      hasMore: sql`e.scanned_sequence < ${newestSequence(place.scope)} OR (
        e.due_at <= ${now} AND ${mayOpen(liveLeases(now), changesOf(undefined, now))})`.mapWith(Boolean),
    },
  )

/** Selects the delivery that the step has leased. */
const selectLeased = (place: EndpointPlace, leaseId: string) =>
  selectRows(
    leasedColumns,
    selected => sql`
      SELECT ${selected} FROM webhook_delivery
      WHERE ${isPlace(place)} AND sequence = (
        SELECT each.value ->> 0 FROM webhook_endpoint AS e, json_each(e.leases) AS each
        WHERE ${isEnabledPlace(place)} AND each.key = ${leaseId})`,
  )
