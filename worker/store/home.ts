import { eq, sql } from 'drizzle-orm'
import { home } from '../../schema/tables/control'
import { CLOCK } from './clock'
import { build, type Database } from './database'

/** Where the directory says that a customer lives. */
export type Home = Pick<typeof home.$inferSelect, 'shard' | 'otherShard'>

const selectHome = (customer: number) =>
  build.select({ shard: home.shard, otherShard: home.otherShard }).from(home).where(eq(home.customerId, customer))

/** Looks a customer up in the directory, which the first database keeps. Undefined: there is no such customer. */
export async function findHome(control: Database, customer: number): Promise<Home | undefined> {
  const [rows] = await control.batch([selectHome(customer)])
  return rows[0]
}

/** A customer's line in the directory, written where there is none: whoever lives somewhere stays there. */
export const putHome = (customer: number, shard: number) =>
  build.insert(home).values({ customerId: customer, shard, createdAt: CLOCK, updatedAt: CLOCK }).onConflictDoNothing()

/** Gives a customer who has none a home on a shard, and answers where the customer lives. */
export async function settle(control: Database, customer: number, shard: number): Promise<number> {
  const [, rows] = await control.batch([putHome(customer, shard), selectHome(customer)])
  return rows[0]?.shard ?? shard
}

/** This database's word that it serves a customer, where it has said nothing yet of that customer. */
export const openTenancy = (customer: number) =>
  build.run(sql`
    INSERT INTO tenancy (customer_id, tenancy_state, updated_at) VALUES (${customer}, 'serving', ${CLOCK})
    ON CONFLICT DO NOTHING`)
