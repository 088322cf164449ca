import { eq, sql } from 'drizzle-orm'
import { customerDirectory } from '../../schema/tables/control'
import { DATABASE_NOW, type Database } from './database'
import { build } from './drizzle-adapter'

/** Where the directory says that a customer lives. */
export type DirectoryEntry = Pick<typeof customerDirectory.$inferSelect, 'shard' | 'otherShard'>

const selectEntry = (customer: number) =>
  build
    .select({ shard: customerDirectory.shard, otherShard: customerDirectory.otherShard })
    .from(customerDirectory)
    .where(eq(customerDirectory.customerId, customer))

/** Looks a customer up in the directory, which the first database keeps. Undefined: there is no such customer. */
export async function findCustomer(control: Database, customer: number): Promise<DirectoryEntry | undefined> {
  const [rows] = await control.batch([selectEntry(customer)])
  return rows[0]
}

/** A customer's line in the directory, written where there is none: whoever lives somewhere stays there. */
export const addToDirectory = (customer: number, shard: number) =>
  build
    .insert(customerDirectory)
    .values({ customerId: customer, shard, createdAt: DATABASE_NOW, updatedAt: DATABASE_NOW })
    .onConflictDoNothing()

/** Gives a customer who has none a home on a shard, and answers where the customer lives. */
export async function assignShard(control: Database, customer: number, shard: number): Promise<number> {
  const [, rows] = await control.batch([addToDirectory(customer, shard), selectEntry(customer)])
  return rows[0]?.shard ?? shard
}

/** This database's word that it serves a customer, where it has said nothing yet of that customer. */
export const startServing = (customer: number) =>
  build.run(sql`
    INSERT INTO tenancy (customer_id, tenancy_state, updated_at) VALUES (${customer}, 'serving', ${DATABASE_NOW})
    ON CONFLICT DO NOTHING`)
