import { expect, onTestFinished, test, vi } from 'vitest'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { mount, mountAgain, stayWith } from './support/element.ts'
import { eventually, requestsWith, type StubResponse, tokenFor } from './support/service.ts'

/* A guest comes back to an open page, or opens the same link on another day. */

const item = (activityName: string, more: object = {}) => ({ scheduleDate: '2054-06-19', activityName, ...more })
const plans = (...scheduleItems: object[]) => ({ content: stayWith({ scheduleItems }) })
const BEFORE = plans(item('Breakfast'), item('Surf lesson', { startTime: '10:30' }), item('Dinner'))
const AFTER = plans(item('Breakfast'), item('Surf lesson', { startTime: '11:00' }), item('Massage'))

async function mountFresh(responses: StubResponse[], fresh = 0): Promise<ItineraryHarness> {
  const itinerary = mount({ token: await tokenFor(...responses) })
  itinerary.element.retryPolicy = { freshFor: fresh }
  return await itinerary.settled()
}

/** The page becomes visible again. */
async function comeBack({ element }: ItineraryHarness) {
  document.dispatchEvent(new Event('visibilitychange'))
  await element.updateComplete
}

/** It is stored after the stay is rendered. */
const stored = () => eventually(() => expect(JSON.stringify({ ...localStorage })).toMatch(/innlet:/))

const requestCount = async ({ element }: ItineraryHarness) => (await requestsWith(element.token ?? '')).length

test('Changes are shown and marked in place, without a new shadow tree [WIDGET-17]', async () => {
  const itinerary = await mountFresh([BEFORE, AFTER])
  const { sheet } = itinerary
  await stored()
  const [breakfast] = itinerary.parts('item')
  const focused = itinerary.parts('add')[0]
  focused?.focus()
  await comeBack(itinerary)
  await eventually(() =>
    expect(itinerary.textsOf('item')).toEqual(['Breakfast', '11:00 Surf lesson Changed was 10:30', 'Massage New']),
  )
  expect(itinerary.sheet).toBe(sheet)
  expect(itinerary.parts('item')[0]).toBe(breakfast)
  expect(itinerary.element.shadowRoot?.activeElement).toBe(focused)
})

test('During a refresh the stay stays visible', async () => {
  const itinerary = await mountFresh([BEFORE, { ...AFTER, delay: 300 }])
  const states: (string | null)[] = []
  const watcher = new MutationObserver(() => states.push(itinerary.sheet.ariaBusy))
  watcher.observe(itinerary.sheet, { attributes: true, subtree: true, childList: true })
  onTestFinished(() => watcher.disconnect())
  await comeBack(itinerary)
  await eventually(() => expect(itinerary.text).toContain('Massage'))
  expect(states).not.toContain('true')
})

test('It is refreshed at most once a minute', async () => {
  onTestFinished(() => void vi.useRealTimers())
  const itinerary = await mountFresh([BEFORE], 60_000)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59_000 })
  await comeBack(itinerary)
  expect(await requestCount(itinerary)).toBe(1)
  vi.setSystemTime(Date.now() + 2_000)
  await comeBack(itinerary)
  await comeBack(itinerary)
  await eventually(async () => expect(await requestCount(itinerary)).toBe(2))
})

test('A page that the browser brings back from its cache is refreshed, one that loads is not', async () => {
  const itinerary = await mountFresh([BEFORE, AFTER])
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  await itinerary.element.updateComplete
  expect(await requestCount(itinerary)).toBe(1)
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await eventually(() => expect(itinerary.text).toContain('Massage'))
})

test('A link that has become invalid is no longer shown', async () => {
  const itinerary = await mountFresh([BEFORE, { status: 404 }])
  await comeBack(itinerary)
  await eventually(() => expect(itinerary.text).toContain('The link is invalid or has expired.'))
  expect(itinerary.text).not.toContain('Surf')
})

test.each<[string, StubResponse, string]>([
  ['no network', { cut: true }, ' You are offline.'],
  ['an outage', { status: 503 }, ''],
  ['the page of a Wi-Fi that wants to be paid', { body: '<html>Welcome!</html>' }, ' You are offline.'],
])(
  'With %s the stay stays, marked with the time at which it was fetched, until a refresh succeeds',
  async (_, failure, offline) => {
    // Several times: browsers retry a request whose connection is closed.
    const itinerary = await mountFresh([BEFORE, ...Array(6).fill(failure), AFTER])
    await comeBack(itinerary)
    await eventually(() => expect(itinerary.textOf('as-of')).toMatch(/^Saved today at \d\d:\d\d\./))
    expect(itinerary.textOf('as-of')?.replace(/^[^.]*\./, '')).toBe(offline)
    expect(itinerary.text).toContain('Dinner')
    await eventually(() => {
      dispatchEvent(new Event('online'))
      expect(itinerary.text).toContain('Massage')
    })
    expect(itinerary.part('as-of')).toBeUndefined()
  },
)

test('On the first visit nothing is marked; on the next, changes are [WIDGET-17]', async () => {
  const first = await mountFresh([BEFORE])
  await stored()
  expect(first.parts('change')).toEqual([])
  const second = await mountAgain(AFTER)
  expect(second.textsOf('item')).toEqual(['Breakfast', '11:00 Surf lesson Changed was 10:30', 'Massage New'])
})

test('Another arrival, another room and another number of guests are changes too', async () => {
  const [room, other] = stayWith().roomStays as object[]
  await mountFresh([{ content: stayWith({ roomStays: [room] }) }])
  await stored()
  const changed = stayWith({ overview: { arrivalTime: '17:00' }, roomStays: [{ ...room, occupants: 1 }, other] })
  const itinerary = await mountAgain({ content: changed })
  expect(itinerary.textOf('arrival')).toMatch(/^Arrival Changed was 15:00/)
  expect(itinerary.textOf('departure')).not.toContain('Changed')
  expect(itinerary.textsOf('room').map(text => /Changed|New/.exec(text)?.[0])).toEqual(['Changed', 'New'])
})

test('The browser stores hashes, times, and the names and days of plans to come; no other text of the stay', async () => {
  await mountFresh([
    plans(item('Surf lesson', { startTime: '10:30' }), item('Dinner', { startTime: 'when Rosa calls' })),
  ])
  await stored()
  const text = JSON.stringify({ ...localStorage })
  for (const part of ['Surf lesson', '2054-06-19', '10:30']) expect(text).toContain(part)
  expect(text).not.toMatch(/Anna|Lindqvist|Quinta|Rosa|100001/i)
})

test('Of a plan whose day is over, the browser does not store the name', async () => {
  await mountFresh([plans(item('Surf lesson', { scheduleDate: '2020-06-19', startTime: '10:30' }))])
  await stored()
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/Surf|2020/)
})

test.each(['nonsense', '{}', '[1]', 'null', '[[]]'])('Invalid stored data is ignored: %s', async text => {
  await mountFresh([BEFORE])
  await stored()
  for (const key of Object.keys(localStorage)) localStorage.setItem(key, text)
  const itinerary = await mountAgain(AFTER)
  expect(itinerary.textsOf('item')).toHaveLength(3)
})

test('Without storage nothing is marked, and the stay is shown', async () => {
  const blocked = () => {
    throw new DOMException('', 'SecurityError')
  }
  const storage = vi.spyOn(window, 'localStorage', 'get').mockImplementation(blocked)
  onTestFinished(() => storage.mockRestore())
  const itinerary = await mountAgain(BEFORE)
  expect(itinerary.textsOf('item')).toHaveLength(3)
  expect(itinerary.parts('change')).toEqual([])
})
