import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { expect, it } from 'vitest'

const CONSOLE = join(import.meta.dirname, '../../dist/site/console')
const FIRST_BYTES = 30_000
const PAGE_BYTES = 20_000

const brotli = (name: string) =>
  brotliCompressSync(readFileSync(join(CONSOLE, name)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

/** The scripts that a script imports at once, with itself. */
function withImports(name: string, known = new Set<string>()): Set<string> {
  known.add(name)
  const code = readFileSync(join(CONSOLE, name), 'utf8')
  for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g)) {
    if (!known.has(imported)) withImports(imported, known)
  }
  return known
}

it('the first script and each page are small [CONSOLE-11]', () => {
  const scripts = readdirSync(CONSOLE).filter(name => name.endsWith('.js'))
  const first = withImports(scripts.find(name => name.startsWith('app-')) ?? '')
  const sizeOf = (names: Iterable<string>) => [...names].reduce((total, name) => total + brotli(name), 0)
  const staff = ['today', 'find', 'booking', 'new', 'rooms', 'sign-in', 'join', 'customer']
  const pages = [...staff, 'people', 'keys', 'webhooks', 'events', 'audit']
  const sizes = pages.map(page => {
    const name = scripts.find(each => each.startsWith(`${page}-`))
    if (!name) throw new Error(`no script of ${page}`)
    return [page, sizeOf([...withImports(name)].filter(each => !first.has(each)))] as const
  })
  console.log({ first: sizeOf(first), ...Object.fromEntries(sizes) })
  expect(sizeOf(first)).toBeLessThanOrEqual(FIRST_BYTES)
  for (const [page, size] of sizes) expect(size, page).toBeLessThanOrEqual(PAGE_BYTES)
})
