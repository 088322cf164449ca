import type { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../../tooling/command/command-error.ts'
import { rowsOf, withDatabase } from '../../tooling/state/sqlite-file.ts'

/**
 * Throws if a customer was moved while the databases were copied one after the other: its rows may then be in two copies or in
 * none. The first file has the directory.
 */
export function refuseMovedCustomers(files: readonly string[]): void {
  if (files.length < 2) return
  const serving = files.map(file =>
    withDatabase(file, db => rowsOf(db, "SELECT customer_id FROM tenancy WHERE tenancy_state = 'serving'")),
  )
  const directory = withDatabase(files[0] as string, db =>
    rowsOf(db, `SELECT customer_id, shard, other_shard FROM ${directoryIn(db)} ORDER BY customer_id`),
  )
  for (const { customer_id: customer, shard, other_shard: other } of directory) {
    const places = serving.flatMap((rows, number) => (rows.some(row => row.customer_id === customer) ? [number] : []))
    // A customer that is being created has its row in the directory first.
    const isSettled = other === null && (places.length === 0 || (places.length === 1 && places[0] === shard))
    if (!isSettled) {
      throw new CommandError(
        `customer ${customer} is being moved. Finish the move or give it up, and run the backup again`,
      )
    }
  }
}

/** The table of the directory. A database of release 1.0.0 has it under its former name. */
function directoryIn(db: DatabaseSync): string {
  const [table] = rowsOf(db, "SELECT name FROM sqlite_schema WHERE name IN ('customer_directory', 'home')")
  return String(table?.name)
}
