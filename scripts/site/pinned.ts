import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import type { Latest } from '../../widget/embed/latest.ts'

/**
 * Beside an entry whose name stays, the same script under a name that says what is in it: for hotels that would rather choose
 * the day on which it changes. Both are written by one build, and `latest.json` beside them says which one it is.
 *
 * What the entry loads later keeps its name, for it says what is in it already. Only a file that leads back to the entry gets a
 * twin that leads back to the pinned one: a page that pins never loads the other.
 */
export function pinned(entryName: string, version: string): Plugin {
  return {
    name: 'pinned',
    apply: 'build',
    // After all that others do to the code.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = new Map(
          Object.values(bundle).flatMap(file => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
        )
        const entry = [...chunks.values()].find(chunk => chunk.isEntry && chunk.name === entryName)
        if (!entry) return
        const parts = reachedFrom(entry, chunks)
        const hash = createHash('sha256')
          .update(parts.map(({ code }) => code).join('\0'))
          .digest('hex')
          .slice(0, 16)
        const twins = parts.filter(part => reachedFrom(part, chunks).includes(entry))
        const renamed = new Map(twins.map(({ fileName }) => [lastOf(fileName), lastOf(pinnedName(fileName, hash))]))

        let script = ''
        for (const twin of twins) {
          const fileName = pinnedName(twin.fileName, hash)
          const source = withNames(twin.code, renamed)
          this.emitFile({ type: 'asset', fileName, source })
          if (twin === entry) script = source
        }
        const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`
        const latest: Latest = { script: `/${pinnedName(entry.fileName, hash)}`, integrity, version }
        const fileName = entry.fileName.replace(/[^/]+$/, 'latest.json')
        this.emitFile({ type: 'asset', fileName, source: `${JSON.stringify(latest, undefined, 2)}\n` })
      },
    },
  }
}

type Chunk = Rolldown.OutputChunk
type Chunks = Map<string, Chunk>

/** `widget/name.js` as `widget/name.<hash>.js`. */
const pinnedName = (fileName: string, hash: string) => fileName.replace(/\.js$/, `.${hash}.js`)

const lastOf = (fileName: string) => fileName.replace(/^.*\//, '')

/** A chunk, and all that it loads now or later. */
function reachedFrom(chunk: Chunk, chunks: Chunks): Chunk[] {
  const reached = new Set([chunk])
  for (const { imports, dynamicImports } of reached) {
    for (const name of [...imports, ...dynamicImports]) {
      const chunk = chunks.get(name)
      if (chunk) reached.add(chunk)
    }
  }
  return [...reached]
}

/** Code whose imports name other files of the same folders. */
function withNames(code: string, renamed: Map<string, string>): string {
  return code.replace(/(?<=["'`][\w./-]*\/)[\w.-]+\.js(?=["'`])/g, name => renamed.get(name) ?? name)
}
