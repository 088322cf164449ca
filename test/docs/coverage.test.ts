import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../../worker/endpoints'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const coverage = read('docs/coverage.md')

/** A test that a row cites: ``worker/booking/new` words of its name › the case, where one test runs many`. */
interface Cited {
  row: string
  file: string
  words: string
  example: string | undefined
}

/** The rows of every table with a column of tests. */
const rows = coverage
  .split(/\n\n+/)
  .filter(block => /^\|.*\| Proven by \|/.test(block))
  .flatMap(table => table.trim().split('\n').slice(2))

const cellsOf = (row: string) =>
  row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => cell.trim())

function citedIn(row: string): Cited[] {
  return (cellsOf(row).at(-1) ?? '').split(' · ').map(proof => {
    const [, file = '', name = ''] = /^`([\w/-]+)` (.+)$/.exec(proof) ?? []
    const [words = '', example] = name.split(' › ')
    return { row, file, words, example }
  })
}

/** Names of tests and suites in a file: string literals that precede a function. */
function namesIn(source: string): string[] {
  const name =
    /(?:\b(?:it|test|describe)(?:\.\w+)*|[\])])\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"),\s*(?!['"`\d{[])/g
  return [...source.matchAll(name)].map(([, single, double]) => (single ?? double ?? '').replaceAll("\\'", "'"))
}

const pathOf = (file: string) => `test/${file}.test.ts`

describe('the table of what is proven', () => {
  it('has a test for every sentence, each in a file that is there', () => {
    expect(rows.length).toBeGreaterThan(150)
    const open = rows.flatMap(citedIn).filter(({ file, words }) => !words || !existsSync(join(ROOT, pathOf(file))))
    expect(open).toEqual([])
  })

  it('cites names that a test of the file has', () => {
    const missing = rows.flatMap(citedIn).filter(({ file, words }) => {
      const names = namesIn(read(pathOf(file)))
      return !names.some(name => name.includes(words))
    })
    expect(missing.map(({ file, words }) => `${file} ${words}`)).toEqual([])
  })

  it('cites cases that the file has', () => {
    const missing = rows.flatMap(citedIn).filter(({ file, example }) => {
      const source = read(pathOf(file))
      return example && !["'", '"', '`'].some(quote => source.includes(`${quote}${example}`))
    })
    expect(missing.map(({ file, example }) => `${file} › ${example}`)).toEqual([])
  })

  it('names every operation that a contract has', () => {
    const operations = endpoints.map(({ contract }) => `${contract.method} ${contract.path}`)
    expect(operations.length).toBeGreaterThan(30)
    expect(operations.filter(operation => !coverage.includes(`\`${operation}\``))).toEqual([])
  })

  it('has a row for every error code', () => {
    const codes = [...read('worker/errors.ts').matchAll(/^ {2}([A-Z_]+): \{ ?/gm)].map(([, code = '']) => code)
    expect(codes.length).toBeGreaterThan(25)
    const tables = rows.flatMap(row => cellsOf(row).slice(0, -1)).join('\n')
    expect(codes.filter(code => !tables.includes(`\`${code}\``))).toEqual([])
  })

  it('has a row for every setting and every rate', () => {
    const toml = read('wrangler.toml')
    const [, vars = ''] = /\[vars\]\n(.*?)\n\n/s.exec(toml) ?? []
    const settings = [...vars.matchAll(/^(\w+) =/gm), ...toml.matchAll(/^name = "([A-Z_]+)"/gm)].map(
      ([, name = '']) => name,
    )
    expect(settings.length).toBeGreaterThan(9)
    expect(settings.filter(name => !coverage.includes(`\`${name}\``))).toEqual([])
  })
})
