import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const rows = read('docs/threats.md').match(/^\| API\d+ .*\|$/gm) ?? []

it('every row of the OWASP API Security Top 10 has a control and a test that is there', () => {
  expect(rows.map(row => /API(\d+)/.exec(row)?.[1])).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  const proofs = rows.flatMap(row => [...row.matchAll(/`([\w/-]+)` ([^·|]+)/g)])
  expect(proofs.length).toBeGreaterThan(15)
  const missing = proofs.filter(([, file, words = '']) => !read(`test/${file}.test.ts`).includes(words.trim()))
  expect(missing.map(([proof]) => proof)).toEqual([])
})
