import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { book, post } from '../../support/booking'
import { newReceiver } from '../../support/receiver'
import { resetBeforeEach } from '../../support/service'
import { deliveries, endpoints, makeEndpoint, openHotelWithKey, runMinute, until } from '../../support/webhooks'

resetBeforeEach()

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let call: Awaited<ReturnType<typeof openHotelWithKey>>
beforeEach(async () => {
  call = await openHotelWithKey()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

describe('a delivery that fails', () => {
  it('is attempted ten times: after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, each ± 10 %; then it is failed', async () => {
    const receiver = await newReceiver({ status: 500, body: 'no' })
    await makeEndpoint(call, receiver.url)
    await book(call)
    const delays = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440].map(minutes => minutes * MINUTE)
    for (const [i, delay] of delays.entries()) {
      const [delivery] = await until(() => deliveries(call), ([one]) => one?.attempts?.length === i + 1)
      const [endpoint] = await endpoints(call)
      expect(endpoint.status, `attempt ${i + 1}`).toBe('enabled')
      const wait = Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.attempts[i].at)
      expect(wait).toBeGreaterThanOrEqual(delay * 0.9)
      expect(wait).toBeLessThanOrEqual(delay * 1.1 + 1000)
      pass(wait - 1 - (Date.now() - Date.parse(delivery.attempts[i].at)))
      await runMinute()
      await new Promise(resolve => setTimeout(resolve, 50))
      expect((await deliveries(call))[0].attempts).toHaveLength(i + 1)
      pass(1)
      await runMinute()
    }
    const [last] = await until(() => deliveries(call), ([one]) => one?.attempts?.length === 10)
    expect(last).toMatchObject({ status: 'failed', nextAttemptAt: null })
    expect((await endpoints(call))[0]).toMatchObject({ status: 'disabled', disabledReason: 'exhausted', pending: 0 })
    expect((await receiver.received()).map(({ event }) => event.id)).toEqual(Array(10).fill(last.eventId))
  })
})
