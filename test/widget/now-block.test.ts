import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { LOAD_WORDS, LOCALES } from '../../widget/locales/index.ts'
import { mount, mountWith, stayWith } from './support/element.ts'
import { HOTELS } from './support/sample-hotels.ts'
import { tokenFor } from './support/service.ts'

/* What the guest reads above the dates, at each moment of the Lindqvists' stay: 18 to 22 June 2054, in Portugal. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** The stay at a moment of the hotel's clock, which is an hour ahead of UTC. */
async function at(moment: string, reservationStatus = 'Confirmed', attributes: Record<string, string> = {}) {
  vi.setSystemTime(new Date(`${moment}+01:00`))
  return mountWith({ content: stayWith({ overview: { reservationStatus } }), hotels: HOTELS.quinta }, attributes)
}

test.each([
  ['2054-06-15T10:00', 'Arrival In 3 days Check-in from 15:00 Add to calendar'],
  ['2054-06-17T10:00', 'Arrival Tomorrow Check-in from 15:00 Add to calendar'],
  [
    '2054-06-18T12:10',
    'Arrival · Today Your room is ready from 15:00 Estrada do Farol 1, 7645-999 Vila Nova de Milfontes, Alentejo Show to the driver 13:30 Airport transfer in 1 hr 20 mins 19:30 Dinner',
  ],
  [
    '2054-06-19T07:40',
    'Next · in 20 mins Breakfast 08:00 – 10:30 Terrace restaurant 10:30 Surf lesson 18:00 Wine tasting',
  ],
  [
    '2054-06-19T09:10',
    'Now Breakfast 08:00 – 10:30 Terrace restaurant 10:30 Surf lesson in 1 hr 20 mins 18:00 Wine tasting',
  ],
  [
    '2054-06-19T20:00',
    'Next · Tomorrow Breakfast 08:00 – 10:30 Terrace restaurant Tomorrow 11:00 Massage Tomorrow 19:30 Dinner',
  ],
  ['2054-06-22T07:05', 'Departure · Today Check-out until 11:00 07:30 Yoga at sunrise in 25 mins 08:00 Breakfast'],
  [
    '2054-06-22T11:00',
    'Thank you for your stay. Something left behind? Call +351 283 000 140 Website quintadomar.example',
  ],
])('At %s it is: %s [WIDGET-39]', async (moment, text) => {
  expect((await at(moment)).textOf('now')).toBe(text)
})

test.each([
  ['Inquiry', 'Your request has been received. The hotel will let you know.'],
  ['Tentative', 'Your stay is not confirmed yet. The hotel will let you know.'],
])('A stay that is %s says what happens next, and has no driver', async (status, text) => {
  const itinerary = await at('2054-06-18T12:10', status)
  expect(itinerary.textOf('now')).toBe(text)
  for (const part of ['driver', 'calendar', 'add']) expect(itinerary.part(part), part).toBeUndefined()
})

test('A cancelled stay has the fact, the telephone, and dates that are struck through; nothing of today', async () => {
  const itinerary = await at('2054-06-19T09:10', 'Cancelled')
  expect(itinerary.textOf('cancelled')).toBe('This stay has been cancelled. Call +351 283 000 140')
  const date = itinerary.part('arrival')?.querySelector('.date') as Element
  expect(getComputedStyle(date).textDecorationLine).toBe('line-through')
  for (const part of ['now', 'today', 'shortcuts', 'strip', 'driver'])
    expect(itinerary.part(part), part).toBeUndefined()
})

test('Of a cancelled stay the plans are struck through, and the rooms and the way are folded [WIDGET-117]', async () => {
  const itinerary = await at('2054-06-19T09:10', 'Cancelled')
  const plan = itinerary.part('item')?.querySelector('.name') as Element
  expect(getComputedStyle(plan).textDecorationLine).toBe('line-through')
  expect([itinerary.textOf('rooms'), itinerary.part('room')]).toEqual(['Your rooms', undefined])
  expect(itinerary.textOf('getting-there')).toBe('Getting there')
  itinerary.part('rooms')?.querySelector('summary')?.click()
  expect(itinerary.parts('room')).toHaveLength(2)
})

test('without="now" leaves it out; that a stay is cancelled is said [WIDGET-37]', async () => {
  expect((await at('2054-06-19T09:10', 'InHouse', { without: 'now' })).part('now')).toBeUndefined()
  const cancelled = await at('2054-06-19T09:10', 'Cancelled', { without: 'now' })
  expect(cancelled.textOf('cancelled')).toBe('This stay has been cancelled.')
})

