import { describe, expect, test } from 'vitest'
import { LOCALES } from '../../widget/locales/index.ts'
import { rulesIn } from '../support/axe-rules.ts'
import { repetitions, someOf } from '../support/repetitions.ts'
import { violationsOf } from './support/axe.ts'
import { calendar } from './support/calendar.ts'
import { mount, mountWith, stayWith } from './support/element.ts'
import { lindqvistsStay } from './support/lindqvists-stay.ts'
import { HOTELS } from './support/sample-hotels.ts'
import { eventually, type StubResponse, tokenFor } from './support/service.ts'

/*
 * axe finds nothing at WCAG 2.2 AA, in any state, language, direction and theme. In `npm test` each state has one theme, and a part
 * of the languages is tested.
 */

const today = `${new Date().toLocaleDateString('sv')}T00:00:00`
const stay = (changes: object = {}) => {
  const { scheduleItems } = stayWith()
  const now = { scheduleDate: today, startTime: '10:00', activityName: 'Now' }
  return stayWith({ scheduleItems: [...(scheduleItems as object[]), now], ...changes })
}

/** The stay with its first day some days from today. */
const beginning = (days: number): StubResponse => {
  const date = new Date(Date.now() + (days + 1) * 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/Lisbon' })
  const { overview, ...rest } = lindqvistsStay(date, 'https://hotel.test')
  const shown = { ...overview, reservationStatus: 'Confirmed', clientLogoUrl: '', clientImagePath: '' }
  return { content: { ...rest, overview: shown }, hotels: HOTELS.quinta }
}

const STATES: Record<string, StubResponse> = {
  'the days before': beginning(3),
  'the day of arrival': beginning(0),
  'a day of the stay': beginning(-1),
  'the day of departure': beginning(-4),
  'the days after': beginning(-6),
  'a stay': { content: stay(), hotels: HOTELS.quinta },
  'a day without plans': {
    content: { ...(beginning(-1).content as object), scheduleItems: [] },
    hotels: HOTELS.quinta,
  },
  'a stay in two hotels': { content: stay(), hotels: HOTELS.two },
  'a stay with pictures': {
    content: stay({
      overview: {
        clientLogoUrl: `${location.origin}/pictures/square.svg`,
        clientImagePath: `${location.origin}/pictures/square.svg`,
      },
    }),
  },
  'a cancelled stay': { content: stay({ overview: { reservationStatus: 'Cancelled' } }) },
  'a stay that is not confirmed': { content: stay({ overview: { reservationStatus: 'Tentative' } }) },
  'a stay without rooms and plans': { content: stay({ roomStays: [], scheduleItems: [] }) },
  'a dead link': { status: 404 },
  'an outage': { status: 429 },
}

const LANGUAGES = LOCALES.map(({ tag }) => tag)

describe.each(Object.entries(['light', 'dark']))('In %s, %s', (index, theme) => {
  const rules = rulesIn(theme)
  const states = Object.entries(STATES)
  const half = Math.ceil(states.length / 2)

  test.each(someOf(states, half, Number(index) * half))('axe finds nothing in %s [WIDGET-26]', async (_, answer) => {
    expect(await violationsOf(await mountWith(answer, { theme }), rules)).toEqual([])
  })

  // In npm test without the colours, which are those of the states above: measuring the contrast of each text takes most of the time.
  const contrast = { 'color-contrast': { enabled: repetitions(0, 1) === 1 } }
  test.each(someOf(LANGUAGES, 4, Number(index) * 4))(
    'axe finds nothing in a stay in the language %s [WIDGET-26]',
    async lang => {
      const stay = await mountWith(STATES['a stay'] as StubResponse, { theme, lang })
      expect(await violationsOf(stay, rules, contrast)).toEqual([])
    },
  )

  test('axe finds nothing while it loads', async () => {
    const loading = mount({ theme, token: await tokenFor({ held: 'stay' }) })
    await loading.element.updateComplete
    expect(await violationsOf(loading, rules)).toEqual([])
  })

  test('axe finds nothing in changes, an old copy, or the result of an action', async () => {
    const outage = { status: 503 }
    const itinerary = await mountWith([{ content: stay() }, { content: stay({ roomStays: [] }) }, outage, outage], {
      theme,
    })
    itinerary.element.retryPolicy = { freshFor: 0 }
    document.dispatchEvent(new Event('visibilitychange'))
    await eventually(() => expect(itinerary.text).toContain('not been assigned'))
    const changed = stay({ overview: { arrivalTime: '18:00' } })
    const other = await mountWith([{ content: stay() }, { content: changed }, outage], { theme })
    other.element.retryPolicy = { freshFor: 0 }
    document.dispatchEvent(new Event('visibilitychange'))
    await eventually(() => expect(other.parts('change')).toHaveLength(1))
    document.dispatchEvent(new Event('visibilitychange'))
    await eventually(() => expect(other.part('as-of')).toBeDefined())
    other.parts('add')[0]?.click()
    await eventually(() => expect(other.textOf('said')).toBeTruthy())
    expect(await violationsOf(other, rules)).toEqual([])
  })

  test.each(['en', 'ar'])('axe finds nothing in the menu of calendars (%s)', async lang => {
    const itinerary = await mountWith({ content: stay(), calendar }, { theme, lang })
    itinerary.part('calendar')?.click()
    await eventually(() => expect(itinerary.sheet.querySelector('dialog')?.open).toBe(true))
    expect(await violationsOf(itinerary, rules)).toEqual([])
  })
})
