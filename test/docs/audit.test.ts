import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { REPETITIONS } from '../../scripts/restore/acts'
import { ACTS } from '../../worker/admin/audit-entry'

const page = readFileSync(join(import.meta.dirname, '../../docs/audit.md'), 'utf8')

it('the documentation names every act that the audit keeps, and no other [ADMIN-22]', () => {
  const [, table = ''] = /\n## Audit log\n(.*?)\n## /s.exec(page) ?? []
  const named = [...table.matchAll(/`([a-z-]+\.[a-z-]+)`/g)].map(([, act = '']) => act)
  expect(named.sort()).toEqual([...ACTS].sort())
})

it('the restore knows how to repeat every act [BACKUP-9]', () => {
  expect(Object.keys(REPETITIONS).sort()).toEqual([...ACTS].sort())
})
