import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type Zippable, zipSync } from 'fflate'

export const PLUGIN = join(import.meta.dirname, '../../wordpress/innlet-stay')

/** The same in every zip, so that the same plugin is the same file. */
const mtime = new Date(2026, 0, 1)

/** The WordPress plugin as a zip, as WordPress installs it. */
export function pluginZip(): Uint8Array {
  const files: Zippable = {}
  const paths = readdirSync(PLUGIN, { recursive: true, withFileTypes: true })
    .filter(each => each.isFile())
    .map(each => join(each.parentPath, each.name))
  for (const path of paths.sort()) {
    const name = relative(join(PLUGIN, '..'), path).replaceAll(sep, '/')
    files[name] = [readFileSync(path), { mtime }]
  }
  return zipSync(files, { level: 9 })
}
