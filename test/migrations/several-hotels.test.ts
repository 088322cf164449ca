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

it.each(['1.0.0', '1.1.0'])(
  'a booking of release %s with rooms in two hotels has both after the migration, and no other has rows [MIGRATION-1]',
  async release => {
    const [db] = runtime.open(1) as [Database]
    await loadContents([db], contentsOf(readRelease(release), 1))
    const customer = 'customer_id = (SELECT min(customer_id) FROM reservation)'
    await db.batch([
      db.prepare(`INSERT INTO property (customer_id, hotel_id, property_name, property_time_zone)
        SELECT customer_id, 'H2', 'Casa da Duna', 'Europe/Lisbon' FROM customer WHERE ${customer}`),
      db.prepare(`UPDATE room_type SET hotel_id = 'H2' WHERE ${customer} AND room_type_id = 20`),
    ])
    const expected = await rowsOf(
      db,
      `SELECT customer_id, reservation_id, 'H2' AS hotel_id FROM room_stay
      WHERE ${customer} AND room_id = 201 AND stay_no > 1 ORDER BY 1, 2`,
    )
    expect(expected.length).toBeGreaterThan(3)

    await applyMigrations([db], MIGRATIONS)
    expect(await rowsOf(db, 'SELECT * FROM reservation_hotel ORDER BY 1, 2')).toEqual(expected)
  },
)
