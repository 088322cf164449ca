import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

interface Declarations {
  /** The folder of the sources, by default the repository. The other paths are from it. */
  root?: string
  /** The folder of the `tsconfig.json`. */
  project: string
  /** The modules that can be imported, without `.ts`. */
  entries: readonly string[]
}

/** Writes a package's type declarations into its folder `types`, and only those that its entries need. */
export function writeTypes(folder: string, { root = ROOT, project, entries }: Declarations): void {
  const types = join(folder, 'types')
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--stripInternal', '--rootDir', root]
  const args = [compiler, '-p', join(root, project), ...emit, '--outDir', types]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The package's types could not be written:\n${stdout}`)

  const needed = new Set(entries.map(name => join(types, `${name}.d.ts`)))
  for (const file of needed) {
    const text = readFileSync(file, 'utf8')
    for (const [, path = ''] of text.matchAll(/['"](\.[^'"]+)\.ts['"]/g))
      needed.add(join(dirname(file), `${path}.d.ts`))
    // Every version and setting of the compiler resolves `.js`.
    writeFileSync(file, text.replace(/(['"]\.[^'"]+)\.ts(?=['"])/g, '$1.js'))
  }
  for (const each of readdirSync(types, { recursive: true, withFileTypes: true })) {
    const file = join(each.parentPath, each.name)
    if (each.isFile() && !needed.has(file)) rmSync(file)
  }
}
