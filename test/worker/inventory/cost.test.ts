import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { recordingDatabase } from '../../support/query-plan'
import { expectStatus, hotelBeforeEach } from '../../support/service'

const hotel = hotelBeforeEach()

const at = (DB: D1Database) => {
  const there = withBindings({ DB })
  const headers = { authorization: `Bearer ${hotel.token}` }
  return (path: string) => there('GET', `/api/Inventory${path}`, undefined, headers)
}

describe('reading the inventory', () => {
  it.each(['', '&inventoryLocationID=1', '&itemNumber=SKU-1'])(
    'by cursor%s costs the same wherever the list is [LIST-6]',
    async filter => {
      await env.DB.batch([
        env.DB.prepare(
          `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
           INSERT INTO inventory_item (customer_id, inventory_id, item_number) SELECT 1, i, 'SKU-1' FROM n`,
        ),
        env.DB.prepare(
          "INSERT INTO inventory_location (customer_id, inventory_location_id, inventory_location_name) VALUES (1, 2, 'Shop')",
        ),
        env.DB.prepare(
          `INSERT INTO stock SELECT 1, inventory_id, inventory_location_id, 5000 FROM inventory_item, inventory_location
           WHERE inventory_id > 1`,
        ),
      ])
      const { database, read } = recordingDatabase()
      const costs: number[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const path: string = `/GetInventoryItem?pageSize=20${filter}&cursor=${cursor}`
        read.rows = 0
        cursor = (await expectStatus(200, at(database)(path))).headers.get('x-next-cursor')
        costs.push(read.rows)
      }
      expect(costs.length).toBeGreaterThan(19)
      expect(Math.max(...costs)).toBeLessThan(150)
    },
  )
})
