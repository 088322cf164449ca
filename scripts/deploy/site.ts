import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { keepReleased } from '../keep-released.ts'
import { BUILD_ENV } from '../start/build.ts'
import { CommandError } from '../start/command-error.ts'

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

/** Adds the files of earlier releases, which hotels may have pinned. Resolves to their number. */
export async function addReleasedFiles(live: string, folder: string): Promise<number> {
  try {
    return await keepReleased(live, folder)
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error }
    throw new CommandError(
      `the files of earlier releases could not be fetched from ${live}: ${cause?.message || message}. Without them, hotels that pinned a release would lose it`,
    )
  }
}
