import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ENTRIES } from './bundle.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Writes the package's type declarations, and only those that its entries need. */
export function writeTypes(folder: string): void {
  const types = join(folder, 'types')
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const args = [compiler, '-p', join(ROOT, 'widget/package'), '--outDir', types]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The package's types could not be written:\n${stdout}`)

  const needed = new Set(ENTRIES.map(name => join(types, `widget/package/${name}.d.ts`)))
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
