import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '../../../schema/wire/dates'
import type { WebhookEndpointChange, WebhookEndpointRequest } from '../../../schema/wire/webhook'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build, type Statement } from '../../db/drizzle-adapter'
import type { PageRange } from '../../db/page-range'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import type { LogRange } from '../../domain/event/sequence'
import { MAX_WEBHOOK_ENDPOINTS } from '../../domain/webhook/endpoint'
import { lastNumber } from '../counter/last-number'
import { newestSequence } from '../event/insert-event'
import { selectRange } from '../event/read-events'
import {
  endpointColumns,
  liveLeases,
  type SecretVersion,
  type StoredTarget,
  type StoredWebhookEndpoint,
  targetColumns,
} from './columns'
import { failPending, isOfEndpoint, type WebhookEndpointRef } from './endpoint-state'
import { searchToEnd } from './search-log'

/** Constraints that refuse a request because another one used its identity since. */
export const STALE_ENDPOINT_CONSTRAINTS = ['webhook_identity.customer_id']

/** What an earlier request with the same identity made. */
export interface MadeSecret extends SecretVersion {
  bodyHash: string
  endpointId: number
}

const madeColumns = {
  bodyHash: sql<string>`body_hash`,
  endpointId: sql<number>`endpoint_id`,
  version: sql<number>`secret_version`,
  kid: sql<string>`secret_kid`,
}

const selectMade = ({ customer }: Scope, identity: string | undefined) =>
  selectRows(
    madeColumns,
    selected => sql`
      SELECT ${selected} FROM webhook_identity WHERE customer_id = ${customer} AND identity = ${identity ?? ''}`,
  )

const selectEndpoint = ({ scope, endpointId }: { scope: Scope; endpointId: number | SQL }) =>
  selectRows(
    endpointColumns,
    selected => sql`
      SELECT ${selected} FROM webhook_endpoint AS e
      WHERE e.customer_id = ${scope.customer} AND e.endpoint_id = ${endpointId} AND e.endpoint_status <> 'deleted'`,
  )

/** Reads an endpoint, and what an earlier request with the same identity made. */
export async function readWebhookEndpoint(
  db: Database,
  endpoint: WebhookEndpointRef,
  identity: string,
): Promise<{ stored: StoredWebhookEndpoint | undefined; made: MadeSecret | undefined }> {
  const [[made], [stored]] = await db.batch([selectMade(endpoint.scope, identity), selectEndpoint(endpoint)])
  return { made, stored }
}

/** What decides whether an endpoint may be made. */
export interface WebhookEndpointData {
  made: MadeSecret | undefined
  /** The endpoint of `made`; undefined: it was deleted. */
  madeEndpoint: StoredWebhookEndpoint | undefined
  log: LogRange
}

export async function readForWebhookEndpoint(
  db: Database,
  scope: Scope,
  identity: string | undefined,
): Promise<WebhookEndpointData> {
  const { customer } = scope
  const [[made], [madeEndpoint], [range]] = await db.batch([
    selectMade(scope, identity),
    selectEndpoint({
      scope,
      endpointId: sql`(SELECT endpoint_id FROM webhook_identity WHERE customer_id = ${customer} AND identity = ${identity ?? ''})`,
    }),
    selectRange(scope),
  ])
  return { made, madeEndpoint, log: range as LogRange }
}

/** A new endpoint, with the key that its secret is derived from. */
type NewWebhookEndpoint = Pick<
  WebhookEndpointRequest,
  'url' | 'description' | 'types' | 'afterSequence' | 'identity'
> & {
  signature: 'v1' | 'v1a'
  kid: string
  madeWith: string
  bodyHash: string
}

/**
 * The leases that deleted endpoints of the customer have, as those of a new one: an endpoint that is deleted and made again opens no
 * more attempts than one that stays.
 */
const leasesOfDeleted = ({ customer }: Scope, now: number) => sql`(
  SELECT json_group_object(id, json(lease)) FROM (
    SELECT DISTINCT each.key AS id, each.value AS lease FROM webhook_endpoint AS e, ${liveLeases(now)}
      AND e.customer_id = ${customer} AND e.endpoint_status = 'deleted'))`

