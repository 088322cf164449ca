import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Files of the store whose rows belong to no customer or to all customers, each with the reason. */
const UNSCOPED: Readonly<Record<string, string>> = {
  'store/access/api-key': 'finds the customer of a key',
  'store/access/application': 'finds the customer of a client id; the administrator lists all',
  'store/access/interface': 'products and their audiences',
  'store/audit/audit': 'what the administrator did',
  'store/customer/clean-up': 'removes old rows of every customer',
  'store/customer/customer': 'the customers themselves',
  'store/customer/health': 'whether a database answers; reads no row of a customer',
  'store/customer/move': 'a move has the scope of the customer that it moves',
  'store/customer/move-schema': 'tables of a database, not their rows',
  'store/customer/move-tables': 'tables of a database, not their rows',
  'store/itinerary/link-revocation': 'ids of links, which cannot be guessed',
}

/** Functions that return parts of statements. The statement around a part has the scope. */
const PARTS = [
  'checksumOf',
  'isChangeKey',
  'isFull',
  'isExpiredKey',
  'roomsLeft',
  'selectRecordsInUse',
  'typesOf',
  'writePage',
]

/** Files that verify that a caller may act for a customer. */
const PROVERS = [
  'worker/admin/customer-scope.ts',
  'worker/admin/move-customer.ts',
  'worker/auth/authenticate.ts',
  'worker/auth/link-token.ts',
]

/** Exported functions of a file, each with its parameters. */
function exportedFunctions(source: string): { name: string; takes: string }[] {
  const declared = /^export (?:async )?function (\w+)(?:<[^(]*>)?\(([^)]*)\)/gm
  const arrows = /^export const (\w+) = (?:async )?\(([^)]*)\)/gm
  return [...source.matchAll(declared), ...source.matchAll(arrows)].map(([, name = '', takes = '']) => ({
    name,
    takes,
  }))
}

it('no function of the store can be called without the scope of a customer', () => {
  const all = globSync('worker/store/**/*.ts', { cwd: ROOT }).flatMap(file =>
    exportedFunctions(read(file)).map(each => ({ ...each, file: file.slice('worker/'.length, -'.ts'.length) })),
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
  expect(casts.sort()).toEqual(['worker/db/scope.ts', 'worker/http/serve.ts'])
})
