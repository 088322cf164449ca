import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { Fault } from './fault.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Where a build ends up: the site's files, and the Worker as one module. */
export interface Build {
  site: string
  script: string
}

/**
 * Builds the site and bundles the Worker as a deployment would, into a folder of their own, so that a service that runs
 * already keeps the files it serves.
 */
export async function build(folder: string): Promise<Build> {
  const site = join(folder, 'site')
  const worker = join(folder, 'worker')
  await run('the widget', 'vite/bin/vite.js', ['build', '--outDir', site, '--emptyOutDir', '--logLevel', 'warn'])
  await run('the Worker', 'wrangler/bin/wrangler.js', ['deploy', '--dry-run', '--outdir', worker, '--assets', site])
  return { site, script: join(worker, 'index.js') }
}

/** What is built is what is deployed, whatever runs us; and no tool asks the network for news, or tells anyone that it ran. */
const QUIET = {
  NODE_ENV: 'production',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_WRITE_LOGS: 'false',
  CI: 'true',
}

/** Runs a tool of node_modules with the Node that runs us. Its words are heard only when it fails. */
async function run(what: string, tool: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', tool), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...QUIET },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  const { code, output } = await ended(child)
  process.off('exit', stop)
  if (code === 0) return
  process.stderr.write(output)
  throw new Fault(`${what} could not be built; what went wrong is told above`)
}

function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = ''
  const hear = (text: Buffer) => {
    output += text
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => resolve({ code, output }))
  })
}
