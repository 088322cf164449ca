import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../command/run-tool.ts'

/** The sources of the built site and the bundled Worker. */
const SOURCES = [
  'CHANGELOG.md',
  'LICENSE',
  'client',
  'console',
  'docs',
  'schema',
  'site',
  'test/e2e/counts.json',
  'test/promises',
  'tooling',
  'widget',
  'wordpress',
  'worker',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'wrangler.toml',
]

/** The table of the last bench on this machine, which the site shows if there is one. */
export const SPEED = 'dist/reports/speed.md'

/** A hash of the sources. Equal hashes mean equal builds. */
export const hashOfSources = () => hashOf(ROOT, ...SOURCES, ...(existsSync(join(ROOT, SPEED)) ? [SPEED] : []))

/** A hash of files and folders in a folder, by their names and contents; of the whole folder where none is named. */
export function hashOf(root: string, ...names: string[]): string {
  const hash = createHash('sha256')
  const files = (names.length ? names : ['.']).flatMap(name => filesOf(join(root, name)))
  for (const file of files) hash.update(`${relative(root, file)}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

const filesOf = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .sort()
        .map(name => join(path, name))
        .filter(file => statSync(file).isFile())
    : [path]
