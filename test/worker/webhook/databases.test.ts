import { describe, expect, it } from 'vitest'
import { book, post } from '../../support/booking'
import { MOVED, moveCustomer, moveUntilState, readCustomerRows } from '../../support/move'
import { newReceiver } from '../../support/receiver'
import { databases, hotelBeforeEach, rows, rowsIn } from '../../support/service'
import { makeEndpoint, runMinute, until, untilDeliveries, untilEndpoint } from '../../support/webhooks'

/*
 * The project `worker` runs these tests with one database, `worker-two` with two, where the customer is in the second.
 */

const { call } = hotelBeforeEach(MOVED)
const received = (receiver: Awaited<ReturnType<typeof newReceiver>>, count: number) =>
  until(
    () => receiver.received(),
    list => list.length >= count,
  )

it('an event of a customer of any database is sent after its commit, and by the run of each minute [WEBHOOK-8]', async () => {
  const receiver = await newReceiver({ status: 500 }, { status: 200 })
  await makeEndpoint(call, receiver.url)
  await book(call)
  await received(receiver, 1)
  await untilDeliveries(call, ([one]) => one?.attempts.length === 1)
  await rows('UPDATE webhook_delivery SET next_attempt_at = 0')
  await rows('UPDATE webhook_endpoint SET due_at = 0')
  await runMinute()
  await received(receiver, 2)
})

describe.runIf(databases.length > 1)('a move to another database [WEBHOOK-20]', () => {
  it('keeps endpoints, deliveries, identities, a replay and what waits; nothing is sent meanwhile, and nothing is lost', async () => {
    const receiver = await newReceiver({ status: 500 }, { status: 200 })
    const fields = { identity: 'hooks', description: 'Till' }
    const { secret } = await makeEndpoint(call, receiver.url, fields)
    const bookingID = await book(call)
    await received(receiver, 1)
    await untilDeliveries(call, ([one]) => one?.attempts.length === 1)
    await post(call, { bookingID, reservationSummaryNote: 'waits' })
    await untilDeliveries(call, list => list.length === 2)
    const replay = JSON.stringify({ position: 0, to: 1, failedOnly: true })
    await rows('UPDATE webhook_endpoint SET replay = ?', replay)
    const before = await readCustomerRows(MOVED, 1)
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(['webhook_delivery', 'webhook_endpoint', 'webhook_identity']),
    )

    await moveUntilState(MOVED, 0, 'comparing')
    for (const database of databases) {
      await rowsIn(database, 'UPDATE webhook_delivery SET next_attempt_at = 0')
      await rowsIn(database, 'UPDATE webhook_endpoint SET due_at = 0')
    }
    for (let i = 0; i < 3; i++) await runMinute()
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(await receiver.received()).toHaveLength(1)

    await moveCustomer(MOVED, 0)
    expect(await readCustomerRows(MOVED, 1)).toEqual({})
    const [endpoint] = await rowsIn(databases[0] as D1Database, 'SELECT replay FROM webhook_endpoint')
    expect(endpoint).toEqual({ replay })
    await runMinute()
    const all = await received(receiver, 3)
    expect(all.map(({ event }) => [event.sequence, event.previousSequence])).toEqual([
      [1, 0],
      [1, 0],
      [2, 1],
    ])
    expect(await makeEndpoint(call, receiver.url, fields)).toMatchObject({ endpointId: 1, secret })
    await untilEndpoint(call, { pending: 0 })

    // The next event is sent from the new database right after its commit.
    await post(call, { bookingID, reservationSummaryNote: 'moved' })
    expect((await received(receiver, 4))[3]?.event).toMatchObject({ sequence: 3, previousSequence: 2 })
  })
})
