import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const NOT_CLONED = ['.git', '.deploy', '.state', '.dev.vars', 'dist', 'node_modules']

/** A clone after `npm ci`: its builds are in no cache. */
export function clone(folder: string): string {
  const filter = (path: string) => !NOT_CLONED.includes(basename(path))
  cpSync(ROOT, folder, { recursive: true, filter })
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '.cache') symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  return folder
}

interface Stored {
  secrets: Record<string, string>
  vars: Record<string, string>
}

/** The environment and the commands of a workflow of GitHub with one job. Throws if it names a value that is not stored. */
export function readWorkflow(text: string, stored: Stored): { env: Record<string, string>; steps: string[] } {
  const env: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)) {
    const [, from, key = ''] = /^\$\{\{ (secrets|vars)\.(\w+) \}\}$/.exec(value) ?? []
    const found = from ? stored[from as keyof Stored][key] : value
    if (found === undefined) throw new Error(`${name}: ${value} is not stored`)
    env[name] = found
  }
  const steps = [...text.matchAll(/^ {6}- run: (?:\|\n((?: {10}.*\n)+)|(.*)$)/gm)]
  return { env, steps: steps.map(([, lines, line]) => lines?.replaceAll(/^ {10}/gm, '') ?? line ?? '') }
}
