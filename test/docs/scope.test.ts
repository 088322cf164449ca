import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Files of the store whose rows are no customer's, or all customers' alike, each with why. */
const UNSCOPED: Readonly<Record<string, string>> = {
  'api-key': 'finds whose a key is',
  application: 'finds whose a client is; the administrator lists all',
  audit: 'what the administrator did',
  'clean-up': 'removes what is old, whosever it is',
  cost: 'counts calls',
  customer: 'the customers themselves',
  guard: 'judges what others ask',
  health: 'asks for nothing',
  home: 'finds where a customer lives',
  interface: 'products and their audiences',
  kv: 'counts calls',
  'link-revocation': 'ids of links, that nobody can guess',
  move: 'a move has the scope of whom it moves',
  'move-schema': 'what a database says of its own tables, not their rows',
  'move-tables': 'the tables, not their rows',
  prepared: 'keeps the text of what its caller writes',
  rows: 'writes rows that its caller made of a scope',
  upsert: 'writes rows that its caller made of a scope',
}

/** Parts of statements, no statements: what they are put into has the scope. */
const PARTS = [
  'checksumOf',
  'insist',
  'isChangeKey',
  'isFull',
  'isOver',
  'roomsLeft',
  'selectTies',
  'typesOf',
  'writePage',
]

/** Where it is proven that a caller may act for a customer. */
const PROVERS = [
  'worker/admin/at-home.ts',
  'worker/admin/move-customer.ts',
  'worker/auth/authenticate.ts',
  'worker/auth/link-token.ts',
]

/** Functions that a file exports, each with what it takes. */
function exportedFunctions(source: string): { name: string; takes: string }[] {
  const declared = /^export (?:async )?function (\w+)(?:<[^(]*>)?\(([^)]*)\)/gm
  const arrows = /^export const (\w+) = (?:async )?\(([^)]*)\)/gm
  return [...source.matchAll(declared), ...source.matchAll(arrows)].map(([, name = '', takes = '']) => ({
    name,
    takes,
  }))
}

it('no function of the store can be called without the scope of a customer', () => {
  const all = globSync('worker/store/*.ts', { cwd: ROOT }).flatMap(file =>
    exportedFunctions(read(file)).map(each => ({ ...each, file: basename(file, '.ts') })),
  )
  expect(all.length).toBeGreaterThan(45)
  const open = all.filter(
    ({ name, takes, file }) => !/\bScope\b/.test(takes) && !(file in UNSCOPED) && !PARTS.includes(name),
  )
  expect(open.map(({ file, name }) => `${file} ${name}`)).toEqual([])
})

it('only authentication, a verified link and administration make a scope', () => {
  const makers = globSync('worker/**/*.ts', { cwd: ROOT }).filter(file => /(?<!function )\bscopeOf\(/.test(read(file)))
  expect(makers.sort()).toEqual(PROVERS)
  const casts = globSync('worker/**/*.ts', { cwd: ROOT }).filter(file => /as (?:unknown as )?Scope\b/.test(read(file)))
  expect(casts.sort()).toEqual(['worker/auth/scope.ts', 'worker/http/serve.ts'])
})
