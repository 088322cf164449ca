import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildSite } from '../../tooling/builds/build.ts'
import { hashOf } from '../../tooling/builds/sources.ts'

const SITE = join(import.meta.dirname, '../../dist/site')

/**
 * Builds the site before the tests, unless it was built from the same sources: the Worker serves its translations and contracts.
 * The build is that of `npm start`, so that the services of the tests take it from the cache.
 */
export default async function site(): Promise<void> {
  const built = await buildSite()
  if (existsSync(SITE) && hashOf(SITE) === hashOf(built)) return
  rmSync(SITE, { recursive: true, force: true })
  cpSync(built, SITE, { recursive: true })
}
