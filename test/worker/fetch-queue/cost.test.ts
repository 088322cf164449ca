import { beforeEach, describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import { recordingDatabase } from '../../support/query-plan'
import { hotelBeforeEach } from '../../support/service'

const hotel = hotelBeforeEach()
beforeEach(() => book(hotel.call))

const update = { fetchQueueMessageId: 1, status: 'Processed' }

const at = (DB: D1Database) => {
  const there = withBindings({ DB })
  const headers = { authorization: `Bearer ${hotel.token}` }
  return (method: string, path: string, body?: unknown) => there(method, `/api/Fetch${path}`, body, headers)
}

describe('the fetch queue', () => {
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
