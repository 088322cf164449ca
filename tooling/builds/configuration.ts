import { join } from 'node:path'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'
import { ROOT } from '../command/run-tool.ts'

/** What `npm start` needs of wrangler.toml. */
export interface Configuration {
  /** Options of Miniflare. */
  worker: Record<string, unknown>
  vars: Record<string, string>
  crons: string[]
}

/** Reads wrangler.toml, for a site in this folder. */
export function readConfiguration(site: string): Configuration {
  // Otherwise wrangler prints the names of the files that it reads.
  process.env.WRANGLER_LOG ??= 'error'
  const config = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config, undefined, {
    overrides: { assets: { directory: site } },
  })
  // The bindings also have the values of a .dev.vars or .env beside wrangler.toml, and the path is that of this checkout.
  const { rootPath: _, bindings: __, ...worker } = workerOptions as Configuration['worker']
  return { worker, vars: config.vars as Record<string, string>, crons: config.triggers.crons ?? [] }
}
