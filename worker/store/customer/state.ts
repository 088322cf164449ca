import { eq, type SQL, sql } from 'drizzle-orm'
import { customerDirectory } from '../../../schema/tables/control'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import type { Scope } from '../../db/scope'
import type { CustomerStatus, SettableState } from '../../domain/customer/state'
import { type AuditEntry, writeAudit } from '../audit/audit'
import { changeTenancy } from './tenancy'

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
