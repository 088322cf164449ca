import { statementsOf } from './apply.ts'
import type { Database } from './sql-worker.ts'

/**
 * Ends a migration after some of its statements. A batch is one transaction, so an error, a limit of D1 or a killed process ends
 * it before it is committed.
 */
export async function interrupt(db: Database, folder: string, file: string, at: number): Promise<void> {
  const statements = statementsOf(folder, file).slice(0, at)
  const ended = db.batch(
    [...statements, 'SELECT * FROM there_is_no_such_table'].map(statement => db.prepare(statement)),
  )
  const outcome = await ended.then(
    () => 'applied',
    (error: Error) => error.message,
  )
  if (!outcome.includes('there_is_no_such_table')) throw new Error(`${file} was to end at ${at}, and ${outcome}`)
}
