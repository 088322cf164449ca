import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { calleeOf, callsOf, nodesIn, parseFiles, type Syntax } from './support/syntax.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const rows = read('docs/threats.md').match(/^\| API\d+ .*\|$/gm) ?? []

const files = parseFiles('worker/**/*.ts')

it('every row of the OWASP API Security Top 10 has a control and a test that is there', () => {
  const numbers = rows.map(row => /API(\d+)/.exec(row)?.[1])
  expect([...new Set(numbers)]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  for (const row of rows) expect(/`[\w/-]+` [^|]+ \|$/.test(row), row).toBe(true)
  const proofs = rows.flatMap(row => [...row.matchAll(/`([\w/-]+)` ([^·|]+)/g)])
  expect(proofs.length).toBeGreaterThan(50)
  const missing = proofs.filter(([, file, words = '']) => !read(`test/${file}.test.ts`).includes(words.trim()))
  expect(missing.map(([proof]) => proof)).toEqual([])
})

it('the service sends requests to webhook endpoints only, in one place, and for the files of its site', () => {
  expect(files.length).toBeGreaterThan(100)
  const isAssets = ({ callee }: Syntax) => nodesIn(callee, 'Identifier').some(({ value }) => value === 'ASSETS')
  expect(files.some(([, tree]) => callsOf(tree, 'fetch').some(isAssets))).toBe(true)
  const callers = files.filter(
    ([, tree]) =>
      callsOf(tree, 'fetch', 'connect').some(call => !isAssets(call)) ||
      nodesIn(tree, 'NewExpression').some(made => calleeOf(made) === 'WebSocket'),
  )
  expect(callers.map(([file]) => file)).toEqual(['worker/events/attempt.ts'])
})
