import { eq, sql } from 'drizzle-orm'
import { apiKey, application, customerDirectory } from '../../../schema/tables/control'
import { DATABASE_NOW } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { selectRows } from '../../db/select-rows'
import { type AuditEntry, writeAudit } from '../audit/audit'
import { largestNumber } from '../counter/last-number'
import type { LocatedCustomer } from '../customer/state'
import { changeTenancy, textOf } from '../customer/tenancy'
import { deletePeopleOf } from '../people/people'
import { clearPage } from './move'

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
    ...deletePeopleOf(customer),
    build
      .update(customerDirectory)
      .set({ closedAt: sql`coalesce(closed_at, ${DATABASE_NOW})`, deletedAt: DATABASE_NOW, updatedAt: DATABASE_NOW })
      .where(eq(customerDirectory.customerId, customer)),
  ])
  return true
}
