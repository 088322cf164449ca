import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { LOCALES } from '../../widget/locales/index.ts'
import { someOf } from '../support/repetitions.ts'
import { mount, mountForAll, openedDialog, stayWith } from './support/element.ts'
import { HOTELS } from './support/sample-hotels.ts'
import { tokenFor } from './support/service.ts'

/* The element in the parents and at the widths and text sizes of real pages. */

/** A part of the page with markup, and the element that `[data-here]` marks, or the outermost one. */
function placed(markup: string, width: number): { frame: HTMLElement; here: HTMLElement } {
  const frame = document.createElement('div')
  frame.style.cssText = `inline-size: ${width}px; position: relative`
  frame.innerHTML = markup
  document.body.append(frame)
  return { frame, here: frame.querySelector<HTMLElement>('[data-here]') ?? frame }
}

/** Adds markup to the page until the test ends. */
function place(markup: string, width: number): HTMLElement {
  const { frame, here } = placed(markup, width)
  onTestFinished(() => frame.remove())
  return here
}

const stayToken = () => tokenFor({ content: stayWith(), hotels: HOTELS.two })

const stayIn = async (parent: HTMLElement, attributes: Record<string, string> = {}): Promise<ItineraryHarness> =>
  mount({ token: await stayToken(), ...attributes }, parent).settled()

/** Words of the stay that are on two lines. Languages without spaces break between any two characters. */
function brokenWords({ sheet }: ItineraryHarness): string[] {
  const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.parentElement?.closest('.unseen')) continue
    for (const { index, 0: word } of (node.textContent ?? '').matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set(
        [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
      )
      if (lines.size > 1) broken.push(word)
    }
  }
  return broken
}

const PARENTS: Record<string, string> = {
  'a block': '<div data-here></div>',
  'a table cell': '<table><tr><td data-here></td></tr></table>',
  'an inline block': '<div data-here style="display: inline-block"></div>',
  'an absolutely positioned box': '<div data-here style="position: absolute"></div>',
  'a box of fit-content': '<div data-here style="width: fit-content"></div>',
  'a centred flex item': '<div style="display: flex; justify-content: center"><div data-here></div></div>',
  'an open dialog': '<dialog open data-here style="position: static; padding: 0; border: 0"></dialog>',
}

describe.each(Object.entries(PARENTS))('In %s', (_, markup) => {
  // The same element at all widths, as in a window that is made narrower or wider.
  let frame: HTMLElement
  let itinerary: ItineraryHarness
  beforeAll(async () => {
    const place = placed(markup, 400)
    frame = place.frame
    itinerary = await mountForAll({ token: await stayToken() }, place.here).settled()
  })
  afterAll(() => frame.remove())

  test.each([200, 240, 320, 375, 600, 700, 1280])(
    'of a page of %i pixels no word is broken [WIDGET-28]',
    async width => {
      frame.style.inlineSize = `${width}px`
      await itinerary.settled()
      const { offsetWidth, offsetHeight } = itinerary.element
      expect(offsetWidth).toBeGreaterThanOrEqual(Math.min(width, 288))
      expect(offsetWidth).toBeLessThanOrEqual(Math.max(width, 288))
      expect(offsetHeight).toBeLessThan(7000)
      expect(brokenWords(itinerary)).toEqual([])
    },
  )
})

/** Moments of the stay, 18 to 22 June 2054: the past days, the block, and the dates are different in each. */
const MOMENTS: [moment: string, status: string, hasPlans: boolean][] = [
  ['2054-06-15T10:00', 'Confirmed', true],
  ['2054-06-18T12:10', 'Confirmed', true],
  ['2054-06-20T09:10', 'InHouse', true],
  ['2054-06-20T09:10', 'InHouse', false],
  ['2054-06-24T10:00', 'CheckedOut', true],
  ['2054-06-15T10:00', 'Cancelled', true],
]
const WIDTHS = [200, 240, 280, 320, 360, 414, 540, 600, 768, 900, 1024, 1280]

