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

/** The type errors of a source file in a folder. */
export async function compile(folder: string, source: string): Promise<string> {
  const file = join(folder, 'sample.ts')
  writeFileSync(file, source)
  const tsc = promisify(execFile)(join(MODULES, '.bin/tsc'), [...COMPILE.split(' '), '--types', '', file])
  return await tsc.then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  )
}
