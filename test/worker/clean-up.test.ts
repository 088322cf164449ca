import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '../../schema/wire/dates'
import { runCleanUp } from '../../worker/clean-up'
import { brokenDatabase } from '../support/bindings'
import { aBooking, book, post } from '../support/booking'
import { insertChannel, PLAN_DAYS } from '../support/channel'
import { recordingDatabase, scannedTables } from '../support/query-plan'
import { databases, hotelBeforeEach, rows } from '../support/service'
import { makeEndpoint } from '../support/webhooks'

const { call } = hotelBeforeEach()

/** The hourly run, as it comes some days from now. */
const runIn = (days: number, changes = {}) =>
  runCleanUp(createScheduledController({ scheduledTime: Date.now() + days * DAY_MS }), { ...env, ...changes })

const messageIds = async () => (await rows('SELECT message_id FROM fetch_message')).map(row => row.message_id)

it('processed messages go after 30 days, pending ones never [QUEUE-14] [RUN-16]', async () => {
  await book(call, { roomsBooked: [{ roomID: 101 }, { roomID: 102 }, { roomID: 103 }] })
  await env.DB.exec("UPDATE fetch_message SET message_status = 'Processed' WHERE message_id = 1")
  await runIn(29)
  expect(await messageIds()).toEqual([1, 2, 3])
  await runIn(31)
  expect(await messageIds()).toEqual([2, 3])
})

it.each([
  ['Pending', 'PENDING_MESSAGE_DAYS'],
  ['Failed', 'FAILED_MESSAGE_DAYS'],
])(
  '%s messages go after the days that the operator sets, and without them never [QUEUE-14] [%s]',
  async (status, setting) => {
    await book(call, { roomsBooked: [{ roomID: 101 }, { roomID: 102 }, { roomID: 103 }] })
    await env.DB.exec(`UPDATE fetch_message SET message_status = '${status}' WHERE message_id = 1`)
    await env.DB.exec("UPDATE fetch_message SET message_status = 'Processed' WHERE message_id = 2")
    await runIn(36_000, { PROCESSED_MESSAGE_DAYS: '0' })
    await runIn(40, { PROCESSED_MESSAGE_DAYS: '0', [setting]: '41' })
    expect(await messageIds()).toEqual([1, 2, 3])
    await runIn(42, { PROCESSED_MESSAGE_DAYS: '50', [setting]: '41' })
    expect(await messageIds()).toEqual([2, 3])
    await runIn(51, { PROCESSED_MESSAGE_DAYS: '50', [setting]: '41' })
    expect(await messageIds()).toEqual([3])
  },
)

it('the newest message of a customer stays, so that no id is given twice', async () => {
  const bookingID = await book(call)
  await env.DB.exec("UPDATE fetch_message SET message_status = 'Processed'")
  await runIn(31)
  await post(call, { bookingID, roomsBooked: [{ roomID: 102 }] })
  expect(await messageIds()).toEqual([1, 2, 3])
})

