import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { book } from '../../support/booking'
import { newReceiver } from '../../support/receiver'
import { expectStatus, rows } from '../../support/service'
import {
  hotelWithStoppedClock,
  makeEndpoint,
  pass,
  runMinute,
  settle,
  until,
  untilDeliveries,
  untilEndpoint,
} from '../../support/webhooks'

const DAY = 24 * 60 * 60_000

const call = hotelWithStoppedClock()

/** What is logged of endpoints. */
let lines: Record<string, unknown>[]
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'log').mockImplementation(line => {
    if ('webhook' in JSON.parse(line)) lines.push(JSON.parse(line))
  })
})
afterEach(() => void vi.restoreAllMocks())

const untilLines = (count: number) =>
  until(
    async () => lines,
    all => all.length >= count,
  )
const attempted = (count: number) =>
  untilDeliveries(call, list => list[0]?.attempts.length >= count).then(() => settle())

async function endpointOf(receiver: { url: string }) {
  await makeEndpoint(call, receiver.url, { types: ['reservation.created'] })
  const { host } = new URL(receiver.url)
  return { customer: 1, shard: expect.any(Number), endpoint: 1, host }
}

it('the log has a line for the first failure, the third in a row, and the first success after them [WEBHOOK-30]', async () => {
  const receiver = await newReceiver({ status: 500, body: 'no' })
  const endpoint = await endpointOf(receiver)
  await book(call)
  for (const count of [1, 2, 3, 4]) {
    await attempted(count)
    pass(DAY / 8)
    if (count === 4) await receiver.respond({ status: 200 })
    await runMinute()
  }
  await untilDeliveries(call, ([one]) => one.status === 'delivered')
  await book(call, { roomsBooked: [{ roomID: 102 }] })
  await untilDeliveries(call, ([, two]) => two?.status === 'delivered')
  await untilLines(3)
  await settle()
  expect(lines).toEqual([
    { webhook: 'failed', error: 'HTTP 500', ...endpoint },
    { webhook: 'failing', error: 'HTTP 500', ...endpoint },
    { webhook: 'working', ...endpoint },
  ])
  expect(JSON.stringify(lines)).not.toContain('/r/')
})

it('attempts that are open at once have one line for each change [WEBHOOK-30]', async () => {
  const receiver = await newReceiver({ status: 500 })
  const endpoint = await endpointOf(receiver)
  await Promise.all([101, 102, 103, 201].map(roomID => book(call, { roomsBooked: [{ roomID }] })))
  await untilDeliveries(call, list => list.filter((one: { attempts: object[] }) => one.attempts.length).length >= 3)
  await untilLines(2)
  await settle()
  expect(lines).toEqual([
    { webhook: 'failed', error: 'HTTP 500', ...endpoint },
    { webhook: 'failing', error: 'HTTP 500', ...endpoint },
  ])
})

it('the log has a line when the service disables an endpoint, and when it works again [WEBHOOK-30]', async () => {
  const receiver = await newReceiver({ status: 410 })
  const endpoint = await endpointOf(receiver)
  await book(call)
  await untilEndpoint(call, { disabledReason: 'gone' })
  expect(await untilLines(1)).toEqual([{ webhook: 'disabled', reason: 'gone', ...endpoint }])
  await receiver.respond({ status: 200 })
  pass(1000)
  await expectStatus(200, call('POST', '/Webhook/UpdateEndpoint', { endpointId: 1, status: 'enabled' }))
  await book(call, { roomsBooked: [{ roomID: 102 }] })
  expect((await untilLines(2)).slice(1)).toEqual([{ webhook: 'working', ...endpoint }])
})

it('the log has a line when nothing succeeds for 72 hours [WEBHOOK-30]', async () => {
  const endpoint = await endpointOf(await newReceiver({ status: 500 }))
  await book(call)
  await attempted(1)
  pass(4 * DAY)
  await runMinute()
  await untilEndpoint(call, { disabledReason: 'exhausted' })
  expect((await untilLines(2)).slice(1)).toEqual([{ webhook: 'disabled', reason: 'exhausted', ...endpoint }])
})

it('the log has a line when the key of an endpoint is missing [WEBHOOK-30]', async () => {
  const endpoint = await endpointOf(await newReceiver())
  await rows(`UPDATE webhook_endpoint SET secret_kid = 'removed'`)
  await book(call)
  expect(await untilLines(1)).toEqual([{ webhook: 'disabled', reason: 'key_missing', ...endpoint }])
})
