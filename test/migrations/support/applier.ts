/**
 * Applies a folder of migrations to the databases of a state folder as `npm start` does, in its own process, so that a test can
 * kill it:
 *
 * node applier.ts STATE MIGRATIONS DATABASES WORDS
 *
 * Prints `begun N` before the first migration of database N is committed, and `done N` when all are applied. It stops when it has
 * printed WORDS.
 */
import { writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { d1File } from '../../../tooling/state/files.ts'
import { applyPending } from '../../../tooling/state/migrate.ts'
import { BINDINGS, d1IdOf } from './sql-worker.ts'

const [state = '', migrations = '', count, last] = process.argv.slice(2)

function say(words: string): void {
  writeSync(process.stdout.fd, `${words}\n`)
  if (words === last) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

for (const [i, binding] of BINDINGS.slice(0, Number(count)).entries()) {
  const db = new DatabaseSync(d1File(state, d1IdOf(binding)))
  const exec = db.exec.bind(db)
  db.exec = sql => {
    if (sql === 'COMMIT') say(`begun ${i}`)
    exec(sql)
  }
  applyPending(db, migrations)
  db.close()
  say(`done ${i}`)
}
