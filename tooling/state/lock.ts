import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandError, reasonOf } from '../command/command-error.ts'

/** How long to wait for the lock, in milliseconds: the system releases that of a killed process shortly after it has gone. */
const RELEASE_TIME = 3000

/**
 * Creates the state folder and locks it while this process lives, so that no two services write to one database. The lock is an
 * SQLite lock, which the system releases however the process ends.
 */
export function lockStateFolder(folder: string): void {
  const refuse = (reason: string) => new CommandError(`cannot write to the state folder ${folder}: ${reason}`)
  try {
    makeFolder(folder)
  } catch (error) {
    throw refuse(reasonOf(error))
  }
  try {
    lock = new DatabaseSync(join(folder, 'lock'), { timeout: RELEASE_TIME })
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    const { errstr, message } = error as { errstr?: string; message: string }
    if (errstr === 'database is locked')
      throw new CommandError(`the state folder ${folder} is in use by another Innlet`)
    throw refuse(errstr ?? message)
  }
}

/**
 * Creates a folder with its parents. `mkdirSync` with `recursive` never returns where the system allows no folder, as in /proc.
 */
function makeFolder(folder: string): void {
  const there = statSync(folder, { throwIfNoEntry: false })
  if (there?.isDirectory()) return
  if (!there) makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** Kept reachable, because garbage collection would release the lock. */
let lock: DatabaseSync | undefined
