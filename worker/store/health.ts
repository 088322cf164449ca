import { sql } from 'drizzle-orm'
import { build, type Database } from './database'

/** Asks D1 something that only a database with its tables can answer. */
export async function askDatabase(db: Database): Promise<void> {
  await db.batch([build.all(sql`SELECT customer_id FROM customer WHERE customer_id = 0`)])
}
