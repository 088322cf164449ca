import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import type { Latest } from '../../widget/embed/latest.ts'

/**
 * Beside an entry whose name stays, the same script under a name that says what is in it: for hotels that would rather choose
 * the day on which it changes. `latest.json` beside them says which one that is, and its integrity value;
 * `released.json` lists all that has to stay when the next release comes.
 *
 * What the entry loads later is the same for both. Should any of it import the entry, a page would load the script under both
 * names; and an entry of several files is not what its integrity value says. Such builds fail.
 */
export function pinned(entryName: string, version: string): Plugin {
  return {
    name: 'pinned',
    apply: 'build',
    generateBundle: {
      // After all that others do to the code.
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
        const latest: Latest = {
          script: `/${fileName}`,
          integrity: integrityOf(entry.code),
          version,
        }
        const folder = fileName.replace(/[^/]+$/, '')
        const lasting = chunks.filter(chunk => chunk !== entry && chunk.fileName.startsWith(folder))
        const released: Released = Object.fromEntries(
          [{ fileName, code: entry.code }, ...lasting].map(each => [`/${each.fileName}`, integrityOf(each.code)]),
        )
        const emit = (name: string, source: string) => this.emitFile({ type: 'asset', fileName: name, source })
        emit(fileName, entry.code)
        emit(`${folder}latest.json`, `${JSON.stringify(latest, undefined, 2)}\n`)
        emit(`${folder}released.json`, `${JSON.stringify(released, undefined, 2)}\n`)
      },
    },
  }
}

/** What `/widget/released.json` says: every file that is to stay as it is, by its path, with its integrity value. */
export type Released = Record<string, string>

export const integrityOf = (content: string | Uint8Array) =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`

const importsOf = ({ imports, dynamicImports }: Rolldown.OutputChunk) => [...imports, ...dynamicImports]
