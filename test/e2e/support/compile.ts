import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const MODULES = join(import.meta.dirname, '../../../node_modules')

/** Runs something in a new folder. It is below node_modules, so that code in it can import them. */
export async function inFolder<T>(make: (folder: string) => Promise<T>): Promise<T> {
  const cache = join(MODULES, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'generated-'))
  try {
    return await make(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const COMPILE =
  '--ignoreConfig --noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --lib es2024,dom,dom.iterable'

/** The type errors of each of some source files, which are compiled together in a folder, and of files that they import. */
export async function compile(folder: string, sources: Record<string, string>): Promise<Record<string, string[]>> {
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, `${name}.ts`), source)
  const files = Object.keys(sources).map(name => `${name}.ts`)
  const run = promisify(execFile)(join(MODULES, '.bin/tsc'), [...COMPILE.split(' '), '--types', '', ...files], {
    cwd: folder,
  })
  const { stdout } = await run.catch(({ stdout }) => ({ stdout: String(stdout) }))
  const errors = stdout.split('\n').filter(line => /^\S.*error TS/.test(line))
  const isOf = (name: string) => (error: string) => error.startsWith(`${name}.ts(`)
  const names = Object.keys(sources)
  const ofOthers = errors.filter(error => !names.some(name => isOf(name)(error)))
  return Object.fromEntries(names.map(name => [name, [...ofOthers, ...errors.filter(isOf(name))]]))
}
