import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeUnusedFolders } from '../../tooling/unused-folders.ts'

/**
 * Makes a temporary folder. `remove` removes it, and so does the end of this process. One that a killed process has left has data of
 * guests: the next process removes it.
 */
export function temporaryFolder(purpose: string): { path: string; remove: () => void } {
  const name = join(tmpdir(), `innlet-${purpose}`)
  // In one process several may be in use.
  removeUnusedFolders(name, true)
  const path = `${name}.${randomBytes(6).toString('hex')}.${process.pid}`
  mkdirSync(path, { mode: 0o700 })
  const remove = () => {
    process.off('exit', remove)
    rmSync(path, { recursive: true, force: true })
  }
  process.once('exit', remove)
  return { path, remove }
}
