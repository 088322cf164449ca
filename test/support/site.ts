import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { hashOf, hashOfSources } from '../../scripts/start/sources.ts'

const ROOT = join(import.meta.dirname, '../..')
const SITE = join(ROOT, 'dist/site')
/** The hash of the sources and the result of the last build. */
const STAMP_FILE = join(ROOT, 'node_modules/.cache/innlet-site')

/**
 * Builds the site before the tests, unless it is there and was built from the same sources: the Worker serves its translations
 * and contracts.
 */
export default async function site(): Promise<void> {
  if (existsSync(STAMP_FILE) && existsSync(SITE) && readFileSync(STAMP_FILE, 'utf8') === currentStamp()) return
  await build({ logLevel: 'warn' })
  mkdirSync(dirname(STAMP_FILE), { recursive: true })
  writeFileSync(STAMP_FILE, currentStamp())
}

const currentStamp = () => `${hashOfSources()} ${hashOf(SITE)}`
