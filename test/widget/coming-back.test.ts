import { expect, onTestFinished, test, vi } from 'vitest'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { mount, stayWith } from './support/element.ts'
import { eventually, requestsWith, type StubResponse, tokenFor } from './support/service.ts'

/* What a guest finds who comes back: to a page that was left open, or to the same link another day. */

const item = (activityName: string, more: object = {}) => ({ scheduleDate: '2054-06-19', activityName, ...more })
const plans = (...scheduleItems: object[]) => ({ content: stayWith({ scheduleItems }) })
const BEFORE = plans(item('Breakfast'), item('Surf lesson', { startTime: '10:30' }), item('Dinner'))
const AFTER = plans(item('Breakfast'), item('Surf lesson', { startTime: '11:00' }), item('Massage'))

async function page(answers: StubResponse[], fresh = 0): Promise<ItineraryHarness> {
  const itinerary = mount({ token: await tokenFor(...answers) })
  itinerary.element.retryPolicy = { fresh }
  return await itinerary.settled()
}

/** The guest looks at the page again. */
async function comeBack({ element }: ItineraryHarness) {
  document.dispatchEvent(new Event('visibilitychange'))
  await element.updateComplete
}

const asked = async ({ element }: ItineraryHarness) => (await requestsWith(element.token ?? '')).length

test('What is other by now is shown, marked, where it stands, and nothing is built anew', async () => {
  const itinerary = await page([BEFORE, AFTER])
  const { sheet } = itinerary
  const [breakfast] = itinerary.parts('item')
  const focused = itinerary.parts('add')[0]
  focused?.focus()
  await comeBack(itinerary)
  await eventually(() =>
    expect(itinerary.textsOf('item')).toEqual(['Breakfast', '11:00 Surf lesson Changed', 'Massage New']),
  )
  expect(itinerary.sheet).toBe(sheet)
  expect(itinerary.parts('item')[0]).toBe(breakfast)
  expect(itinerary.element.shadowRoot?.activeElement).toBe(focused)
})

test('While it is asked for once more, what was shown stays to be read', async () => {
  const itinerary = await page([BEFORE, { ...AFTER, delay: 300 }])
  const busy: (string | null)[] = []
  const watcher = new MutationObserver(() => busy.push(itinerary.sheet.ariaBusy))
  watcher.observe(itinerary.sheet, { attributes: true, subtree: true, childList: true })
  onTestFinished(() => watcher.disconnect())
  await comeBack(itinerary)
  await eventually(() => expect(itinerary.text).toContain('Massage'))
  expect(busy).not.toContain('true')
})

test('It is asked for at most once a minute', async () => {
  onTestFinished(() => void vi.useRealTimers())
  const itinerary = await page([BEFORE], 60_000)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59_000 })
  await comeBack(itinerary)
  expect(await asked(itinerary)).toBe(1)
  vi.setSystemTime(Date.now() + 2_000)
  await comeBack(itinerary)
  await comeBack(itinerary)
  await eventually(async () => expect(await asked(itinerary)).toBe(2))
})

test('A link that died meanwhile is forgotten at once', async () => {
  const itinerary = await page([BEFORE, { status: 404 }])
  await comeBack(itinerary)
  await eventually(() => expect(itinerary.text).toContain('The link is invalid or has expired.'))
  expect(itinerary.text).not.toContain('Surf')
})

test.each<[string, StubResponse]>([
  ['no network', { cut: true }],
  ['an outage', { status: 503 }],
  ['the page of a Wi-Fi that wants to be paid', { body: '<html>Welcome!</html>' }],
])('With %s the stay stays, and says of when it is, until it is known again', async (_, fault) => {
  // A few times: what is cut off, a browser asks for again by itself.
  const itinerary = await page([BEFORE, ...Array(6).fill(fault), AFTER])
  await comeBack(itinerary)
  await eventually(() => expect(itinerary.textOf('as-of')).toMatch(/^As of \d+ \w+ \d{4}, \d\d:\d\d$/))
  expect(itinerary.text).toContain('Dinner')
  await eventually(() => {
    dispatchEvent(new Event('online'))
    expect(itinerary.text).toContain('Massage')
  })
  expect(itinerary.part('as-of')).toBeUndefined()
})

/** The same reservation, on another day. */
async function another(answer: StubResponse, token?: string) {
  const element = document.createElement('guest-itinerary')
  element.setAttribute('token', token ?? (await tokenFor(answer)))
  element.lang = 'en-GB'
  document.body.append(element)
  onTestFinished(() => element.remove())
  const { ItineraryHarness } = await import('../../widget/guest-itinerary/test-harness.ts')
  return await new ItineraryHarness(element).settled()
}

test('At the first look nothing is new; at the next, what is', async () => {
  const first = await page([BEFORE])
  expect(first.parts('change')).toEqual([])
  const second = await another(AFTER)
  expect(second.textsOf('item')).toEqual(['Breakfast', '11:00 Surf lesson Changed', 'Massage New'])
  expect((await another(AFTER)).parts('change')).toEqual([])
})

test('Another arrival, another room and another number of guests are changes too', async () => {
  const [room, other] = stayWith().roomStays as object[]
  await page([{ content: stayWith({ roomStays: [room] }) }])
  const changed = stayWith({ overview: { arrivalTime: '17:00' }, roomStays: [{ ...room, occupants: 1 }, other] })
  const itinerary = await another({ content: changed })
  expect(itinerary.textOf('arrival')).toMatch(/^Arrival Changed/)
  expect(itinerary.textOf('departure')).not.toContain('Changed')
  expect(itinerary.textsOf('room').map(text => /Changed|New/.exec(text)?.[0])).toEqual(['Changed', 'New'])
})

test('Of all that, the browser keeps hashes and no word', async () => {
  await page([BEFORE])
  const kept = JSON.stringify({ ...localStorage })
  expect(kept).toMatch(/innlet:/)
  expect(kept).not.toMatch(/Anna|Lindqvist|Quinta|Surf|Breakfast|Rosa|100001|2054/i)
})

test.each(['nonsense', '{}', '[1]', 'null', '[[]]'])(
  'What somebody else has kept there does no harm: %s',
  async kept => {
    await page([BEFORE])
    for (const key of Object.keys(localStorage)) localStorage.setItem(key, kept)
    const itinerary = await another(AFTER)
    expect(itinerary.textsOf('item')).toHaveLength(3)
  },
)

test('Where nothing can be kept, nothing is new and nothing is amiss', async () => {
  const blocked = () => {
    throw new DOMException('', 'SecurityError')
  }
  const storage = vi.spyOn(window, 'localStorage', 'get').mockImplementation(blocked)
  onTestFinished(() => storage.mockRestore())
  const itinerary = await another(BEFORE)
  expect(itinerary.textsOf('item')).toHaveLength(3)
  expect(itinerary.parts('change')).toEqual([])
})
