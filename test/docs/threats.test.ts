import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { catalog } from '../promises/catalog'
import { calleeOf, callsOf, nodesIn, parseFiles, type Syntax } from './support/syntax.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const rows = read('docs/threats.md').match(/^\| API\d+ .*\|$/gm) ?? []

const files = parseFiles('worker/**/*.ts')

it('every row of the OWASP API Security Top 10 has a control, and promises that are there', () => {
  const numbers = rows.map(row => /API(\d+)/.exec(row)?.[1])
  expect([...new Set(numbers)]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  const promises = new Set(catalog().flatMap(area => Object.keys(area.promises)))
  for (const row of rows) {
    const [, , , control = '', ids = ''] = row.split('|').map(cell => cell.trim())
    expect(control, row).not.toBe('')
    expect(
      ids.split(', ').filter(id => !promises.has(id)),
      row,
    ).toEqual([])
  }
})

/** Bindings that are no network: the files of the site, and the demo hotel, which `npm start` alone binds. */
const BINDINGS = ['ASSETS', 'DEMO']

it('the service sends requests to webhook endpoints only, in one place, and to its bindings', () => {
  expect(files.length).toBeGreaterThan(100)
  const isBinding = ({ callee }: Syntax) =>
    nodesIn(callee, 'Identifier').some(({ name }) => BINDINGS.includes(String(name)))
  expect(files.filter(([, tree]) => callsOf(tree, 'fetch').some(isBinding)).length).toBeGreaterThan(1)
  const callers = files.filter(
    ([, tree]) =>
      callsOf(tree, 'fetch', 'connect').some(call => !isBinding(call)) ||
      nodesIn(tree, 'NewExpression').some(made => calleeOf(made) === 'WebSocket'),
  )
  expect(callers.map(([file]) => file)).toEqual(['worker/webhooks/attempt.ts'])
  const keys = files.filter(([, tree]) => callsOf(tree, 'createRemoteJWKSet').length)
  expect(keys.map(([file]) => file)).toEqual(['worker/auth/access-assertion.ts'])
})
