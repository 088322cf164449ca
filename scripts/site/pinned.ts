import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import type { Latest } from '../../widget/embed/latest.ts'

/**
 * Beside an entry whose name stays, the same script under a name that says what is in it: for hotels that would rather choose
 * the day on which it changes. `latest.json` beside them says which one that is, and its integrity value.
 *
 * What the entry loads later is the same for both. Should any of it import the entry, a page would load the script under both
 * names: such a build fails.
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

        const digest = (algorithm: string) => createHash(algorithm).update(entry.code)
        const fileName = entry.fileName.replace(/\.js$/, `.${digest('sha256').digest('hex').slice(0, 16)}.js`)
        const latest: Latest = {
          script: `/${fileName}`,
          integrity: `sha384-${digest('sha384').digest('base64')}`,
          version,
        }
        this.emitFile({ type: 'asset', fileName, source: entry.code })
        this.emitFile({
          type: 'asset',
          fileName: fileName.replace(/[^/]+$/, 'latest.json'),
          source: `${JSON.stringify(latest, undefined, 2)}\n`,
        })
      },
    },
  }
}

const importsOf = ({ imports, dynamicImports }: Rolldown.OutputChunk) => [...imports, ...dynamicImports]
