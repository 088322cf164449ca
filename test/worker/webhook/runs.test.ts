import { describe, expect, it } from 'vitest'
import { newReceiver } from '../../support/receiver'
import { rows } from '../../support/service'
import {
  hotelWithStoppedClock,
  makeEndpoint,
  pass,
  runMinute,
  serveEndpoints,
  until,
  untilReceived,
  writeEvents,
} from '../../support/webhooks'

/** Twice as many are more than a dispatcher may send. */
const BACKLOG = 300

const call = hotelWithStoppedClock()

const delivered = async () =>
  (await rows("SELECT count(*) AS n FROM webhook_delivery WHERE delivery_status = 'delivered'"))[0]?.n

describe('a run', () => {
  it('sends what a dispatcher leaves when its time ends [WEBHOOK-25]', async () => {
    const receiver = await newReceiver({ delayMs: 100, status: 200 })
    await makeEndpoint(call, receiver.url)
    await writeEvents(20)
    const run = runMinute()
    await until(receiver.received, ({ length }) => length >= 5)
    pass(13_000)
    await run
    expect(await delivered()).toBe(20)
  })

  it('sends what a dispatcher leaves that has made 900 requests at all its endpoints [WEBHOOK-25]', async () => {
    const receiver = await newReceiver({ status: 200 })
    for (let i = 0; i < 2; i++) await makeEndpoint(call, receiver.url)
    await writeEvents(BACKLOG)
    expect(await serveEndpoints([1, 2])).toEqual([2])
    expect(await delivered()).toBeGreaterThan(400)
    expect(await delivered()).toBeLessThanOrEqual(450)
    await runMinute()
    expect(await delivered()).toBe(2 * BACKLOG)
  })

  it('starts no dispatcher when its minute ends [WEBHOOK-25]', async () => {
    const receiver = await newReceiver({ delayMs: 100, status: 200 })
    await makeEndpoint(call, receiver.url)
    await writeEvents(20)
    const run = runMinute()
    await until(receiver.received, ({ length }) => length >= 5)
    pass(50_000)
    await run
    expect(await delivered()).toBeLessThan(20)
    await runMinute()
    expect(await delivered()).toBe(20)
  })
})

it('a dispatcher that served a slow endpoint returns the others, for another one [WEBHOOK-14] [WEBHOOK-25]', async () => {
  const receiver = await newReceiver({ delayMs: 300, status: 200 })
  for (let i = 0; i < 3; i++) await makeEndpoint(call, receiver.url)
  await writeEvents(1)
  const left = serveEndpoints([1, 2, 3])
  await untilReceived(receiver, 1)
  pass(3_000)
  expect(await left).toEqual([2, 3])
})
