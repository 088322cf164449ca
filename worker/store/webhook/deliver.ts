import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { FAILING_AFTER, webhookEndpoint } from '../../../schema/tables/webhook'
import type { Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import { selectRows } from '../../db/select-rows'
import { type Condition, type ConditionChange, conditionChange } from '../../domain/webhook/condition'
import {
  type AttemptOutcome,
  type AttemptResult,
  LEASE_MS,
  MAX_KEPT_ATTEMPTS,
  MAX_OPEN_ATTEMPTS,
} from '../../domain/webhook/schedule'
import { newestSequence } from '../event/insert-event'
import {
  isUnfinished,
  type LeasedDelivery,
  leasedColumns,
  liveLeases,
  type StoredTarget,
  targetColumns,
} from './columns'
import {
  disableAfterFailure,
  type EndpointValues,
  endpointOf,
  endpointValues,
  isEnabledEndpoint,
  isOfEndpoint,
  type PreparedEndpoint,
  type WebhookEndpointRef,
} from './endpoint-state'
import { advanceReplay, isReplayIdle } from './replay'
import { searchedByStep, searchNext } from './search-log'

/*
 * One step of a dispatcher at one endpoint is one batch: it records the attempt that was made, and leases the next one. The
 * row of the endpoint has the leases, so that their number is known without a search of its deliveries. A batch is atomic:
 * two dispatchers never attempt the same delivery at once. If a dispatcher is killed, its lease ends after LEASE_MS, and the
 * delivery is attempted again.
 *
 * Times are those of the Worker's clock, which also measures the attempts.
 */

const e = alias(webhookEndpoint, 'e')

/** A delivery whose attempt may begin, under a name of its lease. */
export type Lease = LeasedDelivery & { leaseId: string }

/** An attempt that was made. */
export interface FinishedAttempt {
  leaseId: string
  sequence: number
  result: AttemptResult
  outcome: AttemptOutcome
  /** The endpoint as the attempt began. `failingSince` null: it did not fail. */
  url: string
  failingSince: number | null
}

interface Step {
  now: number
  finished?: FinishedAttempt | undefined
  /** False: no further attempt begins in this invocation. */
  mayLease: boolean
  /** False: the endpoint had no replay in the step before. */
  mayReplay: boolean
}

/** What is to be done next. */
export interface Work {
  /** Undefined: the endpoint is not enabled. */
  target: StoredTarget | undefined
  /** Undefined: no attempt may begin. */
  leased: Lease | undefined
  /** Another attempt may begin at the same time, or the log is not searched to its end. */
  hasMore: boolean
  /** The endpoint has a replay, or is not enabled. */
  mayReplay: boolean
  /** What the recorded attempt changed at the endpoint. */
  change: ConditionChange | undefined
}

/** Records an attempt, and leases the next delivery. */
export async function takeStep(
  db: Database,
  endpoint: WebhookEndpointRef,
  { now, finished, mayLease, mayReplay }: Step,
): Promise<Work> {
  const leaseId = crypto.randomUUID()
  const values = { ...endpointValues(endpoint), now }
  const results = await db.batch([
    searchNext(endpoint, now),
    ...(finished ? [selectCondition(endpointValues(endpoint)), ...recordAttempt(endpoint, now, finished)] : []),
    ...(mayReplay ? advanceReplay(endpoint, now) : []),
    updateWebhookEndpoint({
      ...values,
      mayLease: Number(mayLease),
      leaseId,
      endedLease: finished?.leaseId,
      notBefore: finished && finished.outcome.status !== 'delivered' ? finished.outcome.notBefore : undefined,
    }),
    selectState(values),
    selectLeased({ ...values, leaseId }),
  ])
  const [leased] = results.at(-1) as LeasedDelivery[]
  const [state] = results.at(-2) as (StoredTarget & { failures: number; hasMore: boolean; hasReplay: boolean })[]
  const [before] = (finished ? results[1] : []) as Condition[]
  return {
    target: state,
    leased: leased && { ...leased, leaseId },
    hasMore: state?.hasMore ?? false,
    mayReplay: state?.hasReplay ?? true,
    change: conditionChange(before, state),
  }
}

/** Selects the endpoint as it is before an attempt is recorded, if it is enabled. */
const selectCondition = prepareStatement((values: Placeholders<EndpointValues>) =>
  selectRows(
    { failures: e.failures, lastSuccessAt: e.lastSuccessAt, lastFailureAt: e.lastFailureAt },
    selected => sql`SELECT ${selected} FROM webhook_endpoint AS e WHERE ${isEnabledEndpoint(endpointOf(values))}`,
  ),
)

/** The values of the statement that stores a step at the endpoint. */
interface StepValues extends EndpointValues {
  now: number
  mayLease: number
  leaseId: string
  /** The lease of the attempt that was made. */
  endedLease: string | undefined
  /** Of an attempt that failed: no attempt at the endpoint before it. */
  notBefore: number | undefined
}

/** What an attempt changes at the row `e` of the endpoint. */
interface WebhookEndpointChanges {
  failures: SQL
  failingSince: SQL
  notBefore: SQL
  lastSuccessAt: SQL
  lastFailureAt: SQL
}

const UNCHANGED: WebhookEndpointChanges = {
  failures: sql`e.failures`,
  failingSince: sql`e.failing_since`,
  notBefore: sql`e.not_before`,
  lastSuccessAt: sql`e.last_success_at`,
  lastFailureAt: sql`e.last_failure_at`,
}

function changesOf({ now, endedLease, notBefore }: Placeholders<StepValues>): WebhookEndpointChanges {
  if (!endedLease) return UNCHANGED
  if (!notBefore) return { ...UNCHANGED, failures: sql`0`, failingSince: sql`NULL`, lastSuccessAt: sql`${now}` }
  return {
    ...UNCHANGED,
    failures: sql`(e.failures + 1)`,
    failingSince: sql`coalesce(e.failing_since, ${now})`,
    notBefore: sql`max(e.not_before, ${notBefore})`,
    lastFailureAt: sql`${now}`,
  }
}

/** Records an attempt with its delivery, and when the next one may begin. A delivery that failed meanwhile may be delivered still. */
function recordAttempt(
  endpoint: WebhookEndpointRef,
  now: number,
  { sequence, result, outcome, failingSince }: FinishedAttempt,
): Statement[] {
  const { retryAfter: _, ...stored } = result
  const isDelivered = outcome.status === 'delivered'
  const update = updateDelivery({
    ...endpointValues(endpoint),
    sequence,
    status: outcome.status,
    attempt: JSON.stringify(stored),
    nextAttemptAt: isDelivered ? undefined : outcome.nextAttemptAt,
  })
  return isDelivered ? [update] : [update, ...disableAfterFailure(endpoint, now, { ...outcome, failingSince })]
}

const updateDelivery = prepareStatement(
  ({
    sequence,
    status,
    attempt,
    nextAttemptAt,
    ...values
  }: Placeholders<
    EndpointValues & { sequence: number; status: string; attempt: string; nextAttemptAt: number | undefined }
  >) =>
    build.run(sql`
      UPDATE webhook_delivery SET
        delivery_status = iif(delivery_status = 'pending' OR ${status} = 'delivered', ${status}, delivery_status),
        attempt_count = attempt_count + 1,
        next_attempt_at = ${nextAttemptAt ?? sql`next_attempt_at`}, attempts = json_insert(
          iif(json_array_length(attempts) < ${MAX_KEPT_ATTEMPTS}, attempts, json_remove(attempts, '$[0]')),
          '$[#]', json(iif(${isOfErasedGuest}, json_set(${attempt}, '$.response', ''), ${attempt})))
      WHERE ${isOfEndpoint(endpointOf(values))} AND sequence = ${sequence} AND delivery_status <> 'delivered'`),
)

/** Whether the guest of the reservation was erased. A receiver may respond with what it received before. A guest has the id of the reservation. */
const isOfErasedGuest = sql`(
  SELECT is_erased FROM guest
  WHERE guest.customer_id = webhook_delivery.customer_id AND guest.guest_id = webhook_delivery.reservation_id)`

/** Pending deliveries of an endpoint. The clean-up deletes old events first, and then their deliveries. */
const isPending = ({ scope: { customer }, endpointId }: PreparedEndpoint, delivery: string) => sql`
  ${sql.raw(delivery)}.customer_id = ${customer} AND ${sql.raw(delivery)}.endpoint_id = ${endpointId}
    AND ${isUnfinished('pending', delivery)}
    AND ${sql.raw(delivery)}.sequence >= (SELECT min(sequence) FROM event WHERE customer_id = ${customer})`

/** After several failures in a row only the oldest event of the endpoint is attempted. */
const isFailing = ({ failures }: WebhookEndpointChanges) => sql`${failures} >= ${FAILING_AFTER}`

/** The delivery `d` is the oldest pending one. Events that are sent for the first time come before replays. */
const isOldest = (endpoint: PreparedEndpoint) => sql`${isPending(endpoint, 'd')} AND d.sequence = (
  SELECT oldest.sequence FROM webhook_delivery AS oldest WHERE ${isPending(endpoint, 'oldest')}
  ORDER BY oldest.is_replay, oldest.sequence LIMIT 1)`

/** No earlier delivery of the same reservation waits before the delivery `d`. */
const isFirstOfReservation = (endpoint: PreparedEndpoint) => sql`${isPending(endpoint, 'd')} AND NOT EXISTS (
  SELECT 1 FROM webhook_delivery AS earlier WHERE ${isPending(endpoint, 'earlier')}
    AND earlier.is_replay = d.is_replay AND earlier.sequence < d.sequence AND earlier.reservation_id = d.reservation_id)`

/** Whether the delivery `d` may be attempted now. */
const isReady = (now: Placeholder) =>
  sql`d.next_attempt_at <= ${now} AND d.sequence NOT IN (SELECT sequence FROM lease)`

/** The first delivery that may be attempted now. It reads the index in its order up to that one, and sorts no backlog. */
const firstReady = (
  endpoint: PreparedEndpoint,
  now: Placeholder,
  changes: WebhookEndpointChanges,
) => sql`iif(${isFailing(changes)},
  (SELECT d.sequence FROM webhook_delivery AS d WHERE ${isOldest(endpoint)} AND ${isReady(now)}),
  (SELECT d.sequence FROM webhook_delivery AS d WHERE ${isFirstOfReservation(endpoint)} AND ${isReady(now)}
    ORDER BY d.is_replay, d.sequence LIMIT 1))`

/** When the next delivery may be attempted, if none may now: each waits for its retry, for its lease or for an earlier one. */
const earliest = (endpoint: PreparedEndpoint, changes: WebhookEndpointChanges) => {
  const time = sql`min(max(d.next_attempt_at, coalesce((SELECT until FROM lease WHERE lease.sequence = d.sequence), 0)))`
  return sql`iif(${isFailing(changes)},
    (SELECT ${time} FROM webhook_delivery AS d WHERE ${isOldest(endpoint)}),
    (SELECT ${time} FROM webhook_delivery AS d WHERE ${isFirstOfReservation(endpoint)}))`
}

/** Whether another attempt may be open beside those of some leases. */
const mayOpen = (leases: SQL, changes: WebhookEndpointChanges) =>
  sql`((SELECT count(*) FROM ${leases}) < iif(${isFailing(changes)}, 1, ${MAX_OPEN_ATTEMPTS}))`

/**
 * Stores what the step found at the endpoint, its leases, and when the next attempt may begin. `kept`: the leases of other attempts.
 * `lease`: these and the one of the next attempt.
 */
const updateWebhookEndpoint = prepareStatement((values: Placeholders<StepValues>) => {
  const { now, mayLease, leaseId, endedLease } = values
  const endpoint = endpointOf(values)
  const changes = changesOf(values)
  return build.run(sql`
    WITH kept (id, sequence, until) AS MATERIALIZED (
        SELECT each.key, each.value ->> 0, each.value ->> 1
        FROM webhook_endpoint AS e, ${liveLeases(now)} AND ${isEnabledEndpoint(endpoint)} AND each.key NOT IN (${endedLease ?? ''}, ${leaseId})),
      next (sequence) AS MATERIALIZED (
        WITH lease AS (SELECT * FROM kept)
        SELECT ${firstReady(endpoint, now, changes)} FROM webhook_endpoint AS e
        WHERE ${isEnabledEndpoint(endpoint)} AND ${mayLease} AND ${changes.notBefore} <= ${now} AND ${mayOpen(sql`kept`, changes)}),
      lease (id, sequence, until) AS MATERIALIZED (
        SELECT * FROM kept UNION ALL SELECT ${leaseId}, sequence, ${now} + ${LEASE_MS} FROM next WHERE sequence IS NOT NULL)
    UPDATE webhook_endpoint AS e SET
      ${searchedByStep(endpoint.scope)},
      failures = ${changes.failures}, failing_since = ${changes.failingSince}, not_before = ${changes.notBefore},
      last_success_at = ${changes.lastSuccessAt}, last_failure_at = ${changes.lastFailureAt},
      leases = (SELECT json_group_object(id, json_array(sequence, until)) FROM lease),
      due_at = CASE
        WHEN e.replay IS NOT NULL AND ${isReplayIdle(endpoint)} THEN ${now}
        WHEN NOT ${mayOpen(sql`lease`, changes)} THEN max(${changes.notBefore}, (SELECT min(until) FROM lease))
        WHEN ${firstReady(endpoint, now, changes)} IS NOT NULL THEN max(${changes.notBefore}, ${now})
        ELSE max(${changes.notBefore}, ${earliest(endpoint, changes)}) END
    WHERE ${isEnabledEndpoint(endpoint)}`)
})

/** Selects the endpoint as it is after the step, if it is enabled. */
const selectState = prepareStatement(({ now, ...values }: Placeholders<EndpointValues & { now: number }>) => {
  const endpoint = endpointOf(values)
  return selectRows(
    targetColumns,
    selected => sql`
      SELECT ${selected} FROM webhook_endpoint JOIN webhook_endpoint AS e USING (customer_id, endpoint_id)
      WHERE ${isEnabledEndpoint(endpoint)}`,
    {
      hasMore: sql`e.scanned_sequence < ${newestSequence(endpoint.scope)} OR (
        e.due_at <= ${now} AND ${mayOpen(liveLeases(now), UNCHANGED)})`.mapWith(Boolean),
      hasReplay: sql`e.replay IS NOT NULL`.mapWith(Boolean),
      failures: sql<number>`e.failures`,
    },
  )
})

/** Selects the delivery that the step has leased. */
const selectLeased = prepareStatement(({ leaseId, ...values }: Placeholders<EndpointValues & { leaseId: string }>) => {
  const endpoint = endpointOf(values)
  return selectRows(
    leasedColumns,
    selected => sql`
      SELECT ${selected} FROM webhook_delivery
      WHERE ${isOfEndpoint(endpoint)} AND sequence = (
        SELECT each.value ->> 0 FROM webhook_endpoint AS e, json_each(e.leases) AS each
        WHERE ${isEnabledEndpoint(endpoint)} AND each.key = ${leaseId})`,
  )
})