describe.each(Object.entries(['en', 'de', 'pt-PT', 'cs', 'fr', 'ru']))('In %s, %s', (index, lang) => {
  afterEach(() => void vi.useRealTimers())

  test.each(someOf(MOMENTS, 1, Number(index)))(
    'at %s (%s, plans: %s) no word is broken, and no date is on two lines, in any width and text size [WIDGET-28] [WIDGET-116]',
    async (moment, reservationStatus, hasPlans) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${moment}+01:00`) })
      const content = stayWith({ overview: { reservationStatus }, ...(!hasPlans && { scheduleItems: [] }) })
      const parent = place('', 400)
      const token = await tokenFor({ content, hotels: HOTELS.quinta })
      const itinerary = await mount({ token, lang }, parent).settled()
      for (const [size, widths] of [
        ['16px', WIDTHS],
        ['32px', WIDTHS.filter(width => width >= 320)],
      ] as const) {
        parent.style.fontSize = size
        for (const width of widths) {
          parent.style.inlineSize = `${width}px`
          await itinerary.settled()
          expect(brokenWords(itinerary), `${width} pixels, ${size}`).toEqual([])
          expect(linesOfDates(itinerary), `${width} pixels, ${size}`).toEqual([1, 1])
          expect(itinerary.sheet.scrollWidth, `${width} pixels, ${size}`).toBeLessThanOrEqual(
            itinerary.sheet.clientWidth,
          )
        }
      }
    },
  )
})

/** On how many lines arrival and departure are. */
const linesOfDates = ({ sheet }: ItineraryHarness) =>
  [...sheet.querySelectorAll('.moment .date')].map(date => {
    const range = document.createRange()
    range.selectNodeContents(date)
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
    return new Set(rects.map(({ top }) => Math.round(top))).size
  })

describe('With text of 200 %', () => {
  test.each([320, 375, 768])('in %i pixels no word is broken [WIDGET-28]', async width => {
    const parent = place('<div data-here style="font-size: 32px"></div>', width)
    expect(brokenWords(await stayIn(parent))).toEqual([])
  })
})

test('On a screen of 1280 pixels the dates are beside what is now, and the picture is at most 200 pixels high', async () => {
  const picture = `${location.origin}/pictures/square.svg`
  const content = stayWith({ overview: { reservationStatus: 'Confirmed', clientImagePath: picture } })
  const token = await tokenFor({ content, hotels: HOTELS.quinta })
  const itinerary = await mount({ token }, place('', 1056)).settled()
  const [now, stay] = ['now', 'stay'].map(name => itinerary.part(name)?.getBoundingClientRect()) as [DOMRect, DOMRect]
  expect(stay.left).toBeGreaterThan(now.right)
  expect(Math.abs(stay.top - now.top)).toBeLessThan(2)
  expect(itinerary.part('picture')?.offsetHeight).toBe(200)
})

/** The 18th of the month with the longest name, which is the widest date of a language. */
function longestDate(lang: string): string {
  const months = Array.from({ length: 12 }, (_, month) => {
    const date = new Date(Date.UTC(2054, month, 18))
    const name = date.toLocaleDateString(lang, { day: 'numeric', month: 'long', timeZone: 'UTC' })
    return { date: date.toISOString().slice(0, 19), length: name.length }
  })
  return months.sort((one, other) => other.length - one.length)[0]?.date ?? ''
}

const WITH_SPACES = LOCALES.map(({ tag }) => tag).filter(tag => !/^(ja|zh)/.test(tag))

test.each(Object.entries(WITH_SPACES))(
  'In narrow columns no word of a language is broken, in the month with the longest name: %s, %s [WIDGET-28]',
  async (index, lang) => {
    const date = longestDate(lang)
    const content = stayWith({ overview: { arrivalDate: date, departureDate: date.replace('-18T', '-22T') } })
    const parent = place('', 240)
    const itinerary = await mount({ token: await tokenFor({ content, hotels: HOTELS.two }), lang }, parent).settled()
    for (const width of someOf([240, 304, 320, 350, 360], 2, Number(index))) {
      parent.style.inlineSize = `${width}px`
      await itinerary.settled()
      expect(brokenWords(itinerary), `${width}`).toEqual([])
    }
  },
)

describe('In forced colours', () => {
  afterEach(() => cdp().send('Emulation.setEmulatedMedia', { features: [] }))

  test('dots and the edge of the dialog are visible', async () => {
    await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] })
    const itinerary = await stayIn(place('', 400))
    const dot = getComputedStyle(itinerary.part('status') as Element, '::before')
    expect(dot.borderTopStyle).toBe('solid')
    expect(dot.borderTopColor).not.toBe('rgba(0, 0, 0, 0)')
    itinerary.part('calendar')?.click()
    const dialog = await openedDialog(itinerary)
    const { borderTopStyle, borderTopWidth } = getComputedStyle(dialog)
    expect([borderTopStyle, borderTopWidth]).toEqual(['solid', '1px'])
  })

  test('a dark logo stands on white, also where the page is dark', async () => {
    const features = [
      { name: 'forced-colors', value: 'active' },
      { name: 'prefers-color-scheme', value: 'dark' },
    ]
    await cdp().send('Emulation.setEmulatedMedia', { features })
    const content = stayWith({ overview: { clientLogoUrl: `${location.origin}/pictures/square.svg` } })
    const itinerary = await mount({ token: await tokenFor({ content }), theme: 'auto' }, place('', 400)).settled()
    expect(getComputedStyle(itinerary.sheet).backgroundColor).toBe('rgb(0, 0, 0)')
    expect(getComputedStyle(itinerary.part('logo') as Element).backgroundColor).toBe('rgb(255, 255, 255)')
  })

  test('the words of the loading state are visible', async () => {
    await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] })
    const token = await tokenFor({ held: 'stay' })
    const { element } = mount({ token }, place('', 400))
    await expect.poll(() => element.shadowRoot?.querySelector('.unseen')?.textContent).toBeTruthy()
    const words = element.shadowRoot?.querySelector<HTMLElement>('.unseen')
    expect(words?.offsetHeight).toBeGreaterThan(10)
  })
})

test('Arrival and departure have the same width from 600 pixels on', async () => {
  for (const width of [600, 700, 1280]) {
    const itinerary = await stayIn(place('', width))
    const [arrival, departure] = ['arrival', 'departure'].map(name => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(itinerary.part(name) as Element)
      return (
        (itinerary.part(name) as HTMLElement).clientWidth -
        Number.parseFloat(paddingInlineStart) -
        Number.parseFloat(paddingInlineEnd)
      )
    })
    expect(Math.abs((arrival ?? 0) - (departure ?? 0)), `${width}`).toBeLessThanOrEqual(1)
  }
})
