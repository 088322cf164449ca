import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { removeUnusedFolders } from '../../scripts/unused-folders.ts'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
/** Bytes that must be free there: several times what a run of all tests needs. */
const MIN_FREE_BYTES = 4 * 1024 ** 3

/**
 * Has this process and those that it starts keep temporary files in memory, where the system has enough of it for files: the
 * databases of a test are gone a moment later, and a disk makes a quarter of the time that they take.
 */
export function keepTemporaryFilesInMemory(): void {
  const folder = `${MEMORY}/innlet-tests`
  const own = `${folder}.${process.pid}`
  if (process.env.TMPDIR?.startsWith(folder) || freeBytes() < MIN_FREE_BYTES) return
  removeUnusedFolders(folder)
  mkdirSync(own, { mode: 0o700 })
  process.env.TMPDIR = own
  process.once('exit', () => rmSync(own, { recursive: true, force: true, maxRetries: 10 }))
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize
  } catch {
    return 0
  }
}