test('It is right in each minute, and a screen reader is not told [WIDGET-39]', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const itinerary = await at('2054-06-19T10:29:30')
  expect(itinerary.textOf('now')).toMatch(/^Now Breakfast/)
  const { sheet, element } = itinerary
  expect(itinerary.part('now')?.closest('[aria-live], [role=status]')).toBeNull()
  const live = () => [...(element.shadowRoot?.querySelectorAll('[role=status]') ?? [])].map(each => each.textContent)
  const before = live()
  vi.advanceTimersByTime(30_000)
  await element.updateComplete
  expect(itinerary.textOf('now')).toMatch(/^Now Surf lesson/)
  expect([live(), sheet.querySelectorAll('[aria-live]').length]).toEqual([before, 0])
})

test('Past days are folded into one line, and what is over today is quiet [WIDGET-117]', async () => {
  const itinerary = await at('2054-06-20T11:30')
  expect(itinerary.textsOf('day')[0]).toBe('2 days, 5 plans')
  const colours = itinerary.parts('item').map(item => getComputedStyle(item.querySelector('.name') as Element).color)
  expect(colours[0]).not.toBe(colours[1])
  itinerary.sheet.querySelector<HTMLElement>('.past summary')?.click()
  expect(itinerary.textsOf('day').slice(1, 3)).toEqual([
    expect.stringMatching(/^Thursday,? 18 June .*Airport transfer/),
    expect.stringMatching(/^Friday,? 19 June .*Surf lesson/),
  ])
  expect((await at('2054-06-19T11:30')).textsOf('day')[0]).toBe('Thursday 18 June 2 plans')
})

describe('The shortcuts', () => {
  test('are calls, directions, Wi-Fi and days; a part that the hotel leaves out is not among them', async () => {
    expect((await at('2054-06-19T09:10')).textOf('shortcuts')).toBe('Call Directions Wi-Fi Days')
    const bare = await at('2054-06-19T09:10', 'InHouse', { without: 'call directions' })
    expect(bare.textOf('shortcuts')).toBe('Wi-Fi Days')
  })

  test('and the strip jump to the schedule and to a day, and the focus follows', async () => {
    const itinerary = await at('2054-06-19T09:10')
    const focused = () => itinerary.element.shadowRoot?.activeElement?.id
    itinerary.part('days')?.click()
    expect(focused()).toBe('schedule')
    expect(itinerary.textOf('strip')).toBe('Fri 19 Sat 20 Sun 21 Mon 22')
    itinerary.part('strip')?.querySelector<HTMLElement>('button:nth-child(3)')?.click()
    expect(focused()).toBe('day-2054-06-21')
  })
})

