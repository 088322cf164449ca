import { eq, type SQL, sql } from 'drizzle-orm'
import { apiKey, application, customerDirectory } from '../../../schema/tables/control'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import type { CustomerStatus, SettableState } from '../../domain/customer/state'
import { type AuditEntry, writeAudit } from '../audit/audit'
import { clearPage } from '../move/move'
import { largestNumber } from './last-number'
import { changeTenancy, textOf } from './tenancy'

/** A customer with the databases in which it is. */
export interface LocatedCustomer extends CustomerStatus {
  scope: Scope
  /** The first database, which has the directory. */
  control: Database
  db: Database
}

const TENANCY_STATES = { open: 'serving', readOnly: 'leaving', closed: 'gone' } as const

/**
 * Sets the state of a customer. The database's own state decides what is served. It changes first when the customer is closed, and
 * last when it is opened: an interrupted change leaves the customer closed, and the same request completes it.
 */
export async function setState(
  customer: LocatedCustomer,
  { state: to, reason }: { state: SettableState; reason?: 'export' | undefined },
  act: AuditEntry,
): Promise<void> {
  const { scope, control, db, entry, tenancy } = customer
  const state = TENANCY_STATES[to]
  const next = { state, progress: reason && EXPORT }
  // What an export has set, an administrator may set: then the export does not open it.
  const isTakenOver = to === 'readOnly' && !reason && tenancy.progress?.stage === 'export'
  if (to !== 'closed' && entry.closedAt !== null) await control.batch([setClosed(scope, sql`NULL`)])
  if (tenancy.state !== state || isTakenOver)
    await db.batch([...changeTenancy(scope, tenancy, next, act.at), writeAudit(act)])
  if (to === 'closed' && entry.closedAt === null) await control.batch([setClosed(scope, DATABASE_NOW)])
}

const EXPORT = { stage: 'export' } as const

const setClosed = ({ customer }: Scope, closedAt: SQL) =>
  build
    .update(customerDirectory)
    .set({ closedAt, updatedAt: DATABASE_NOW })
    .where(eq(customerDirectory.customerId, customer))

const DELETION = { stage: 'delete' } as const

/**
 * Begins the deletion of a closed customer, or of an import. It cannot be opened again. Its last number is kept first: if an export is
 * imported later, no number is given twice.
 */
export async function beginDeletion({ scope, control, db, tenancy }: LocatedCustomer, act: AuditEntry): Promise<void> {
  const [rows] = await db.batch([selectRows({ last: largestNumber(scope) }, selected => sql`SELECT ${selected}`)])
  const last = rows[0]?.last ?? 0
  await control.batch([
    build
      .update(customerDirectory)
      .set({ lastNumber: sql`max(last_number, ${last})`, updatedAt: DATABASE_NOW })
      .where(eq(customerDirectory.customerId, scope.customer)),
  ])
  const to = { state: 'gone', progress: DELETION } as const
  await db.batch([...changeTenancy(scope, tenancy, to, act.at), writeAudit(act)])
}

/**
 * Deletes some rows of a customer. When none is left, it deletes the credentials and marks the customer as deleted; then it returns
 * true. The rows of the directory and of `tenancy` remain.
 */
export async function deleteRows({ scope, control, db }: LocatedCustomer): Promise<boolean> {
  if (!(await clearPage({ scope, otherDb: db }, textOf(DELETION)))) return false
  const { customer } = scope
  await control.batch([
    build.delete(apiKey).where(eq(apiKey.customerId, customer)),
    build.delete(application).where(eq(application.customerId, customer)),
    build
      .update(customerDirectory)
      .set({ closedAt: sql`coalesce(closed_at, ${DATABASE_NOW})`, deletedAt: DATABASE_NOW, updatedAt: DATABASE_NOW })
      .where(eq(customerDirectory.customerId, customer)),
  ])
  return true
}
