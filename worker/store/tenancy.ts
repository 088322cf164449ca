import { eq, sql } from 'drizzle-orm'
import { home, type Progress, tenancy } from '../../schema/tables/control'
import type { Scope } from '../auth/scope'
import type { Tenancy } from '../domain/move'
import { type Act, recordAct } from './audit'
import { build, type Database, Overtaken } from './database'
import { stillSo } from './guard'
import type { Home } from './home'

/** A database's word on a customer. Undefined: it has said nothing, and has no rows of the customer. */
export async function findTenancy(db: Database, { customer }: Scope): Promise<Tenancy | undefined> {
  const [rows] = await db.batch([
    build
      .select({ state: tenancy.tenancyState, progress: tenancy.progress })
      .from(tenancy)
      .where(eq(tenancy.customerId, customer)),
  ])
  return rows[0]
}

type Word = Omit<Tenancy, 'progress'> & { progress?: Progress | null }
const textOf = (progress: Progress | null | undefined) => (progress ? JSON.stringify(progress) : null)

/** The statements that turn a database's word from what it was read as into another; Overtaken where it is no longer that. */
export const turnTenancy = ({ customer }: Scope, from: Word, to: Word, now: number) =>
  [
    build.all(stillSo(customer, from.state, textOf(from.progress))),
    build.run(sql`
      UPDATE tenancy SET tenancy_state = ${to.state}, progress = ${textOf(to.progress)}, updated_at = ${now}
      WHERE customer_id = ${customer}`),
  ] as const

/** The word of a database that has never had the customer. */
export const declareGone = ({ customer }: Scope, now: number) =>
  build.run(sql`
    INSERT INTO tenancy (customer_id, tenancy_state, updated_at) VALUES (${customer}, 'gone', ${now})
    ON CONFLICT DO NOTHING`)

/** Changes a customer's line in the directory, with the act that it is; Overtaken where the line is no longer as it was read. */
export async function turnHome(control: Database, { customer }: Scope, from: Home, to: Home, act: Act): Promise<void> {
  const changed = sql`changes() > 0`
  const [rows] = await control.batch([
    build
      .update(home)
      .set({ ...to, updatedAt: act.at })
      .where(
        sql`${home.customerId} = ${customer} AND ${home.shard} = ${from.shard} AND ${home.otherShard} IS ${from.otherShard}`,
      )
      .returning({ shard: home.shard }),
    recordAct(act, changed),
  ])
  if (rows.length === 0) throw new Overtaken('the directory says something else by now')
}
