import { cpSync, rmSync } from 'node:fs'
import { buildSite } from '../../tooling/builds/build.ts'
import { CommandError, reasonOf } from '../../tooling/command/command-error.ts'
import type { Archive } from './released-archive.ts'
import { addToSite, fetchReleased, type ReleasedFiles, releasedIn } from './released-files.ts'

/** Builds the site into a folder. */
export async function buildInto(folder: string): Promise<void> {
  const built = await buildSite()
  rmSync(folder, { recursive: true, force: true })
  cpSync(built, folder, { recursive: true })
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
    const reason = reasonOf(error)
    if (files.size) return { files, source: `the KV namespace ${title} (not from ${live}: ${reason})`, isLive: false }
    throw new CommandError(
      `the files of earlier releases could not be fetched from ${live}: ${reason}
Hotels that pinned a release would lose it.
  If the service is at another address, add --live and the address.
  If the element was never released at this Worker, add --first.`,
    )
  }
}

/** Adds the files of earlier releases to a built site. Returns all files that it must keep from now on. */
export function keepReleased(folder: string, files: ReleasedFiles): ReleasedFiles {
  try {
    addToSite(folder, files)
    return releasedIn(folder)
  } catch (error) {
    throw new CommandError(`the files of earlier releases could not be added to ${folder}: ${(error as Error).message}`)
  }
}
