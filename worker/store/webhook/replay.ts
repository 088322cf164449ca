import { sql } from 'drizzle-orm'
import { build, type Statement } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import { isUnfinished, matchesTypes } from './columns'
import {
  type EndpointValues,
  endpointOf,
  endpointValues,
  isEnabledEndpoint,
  isOfEndpoint,
  type PreparedEndpoint,
  type WebhookEndpointRef,
} from './endpoint-state'

/*
 * A replay is a range of the log that is stored with the endpoint. Deliveries become pending again in steps, so that one
 * request can replay any range.
 */

/** Deliveries of a step. The next step begins when they are finished. */
const STEP = 100

/** Whether no replayed delivery waits. */
export const isReplayIdle = (endpoint: WebhookEndpointRef | PreparedEndpoint) => sql`NOT EXISTS (
  SELECT 1 FROM webhook_delivery WHERE ${isOfEndpoint(endpoint)} AND ${isUnfinished('pending')} AND is_replay = 1)`

/** Begins the next step of a replay, or ends it. It does nothing while deliveries of a step wait. */
export const advanceReplay = (endpoint: WebhookEndpointRef, now: number): Statement[] => [
  moveRange(endpointValues(endpoint)),
  insertRange({ ...endpointValues(endpoint), now }),
]

/** Whether the endpoint `e` has a replay whose next step may begin. */
const mayAdvance = (endpoint: PreparedEndpoint) =>
  sql`${isEnabledEndpoint(endpoint)} AND e.replay IS NOT NULL AND ${isReplayIdle(endpoint)}`

/** Whether the delivery of an event of `log` failed, also of a type that the endpoint received before. */
export const isFailed = ({ scope: { customer }, endpointId }: WebhookEndpointRef | PreparedEndpoint) => sql`EXISTS (
  SELECT 1 FROM webhook_delivery AS d WHERE d.customer_id = ${customer} AND d.endpoint_id = ${endpointId}
    AND d.sequence = log.sequence AND d.delivery_status = 'failed')`

/** Whether an event of `log` is in the range of the replay that begins after a position. */
const isInRange = (endpoint: PreparedEndpoint, after: 'position' | 'stepAfter') => sql`
  log.customer_id = ${endpoint.scope.customer} AND log.sequence > e.replay ->> ${sql.raw(`'${after}'`)}
    AND log.sequence <= e.replay ->> 'to' AND (NOT e.replay ->> 'failedOnly' AND ${matchesTypes()} OR ${isFailed(endpoint)})`

const moveRange = prepareStatement((values: Placeholders<EndpointValues>) => {
  const endpoint = endpointOf(values)
  return build.run(sql`
    UPDATE webhook_endpoint AS e SET replay = iif(e.replay ->> 'position' >= e.replay ->> 'to', NULL, json_set(e.replay,
      '$.stepAfter', e.replay ->> 'position',
      '$.position', coalesce((
        SELECT log.sequence FROM event AS log WHERE ${isInRange(endpoint, 'position')}
        ORDER BY log.sequence LIMIT 1 OFFSET ${STEP - 1}), e.replay ->> 'to')))
    WHERE ${mayAdvance(endpoint)}`)
})

/** An event that has no delivery is from before the start of the endpoint or of its types, where `previousSequence` is 0. */
const insertRange = prepareStatement(({ now, ...values }: Placeholders<EndpointValues & { now: number }>) => {
  const endpoint = endpointOf(values)
  return build.run(sql`
    INSERT INTO webhook_delivery (
      customer_id, endpoint_id, sequence, reservation_id, previous_sequence, is_replay, next_attempt_at, created_at)
    SELECT e.customer_id, e.endpoint_id, log.sequence, log.reservation_id, 0, 1, ${now}, log.at
    FROM webhook_endpoint AS e CROSS JOIN event AS log
    WHERE ${mayAdvance(endpoint)} AND ${isInRange(endpoint, 'stepAfter')} AND log.sequence <= e.replay ->> 'position'
    ON CONFLICT DO UPDATE SET delivery_status = 'pending', is_replay = 1, attempt_count = 0, next_attempt_at = ${now}
    WHERE delivery_status <> 'pending'`)
})