/** Inserts an endpoint. Undefined: the customer has the maximum number of endpoints. */
export async function insertWebhookEndpoint(
  db: Database,
  scope: Scope,
  { url, description, types, signature, kid, madeWith, afterSequence, identity, bodyHash }: NewWebhookEndpoint,
): Promise<StoredWebhookEndpoint | undefined> {
  const { customer } = scope
  const newest = sql`(SELECT max(endpoint_id) FROM webhook_endpoint WHERE customer_id = ${customer})`
  const start = afterSequence === undefined ? newestSequence(scope) : sql`${afterSequence}`
  const [inserted, , [endpoint]] = await db.batch([
    selectRows(
      { endpointId: sql<number>`endpoint_id` },
      selected => sql`
      INSERT INTO webhook_endpoint (customer_id, endpoint_id, url, description, types, signature, secret_kid,
        made_with, live_after, scanned_sequence, leases, created_at, updated_at)
      SELECT ${customer}, ${lastNumber(scope, 'endpoint')} + 1, ${url}, ${description}, ${typesValue(types)}, ${signature}, ${kid},
        ${madeWith}, ${start}, ${start}, ${leasesOfDeleted(scope, Date.now())}, ${DATABASE_NOW}, ${DATABASE_NOW}
      WHERE (SELECT count(*) FROM webhook_endpoint WHERE customer_id = ${customer} AND endpoint_status <> 'deleted') < ${MAX_WEBHOOK_ENDPOINTS}
      RETURNING ${selected}, 1 AS "startsWebhooks"`,
    ),
    build.run(sql`
      INSERT INTO webhook_identity (customer_id, identity, body_hash, endpoint_id, secret_version, secret_kid, created_at)
      SELECT ${customer}, ${identity ?? ''}, ${bodyHash}, ${newest}, 1, ${kid}, ${DATABASE_NOW}
      WHERE changes() = 1 AND ${Number(identity !== undefined)}`),
    selectEndpoint({ scope, endpointId: newest }),
  ])
  return inserted.length ? endpoint : undefined
}

const typesValue = (types: readonly string[]) => (types.length ? JSON.stringify(types) : null)

/**
 * Changes an endpoint. Undefined: there is no such endpoint. With other types, `previousSequence` begins anew. An endpoint that
 * is enabled again receives the events from then on, so that those in between are never sent late.
 */
export async function updateWebhookEndpoint(
  db: Database,
  endpoint: WebhookEndpointRef,
  { url, description, types, status }: WebhookEndpointChange,
): Promise<StoredWebhookEndpoint | undefined> {
  const stored = types && typesValue(types)
  const [first, ...others] = [
    ...(stored === undefined && status !== 'disabled' ? [] : searchToEnd(endpoint, Date.now())),
    build.run(sql`
      UPDATE webhook_endpoint SET url = coalesce(${url ?? null}, url), description = coalesce(${description ?? null}, description),
        updated_at = ${DATABASE_NOW}
      WHERE ${isOfEndpoint(endpoint)} AND endpoint_status <> 'deleted'
      RETURNING 1 AS "startsWebhooks"`),
    ...(stored === undefined
      ? []
      : [
          build.run(sql`
            UPDATE webhook_endpoint SET types = ${stored}, last_match = 0
            WHERE ${isOfEndpoint(endpoint)} AND endpoint_status <> 'deleted' AND types IS NOT ${stored}`),
        ]),
    ...(status ? [setStatus(endpoint, status)] : []),
    ...(status === 'disabled' ? [failPending(endpoint)] : []),
  ] as [Statement, ...Statement[]]
  const results = await db.batch([first, ...others, selectEndpoint(endpoint)])
  return (results.at(-1) as StoredWebhookEndpoint[])[0]
}

const setStatus = (endpoint: WebhookEndpointRef, status: 'enabled' | 'disabled') =>
  build.run(
    status === 'enabled'
      ? sql`
        UPDATE webhook_endpoint SET endpoint_status = 'enabled', disabled_reason = NULL, failures = 0, failing_since = NULL,
          not_before = 0, due_at = NULL, live_after = ${newestSequence(endpoint.scope)}
        WHERE ${isOfEndpoint(endpoint)} AND endpoint_status = 'disabled'`
      : sql`
        UPDATE webhook_endpoint SET endpoint_status = 'disabled', disabled_reason = NULL, due_at = NULL, replay = NULL
        WHERE ${isOfEndpoint(endpoint)} AND endpoint_status = 'enabled'`,
  )

