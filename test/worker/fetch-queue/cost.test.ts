import { beforeEach, describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import { recordingDatabase, scannedTables } from '../../support/query-plan'
import { hotelBeforeEach } from '../../support/service'

const hotel = hotelBeforeEach()
beforeEach(() => book(hotel.call))

const update = { fetchQueueMessageId: 1, status: 'Processed' }
const CALLS: [string, string, unknown?][] = [
  ['GET', '/GetFetchQueueMessage'],
  ['GET', '/GetFetchQueueMessage?status=Failed&currentPage=7'],
  ['GET', '/GetFetchQueueMessage?hotelKey=KEY-H1'],
  ['POST', '/UpdateFetchQueueMessage', update],
  ['POST', '/UpdateFetchQueueMessage', { fetchQueueMessageId: 1, notes: 'x' }],
  ['GET', '/healthdb'],
]

const at = (DB: D1Database) => {
  const there = withBindings({ DB })
  const headers = { authorization: `Bearer ${hotel.token}` }
  return (method: string, path: string, body?: unknown) => there(method, `/api/Fetch${path}`, body, headers)
}

describe('the fetch queue', () => {
  it.each(CALLS)('%s %s makes one round trip to the database, and scans no table [LIST-9]', async (...call) => {
    const { database, statements, trips } = recordingDatabase()
    expect((await at(database)(...call)).status).toBe(200)
    expect(trips).toHaveLength(1)
    for (const statement of statements) expect(await scannedTables(statement), statement).toEqual([])
  })

  it('is looked up for a message only if the update changes nothing', async () => {
    const { database, trips } = recordingDatabase()
    for (const [fetchQueueMessageId, status] of [
      [1, 200],
      [1, 200],
      [99, 404],
    ]) {
      expect((await at(database)('POST', '/UpdateFetchQueueMessage', { ...update, fetchQueueMessageId })).status).toBe(
        status,
      )
    }
    expect(trips).toHaveLength(5)
  })
})
