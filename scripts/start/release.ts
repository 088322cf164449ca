import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run-tool.ts'

/** The version of this release. */
export const release = () =>
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version