/**
 * Deletes an endpoint and its deliveries. The row of the newest endpoint stays, so that its id is not used again, and those with
 * open attempts do.
 */
export async function deleteWebhookEndpoint(db: Database, endpoint: WebhookEndpointRef): Promise<void> {
  await db.batch([
    build.run(sql`
      UPDATE webhook_endpoint SET endpoint_status = 'deleted', url = '', description = '', types = NULL, due_at = NULL,
        replay = NULL, updated_at = ${DATABASE_NOW}
      WHERE ${isOfEndpoint(endpoint)} AND endpoint_status <> 'deleted'`),
    build.run(sql`DELETE FROM webhook_delivery WHERE ${isOfEndpoint(endpoint)} AND changes() = 1`),
    build.run(sql`
      DELETE FROM webhook_endpoint AS e
      WHERE e.customer_id = ${endpoint.scope.customer} AND e.endpoint_status = 'deleted' AND e.endpoint_id < (
        SELECT max(endpoint_id) FROM webhook_endpoint WHERE customer_id = ${endpoint.scope.customer})
        AND NOT EXISTS (SELECT 1 FROM ${liveLeases(Date.now())})`),
  ])
}

/** Endpoints in the order of their ids. */
export async function listWebhookEndpoints(
  db: Database,
  { customer }: Scope,
  { after, rows, offset }: PageRange,
): Promise<StoredWebhookEndpoint[]> {
  const [endpoints] = await db.batch([
    selectRows(
      endpointColumns,
      selected => sql`
        SELECT ${selected} FROM webhook_endpoint AS e
        WHERE e.customer_id = ${customer} AND e.endpoint_id > ${after} AND e.endpoint_status <> 'deleted'
        ORDER BY e.endpoint_id LIMIT ${rows} OFFSET ${offset}`,
    ),
  ])
  return endpoints
}

/** How long the secret before a rotation signs too. */
const ROTATION_MS = DAY_MS

/**
 * Begins the next version of a secret. The one before signs too for a day, and the one before that no longer. A batch that D1
 * executes twice rotates once: the second time its identity is used. Undefined: there is no such endpoint.
 */
export async function storeNewSecret(
  db: Database,
  endpoint: WebhookEndpointRef,
  { kid, madeWith, identity, bodyHash }: Record<'kid' | 'madeWith' | 'identity' | 'bodyHash', string>,
): Promise<SecretVersion | undefined> {
  const [, , [version]] = await db.batch([
    build.run(sql`
      UPDATE webhook_endpoint SET previous_version = secret_version, previous_kid = secret_kid,
        previous_until = ${DATABASE_NOW} + ${ROTATION_MS}, secret_version = ${lastNumber(endpoint.scope, 'secretVersion')} + 1,
        secret_kid = ${kid}, made_with = ${madeWith}, updated_at = ${DATABASE_NOW}
      WHERE ${isOfEndpoint(endpoint)} AND endpoint_status <> 'deleted'`),
    build.run(sql`
      INSERT INTO webhook_identity (customer_id, identity, body_hash, endpoint_id, secret_version, secret_kid, created_at)
      SELECT customer_id, ${identity}, ${bodyHash}, endpoint_id, secret_version, secret_kid, ${DATABASE_NOW}
      FROM webhook_endpoint WHERE ${isOfEndpoint(endpoint)} AND endpoint_status <> 'deleted'`),
    selectRows(
      { version: sql<number>`secret_version`, kid: sql<string>`secret_kid` },
      selected =>
        sql`SELECT ${selected} FROM webhook_endpoint WHERE ${isOfEndpoint(endpoint)} AND endpoint_status <> 'deleted'`,
    ),
  ])
  return version
}

/** What is needed to send to an endpoint. Undefined: there is no such endpoint. */
export async function readTarget(db: Database, endpoint: WebhookEndpointRef): Promise<StoredTarget | undefined> {
  const [[target]] = await db.batch([
    selectRows(
      targetColumns,
      selected => sql`
        SELECT ${selected} FROM webhook_endpoint WHERE ${isOfEndpoint(endpoint)} AND endpoint_status <> 'deleted'`,
    ),
  ])
  return target
}
