import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandError, reasonOf } from './command-error.ts'

/**
 * Makes the state folder and holds it for as long as this process lives, so that no two services write to one database.
 * The lock is SQLite's, which the system takes back however the process ends.
 */
export function lockStateFolder(folder: string): void {
  const refuse = (reason: string) => new CommandError(`cannot write to the state folder ${folder}: ${reason}`)
  try {
    makeFolder(folder)
  } catch (error) {
    throw refuse(reasonOf(error))
  }
  try {
    lock = new DatabaseSync(join(folder, 'lock'))
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    const { errstr, message } = error as { errstr?: string; message: string }
    if (errstr === 'database is locked')
      throw new CommandError(`the state folder ${folder} is in use by another Innlet`)
    throw refuse(errstr ?? message)
  }
}

/** With its parents. Node's own recursive way never comes back where the system will not have a folder, as in /proc. */
function makeFolder(folder: string): void {
  const there = statSync(folder, { throwIfNoEntry: false })
  if (there?.isDirectory()) return
  if (!there) makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** Kept reachable: a lock that is collected is a lock that is lost. */
let lock: DatabaseSync | undefined
