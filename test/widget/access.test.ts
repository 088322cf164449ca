import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { calendar } from './support/calendar.ts'
import { mount, mountWith, stayWith } from './support/element.ts'
import { eventually, type StubResponse, tokenFor } from './support/service.ts'

/* What axe finds at WCAG 2.2 AA: nothing, in any state, language, direction and theme. */

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function faults({ element }: ItineraryHarness): Promise<string[]> {
  const { violations } = await axe.run(element, {
    runOnly: RULES,
    // What the page around owes its guests, and not a piece of it.
    rules: {
      region: { enabled: false },
      'page-has-heading-one': { enabled: false },
      'landmark-one-main': { enabled: false },
    },
    resultTypes: ['violations'],
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

const today = `${new Date().toLocaleDateString('sv')}T00:00:00`
const stay = (changes: object = {}) => {
  const { scheduleItems } = stayWith()
  const now = { scheduleDate: today, startTime: '10:00', activityName: 'Now' }
  return stayWith({ scheduleItems: [...(scheduleItems as object[]), now], ...changes })
}

const STATES: Record<string, StubResponse> = {
  'a stay': { content: stay() },
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

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ja', 'zh', 'ar', 'he']

describe.each(['light', 'dark'])('In %s', theme => {
  test.each(Object.entries(STATES))('axe has nothing to say of %s', async (_, answer) => {
    expect(await faults(await mountWith(answer, { theme }))).toEqual([])
  })

  test.each(LANGUAGES)('nor of a stay in the language %s', async lang => {
    expect(await faults(await mountWith(STATES['a stay'] as StubResponse, { theme, lang }))).toEqual([])
  })

  test('nor while it loads, or of a page without a link', async () => {
    const waiting = mount({ theme, token: await tokenFor({ delay: 3_000 }) })
    await waiting.element.updateComplete
    expect(await faults(waiting)).toEqual([])
    waiting.element.remove()
    expect(await faults(await mount({ theme }).settled())).toEqual([])
  })

  test('nor of what changed, of an old stay, or of what was done', async () => {
    const fault = { status: 503 }
    const itinerary = await mountWith([{ content: stay() }, { content: stay({ roomStays: [] }) }, fault, fault], {
      theme,
    })
    itinerary.element.retryPolicy = { fresh: 0 }
    document.dispatchEvent(new Event('visibilitychange'))
    await eventually(() => expect(itinerary.text).toContain('not been assigned'))
    const moved = stay({ overview: { arrivalTime: '18:00' } })
    const other = await mountWith([{ content: stay() }, { content: moved }, fault], { theme })
    other.element.retryPolicy = { fresh: 0 }
    document.dispatchEvent(new Event('visibilitychange'))
    await eventually(() => expect(other.parts('change')).toHaveLength(1))
    document.dispatchEvent(new Event('visibilitychange'))
    await eventually(() => expect(other.part('as-of')).toBeDefined())
    other.parts('add')[0]?.click()
    await eventually(() => expect(other.textOf('said')).toBeTruthy())
    expect(await faults(other)).toEqual([])
  })

  test.each(['en', 'ar'])('nor of the menu of calendars (%s)', async lang => {
    const itinerary = await mountWith({ content: stay(), calendar }, { theme, lang })
    itinerary.part('calendar')?.click()
    await eventually(() => expect(itinerary.sheet.querySelector('dialog')?.open).toBe(true))
    expect(await faults(itinerary)).toEqual([])
  })
})
