import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TO_DO } from '../../operations/restore/to-do'
import { ACTS } from '../../schema/wire/audit-acts'

const page = readFileSync(join(import.meta.dirname, '../../docs/logs.md'), 'utf8')

it('the documentation names every act that the audit keeps, and no other [ADMIN-22]', () => {
  const [, table = ''] = /\n## Audit log\n(.*?)\n## /s.exec(page) ?? []
  const named = [...table.matchAll(/`([a-z-]+\.[a-z-]+)`/g)].map(([, act = '']) => act)
  expect(named.sort()).toEqual([...ACTS].sort())
})

it('the restore has an instruction for every act [BACKUP-12]', () => {
  expect(Object.keys(TO_DO).sort()).toEqual([...ACTS].sort())
})