it('expired links are deleted, valid ones are kept [RUN-16]', async () => {
  await book(call)
  await env.DB.exec(`INSERT INTO itinerary_link VALUES (1, 1, 'link', ${Date.now()}, ${Date.now() + 10 * DAY_MS}, '')`)
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

it('identities are known for as long as the operator sets [IDENTITY_DAYS]', async () => {
  await book(call, { identity: 'web-1' })
  await runIn(36_000, { IDENTITY_DAYS: '0' })
  expect(await rows('SELECT * FROM idempotency')).toHaveLength(1)
  await runIn(8, { IDENTITY_DAYS: '7' })
  expect(await rows('SELECT * FROM idempotency')).toEqual([])
})

describe('what was sent to webhook endpoints', () => {
  const daysAgo = (days: number) => Date.now() - days * DAY_MS
  const attempt = (days: number) =>
    JSON.stringify([{ at: daysAgo(days), durationMs: 1, httpStatus: 200, error: null, response: '' }])
  /** Deliveries of events of some days ago, each with an attempt of as many days ago. */
  async function deliver(...days: (readonly [event: number, attempt: number])[]) {
    await makeEndpoint(call, 'https://hooks.example.com/innlet', { types: ['endpoint.disabled'], identity: 'hooks' })
    for (const [i, [event, tried]] of days.entries()) {
      await rows(
        `INSERT INTO event (customer_id, sequence, event_id, event_type, at, data, last_booking_at) VALUES (1, ?1, 'e' || ?1, 'link.issued', ?2, '{}', 0)`,
        i + 1,
        daysAgo(event),
      )
      await rows(
        `INSERT INTO webhook_delivery (customer_id, endpoint_id, sequence, previous_sequence, delivery_status, next_attempt_at, attempts, created_at)
        VALUES (1, 1, ?1, 0, 'delivered', 0, ?2, ?3)`,
        i + 1,
        attempt(tried),
        daysAgo(event),
      )
    }
  }
  const kept = () =>
    rows('SELECT sequence, json_array_length(attempts) AS attempts FROM webhook_delivery ORDER BY sequence')

  it('is kept for 90 days like its events, and the attempts for 30 [RUN-16] [WEBHOOK-19]', async () => {
    await deliver([91, 91], [89, 89], [31, 31], [29, 29], [1, 1])
    await runIn(0)
    expect(await kept()).toEqual([
      { sequence: 2, attempts: 0 },
      { sequence: 3, attempts: 0 },
      { sequence: 4, attempts: 1 },
      { sequence: 5, attempts: 1 },
    ])
    expect(await rows('SELECT cleared_sequence FROM webhook_endpoint')).toEqual([{ cleared_sequence: 3 }])
    await runIn(2)
    expect((await kept()).map(({ attempts }) => attempts)).toEqual([0, 0, 1])
    await runIn(91)
    expect(await kept()).toEqual([{ sequence: 5, attempts: 0 }])
  })

  it('keeps an attempt that a replay made since', async () => {
    await deliver([60, 60], [50, 2], [40, 40], [0, 0])
    await runIn(0)
    expect((await kept()).map(({ attempts }) => attempts)).toEqual([0, 1, 0, 1])
    expect(await rows('SELECT cleared_sequence FROM webhook_endpoint')).toEqual([{ cleared_sequence: 3 }])
  })

  it('identities of endpoints are known for IDENTITY_DAYS [IDENTITY_DAYS]', async () => {
    await deliver()
    await runIn(89)
    expect(await rows('SELECT identity FROM webhook_identity')).toHaveLength(1)
    await runIn(91)
    expect(await rows('SELECT identity FROM webhook_identity')).toEqual([])
  })

  it('continues in bounded steps, and skips a customer that is being moved', async () => {
    await deliver([50, 50])
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 1300)
      INSERT INTO webhook_delivery (customer_id, endpoint_id, sequence, previous_sequence, delivery_status, next_attempt_at, attempts, created_at)
      SELECT 1, 1, i, 0, 'delivered', 0, ?, ? FROM n`,
    )
      .bind(attempt(40), daysAgo(40))
      .run()
    await rows("UPDATE tenancy SET tenancy_state = 'leaving'")
    await runIn(0)
    expect(await rows("SELECT 1 FROM webhook_delivery WHERE attempts = '[]'")).toHaveLength(0)
    await rows("UPDATE tenancy SET tenancy_state = 'serving'")
    const { bindings, statements } = recordingDatabase()
    await runIn(0, bindings)
    expect(await rows("SELECT 1 FROM webhook_delivery WHERE attempts <> '[]'")).toHaveLength(0)
    await expectNoScans(statements)
  })
})

it('audit entries stay for ever, or for as long as the operator sets [AUDIT_DAYS]', async () => {
  const before = await rows('SELECT * FROM audit')
  await runIn(36_000)
  await runIn(399, { AUDIT_DAYS: '400' })
  expect(await rows('SELECT * FROM audit')).toEqual(before)
  await runIn(401, { AUDIT_DAYS: '400' })
  expect(await rows('SELECT * FROM audit')).toEqual([])
})

describe('past calendar days [PAST_CALENDAR_DAYS]', () => {
  const daysLeft = async (table = 'room_day') =>
    (await rows(`SELECT DISTINCT day FROM ${table} ORDER BY day`)).map(({ day }) => day)
  const runOn = (day: string, changes = {}) =>
    runCleanUp(createScheduledController({ scheduledTime: Date.parse(`${day}T00:17:00Z`) }), { ...env, ...changes })

  it('stay for ever unless the operator sets for how long [RUN-18]', async () => {
    await insertChannel()
    await runOn('2090-01-01')
    expect([await daysLeft(), await daysLeft(PLAN_DAYS)]).toMatchObject([{ length: 31 }, { length: 31 }])
    await runOn('2027-05-20', { PAST_CALENDAR_DAYS: '10' })
    expect((await daysLeft())[0]).toBe('2027-05-10')
    expect(await daysLeft()).toHaveLength(22)
    await runOn('2027-05-21', { PAST_CALENDAR_DAYS: '10' })
    expect((await daysLeft())[0]).toBe('2027-05-11')
  })

  it('of plans go with the last day of their month [RUN-18]', async () => {
    await insertChannel()
    await rows(
      "INSERT INTO plan_month SELECT customer_id, hotel_id, channel_room_id, channel_rate_plan_id, '2027-06', days FROM plan_month",
    )
    await runOn('2027-06-10', { PAST_CALENDAR_DAYS: '10' })
    expect((await daysLeft(PLAN_DAYS))[0]).toBe('2027-05-01')
    await runOn('2027-06-11', { PAST_CALENDAR_DAYS: '10' })
    expect((await daysLeft(PLAN_DAYS))[0]).toBe('2027-06-01')
  })

  it('of many rooms go in steps, each from where the last stopped [RUN-18]', async () => {
    await env.DB.exec(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2300)
       INSERT INTO channel_room (customer_id, hotel_id, channel_room_id, is_active, document)
       SELECT 1, 'H1', printf('R%04d', i), 1, '{}' FROM n`.replaceAll('\n', ' '),
    )
    await env.DB.exec(
      "INSERT INTO room_day (customer_id, hotel_id, channel_room_id, day, rooms_to_sell) SELECT 1, 'H1', channel_room_id, '2027-05-01', 1 FROM channel_room",
    )
    const setting = { PAST_CALENDAR_DAYS: '1' }
    const { database, statements } = recordingDatabase()
    await runOn('2027-06-01', { ...setting, DB: database })
    expect(await rows('SELECT * FROM room_day')).toEqual([])
    expect(await rows('SELECT outcome, deleted_rows FROM clean_up_visit ORDER BY shard DESC LIMIT 1')).toEqual([
      { outcome: 'done', deleted_rows: 2300 },
    ])
    await expectNoScans(statements)
    // Until the next day, a run looks into no calendar.
    statements.clear()
    await runOn('2027-06-01', { ...setting, DB: database })
    expect([...statements].filter(statement => /_(day|month)\b/.test(statement))).toEqual([])
  })
})

