import { LitElement } from 'lit'
import { expect, onTestFinished, test } from 'vitest'
import { GuestItinerary } from '../../widget/guest-itinerary/element.ts'
import { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { mount, stayWith } from './support/element.ts'
import { eventually, requestsWith, tokenFor } from './support/service.ts'

/* The element as a LitElement: its reactive properties and its updates. */

test('It extends LitElement', () => {
  expect(Object.getPrototypeOf(GuestItinerary)).toBe(LitElement)
})

test.each([
  ['token', 'token', 'a.b.c'],
  ['api', 'api', 'https://innlet.test/'],
  ['customer', 'customer', '7'],
  ['language', 'lang', 'de'],
  ['theme', 'theme', 'dark'],
  ['headingLevel', 'heading-level', '3'],
] as const)('The property %s reflects to the attribute %s, and back', async (property, attribute, value) => {
  const { element } = mount()
  Object.assign(element, { [property]: value })
  await element.updateComplete
  expect(element.getAttribute(attribute)).toBe(value)
  Object.assign(element, { [property]: null })
  await element.updateComplete
  expect(element.hasAttribute(attribute)).toBe(false)
  element.setAttribute(attribute, value)
  expect(element[property]).toBe(value)
  element.removeAttribute(attribute)
  expect(element[property]).toBeNull()
})

test('Properties that were set before the tag is registered are used', async () => {
  const token = await tokenFor({ status: 503 }, { content: stayWith() })
  const element = document.createElement('late-itinerary') as GuestItinerary
  Object.assign(element, { token, language: 'en', words: { schedule: 'Our days' }, retryPolicy: { retryDelays: [10] } })
  document.body.append(element)
  onTestFinished(() => element.remove())
  customElements.define('late-itinerary', class extends GuestItinerary {})
  const itinerary = await new ItineraryHarness(element).settled()
  await eventually(() => expect(itinerary.textOf('schedule')).toMatch(/^Our days/))
  expect(element.retryPolicy.retryDelays).toEqual([10])
  expect(await requestsWith(token)).toHaveLength(2)
})

test.each(['token', 'api', 'customer', 'language', 'theme', 'headingLevel', 'without', 'words', 'retryPolicy'])(
  'The property %s may have a value of any type [WIDGET-71]',
  async property => {
    const failures: unknown[] = []
    const record = (event: Event) => failures.push(event)
    for (const type of ['error', 'unhandledrejection']) addEventListener(type, record)
    onTestFinished(() => {
      for (const type of ['error', 'unhandledrejection']) removeEventListener(type, record)
    })
    const values = [
      7,
      true,
      Symbol('x'),
      {},
      Object.create(null),
      [],
      [['now']],
      () => 1,
      1n,
      null,
      undefined,
      { retryDelays: 5 },
    ]
    for (const value of values) {
      const itinerary = mount({ token: await tokenFor({ content: stayWith() }) })
      Object.assign(itinerary.element, { [property]: value })
      await itinerary.element.updateComplete
      await new Promise(requestAnimationFrame)
      itinerary.element.remove()
    }
    expect(failures).toEqual([])
  },
)

test('A list in `without` is that of the attribute, and words may be its JSON [WIDGET-71]', async () => {
  const itinerary = await mount({ token: await tokenFor({ content: stayWith() }) }).settled()
  Object.assign(itinerary.element, { without: ['now', 'hotel'], words: '{"schedule":"Our days"}' })
  await itinerary.settled()
  expect(itinerary.element.getAttribute('without')).toBe('now hotel')
  expect(itinerary.part('now')).toBeUndefined()
  await eventually(() => expect(itinerary.textOf('schedule')).toMatch(/^Our days/))
})

test('Several changes are one update, with one request', async () => {
  const [one, two] = [await tokenFor({ content: stayWith() }), await tokenFor({ content: stayWith() })]
  const itinerary = await mount({ token: one }).settled()
  const { element } = itinerary
  element.token = 'never'
  element.headingLevel = 4
  element.token = two
  element.theme = 'dark'
  await itinerary.settled()
  expect(await requestsWith('never')).toEqual([])
  expect(await requestsWith(two)).toHaveLength(1)
  expect(itinerary.part('title')?.localName).toBe('h4')
})

test('All elements of the page share their style sheets', async () => {
  const [one, two] = [mount(), mount()]
  const sheetsOf = ({ element }: ItineraryHarness) => [...(element.shadowRoot?.adoptedStyleSheets ?? [])]
  const isForPaper = (sheet: CSSStyleSheet) =>
    [...sheet.cssRules].some(({ cssText }) => cssText.startsWith('@media print'))
  await eventually(() => {
    expect(sheetsOf(one).filter(isForPaper)).toHaveLength(1)
    expect(sheetsOf(two)).toEqual(sheetsOf(one))
  })
})
