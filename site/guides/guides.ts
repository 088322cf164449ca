import { readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { sectionsOf } from '../../tooling/changelog.ts'

const ROOT = join(import.meta.dirname, '../..')
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
  /** Pages below it: of the changelog, those of the releases. */
  inner: Guide[]
}

/** The pages that docs/README.md lists for integrators and hotels, in its order. */
export const readGuides = (): Guide[] =>
  READERS.flatMap(reader => {
    const [, section = ''] = read('docs/README.md').split(`\n## ${reader}\n`)
    const rows = section.split('\n## ')[0]?.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) \| (.+) \|$/gm) ?? []
    return [...rows].map(([, title = '', target = '', question = '']) => {
      const path = normalize(join('docs', target))
      const guide = { name: nameOfPath(path), path, title, question, reader, text: read(path), inner: [] }
      return path === 'CHANGELOG.md' ? withReleases(guide) : guide
    })
  })

/** The changelog as a list of releases, with a page for each of them: one page of all would grow with every release. */
function withReleases(changelog: Guide): Guide {
  const [introduction] = changelog.text.split(/^## /m)
  const inner = sectionsOf(changelog.text).map(section => releaseOf(section, changelog))
  const links = inner.map(({ path, text }) => `- [${/^# (.+)/.exec(text)?.[1]}](${path})\n`)
  return { ...changelog, text: introduction + links.join(''), inner }
}

/** The page of a release. Links name it by a path, as if it were a file. */
function releaseOf({ release, text }: ReturnType<typeof sectionsOf>[number], changelog: Guide): Guide {
  const name = `${changelog.name}-${release.toLowerCase().replaceAll('.', '-')}`
  return {
    ...changelog,
    name,
    path: `${name}.md`,
    title: release,
    question: `What changed in ${release}?`,
    text: `# ${text.replaceAll(/^###/gm, '##')}`,
  }
}

/** `docs/quick-start.md` is `quick-start`, `CHANGELOG.md` is `changelog`. */
const nameOfPath = (path: string) => path.replace(/^.*\/|\.md$/g, '').toLowerCase()

/** The title of a page of the repository: its first heading. */
export const titleOf = (path: string) => /^# (.+)$/m.exec(read(path))?.[1] ?? path
