/** Applies the migrations to every database that wrangler.toml binds, one after the other: part of `npm run deploy`. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'

const { d1_databases } = unstable_readConfig({ config: join(import.meta.dirname, '../wrangler.toml') })
for (const { binding } of d1_databases) {
  execFileSync('wrangler', ['d1', 'migrations', 'apply', binding, '--remote'], { stdio: 'inherit' })
}
