import { readFileSync, rmSync } from 'node:fs'
import { CommandError, reasonOf } from '../../tooling/command/command-error.ts'
import { writeWholeFile } from '../../tooling/command/whole-file.ts'

/**
 * What a restore with Time Travel must know if it is interrupted and run again. A database that is set back does not have it any
 * more. It is in a file until the restore is complete.
 */
export interface Unfinished {
  /** The floor of the first run: above all numbers that were given before it. */
  floor: number
  /** The state before the first run, by the number of the database. */
  bookmarks: Record<string, string>
}

/** The file beside that of the audit. */
const placeOf = (audit: string) => `${audit}.unfinished`

/** What an interrupted run has left; undefined: there was none. */
export function readUnfinished(audit: string): Unfinished | undefined {
  const file = placeOf(audit)
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Unfinished
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new CommandError(`cannot read ${file}: ${reasonOf(error)}`)
  }
}

export const saveUnfinished = (audit: string, unfinished: Unfinished) =>
  writeWholeFile(placeOf(audit), `${JSON.stringify(unfinished)}\n`)

export const removeUnfinished = (audit: string) => rmSync(placeOf(audit), { force: true })
