import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../command/command-error.ts'
import { ROOT, runTool } from '../command/run-tool.ts'
import { isBeingMade, removeUnusedFolders } from '../unused-folders.ts'
import type { Configuration } from './configuration.ts'
import { hashOfSources } from './sources.ts'

/** The files of a build: the site, and the Worker as one module; and the configuration of the Worker. */
export interface Build {
  site: string
  script: string
  configuration: Configuration
}

/** Cache of builds, named by the hash of their sources. `npm ci` removes it. */
const CACHE = join(ROOT, 'node_modules/.cache')
/** The site and the bundle of the Worker are separate: the tests of the Worker need only the site. */
const SITE_PREFIX = 'innlet-site-'
const WORKER_PREFIX = 'innlet-worker-'
/** The file beside the bundle with the configuration. */
const CONFIGURATION = 'configuration.json'

/**
 * Builds the site and bundles the Worker as for a deployment, into a folder of its own: a service that already runs keeps the
 * files that it serves. A build of the same sources is copied from the cache.
 */
export async function build(folder: string): Promise<Build> {
  const sources = hashOfSources()
  const builtSite = await buildSite(sources)
  const bundle = await buildWorker(sources, builtSite)
  rmSync(folder, { recursive: true, force: true })
  const [site, worker] = [join(folder, 'site'), join(folder, 'worker')]
  cpSync(builtSite, site, { recursive: true })
  cpSync(bundle, worker, { recursive: true })
  const configuration = JSON.parse(readFileSync(join(worker, CONFIGURATION), 'utf8')) as Configuration
  return { site, script: join(worker, 'index.js'), configuration }
}

/** The site in the cache. It is built first if its sources have changed. */
export const buildSite = (sources = hashOfSources()): Promise<string> =>
  cached(SITE_PREFIX, sources, site =>
    run('the widget', 'vite/bin/vite.js', ['build', '--outDir', site, '--emptyOutDir', '--logLevel', 'warn']),
  )

/** The bundle of the Worker and its configuration in the cache. */
const buildWorker = (sources: string, site: string): Promise<string> =>
  cached(WORKER_PREFIX, sources, async worker => {
    await run('the Worker', 'wrangler/bin/wrangler.js', ['deploy', '--dry-run', '--outdir', worker, '--assets', site])
    // Loading wrangler takes longer than all other steps of a later start, so that its result is part of the build.
    const { readConfiguration } = await import('./configuration.ts')
    writeFileSync(join(worker, CONFIGURATION), JSON.stringify(readConfiguration(site)))
  })

/** A folder of the cache. It is made beside its place and renamed at the end, so that it is complete or absent. */
async function cached(prefix: string, sources: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(CACHE, prefix + sources)
  mkdirSync(CACHE, { recursive: true })
  // Services that start together build once.
  while (!existsSync(folder) && isBeingMade(folder)) await sleep(50)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.${process.pid}`
  removeUnusedFolders(folder)
  mkdirSync(unfinished)
  try {
    await make(unfinished)
    removeOutdated(prefix)
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process has built the same sources meanwhile.
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** Removes builds of other sources. Unfinished builds stay: another process may be writing them. */
function removeOutdated(prefix: string): void {
  for (const name of readdirSync(CACHE)) {
    if (name.startsWith(prefix) && !name.includes('.')) rmSync(join(CACHE, name), { recursive: true, force: true })
  }
}

/** Runs a tool. Its output is printed only when it fails. */
async function run(what: string, tool: string, args: string[]): Promise<void> {
  const { code, stdout, stderr } = await runTool(tool, args)
  if (code === 0) return
  process.stderr.write(stdout + stderr)
  throw new CommandError(`${what} could not be built; what went wrong is told above`)
}
