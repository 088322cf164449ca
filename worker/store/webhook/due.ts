import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { FAILING_AFTER, webhookEndpoint } from '../../../schema/tables/webhook'
import type { Database } from '../../db/database'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import { type RowOf, selectRows } from '../../db/select-rows'
import { MAX_OPEN_ATTEMPTS } from '../../domain/webhook/schedule'
import { liveLeases, matchesTypes } from './columns'

const e = alias(webhookEndpoint, 'e')
const dueColumns = { customerId: e.customerId, endpointId: e.endpointId, failures: e.failures }

/** An endpoint that has something to send. */
export type DueWebhookEndpoint = RowOf<typeof dueColumns>

/** An endpoint searches the log at least so often, so that a search stays short, also if few of the events are of its types. */
const MAX_UNSEARCHED = 200

/** An endpoint that fails is attempted when its time has come. New events do not bring that forward. */
const isFailing = (now: number | Placeholder) =>
  sql`(e.failures >= ${FAILING_AFTER} AND coalesce(e.due_at, 0) > ${now})`

/** As many attempts are open as may be. The dispatchers that made them send what comes next. */
const isOccupied = (now: number | Placeholder) => sql`(SELECT count(*) FROM ${liveLeases(now)}) >= ${MAX_OPEN_ATTEMPTS}`

const isDue = (now: number | Placeholder) => sql`e.endpoint_status = 'enabled' AND (
  e.due_at <= ${now}
  OR e.scanned_sequence + ${MAX_UNSEARCHED} < (SELECT max(sequence) FROM event WHERE customer_id = e.customer_id)
  OR NOT ${isFailing(now)} AND EXISTS (
    SELECT 1 FROM event AS log WHERE log.customer_id = e.customer_id AND log.sequence > e.scanned_sequence AND ${matchesTypes()}))`

/**
 * Endpoints of a customer that have something to send, and to which an attempt may begin, without those that fail. Those that
 * responded last come first.
 */
export async function readDueOfCustomer(
  db: Database,
  { customer }: Scope,
  now: number,
): Promise<(DueWebhookEndpoint & { lastSuccessAt: number | null })[]> {
  const [due] = await db.batch([selectDueOfCustomer({ customer, now })])
  return due.sort(
    (one, other) => one.failures - other.failures || (other.lastSuccessAt ?? 0) - (one.lastSuccessAt ?? 0),
  )
}

const selectDueOfCustomer = prepareStatement(({ customer, now }: Placeholders<{ customer: number; now: number }>) =>
  selectRows(
    dueColumns,
    selected => sql`
      SELECT ${selected} FROM webhook_endpoint AS e
      WHERE e.customer_id = ${customer} AND e.failures < ${FAILING_AFTER} AND ${isDue(now)} AND NOT ${isOccupied(now)}`,
    { lastSuccessAt: e.lastSuccessAt },
  ),
)

/**
 * Endpoints of all customers that a database serves. Those that responded last come first. `isFailing`: its attempt is not due yet,
 * but it has to search the log.
 */
export async function readDue(
  db: Database,
  now: number,
  rows: number,
): Promise<(DueWebhookEndpoint & { isFailing: boolean })[]> {
  const [due] = await db.batch([
    selectRows(
      dueColumns,
      selected => sql`
        SELECT ${selected} FROM webhook_endpoint AS e WHERE ${isDue(now)} AND EXISTS (
          SELECT 1 FROM tenancy WHERE tenancy.customer_id = e.customer_id AND tenancy_state = 'serving')
        ORDER BY ${isFailing(now)}, e.failures, e.due_at LIMIT ${rows}`,
      { isFailing: isFailing(now).mapWith(Boolean) as SQL<boolean> },
    ),
  ])
  return due
}
