import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { violationsOf } from './support/axe.ts'
import { mountAgain, mountStay, mountWith, stayWith, TODAY } from './support/element.ts'
import { HOTELS } from './support/sample-hotels.ts'
import { eventually, type StubResponse } from './support/service.ts'

/* What is new or changed since the last visit stays marked until the guest has seen it. */

const item = (activityName: string, startTime = '', scheduleDate = TODAY) => ({ scheduleDate, activityName, startTime })
const plans = (...scheduleItems: object[]) => ({ content: stayWith({ scheduleItems }) })
const BEFORE = plans(item('Breakfast'), item('Surf lesson', '14:10'), item('Dinner'))
const AFTER = plans(item('Breakfast'), item('Surf lesson', '15:00'), item('Dinner'), item('Massage'))
const LINE = '2 changes since your last visit'

/** Scrolls an entry into view. Resolves when the browser has noticed. */
const bringIntoView = (entry: HTMLElement | undefined) =>
  new Promise<void>(resolve => {
    const observer = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      resolve()
    })
    observer.observe(entry as HTMLElement)
    entry?.scrollIntoView({ block: 'start' })
  })

// Time passes as usual, and a glance at once.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

/** Longer than an entry must be in view, from when the browser has told what is. */
async function glance() {
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
  await vi.advanceTimersByTimeAsync(1_600)
}

const snapshots = () =>
  Object.entries({ ...localStorage }).flatMap(([key, text]) => (/^innlet:\w+$/.test(key) ? [text] : []))

/** The first visit, until it is stored. Elements of it are removed, so that nothing else is in view. */
async function visited(response: StubResponse) {
  const { element } = await mountWith(response)
  await eventually(() => expect(snapshots()).not.toEqual([]))
  element.remove()
}

/** A later visit, below the screen, so that no entry is in view. */
async function visit(response: StubResponse, attributes: Record<string, string> = {}) {
  addSpace()
  scrollTo(0, 0)
  const itinerary = await mountAgain(response, attributes)
  addSpace()
  return itinerary
}

function addSpace() {
  const space = document.body.appendChild(document.createElement('div'))
  space.style.blockSize = '200vh'
  onTestFinished(() => space.remove())
}

const leave = ({ element }: ItineraryHarness) => element.remove()
const marks = (itinerary: ItineraryHarness) => itinerary.textsOf('change')
const button = (itinerary: ItineraryHarness, text: string) =>
  [...itinerary.sheet.querySelectorAll<HTMLElement>('.changes .button')].find(({ textContent }) => textContent === text)

test('A line at the top says how much has changed, with a button that jumps to each [WIDGET-17]', async () => {
  await visited(BEFORE)
  const itinerary = await visit(AFTER)
  await eventually(() => expect(itinerary.textOf('changes')).toBe(`${LINE} Surf lesson 15:00, was 14:10 Massage`))
  const line = itinerary.part('changes')
  expect(line?.previousElementSibling?.className).toBe('head')
  button(itinerary, 'Massage')?.click()
  const massage = itinerary.parts('item')[3]
  await eventually(() => expect(massage?.getBoundingClientRect().bottom).toBeLessThan(innerHeight))
  expect(massage?.getBoundingClientRect().top).toBeGreaterThan(0)
  expect(itinerary.element.shadowRoot?.activeElement).toBe(massage)
})

test('Without a change there is no line', async () => {
  await visited(BEFORE)
  const itinerary = await visit(BEFORE)
  await glance()
  expect(itinerary.part('changes')).toBeUndefined()
})

test('Of more than four changes the first three have a button, and the others are folded', async () => {
  await visited(BEFORE)
  const added = ['Yoga', 'Lunch', 'Sauna', 'Wine', 'Fado'].map(name => item(name))
  const itinerary = await visit(plans(item('Breakfast'), item('Surf lesson', '14:10'), item('Dinner'), ...added))
  await eventually(() =>
    expect(itinerary.textOf('changes')).toBe('5 changes since your last visit Yoga Lunch Sauna +2'),
  )
  button(itinerary, '+2')?.click()
  expect(itinerary.textOf('changes')).toBe('5 changes since your last visit Yoga Lunch Sauna +2 Wine Fado')
})

