import { describe, expect, onTestFinished, test } from 'vitest'
import { mount, mountStay, mountWith, stayWith, TODAY } from './support/element.ts'
import { eventually, requestsWith, tokenFor } from './support/service.ts'

/* Unusual data and unreliable networks: the guest never reads anything false, and the page gets no exception. */

const SURNAME = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswesse'

test.each([
  ['an 80-character surname without a space', SURNAME],
  ['emoji', '👩‍👩‍👧‍👦 Ó’Brien 🏄🏽‍♀️🇵🇹'],
  ['a name from right to left', 'שרה בן־דוד'],
  ['a name that would turn what follows round', '\u202eannA'],
  ['half of a character', '\ud83d'],
])('%s is shown like any other name [WIDGET-20]', async (_, guestLastName) => {
  const container = document.createElement('div')
  container.style.inlineSize = '320px'
  document.body.append(container)
  onTestFinished(() => container.remove())
  const overview = { guestFirstName: '', guestLastName }
  const scheduleItems = [{ scheduleDate: `${TODAY}T00:00:00`, activityName: guestLastName, hostNames: guestLastName }]
  const itinerary = await mount(
    { token: await tokenFor({ content: stayWith({ overview, scheduleItems }) }) },
    container,
  ).settled()
  expect(itinerary.part('guest')?.textContent?.toWellFormed()).toBe(guestLastName.toWellFormed())
  expect(itinerary.part('guest')?.querySelector('bdi')).not.toBeNull()
  expect(itinerary.sheet.scrollWidth).toBe(320)
  expect(itinerary.textOf('status')).toBe('Checked in')
})

test.each([
  ['小明', '王', '王小明'],
  ['지민', '박', '박지민'],
  ['太郎', '山田', '山田太郎'],
  ['さくら', '山田', '山田 さくら'],
  ['メアリー', 'スミス', 'スミス メアリー'],
  ['Mary', '王', 'Mary 王'],
  ['', '王', '王'],
  ['Anna', 'Lindqvist', 'Anna Lindqvist'],
])('the first name %s and the last name %s are written %s [WIDGET-72]', async (guestFirstName, guestLastName, name) => {
  const itinerary = await mountStay(stayWith({ overview: { guestFirstName, guestLastName } }))
  expect(itinerary.textOf('guest')).toBe(name)
})

test('A missing field leaves the other fields unchanged', async () => {
  const { overview, roomStays, scheduleItems } = stayWith()
  const without = (fields: object, name: string) =>
    Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name))
  for (const name of Object.keys(overview)) {
    const itinerary = await mountStay({ ...stayWith(), overview: without(overview, name) })
    expect(itinerary.parts('item').length, name).toBe(12)
    expect(itinerary.text, name).not.toMatch(/undefined|null|NaN/)
    itinerary.element.remove()
  }
  const [room] = roomStays as object[]
  const [item] = scheduleItems as object[]
  for (const name of [...Object.keys(room ?? {}), ...Object.keys(item ?? {})]) {
    const content = { roomStays: [without(room ?? {}, name)], scheduleItems: [without(item ?? {}, name)] }
    const itinerary = await mountStay(stayWith(content))
    expect(itinerary.text, name).not.toMatch(/undefined|null|NaN/)
    itinerary.element.remove()
  }
})

test('Two hundred items of a fortnight are in order, each with its button', async () => {
  const scheduleItems = Array.from({ length: 200 }, (_, index) => ({
    scheduleDate: `2054-06-${String(10 + (index % 14)).padStart(2, '0')}T00:00:00`,
    startTime: `${String(Math.floor(index / 14) + 6).padStart(2, '0')}:00`,
    activityName: `Plan ${index}`,
  }))
  const itinerary = await mountStay(stayWith({ scheduleItems }))
  expect(itinerary.parts('day')).toHaveLength(14)
  expect(itinerary.parts('item')).toHaveLength(200)
  expect(itinerary.parts('add')).toHaveLength(200)
  expect(itinerary.textsOf('item').slice(0, 3)).toEqual(['06:00 Plan 0', '07:00 Plan 14', '08:00 Plan 28'])
})

describe('A network', () => {
  test('that is slow is waited for [WIDGET-18]', async () => {
    const itinerary = await mountWith({ content: stayWith(), delay: 1_500 })
    expect(itinerary.textOf('guest')).toBe('Anna Lindqvist')
  })

  test.each([
    ['a login page', { body: '<!doctype html><title>Free Wi-Fi</title>' }],
    ['half an answer', { body: '{"content":{"overview":{"guestFirs' }],
    ['another service’s answer', { body: '{"ok":true}' }],
    ['nothing', { body: '' }],
    ['no content (204)', { status: 204, body: '' }],
    ['a page of another server that is not there', { status: 404, body: '<!doctype html><title>Not Found</title>' }],
    ['a 404 in JSON of somebody else’s', { status: 404, body: '{"error":"not found"}' }],
    ['a redirect to somewhere else', { status: 302, headers: { location: '/pictures/square.svg' } }],
    ['two megabytes of something', { body: `{"content":"${'x'.repeat(2_000_000)}"}` }],
    ['numbers for objects, objects for text', { content: { overview: 1, roomStays: {}, scheduleItems: 'x' } }],
  ])('that sends something else is not trusted: %s [WIDGET-18]', async (_, answer) => {
    const itinerary = await mountWith(answer)
    expect(itinerary.text).toContain('Please try again later.')
    expect(itinerary.textOf('retry')).toBe('Try again')
  })

  test('that closes the connection early is shown as no connection, and works on retry', async () => {
    const token = await tokenFor(...Array(3).fill({ content: stayWith(), half: 'cut' }), { content: stayWith() })
    const itinerary = await mount({ token }).settled()
    expect(itinerary.text).toContain('check your connection')
    itinerary.retry()
    await eventually(() => expect(itinerary.textOf('guest')).toBe('Anna Lindqvist'))
  })

  test('that stops in the middle of a response times out [WIDGET-18]', async () => {
    const itinerary = mount({ token: await tokenFor({ content: stayWith(), half: 'stalled' }) })
    itinerary.element.retryPolicy = { requestTimeout: 200, retryDelays: [] }
    await itinerary.settled()
    expect(itinerary.text).toContain('check your connection')
  })

  test('that sends something else later keeps the stay, with the time at which it was fetched', async () => {
    const token = await tokenFor(
      { content: stayWith() },
      { status: 404, body: '<!doctype html><title>Free Wi-Fi</title>' },
    )
    const itinerary = await mount({ token }).settled()
    itinerary.element.retryPolicy = { freshFor: 0 }
    dispatchEvent(new Event('online'))
    await eventually(() => expect(itinerary.textOf('as-of')).toMatch(/^Saved today at \d\d:\d\d\. You are offline\.$/))
    expect(itinerary.textOf('guest')).toBe('Anna Lindqvist')
  })

  test('that comes back is used when the guest retries', async () => {
    const token = await tokenFor({ status: 503 }, { status: 503 }, { status: 503 }, { content: stayWith() })
    const itinerary = await mount({ token }).settled()
    itinerary.retry()
    await eventually(() => expect(itinerary.textOf('guest')).toBe('Anna Lindqvist'))
    expect(await requestsWith(token)).toHaveLength(4)
  })
})
