import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { CommandError, reasonOf } from './command-error.ts'

/**
 * Writes a file that only its owner can read: all of it or nothing, however this process ends. A part that a killed run has left is
 * replaced.
 */
export function writeWholeFile(path: string, text: string): void {
  const part = `${path}.new`
  try {
    const file = openSync(part, 'w', 0o600)
    writeFileSync(file, text)
    fsyncSync(file)
    closeSync(file)
    renameSync(part, path)
  } catch (error) {
    throw new CommandError(`cannot write ${path}: ${reasonOf(error)}`)
  }
}
