import { sql } from 'drizzle-orm'
import { customerDirectory } from '../../../schema/tables/control'
import type { DirectoryEntry } from '../../db/customer-directory'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { ConcurrentMoveStep } from '../../db/errors'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import { requireTenancyState } from '../../db/tenancy-guard'
import { type AuditEntry, writeAudit } from '../audit/audit'
import { type Tenancy, tenancyColumns } from './columns'

export const selectTenancy = ({ customer }: Scope) =>
  selectRows(tenancyColumns, selected => sql`SELECT ${selected} FROM tenancy WHERE customer_id = ${customer}`)

/** The state of a customer in a database. Undefined: the database has no rows of the customer. */
export async function findTenancy(db: Database, scope: Scope): Promise<Tenancy | undefined> {
  const [rows] = await db.batch([selectTenancy(scope)])
  return rows[0]
}

/** A state to change to or from; without the time, which the change sets. */
export type TenancyState = Pick<Tenancy, 'state'> & { progress?: Tenancy['progress'] }
export const textOf = (progress: Tenancy['progress'] | undefined) => (progress ? JSON.stringify(progress) : null)

/** The statements that change the state from the one that was read; ConcurrentMoveStep if it has changed since. */
export const changeTenancy = ({ customer }: Scope, from: TenancyState, to: TenancyState, now: number) =>
  [
    build.run(requireTenancyState(customer, from.state, textOf(from.progress))),
    build.run(sql`
      UPDATE tenancy SET tenancy_state = ${to.state}, progress = ${textOf(to.progress)}, updated_at = ${now}
      WHERE customer_id = ${customer}`),
  ] as const

/** Inserts the state `gone`, if the database has none for the customer. */
export const markGone = ({ customer }: Scope, now: number) =>
  build.run(sql`
    INSERT INTO tenancy (customer_id, tenancy_state, updated_at) VALUES (${customer}, 'gone', ${now})
    ON CONFLICT DO NOTHING`)

/** Changes a customer's row in the directory and writes the audit row; ConcurrentMoveStep if the row has changed since it was read. */
export async function changeDirectory(
  control: Database,
  { customer }: Scope,
  { from, to, act }: { from: DirectoryEntry; to: DirectoryEntry; act: AuditEntry },
): Promise<void> {
  const changed = sql`changes() > 0`
  const [rows] = await control.batch([
    build
      .update(customerDirectory)
      .set({ ...to, updatedAt: act.at })
      .where(
        sql`${customerDirectory.customerId} = ${customer} AND ${customerDirectory.shard} = ${from.shard} AND ${customerDirectory.otherShard} IS ${from.otherShard}`,
      )
      .returning({ shard: customerDirectory.shard }),
    writeAudit(act, changed),
  ])
  if (rows.length === 0) throw new ConcurrentMoveStep('the directory says something else by now')
}