test.each([['en-GB'], ['ar']])(
  'It has no accessibility violation, and its targets are large enough (%s)',
  async lang => {
    await visited(BEFORE)
    const itinerary = await visit(plans(...'ABCDE'.split('').map(name => item(name.repeat(40)))), { lang })
    await eventually(() => expect(itinerary.part('changes')).toBeDefined())
    itinerary.part('changes')?.querySelector('summary')?.click()
    for (const each of itinerary.part('changes')?.querySelectorAll('.button') ?? [])
      expect(each.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    expect(itinerary.element.scrollWidth).toBeLessThanOrEqual(itinerary.element.clientWidth)
    expect(await violationsOf(itinerary)).toEqual([])
  },
)

test('A mark stays over visits until the entry itself was in view, and then while the page stays open [WIDGET-17]', async () => {
  await visited(BEFORE)
  for (let visits = 0; visits < 2; visits++) {
    const unseen = await visit(AFTER)
    await eventually(() => expect(marks(unseen)).toEqual(['Changed', 'New']))
    await glance()
    leave(unseen)
  }
  const itinerary = await visit(AFTER)
  await eventually(() => expect(marks(itinerary)).toEqual(['Changed', 'New']))
  const stored = snapshots()
  itinerary.parts('item')[3]?.scrollIntoView({ block: 'start' })
  await eventually(() => expect(snapshots()).not.toEqual(stored))
  expect(marks(itinerary)).toEqual(['Changed', 'New'])
  leave(itinerary)
  const last = await visit(AFTER)
  await eventually(() =>
    expect(last.textOf('changes')).toBe('1 change since your last visit Surf lesson 15:00, was 14:10'),
  )
  expect(last.textsOf('was')).toEqual(['was 14:10'])
})

test('What was in view for less than a moment was not seen', async () => {
  await visited(BEFORE)
  const itinerary = await visit(AFTER)
  await eventually(() => expect(itinerary.part('changes')).toBeDefined())
  await bringIntoView(itinerary.parts('item')[3])
  scrollTo(0, 0)
  await glance()
  leave(itinerary)
  const again = await visit(AFTER)
  await eventually(() => expect(marks(again)).toEqual(['Changed', 'New']))
})

test('In a hidden page nothing is seen', async () => {
  await visited(BEFORE)
  const itinerary = await visit(AFTER)
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
  await eventually(() => expect(itinerary.part('changes')).toBeDefined())
  const stored = snapshots()
  itinerary.parts('item')[3]?.scrollIntoView({ block: 'start' })
  await glance()
  expect(snapshots()).toEqual(stored)
  Reflect.deleteProperty(document, 'visibilityState')
  await eventually(() => expect(snapshots()).not.toEqual(stored))
})

const quinta = HOTELS.quinta[0] as { houseInfo: { title: string; text: string }[] }
const [wifi, ...others] = quinta.houseInfo
const withHotel = (changes: object): StubResponse => ({ ...BEFORE, hotels: [{ ...quinta, ...changes }] })

test('A folded text is seen when it is unfolded; its button unfolds it', async () => {
  await visited(withHotel({}))
  const after = withHotel({ houseInfo: [{ ...wifi, text: 'Ask at the desk.' }, ...others] })
  const folded = await visit(after)
  await eventually(() => expect(folded.textOf('changes')).toBe(`1 change since your last visit ${wifi?.title}`))
  folded.part('good-to-know')?.scrollIntoView({ block: 'center' })
  await glance()
  leave(folded)
  const itinerary = await visit(after)
  await eventually(() => expect(marks(itinerary)).toEqual(['Changed']))
  const stored = snapshots()
  button(itinerary, wifi?.title ?? '')?.click()
  expect(itinerary.part('good-to-know')).toHaveProperty('open', true)
  await eventually(() => expect(snapshots()).not.toEqual(stored))
})

test('What the hotel leaves out is not counted', async () => {
  await visited(withHotel({}))
  const after = withHotel({ phone: '+351261000999', houseInfo: [] })
  const itinerary = await visit(after, { without: 'hotel' })
  await glance()
  expect(itinerary.part('changes')).toBeUndefined()
})

test('Another hotel stays new until it was in view', async () => {
  await visited(withHotel({}))
  const after = { ...BEFORE, hotels: HOTELS.guesthouse }
  for (let visits = 0; visits < 2; visits++) {
    const itinerary = await visit(after)
    await eventually(() => expect(itinerary.textOf('changes')).toContain('since your last visit Pensão Azul'))
    leave(itinerary)
  }
})

test('A field that a release adds to the hotel is not a change', async () => {
  await visited(withHotel({}))
  const itinerary = await visit(withHotel({ wifi: { network: 'Quinta', password: 'mar' }, checkInTime: '16:00' }))
  await glance()
  expect(marks(itinerary)).toEqual([])
})

test('A plan that is over does not count', async () => {
  const yesterday = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  await visited(plans(item('Dinner', '19:00', yesterday)))
  const itinerary = await visit(plans(item('Dinner', '20:00', yesterday), item('Massage')))
  await eventually(() => expect(itinerary.textOf('changes')).toBe('1 change since your last visit Massage'))
})

test('When a refresh brings changes, a screen reader is told once [WIDGET-17]', async () => {
  const itinerary = await mountWith([BEFORE, AFTER])
  itinerary.element.retryPolicy = { freshFor: 0 }
  await eventually(() => expect(snapshots()).not.toEqual([]))
  const status = itinerary.element.shadowRoot?.querySelector('[role=status]')
  expect(status?.textContent).not.toBe(LINE)
  document.dispatchEvent(new Event('visibilitychange'))
  await eventually(() => expect(status?.textContent).toBe(LINE))
  await vi.advanceTimersByTimeAsync(10_000)
  await eventually(() => expect(status?.textContent).toBe(''))
  document.dispatchEvent(new Event('visibilitychange'))
  await glance()
  expect(status?.textContent).toBe('')
})

test('After the guest has deleted what is stored, the open page stores nothing again', async () => {
  await visited(BEFORE)
  const itinerary = await visit(AFTER)
  await eventually(() => expect(itinerary.part('changes')).toBeDefined())
  await glance()
  localStorage.clear()
  itinerary.parts('item')[3]?.scrollIntoView({ block: 'start' })
  await glance()
  expect({ ...localStorage }).toEqual({})
})

/** What release 1.1.0 stores of the stay below. */
const SNAPSHOT =
  '[["j9xrjm","hak6ts"],["194lx0v","z6gimi"],["1hiuyzo","17jsq4y"],["1i2u6dm","1s9jw45"],["rolbwz","13rxd0z"],["vfpdwd","um5z2s"],["191joqu","dard82"],["1kp4vh3","1c1lmff"],["154jfg4","1h4efdr"],["191joqu","9u0i7z"],["gixqnk","5sqjpl"],["vfpdwd","1vpvrmo"],["191joqu","x8xw19"],["o92s6u","1h4rtvb"],["re4rq9","1m0i5zu"],["191joqu","ygwlgw"],["190deg6","7xr5q4","h"],["18jm0s8","1v5ggml","h"],["c4kuq","1fa9lnx","h"],["1um8wvl","1d7ssdy","h"],["12myo30","8v2h96","h"]]'

/** The sample stay as it was in that release. */
const stayAtRelease = (overview: object = {}) =>
  JSON.parse(
    JSON.stringify(stayWith({ overview }))
      .replace('Lisbon airport, arrivals', 'Reception')
      .replace('waits at the exit', 'waits at arrivals'),
  )

test('After an update the snapshot of release 1.1.0 is compared, and marks nothing that did not change', async () => {
  const { element } = await mountStay(stayAtRelease())
  await eventually(() => expect(Object.keys(localStorage)).toEqual(['innlet:19hvv7u']))
  element.remove()
  localStorage.setItem('innlet:19hvv7u', SNAPSHOT)
  const same = await visit({ content: stayAtRelease(), hotels: HOTELS.quinta })
  await glance()
  expect(marks(same)).toEqual([])
  leave(same)
  localStorage.setItem('innlet:19hvv7u', SNAPSHOT)
  const itinerary = await visit({ content: stayAtRelease({ arrivalTime: '17:00' }), hotels: HOTELS.quinta })
  await eventually(() => expect(itinerary.textOf('changes')).toBe('1 change since your last visit Arrival'))
  expect(itinerary.parts('was')).toEqual([])
})
