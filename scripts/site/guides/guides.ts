import { readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The readers whose pages are on the site, as docs/README.md names them. The others have the repository. */
const READERS = ['Integrators', 'Hotels']

/** A page of the documentation that the site has too. */
export interface Guide {
  /** `quick-start`, at `/docs/guides/quick-start`. */
  name: string
  /** From the root of the repository: `docs/quick-start.md`. */
  path: string
  title: string
  /** What it answers. */
  question: string
  reader: string
  /** Markdown, as it is in the repository. */
  text: string
}

/** The pages that docs/README.md lists for integrators and hotels, in its order. */
export const readGuides = (): Guide[] =>
  READERS.flatMap(reader => {
    const [, section = ''] = read('docs/README.md').split(`\n## ${reader}\n`)
    const rows = section.split('\n## ')[0]?.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) \| (.+) \|$/gm) ?? []
    return [...rows].map(([, title = '', target = '', question = '']) => {
      const path = normalize(join('docs', target))
      return { name: nameOfPath(path), path, title, question, reader, text: read(path) }
    })
  })

/** `docs/quick-start.md` is `quick-start`, `CHANGELOG.md` is `changelog`. */
const nameOfPath = (path: string) => path.replace(/^.*\/|\.md$/g, '').toLowerCase()

/** The title of a page of the repository: its first heading. */
export const titleOf = (path: string) => /^# (.+)$/m.exec(read(path))?.[1] ?? path
