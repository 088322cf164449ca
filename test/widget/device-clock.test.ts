import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { mount, mountWith, stayWith } from './support/element.ts'
import { HOTELS } from './support/sample-hotels.ts'
import { eventually, tokenFor } from './support/service.ts'

/* Phones with a wrong clock, during the Lindqvists' stay in Portugal: 18 to 22 June 2054. */

const HOUR = 3_600_000
const NOW = Date.parse('2054-06-19T09:40:00+01:00')

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true }),
)
afterEach(() => void vi.useRealTimers())

const date = (at: number) => ({ date: new Date(at).toUTCString() })
const response = (headers: Record<string, string> = date(NOW)) => ({
  content: stayWith(),
  hotels: HOTELS.quinta,
  headers,
})

const CLOCKS = [
  ['26 hours behind', -26],
  ['9 hours ahead', 9],
  ['right', 0],
] as const

/** What the guest reads now: the plan of the morning and the Wi-Fi. */
function expectMorning(itinerary: ItineraryHarness) {
  expect(itinerary.textOf('now')).toMatch(/^Now Breakfast/)
  expect(itinerary.textOf('wifi')).toContain('Quinta do Mar')
}

test.each(CLOCKS)(
  'A phone whose clock is %s shows what is now, and the Wi-Fi, by the response [WIDGET-83]',
  async (_, hours) => {
    vi.setSystemTime(NOW + hours * HOUR)
    const itinerary = await mountWith(response())
    expectMorning(itinerary)
    vi.advanceTimersByTime(HOUR)
    await itinerary.element.updateComplete
    expect(itinerary.textOf('now')).toMatch(/^Now Surf lesson/)
  },
)

test.each(CLOCKS)(
  'With a clock that is %s the guest’s page does so too, and its saved copy [WIDGET-83]',
  async (_, hours) => {
    vi.setSystemTime(NOW + hours * HOUR)
    const loaded = performance.now()
    for (const times of [
      { at: NOW - loaded },
      { at: NOW - 3 * HOUR, asOf: new Date(NOW - 2 * HOUR).toISOString(), ahead: -hours * HOUR },
    ]) {
      const itinerary = mount({ token: await tokenFor({ cut: true }) }, document.createElement('div'))
      const script = document.createElement('script')
      script.type = 'application/json'
      script.textContent = JSON.stringify({ ...times, content: stayWith(), hotels: HOTELS.quinta })
      itinerary.element.append(script)
      document.body.append(itinerary.element)
      await itinerary.settled()
      await eventually(() => expectMorning(itinerary))
      if (times.asOf) await eventually(() => expect(itinerary.textOf('as-of')).toMatch(/^Saved today at /))
      itinerary.element.remove()
    }
  },
)

test('Someone who sets the clock back changes nothing, and the stay is refreshed as before [WIDGET-83]', async () => {
  vi.setSystemTime(NOW)
  const itinerary = mount({
    token: await tokenFor(response(), { ...response(date(NOW + HOUR)), content: stayWith({ scheduleItems: [] }) }),
  })
  await itinerary.settled()
  vi.setSystemTime(NOW - 26 * HOUR)
  itinerary.element.requestUpdate()
  await itinerary.element.updateComplete
  expectMorning(itinerary)
  vi.advanceTimersByTime(2 * 60_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await eventually(() => expect(itinerary.parts('item')).toHaveLength(0))
})

test('Time passes while a phone sleeps, whose other clock stops [WIDGET-83]', async () => {
  vi.setSystemTime(NOW - 26 * HOUR)
  const itinerary = await mountWith(response())
  const now = performance.now()
  const stopped = vi.spyOn(performance, 'now').mockReturnValue(now)
  onTestFinished(() => stopped.mockRestore())
  vi.setSystemTime(NOW - 25 * HOUR)
  itinerary.element.requestUpdate()
  await itinerary.element.updateComplete
  expect(itinerary.textOf('now')).toMatch(/^Now Surf lesson/)
})

test.each([{}, { date: 'never' }])(
  'Where no response tells the time, the clock of the device does: %o [WIDGET-83]',
  async headers => {
    vi.setSystemTime(NOW)
    expectMorning(await mountWith(response(headers as Record<string, string>)))
  },
)
