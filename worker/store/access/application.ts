import { and, eq, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { pick } from '../../../schema/pick'
import { application, customerDirectory, interfaceAudience } from '../../../schema/tables/control'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { PageRange } from '../../db/page-range'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import { leftJoined, type RowOf, selectRows } from '../../db/select-rows'
import { type AuditEntry, writeAudit, writeAuditIf } from '../audit/audit'
import type { Manager } from '../people/managed'
import { isNotUsedSince } from './last-use'
import { isOfManager } from './manager'
import { isNotDeleted } from './unknown-customer'

/** The columns that administrators may see: all but the hash of the secret. */
const visibleColumns = {
  ...pick(application, 'clientId', 'customerId', 'applicationName', 'product', 'permissions', 'applicationStatus'),
  ...pick(application, 'expiresAt', 'lastUsedAt', 'createdAt'),
}

type Row = typeof application.$inferSelect
export type Application = RowOf<typeof visibleColumns>
export type ApplicationChange = Partial<
  Pick<Row, 'applicationStatus' | 'permissions' | 'expiresAt' | 'secretHash' | 'madeWith'>
>

/**
 * Throws ConstraintViolation if there is no such customer, or if it was deleted: see `isUnknownCustomer`. The id is random and made by the Worker: if it
 * exists, this batch has already run.
 */
export async function addApplication(
  db: Database,
  row: Application & Pick<Row, 'secretHash' | 'madeWith'>,
  act: AuditEntry,
): Promise<void> {
  await db.batch([
    build
      .insert(application)
      .values({ ...row, updatedAt: DATABASE_NOW })
      .onConflictDoNothing(),
    writeAuditIf(act, isNotDeleted(row.customerId)),
  ])
}

/** All applications that somebody may see, or those of one customer, oldest first. */
export async function listApplications(
  db: Database,
  { manager, customer }: { manager: Manager; customer: number | undefined },
  { after, rows, offset }: PageRange<Pick<Application, 'createdAt' | 'clientId'>>,
): Promise<Application[]> {
  const [found] = await db.batch([
    selectRows(
      visibleColumns,
      selected => sql`
        SELECT ${selected} FROM application
        WHERE ${customer === undefined ? sql`true` : sql`customer_id = ${customer}`} AND ${isOfManager(manager)}
          AND (created_at, client_id) > (${after.createdAt}, ${after.clientId})
        ORDER BY created_at, client_id LIMIT ${rows} OFFSET ${offset}`,
    ),
  ])
  return found
}

export async function findApplication(
  db: Database,
  clientId: string,
  manager: Manager,
): Promise<Application | undefined> {
  const [rows] = await db.batch([
    selectRows(
      visibleColumns,
      selected => sql`SELECT ${selected} FROM application WHERE client_id = ${clientId} AND ${isOfManager(manager)}`,
    ),
  ])
  return rows[0]
}

/** Changes the columns that are given and returns the application; undefined: there is no such application. */
export async function changeApplication(
  db: Database,
  { clientId, manager }: { clientId: string; manager: Manager },
  change: ApplicationChange,
  act: AuditEntry,
): Promise<Application | undefined> {
  const [rows] = await db.batch([
    build
      .update(application)
      .set({ ...change, updatedAt: DATABASE_NOW })
      .where(and(eq(application.clientId, clientId), isOfManager(manager)))
      .returning(visibleColumns),
    writeAudit(act, sql`EXISTS (SELECT 1 FROM application WHERE client_id = ${clientId} AND ${isOfManager(manager)})`),
  ])
  return rows[0]
}

/** Stores that an application got a token, unless it got one since an instant. */
export async function markApplicationUsed(db: Database, clientId: string, since: number): Promise<void> {
  await db.batch([
    build
      .update(application)
      .set({ lastUsedAt: DATABASE_NOW })
      .where(and(eq(application.clientId, clientId), isNotUsedSince(application.lastUsedAt, since))),
  ])
}

/** In place of a hash; no secret has it. */
const NO_HASH = 'x'.repeat(43)

const found = leftJoined(application)
const directory = leftJoined(customerDirectory)
const orElse = <Known extends SQLiteColumn>(column: Known, other: unknown) =>
  sql`coalesce(${column}, ${other})`.mapWith(column)

/** The columns that authenticate an application, and those that decide its token. */
const credentialColumns = {
  clientId: orElse(found.clientId, sql`sent.client_id`),
  customerId: orElse(found.customerId, sql`0`),
  product: orElse(found.product, sql`'nobody'`),
  permissions: orElse(found.permissions, sql`'["reservations:write"]'`),
  /** Applications of a closed customer are inactive. */
  applicationStatus:
    sql`CASE WHEN ${directory.closedAt} IS NULL THEN coalesce(${found.applicationStatus}, 'active') ELSE 'inactive' END`.mapWith(
      found.applicationStatus,
    ),
  expiresAt: found.expiresAt,
  lastUsedAt: found.lastUsedAt,
  secretHash: orElse(found.secretHash, NO_HASH),
  /** The number of the customer's database. */
  shard: orElse(directory.shard, sql`0`),
}
export type Credentials = RowOf<typeof credentialColumns>

/** Returns a row for an unknown application too, so that the response takes the same time. */
const readCredentials = prepareStatement(({ clientId }: Placeholders<{ clientId: string }>) =>
  selectRows(
    credentialColumns,
    selected => sql`
      SELECT ${selected} FROM (SELECT ${clientId} AS client_id) AS sent
      LEFT JOIN application ON application.client_id = sent.client_id
      LEFT JOIN customer_directory ON customer_directory.customer_id = application.customer_id`,
  ),
)

const readProduct = prepareStatement(({ audience }: Placeholders<{ audience: string }>) =>
  selectRows(
    { product: interfaceAudience.product },
    selected => sql`SELECT ${selected} FROM interface_audience WHERE audience = ${audience}`,
  ),
)

/**
 * Data for a token request, in one round trip: the application with its customer's shard, and the product of the requested
 * audience. An unknown application gets a row with a hash that no secret has, so that both cases take the same time.
 */
export async function readForToken(
  db: Database,
  clientId: string,
  audience: string,
): Promise<{ application: Credentials; product: string | undefined }> {
  const [[found], products] = await db.batch([readCredentials({ clientId }), readProduct({ audience })])
  if (!found) throw new Error('the query returned no row')
  return { application: found, product: products[0]?.product }
}
