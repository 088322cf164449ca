import { afterAll, expect, it } from 'vitest'
import { applyMigrations } from './support/apply.ts'
import { rowsOf } from './support/contents.ts'
import { contentsOf, loadContents } from './support/migrate-contents.ts'
import { readRelease } from './support/release.ts'
import { MIGRATIONS } from './support/samples.ts'
import { startDatabases } from './support/services.ts'
import type { Database } from './support/sql-worker.ts'

const runtime = await startDatabases()
afterAll(() => runtime.close())

it('the customer directory has every row of the table home of release 1.0.0 [MIGRATION-1]', async () => {
  const [db] = runtime.open(1) as [Database]
  await loadContents([db], contentsOf(readRelease('1.0.0'), 1))
  const directory = 'SELECT customer_id, shard FROM'
  const before = await rowsOf(db, `${directory} home ORDER BY customer_id`)
  expect(before.length).toBeGreaterThan(2)

  await applyMigrations([db], MIGRATIONS)
  expect(await rowsOf(db, `${directory} customer_directory ORDER BY customer_id`)).toEqual(before)
})