/** No statement scans a table. Old events and deliveries are the first of each customer's log: their deletion goes through the customers. */
async function expectNoScans(statements: ReadonlySet<string>): Promise<void> {
  for (const statement of statements) {
    const expected = /FROM tenancy\s+CROSS JOIN/.test(statement) ? ['SCAN tenancy'] : []
    expect(await scannedTables(statement), statement).toEqual(expected)
  }
}

it('continues in bounded steps until nothing is left [RUN-16]', async () => {
  await book(call)
  await env.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
     INSERT INTO idempotency (customer_id, identity, body_hash, reservation_id, created_at) SELECT 1, 'i' || i, '', 1, 0 FROM n`,
  ).run()
  const { database, trips, statements } = recordingDatabase()
  await runIn(0, { DB: database })
  expect(await rows('SELECT * FROM idempotency')).toEqual([])
  // The first database has the visits: they are read, and the begin and the end of this one are stored.
  expect(trips).toHaveLength(databases.length === 1 ? 3 + 3 : 3)
  await expectNoScans(statements)
})

it('continues with the other databases when one fails, logs which one, and ends in an error [RUN-17]', async () => {
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
    { id: 'clean-up', database: 0, fault: 'DatabaseUnavailable', d1Fault: 'network', at: expect.any(Array) },
    expect.objectContaining({ run: 'clean-up', identities: 1, failed: 1 }),
  ])
})
