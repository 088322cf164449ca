import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Removes the unfinished folders of killed processes. Each process makes a folder with the name of `folder` and its process id,
 * and renames it when it is complete.
 */
export function removeUnusedFolders(folder: string): void {
  for (const name of readdirSync(dirname(folder))) {
    const [, pid] = name.startsWith(`${basename(folder)}.`) ? (/\.(\d+)$/.exec(name) ?? []) : []
    if (pid && (Number(pid) === process.pid || !isRunning(Number(pid)))) {
      rmSync(join(dirname(folder), name), { recursive: true, force: true })
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
