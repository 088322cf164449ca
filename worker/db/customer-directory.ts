import { sql } from 'drizzle-orm'
import { customerDirectory } from '../../schema/tables/control'
import { DATABASE_NOW, type Database } from './database'
import { build } from './drizzle-adapter'
import { type Columns, type RowOf, selectRows } from './select-rows'

const entryColumns = { shard: customerDirectory.shard, otherShard: customerDirectory.otherShard }
const stateColumns = { closedAt: customerDirectory.closedAt, deletedAt: customerDirectory.deletedAt }

/** The shard of a customer, and during a move the other one. */
export type DirectoryEntry = RowOf<typeof entryColumns>

/** The row of a customer in the directory. */
export type CustomerEntry = DirectoryEntry & RowOf<typeof stateColumns>

const selectEntry = <Selected extends Columns>(columns: Selected, customer: number) =>
  selectRows(columns, selected => sql`SELECT ${selected} FROM customer_directory WHERE customer_id = ${customer}`)

/** Finds a customer in the directory of the first database. Undefined: there is no such customer, or it was deleted. */
export async function findCustomer(control: Database, customer: number): Promise<CustomerEntry | undefined> {
  const entry = await findEntry(control, customer)
  return entry?.deletedAt === null ? entry : undefined
}

/** The same, deleted customers included. */
export async function findEntry(control: Database, customer: number): Promise<CustomerEntry | undefined> {
  const [rows] = await control.batch([selectEntry({ ...entryColumns, ...stateColumns }, customer)])
  return rows[0]
}

/** The last number of a customer that was deleted; 0: none is known. */
export async function readLastNumber(control: Database, customer: number): Promise<number> {
  const [rows] = await control.batch([selectEntry({ last: customerDirectory.lastNumber }, customer)])
  return rows[0]?.last ?? 0
}

/** Inserts a customer's row in the directory; a row that exists stays as it is. */
export const addToDirectory = (customer: number, shard: number) =>
  build
    .insert(customerDirectory)
    .values({ customerId: customer, shard, createdAt: DATABASE_NOW, updatedAt: DATABASE_NOW })
    .onConflictDoNothing()

/** Assigns a customer without a shard to one, and returns the shard of the customer. */
export async function assignShard(control: Database, customer: number, shard: number): Promise<number> {
  const [, rows] = await control.batch([addToDirectory(customer, shard), selectEntry(entryColumns, customer)])
  return rows[0]?.shard ?? shard
}

/** Makes this database serve a customer, if it has no row of the customer in `tenancy` yet. */
export const startServing = (customer: number) =>
  build.run(sql`
    INSERT INTO tenancy (customer_id, tenancy_state, updated_at) VALUES (${customer}, 'serving', ${DATABASE_NOW})
    ON CONFLICT DO NOTHING`)