test.each(LOCALES.map(({ tag }) => tag))('In %s no phrase lacks its value, and no plural a form', async lang => {
  const { words } = await LOAD_WORDS[lang]()
  for (const name of ['inTime', 'roomReady', 'checkIn', 'checkOut', 'changeTo'] as const)
    expect(words[name].split('#'), name).toHaveLength(2)
  const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories
  for (const form of forms)
    if (form !== 'many' || /^(ar|cs|pl|ru)/.test(lang)) expect(words.plans[form], form).toBeTruthy()
  vi.setSystemTime(new Date('2054-06-19T07:40+01:00'))
  const itinerary = await mountWith({ content: stayWith(), hotels: HOTELS.quinta }, { lang })
  onTestFinished(() => itinerary.element.remove())
  expect(itinerary.textOf('now')).toMatch(/(20|٢٠)/)
  expect(itinerary.textOf('now')).not.toMatch(/#|undefined/)
})

describe('At 360 × 800 pixels', () => {
  /** A phone, with the pictures of the hotel, at a moment of the stay. */
  async function phoneAt(moment: string, reservationStatus: string) {
    await page.viewport(360, 800)
    document.body.style.margin = '0'
    onTestFinished(async () => {
      document.body.removeAttribute('style')
      await page.viewport(414, 896)
    })
    vi.setSystemTime(new Date(`${moment}+01:00`))
    const picture = `${location.origin}/pictures/square.svg`
    const overview = { reservationStatus, clientLogoUrl: picture, clientImagePath: picture }
    const itinerary = await mountWith({ content: stayWith({ overview }), hotels: HOTELS.quinta })
    scrollTo(0, 0)
    return itinerary
  }
  /** The lower edge of the first element that has a text, in pixels from the top of the page. */
  const bottomOf = ({ sheet }: ItineraryHarness, text: string) => {
    const found = [...sheet.querySelectorAll<HTMLElement>('*')].filter(
      each => each.checkVisibility() && each.textContent?.replace(/\s+/g, ' ').includes(text),
    )
    const innermost = found.filter(each => !found.some(other => other !== each && each.contains(other)))
    return innermost[0]?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY
  }

  test.each([
    ['2054-06-15T10:00', 'Confirmed', ['In 3 days', 'Check-in from', 'Directions', '18 June']],
    [
      '2054-06-18T12:10',
      'Confirmed',
      ['Your room is ready from', 'Estrada do Farol 1', 'Show to the driver', 'Airport transfer'],
    ],
    ['2054-06-19T09:10', 'InHouse', ['Breakfast', 'Surf lesson', 'Wine tasting', 'Call']],
    ['2054-06-22T07:05', 'InHouse', ['Check-out until', 'Yoga at sunrise', 'Breakfast']],
    ['2054-06-24T10:00', 'CheckedOut', ['Thank you for your stay', '+351 283 000 140', '100001']],
    ['2054-06-15T10:00', 'Cancelled', ['This stay has been cancelled', '+351 283 000 140', '18 June', '22 June']],
    ['2054-06-15T10:00', 'Tentative', ['not confirmed yet', 'The hotel will let you know', '18 June']],
  ])('the first screen at %s (%s) has %j [WIDGET-39]', async (moment, status, texts) => {
    const itinerary = await phoneAt(moment, status)
    for (const text of texts) expect(bottomOf(itinerary, text), text).toBeLessThanOrEqual(800)
  })

  describe('during the stay, each task takes at most one press or half a screen', () => {
    const HALF_A_SCREEN_BELOW = 1200
    test.each(['room', 'shortcuts', 'driver'])('%s is within half a screen below', async part => {
      const itinerary = await phoneAt('2054-06-19T09:10', 'InHouse')
      expect(itinerary.part(part)?.getBoundingClientRect().bottom).toBeLessThanOrEqual(HALF_A_SCREEN_BELOW)
    })

    test.each([
      ['2054-06-19T09:10', 'Sat'],
      ['2054-06-20T09:10', 'Sun'],
    ])('at %s the first plan of tomorrow is in view after one press', async (moment, tomorrow) => {
      const itinerary = await phoneAt(moment, 'InHouse')
      // Without motion, the jump ends at once.
      const calm = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
      onTestFinished(() => calm.mockRestore())
      itinerary.part('days')?.click()
      const day = itinerary.parts('day').find(each => each.textContent?.trim().startsWith(tomorrow))
      const plan = day?.querySelector('[part=item] .name')
      expect(plan?.getBoundingClientRect().bottom).toBeLessThanOrEqual(800)
      expect(plan?.getBoundingClientRect().top).toBeGreaterThanOrEqual(0)
    })
  })

  test('what is pressed is at least 44 pixels high', async () => {
    const itinerary = await phoneAt('2054-06-20T09:10', 'InHouse')
    const pressed = [...itinerary.sheet.querySelectorAll<HTMLElement>('a, button, summary')].filter(each =>
      each.checkVisibility(),
    )
    expect(pressed.length).toBeGreaterThan(20)
    expect(pressed.filter(({ offsetHeight }) => offsetHeight < 44).map(each => each.outerHTML)).toEqual([])
  })

  test('day and month are on one line', async () => {
    const itinerary = await phoneAt('2054-06-19T09:10', 'InHouse')
    for (const part of ['arrival', 'departure']) {
      const nodes = itinerary.part(part)?.querySelector('.date')?.childNodes ?? []
      const date = [...nodes].find(node => node instanceof Text && node.data) as Text
      const range = document.createRange()
      range.setStart(date, 0)
      range.setEnd(date, '18 June'.length)
      expect(new Set([...range.getClientRects()].map(({ top }) => top)).size).toBe(1)
    }
  })
})

test('Ten rooms and forty plans stay easy: the rooms take one screen, the past one line', async () => {
  const [room] = stayWith().roomStays as object[]
  const roomStays = Array.from({ length: 10 }, (_, index) => ({ ...room, roomId: index + 1, roomNo: `${201 + index}` }))
  const plan = (index: number) => ({
    scheduleDate: `2054-06-${18 + (index % 5)}T00:00:00`,
    startTime: `${String(8 + Math.floor(index / 5)).padStart(2, '0')}:00`,
    activityName: `Plan ${index}`,
  })
  vi.setSystemTime(new Date('2054-06-21T12:30+01:00'))
  const scheduleItems = Array.from({ length: 40 }, (_, index) => plan(index))
  const parent = document.createElement('div')
  parent.style.inlineSize = '360px'
  document.body.append(parent)
  onTestFinished(() => parent.remove())
  const token = await tokenFor({ content: stayWith({ roomStays, scheduleItems }), hotels: HOTELS.quinta })
  const itinerary = await mount({ token }, parent).settled()
  expect(itinerary.part('rooms')?.offsetHeight).toBeLessThan(900)
  expect(itinerary.textsOf('day')[0]).toBe('3 days, 24 plans')
  expect(itinerary.part('day')?.offsetHeight).toBeLessThan(60)
  expect(itinerary.textOf('now')).toMatch(/^Now Plan 23/)
})
