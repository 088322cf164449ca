import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { LOAD_WORDS, LOCALES } from '../../widget/locales/index.ts'
import { mountWith, stayWith } from './support/element.ts'
import { HOTELS } from './support/sample-hotels.ts'

/* What the guest reads above the dates, at each moment of the Lindqvists' stay: 18 to 22 June 2054, in Portugal. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** The stay at a moment of the hotel's clock, which is an hour ahead of UTC. */
async function at(moment: string, reservationStatus = 'Confirmed', attributes: Record<string, string> = {}) {
  vi.setSystemTime(new Date(`${moment}+01:00`))
  return mountWith({ content: stayWith({ overview: { reservationStatus } }), hotels: HOTELS.quinta }, attributes)
}

test.each([
  ['2054-06-15T10:00', 'Arrival In 3 days Check-in from 15:00'],
  ['2054-06-17T10:00', 'Arrival Tomorrow Check-in from 15:00'],
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
  ['2054-06-22T11:00', 'Thank you for your stay. Call +351 283 000 140 Reservation 100001'],
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

test('Past days are folded into a line, and what is over today is quiet', async () => {
  const itinerary = await at('2054-06-20T11:30')
  expect(itinerary.textsOf('day').slice(0, 2)).toEqual(['Thursday 18 June 2 plans', 'Friday 19 June 3 plans'])
  const colours = itinerary.parts('item').map(item => getComputedStyle(item.querySelector('.name') as Element).color)
  expect(colours[0]).not.toBe(colours[1])
  itinerary.sheet.querySelector('summary')?.closest('.day')?.querySelector('summary')?.click()
  itinerary.sheet.querySelector<HTMLElement>('.past summary')?.click()
  expect(itinerary.textsOf('day')[0]).toContain('Airport transfer')
})

describe('The shortcuts', () => {
  test('are calls, directions and days; a part that the hotel leaves out is not among them', async () => {
    expect((await at('2054-06-19T09:10')).textOf('shortcuts')).toBe('Call Directions Days')
    const bare = await at('2054-06-19T09:10', 'InHouse', { without: 'call directions' })
    expect(bare.textOf('shortcuts')).toBe('Days')
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
