import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, it, vi } from 'vitest'
import { runCleanUp } from '../../worker/clean-up'
import { brokenDatabase } from '../support/bindings'
import { aBooking, book, post } from '../support/booking'
import { recordingDatabase, scannedTables } from '../support/query-plan'
import { openHotel, resetBeforeEach, rows } from '../support/service'

resetBeforeEach()

let call: Awaited<ReturnType<typeof openHotel>>['call']
beforeEach(async () => {
  ;({ call } = await openHotel())
})

const DAY = 86_400_000

/** The hourly run, as it comes some days from now. */
const runIn = (days: number, changes = {}) =>
  runCleanUp(createScheduledController({ scheduledTime: Date.now() + days * DAY }), { ...env, ...changes })

const messageIds = async () => (await rows('SELECT message_id FROM fetch_message')).map(row => row.message_id)

it('processed messages go after 30 days, pending ones never [QUEUE-14] [RUN-16]', async () => {
  await book(call, { roomsBooked: [{ roomID: 101 }, { roomID: 102 }, { roomID: 103 }] })
  await env.DB.exec("UPDATE fetch_message SET message_status = 'Processed' WHERE message_id = 1")
  await runIn(29)
  expect(await messageIds()).toEqual([1, 2, 3])
  await runIn(31)
  expect(await messageIds()).toEqual([2, 3])
})

it('the newest message of a customer stays, so that no id is given twice', async () => {
  const bookingID = await book(call)
  await env.DB.exec("UPDATE fetch_message SET message_status = 'Processed'")
  await runIn(31)
  await post(call, { bookingID, roomsBooked: [{ roomID: 102 }] })
  expect(await messageIds()).toEqual([1, 2, 3])
})

it('expired links go, live ones stay [RUN-16]', async () => {
  await book(call)
  await env.DB.exec(`INSERT INTO itinerary_link VALUES (1, 1, 'link', ${Date.now()}, ${Date.now() + 10 * DAY})`)
  await runIn(9)
  expect(await rows('SELECT * FROM itinerary_link')).toHaveLength(1)
  await runIn(11)
  expect(await rows('SELECT * FROM itinerary_link')).toEqual([])
})

it('identities are known for 90 days [RUN-16]', async () => {
  await book(call, { identity: 'web-1' })
  await runIn(89)
  expect((await post(call, aBooking({ identity: 'web-1' }))).status).toBe(200)
  await runIn(91)
  expect(await rows('SELECT * FROM idempotency')).toEqual([])
  expect(await rows('SELECT * FROM reservation')).toHaveLength(1)
})

it('goes on in bounded steps until nothing is left [RUN-16]', async () => {
  await book(call)
  await env.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
     INSERT INTO idempotency (customer_id, identity, body_hash, reservation_id, created_at) SELECT 1, 'i' || i, '', 1, 0 FROM n`,
  ).run()
  const { database, trips, statements } = recordingDatabase()
  await runIn(0, { DB: database })
  expect(await rows('SELECT * FROM idempotency')).toEqual([])
  expect(trips).toHaveLength(3)
  // Events of each customer are old from the beginning of its log: the run goes through the customers.
  const customersOf = (statement: string) => (statement.includes('DELETE FROM event') ? ['tenancy'] : [])
  for (const statement of statements) {
    const expected = customersOf(statement)
    expect(
      (await scannedTables(statement)).map(detail => detail.replace('SCAN ', '')),
      statement,
    ).toEqual(expected)
  }
})

it('goes on with the other databases when one fails, logs which one, and ends in an error [RUN-17]', async () => {
  const logged = [vi.spyOn(console, 'error'), vi.spyOn(console, 'log')]
  for (const log of logged) log.mockClear().mockImplementation(() => {})
  await book(call, { identity: 'web-1' })
  const run = runIn(91, { DATABASES: 'BROKEN DB', BROKEN: brokenDatabase })
  await expect(run).rejects.toThrow('the clean-up failed in database 0')
  const lines = logged.flatMap(log => log.mock.calls.flat()).map(line => JSON.parse(line))
  for (const log of logged) log.mockRestore()
  expect(await rows('SELECT * FROM idempotency')).toEqual([])
  const ofRun = lines.filter(line => line.run === 'clean-up' || line.id === 'clean-up')
  expect(ofRun).toEqual([
    { id: 'clean-up', database: 0, fault: 'DatabaseUnavailable', at: expect.any(Array) },
    expect.objectContaining({ run: 'clean-up', identities: 1, failed: 1 }),
  ])
})
