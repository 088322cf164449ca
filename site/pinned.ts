import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import type { PinnedScript } from '../widget/embed/snippet.ts'

/**
 * Adds a copy of the entry with a hash in its name, for hotels that choose themselves when the script changes. `latest.json`
 * has its path and its integrity value. `released.json` lists all files that the next release must keep.
 *
 * Both names load the same chunks. The build fails if a chunk imports the entry, because a page would load the script twice. It
 * fails if the entry has static imports, because no integrity value covers them.
 */
export function pinned(entryName: string, version: string): Plugin {
  return {
    name: 'pinned',
    apply: 'build',
    generateBundle: {
      // After all other plugins.
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
        const entry = chunks.find(chunk => chunk.isEntry && chunk.name === entryName)
        if (!entry) return
        const importer = chunks.find(chunk => importsOf(chunk).includes(entry.fileName))
        if (importer) this.error(`${importer.fileName} imports ${entry.fileName}: it could not be pinned`)
        if (entry.imports.length) this.error(`${entry.fileName} is more than one file: no integrity value covers it`)

        const hash = createHash('sha256').update(entry.code).digest('hex').slice(0, 16)
        const fileName = entry.fileName.replace(/\.js$/, `.${hash}.js`)
        const latest: PinnedScript = {
          script: `/${fileName}`,
          integrity: integrityOf(entry.code),
          version,
        }
        const folder = fileName.replace(/[^/]+$/, '')
        const permanent = chunks.filter(chunk => chunk !== entry && chunk.fileName.startsWith(folder))
        const released: Released = Object.fromEntries(
          [{ fileName, code: entry.code }, ...permanent].map(each => [`/${each.fileName}`, integrityOf(each.code)]),
        )
        const emit = (name: string, source: string) => this.emitFile({ type: 'asset', fileName: name, source })
        emit(fileName, entry.code)
        emit(`${folder}latest.json`, `${JSON.stringify(latest, undefined, 2)}\n`)
        emit(`${folder}released.json`, `${JSON.stringify(released, undefined, 2)}\n`)
      },
    },
  }
}

/** `/widget/released.json`: the integrity value of every file that must stay unchanged, by path. */
export type Released = Record<string, string>

export const integrityOf = (content: string | Uint8Array) =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`

const importsOf = ({ imports, dynamicImports }: Rolldown.OutputChunk) => [...imports, ...dynamicImports]
