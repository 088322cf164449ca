import { expect, onTestFinished, test, vi } from 'vitest'
import { LOAD_WORDS, LOCALES } from '../../widget/locales/index.ts'
import { violationsOf } from './support/axe.ts'
import { mount, mountAgain, mountWith, stayWith } from './support/element.ts'
import { HOTELS } from './support/sample-hotels.ts'
import { eventually, type StubResponse, stubResponses } from './support/service.ts'

/* What a guest reads whose link no longer opens, and the hotel that the device keeps. */

const SHOWN: StubResponse = { content: stayWith(), hotels: HOTELS.quinta }
const GONE: StubResponse = { status: 404 }
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MESSAGE =
  'The link is invalid or has expired. The hotel may have sent you a newer link. Look for its latest message. Your hotel can send you a new link.'

/** A link of a stay, as the service signs it. */
async function linkOf(reservation: number, ...responses: StubResponse[]) {
  const part = (value: object) => btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
  const claims = { customer: 1, reservation, jti: crypto.randomUUID(), exp: 2_664_000_000 }
  const token = `${part({ alg: 'HS256' })}.${part(claims)}.${'x'.repeat(43)}`
  await stubResponses(token, ...responses)
  return token
}

const keptHotels = () => Object.entries({ ...localStorage }).filter(([key]) => key.startsWith('innlet:hotel:'))

/** A visit of reservation 100, until the device keeps the hotel. */
async function visited(content: object = stayWith()) {
  const { element } = mount({ token: await linkOf(100, { ...SHOWN, content }) })
  await eventually(() => expect(keptHotels()).toHaveLength(1))
  element.remove()
}

test('It has the commonest cause and what to do, in every language', async () => {
  expect((await mountWith(GONE)).textOf('failure')).toBe(MESSAGE)
  const causes = await Promise.all(LOCALES.map(async ({ tag }) => (await LOAD_WORDS[tag]()).words.gone[2]))
  expect(new Set(causes).size).toBe(LOCALES.length)
})

test("The hotel's own words may be without a cause", async () => {
  const words = JSON.stringify({ gone: ['This link is old.', 'Write to us.'] })
  await eventually(async () =>
    expect((await mountWith(GONE, { words })).textOf('failure')).toBe('This link is old. Write to us.'),
  )
})

test('Its slot is below the message, and is not shown with a stay', async () => {
  const token = await linkOf(100, GONE)
  const itinerary = mount({ token })
  itinerary.element.innerHTML = '<p slot="failure">Write to rui@hotel.test</p>'
  await itinerary.settled()
  const slotted = itinerary.element.querySelector('p') as HTMLElement
  expect(slotted.checkVisibility()).toBe(true)
  const advice = itinerary.sheet.querySelector('.advice') as HTMLElement
  expect(slotted.getBoundingClientRect().top).toBeGreaterThan(advice.getBoundingClientRect().bottom)
  itinerary.element.token = await linkOf(100, SHOWN)
  await eventually(() => expect(itinerary.textOf('guest')).toBe('Anna Lindqvist'))
  expect(slotted.checkVisibility()).toBe(false)
})

test('A dead link of a stay that the device has shown has the number of its hotel', async () => {
  await visited()
  const itinerary = await mountAgain(GONE, { token: await linkOf(100, GONE) })
  await eventually(() => expect(itinerary.textOf('failure')).toBe(`${MESSAGE} Quinta do Mar Call +351 283 000 140`))
  const call = itinerary.part('failure')?.querySelector('a')
  expect(call?.getAttribute('href')).toBe('tel:+351283000140')
  expect(call?.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  expect(await violationsOf(itinerary)).toEqual([])
})

test('A link that dies while the page is open has it too', async () => {
  const itinerary = mount({ token: await linkOf(100, SHOWN, GONE) })
  itinerary.element.retryPolicy = { freshFor: 0 }
  await eventually(() => expect(keptHotels()).toHaveLength(1))
  document.dispatchEvent(new Event('visibilitychange'))
  await eventually(() => expect(itinerary.textOf('failure')).toContain('Call +351 283 000 140'))
})

test.each([
  ['another stay', 101, {}],
  ['a page whose hotel leaves out its number', 100, { without: 'call' }],
])('%s does not have it', async (_, reservation, attributes) => {
  await visited()
  const itinerary = await mountAgain(GONE, { token: await linkOf(reservation, GONE), ...attributes })
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(itinerary.textOf('failure')).toBe(MESSAGE)
})

test('Any other failure does not have it', async () => {
  await visited()
  const token = await linkOf(100, { status: 429 })
  const itinerary = await mountAgain({}, { token })
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(itinerary.text).not.toContain('Quinta')
})

test('The device keeps its name and number, nothing of the stay, until the day after the departure', async () => {
  await visited()
  const [[key, text] = ['', '']] = keptHotels()
  expect(JSON.parse(text)).toEqual({ name: 'Quinta do Mar', phone: '+351283000140', until: expect.any(Number) })
  expect(key).toMatch(/^innlet:hotel:[\da-z]{1,7}$/)

  await expectKeptUntil(new Date('2054-06-23T00:00:00').getTime())
})

test.each([-26, 9])('So it is on a device whose clock is wrong by %i hours [WIDGET-100]', async hours => {
  const now = Date.parse('2054-06-19T09:40:00+01:00')
  vi.useFakeTimers({ toFake: ['Date'], now: now + hours * HOUR })
  onTestFinished(() => void vi.useRealTimers())
  const { element } = mount({ token: await linkOf(100, { ...SHOWN, headers: { date: new Date(now).toUTCString() } }) })
  await eventually(() => expect(keptHotels()).toHaveLength(1))
  element.remove()
  await expectKeptUntil(new Date('2054-06-23T00:00:00').getTime() + hours * HOUR)
})

/** By the clock of the device, ms. */
async function expectKeptUntil(end: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: end - MINUTE })
  onTestFinished(() => void vi.useRealTimers())
  const token = await linkOf(100, GONE)
  const shown = await mountAgain(GONE, { token })
  await eventually(() => expect(shown.textOf('failure')).toContain('Quinta do Mar'))
  vi.setSystemTime(end + MINUTE)
  const late = await mountAgain(GONE, { token })
  await eventually(() => expect(keptHotels()).toEqual([]))
  expect(late.textOf('failure')).toBe(MESSAGE)
}

test('A stay that is past is not kept', async () => {
  const past = stayWith({ overview: { arrivalDate: '2020-01-01', departureDate: '2020-01-03' } })
  mount({ token: await linkOf(100, { ...SHOWN, content: past }) })
  await new Promise(resolve => setTimeout(resolve, 800))
  expect(keptHotels()).toEqual([])
})

test.each(['nonsense', '{}', 'null', '{"name":"X","phone":"javascript:1","until":"2099-01-01"}'])(
  'Invalid stored data is deleted: %s',
  async text => {
    await visited()
    for (const [key] of keptHotels()) localStorage.setItem(key, text)
    const itinerary = await mountAgain(GONE, { token: await linkOf(100, GONE) })
    await eventually(() => expect(keptHotels()).toEqual([]))
    expect(itinerary.textOf('failure')).toBe(MESSAGE)
  },
)
