import { sql } from 'drizzle-orm'

/**
 * The database's clock, in milliseconds since 1970: the instant at which the statement runs that it stands in. Whatever is
 * kept of when something changed takes it from here. The clock of the Worker is read before the transaction begins, so that
 * whoever polls in between would never find the change.
 */
export const DATABASE_NOW = sql<number>`CAST(round(unixepoch('subsec') * 1000) AS INTEGER)`
