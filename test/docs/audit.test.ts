import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

it('the documentation names every act that the audit keeps, and no other', () => {
  const [, table = ''] = /\n## Audit log\n(.*?)\n## /s.exec(read('docs/audit.md')) ?? []
  const named = [...table.matchAll(/`([a-z-]+\.[a-z-]+)`/g)].map(([, act]) => act)
  const kept = globSync('worker/admin/*.ts', { cwd: ROOT }).flatMap(file =>
    [...read(file).matchAll(/auditEntry\(\s*call,\s*'([^']+)'/g)].map(([, act]) => act),
  )
  expect(kept.length).toBeGreaterThan(8)
  const steps = ['customer.depart', 'customer.switch', 'customer.clear']
  expect(named.sort()).toEqual([...kept, ...steps].sort())
})
