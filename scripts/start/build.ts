import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeUnusedFolders } from '../unused-folders.ts'
import { CommandError } from './command-error.ts'
import type { Configuration } from './configuration.ts'
import { hashOfSources } from './sources.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The files of a build: the site, and the Worker as one module; and the configuration of the Worker. */
export interface Build {
  site: string
  script: string
  configuration: Configuration
}

/** Cache of builds, named by the hash of their sources. `npm ci` removes it. */
const CACHE = join(ROOT, 'node_modules/.cache')
const CACHE_PREFIX = 'innlet-build-'
/** The file of a build with its configuration. */
const CONFIGURATION = 'configuration.json'

/**
 * Builds the site and bundles the Worker as for a deployment, into a folder of its own: a service that already runs keeps the
 * files that it serves. A build of the same sources is copied from the cache.
 */
export async function build(folder: string): Promise<Build> {
  const cached = join(CACHE, CACHE_PREFIX + hashOfSources())
  if (!existsSync(cached)) await buildInto(cached)
  rmSync(folder, { recursive: true, force: true })
  cpSync(cached, folder, { recursive: true })
  const configuration = JSON.parse(readFileSync(join(folder, CONFIGURATION), 'utf8')) as Configuration
  return { site: join(folder, 'site'), script: join(folder, 'worker/index.js'), configuration }
}

/** Builds beside the folder and renames at the end, so that the folder is complete or absent. */
async function buildInto(cached: string): Promise<void> {
  const unfinished = `${cached}.${process.pid}`
  mkdirSync(CACHE, { recursive: true })
  removeUnusedFolders(cached)
  const site = join(unfinished, 'site')
  const worker = join(unfinished, 'worker')
  try {
    await run('the widget', 'vite/bin/vite.js', ['build', '--outDir', site, '--emptyOutDir', '--logLevel', 'warn'])
    await run('the Worker', 'wrangler/bin/wrangler.js', ['deploy', '--dry-run', '--outdir', worker, '--assets', site])
    // Loading wrangler takes longer than all other steps of a later start, so that its result is part of the build.
    const { readConfiguration } = await import('./configuration.ts')
    writeFileSync(join(unfinished, CONFIGURATION), JSON.stringify(readConfiguration(site)))
    removeOutdated()
    renameSync(unfinished, cached)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process has built the same sources meanwhile.
    if (!existsSync(cached)) throw error
  }
}

/** Removes builds of other sources. Unfinished builds stay: another process may be writing them. */
function removeOutdated(): void {
  for (const name of readdirSync(CACHE)) {
    if (name.startsWith(CACHE_PREFIX) && !name.includes('.'))
      rmSync(join(CACHE, name), { recursive: true, force: true })
  }
}

/** Builds are production builds, whatever started them. No tool asks the network for updates or reports its use. */
export const BUILD_ENV = {
  NODE_ENV: 'production',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_WRITE_LOGS: 'false',
  CI: 'true',
}

/** Runs a tool of node_modules with the current Node. Its output is printed only when it fails. */
async function run(what: string, tool: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', tool), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...BUILD_ENV },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  const { code, output } = await ended(child)
  process.off('exit', stop)
  if (code === 0) return
  process.stderr.write(output)
  throw new CommandError(`${what} could not be built; what went wrong is told above`)
}

function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = ''
  const append = (text: Buffer) => {
    output += text
  }
  child.stdout?.on('data', append)
  child.stderr?.on('data', append)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => resolve({ code, output }))
  })
}
