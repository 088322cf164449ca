import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { BUILD_ENV } from '../start/build.ts'
import { CommandError } from '../start/command-error.ts'
import type { Archive } from './released-archive.ts'
import { addToSite, fetchReleased, type ReleasedFiles, releasedIn } from './released-files.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Builds the site into a folder. */
export function buildSite(folder: string, env: NodeJS.ProcessEnv): void {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: ROOT, env: { ...env, ...BUILD_ENV }, encoding: 'utf8' },
  )
  if (status !== 0) throw new CommandError(`the site could not be built:\n${stdout}${stderr}`)
}

/** The files of earlier releases, and a text that says where they come from. */
interface FoundReleased {
  files: ReleasedFiles
  source: string
  /** Whether the live service is Innlet: it has the list. */
  isLive: boolean
}

/**
 * Finds the files of earlier releases, which hotels may have pinned: in the archive, and at the service that is live. Without
 * an archive the service must have its list, unless the operator says that nothing was released before.
 */
export async function findReleased(
  archive: Archive,
  live: string | undefined,
  isFirst: boolean,
): Promise<FoundReleased> {
  const { title, files } = archive
  if (!live || isFirst) return { files, source: `the KV namespace ${title}`, isLive: false }
  try {
    const fetched = await fetchReleased(live, files)
    return { files: new Map([...fetched, ...files]), source: live, isLive: true }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error }
    const reason = cause?.message || message
    if (files.size) return { files, source: `the KV namespace ${title} (not from ${live}: ${reason})`, isLive: false }
    throw new CommandError(
      `the files of earlier releases could not be fetched from ${live}: ${reason}
Hotels that pinned a release would lose it.
  If the service is at another address, add --live and the address.
  If the element was never released at this Worker, add --first.`,
    )
  }
}

/** Adds the files of earlier releases to a built site. Returns all files that it must keep from now on, and how many were added. */
export function keepReleased(folder: string, files: ReleasedFiles): { files: ReleasedFiles; added: number } {
  try {
    const added = addToSite(folder, files)
    return { files: releasedIn(folder), added }
  } catch (error) {
    throw new CommandError(`the files of earlier releases could not be added to ${folder}: ${(error as Error).message}`)
  }
}
