import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/* The Markdown pages: links, length of lines, length of sentences. */

const ROOT = join(import.meta.dirname, '../..')
const NOT_OURS = ['node_modules', 'dist', '.git', '.state', '.wrangler', '.deploy']

/** Every page, from the root of the repository. */
const pages = globSync('{.github/**/,**/}*.md', {
  cwd: ROOT,
  exclude: path => NOT_OURS.includes(basename(path)),
}).sort()
const read = (page: string) => readFileSync(join(ROOT, page), 'utf8')

/** Pages whose lines may be longer. */
const LONG_LINES = ['CHANGELOG.md']
const MAX_LINE = 120
/** The maximum of a page's average, in words. */
const MAX_SENTENCE = 16

/** A page without its front matter and its blocks of code. Their lines stay, empty. */
function withoutCode(page: string): string[] {
  let fence = ''
  return read(page)
    .replace(/^---\n.*?\n---\n/s, matter => matter.replace(/.+/g, ''))
    .split('\n')
    .map(line => {
      const [, mark = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? []
      if (fence) {
        if (mark.startsWith(fence)) fence = ''
        return ''
      }
      fence = mark
      return mark ? '' : line
    })
}

const isTable = (line: string) => line.startsWith('|')
const HEADING = /^#{1,6} +(.+?) *#*$/

/** The anchors of a page, as GitHub makes them from headings. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>()
  for (const line of withoutCode(page)) {
    const [, heading] = HEADING.exec(line) ?? []
    if (heading === undefined) continue
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-')
    let anchor = slug
    for (let n = 1; anchors.has(anchor); n++) anchor = `${slug}-${n}`
    anchors.add(anchor)
  }
  return anchors
}

/** The targets of a page's links and pictures, without those of code. */
const targetsOf = (page: string) =>
  [
    ...withoutCode(page)
      .join('\n')
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)|\b(?:src|href)="([^"]+)"|^\[[^\]]+\]: +(\S+)/gm),
  ].map(([, link, attribute, reference]) => link ?? attribute ?? reference ?? '')

/** What is wrong with a relative link; undefined: it resolves. */
function linkIssue(page: string, target: string): string | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(target)) return undefined
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), decodeURIComponent(path)))
  if (!existsSync(join(ROOT, file))) return `${target}: there is no ${file}`
  if (anchor && file.endsWith('.md') && !anchorsOf(file).has(anchor)) return `${target}: ${file} has no such heading`
  return undefined
}

/** Paragraphs and list items, each as one text. Headings, tables and HTML are left out. */
function paragraphsOf(page: string): string[] {
  const paragraphs: string[] = []
  let current = ''
  const end = () => {
    if (current.trim()) paragraphs.push(current)
    current = ''
  }
  for (const line of withoutCode(page)) {
    if (!line.trim() || isTable(line) || HEADING.test(line) || /^\s*<\/?[a-z!]/i.test(line)) {
      end()
      continue
    }
    if (/^\s*(?:[-*+]|\d+\.) /.test(line)) end()
    current += ` ${line.trim().replace(/^(?:[-*+>]|\d+\.) /, '')}`
  }
  end()
  return paragraphs
}

/** The number of words of each sentence. Code counts as one word, a link by its text. */
const sentencesOf = (page: string) =>
  paragraphsOf(page)
    .flatMap(paragraph =>
      paragraph
        .replace(/`[^`]*`/g, 'code')
        .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
        .split(/(?<=[.!?:;])["”)*_]*\s+/),
    )
    .map(sentence => sentence.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length)
    .filter(words => words >= 3)

describe.for(pages)('%s', page => {
  it('has links that resolve, anchors too', () => {
    expect(targetsOf(page).flatMap(target => linkIssue(page, target) ?? [])).toEqual([])
  })

  it(`has lines of at most ${MAX_LINE} characters, except tables, code and listed pages`, () => {
    const long = withoutCode(page).flatMap((line, i) =>
      line.length > MAX_LINE && !isTable(line) ? [`line ${i + 1}: ${line.length}`] : [],
    )
    if (LONG_LINES.includes(page)) expect(long, 'the page needs no exception').not.toEqual([])
    else expect(long).toEqual([])
  })

  it(`has sentences of at most ${MAX_SENTENCE} words on average`, () => {
    const sentences = sentencesOf(page)
    const words = sentences.reduce((sum, count) => sum + count, 0)
    expect(words / Math.max(sentences.length, 1)).toBeLessThanOrEqual(MAX_SENTENCE)
  })
})

it('docs/README.md links to every page of docs', () => {
  const linked = targetsOf('docs/README.md').map(target => target.split('#')[0])
  const missing = pages
    .filter(page => dirname(page) === 'docs' && page !== 'docs/README.md')
    .filter(page => !linked.includes(basename(page)))
  expect(missing).toEqual([])
})
