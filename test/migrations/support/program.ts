import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import type { Program } from './services.ts'

/** Bundles the Worker of a checkout as for a deployment, without its site: these tests request no page. */
export async function buildProgram(checkout: string, folder: string): Promise<Program> {
  const site = join(folder, 'no-site')
  mkdirSync(site, { recursive: true })
  const wrangler = join(checkout, 'node_modules/wrangler/bin/wrangler.js')
  execFileSync(process.execPath, [wrangler, 'deploy', '--dry-run', '--outdir', folder, '--assets', site], {
    cwd: checkout,
    // As in a deployment. No tool sends requests of its own.
    env: {
      ...process.env,
      NODE_ENV: 'production',
      CI: 'true',
      WRANGLER_HIDE_BANNER: 'true',
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_WRITE_LOGS: 'false',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return programOf(checkout, join(folder, 'index.js'))
}

/** The parts of wrangler.toml that a program needs. */
interface Configuration {
  compatibility_date: string
  compatibility_flags: string[]
  vars: Record<string, string>
  ratelimits: { name: string }[]
}

/** The program of a checkout whose Worker is bundled in this file. */
export function programOf(checkout: string, script: string): Program {
  // Wrangler takes a second to load.
  const config = parse(readFileSync(join(checkout, 'wrangler.toml'), 'utf8')) as unknown as Configuration
  return {
    worker: readFileSync(script, 'utf8').replace(/\n\/\/# sourceMappingURL=.*/, ''),
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: config.compatibility_flags,
    vars: config.vars,
    rateLimits: config.ratelimits.map(({ name }) => name),
  }
}
