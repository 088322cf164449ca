import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Removes the unfinished folders of killed processes. Each process makes a folder with the name of `folder` and its process id,
 * and renames it when it is complete. `keepsOwn`: this process uses its own.
 */
export function removeUnusedFolders(folder: string, keepsOwn = false): void {
  for (const { path, pid } of unfinishedFolders(folder)) {
    if (pid === process.pid ? keepsOwn : isRunning(pid)) continue
    try {
      rmSync(path, { recursive: true, force: true })
    } catch {
      // It is another user's.
    }
  }
}

/** Whether another process is making this folder. */
export const isBeingMade = (folder: string): boolean =>
  unfinishedFolders(folder).some(({ pid }) => pid !== process.pid && isRunning(pid))

const unfinishedFolders = (folder: string) =>
  readdirSync(dirname(folder)).flatMap(name => {
    const [, pid] = name.startsWith(`${basename(folder)}.`) ? (/\.(\d+)$/.exec(name) ?? []) : []
    return pid ? [{ path: join(dirname(folder), name), pid: Number(pid) }] : []
  })

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
