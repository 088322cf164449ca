import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { cdp } from 'vitest/browser'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { lowContrastTexts } from './support/contrast.ts'
import { mount, mountStay, mountWith, stayWith } from './support/element.ts'
import { tokenFor } from './support/service.ts'

const prefer = (name: string, value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name, value }] })
afterEach(() => cdp().send('Emulation.setEmulatedMedia', { features: [] }))

/** Room on the page, `width` pixels wide, however wide the window is. */
function room(width: number, css = ''): HTMLElement {
  const room = document.createElement('div')
  room.style.cssText = `inline-size: ${width}px; ${css}`
  document.body.append(room)
  onTestFinished(() => room.remove())
  return room
}

async function stayIn(around: HTMLElement, content: unknown, attributes = {}): Promise<ItineraryHarness> {
  return mount({ token: await tokenFor({ content }), ...attributes }, around).settled()
}

/** Whatever sticks out of the sheet at either side. */
function overflowing({ sheet }: ItineraryHarness): string[] {
  const { left, right } = sheet.getBoundingClientRect()
  return [...sheet.querySelectorAll<HTMLElement>('*:not(.unseen)')]
    .filter(each => each.getBoundingClientRect().right > right + 0.5 || each.getBoundingClientRect().left < left - 0.5)
    .map(each => `${each.className}: ${each.textContent}`)
}

const LONG = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswesse'

const long = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && !/Date|Time|Url|Path/.test(name) ? LONG : value,
    ]),
  )

const longStay = () => {
  const { overview, roomStays, scheduleItems } = stayWith()
  return {
    overview: { ...long(overview), arrivalTime: LONG },
    roomStays: (roomStays as object[]).map(long),
    scheduleItems: (scheduleItems as object[]).map(item => ({ ...long(item), startTime: LONG })),
  }
}

describe.each([320, 768, 1200])('At %i pixels', width => {
  test.each([
    ['a stay', stayWith],
    ['a stay of words of 80 letters', longStay],
  ])('%s fits its place', async (_, stay) => {
    const itinerary = await stayIn(room(width), stay())
    expect(itinerary.sheet.offsetWidth).toBe(width)
    expect(itinerary.sheet.scrollWidth).toBe(width)
    expect(overflowing(itinerary)).toEqual([])
  })

  test('it fits from right to left too', async () => {
    const itinerary = await stayIn(room(width), longStay())
    itinerary.sheet.dir = 'rtl'
    expect(itinerary.sheet.scrollWidth).toBe(width)
    expect(overflowing(itinerary)).toEqual([])
    const [arrival, departure] = ['arrival', 'departure'].map(
      name => itinerary.part(name)?.getBoundingClientRect().left ?? 0,
    )
    expect(arrival).toBeGreaterThan(departure ?? 0)
  })
})

test('Its own width decides, not that of the window', async () => {
  const day = async (width: number) =>
    getComputedStyle((await stayIn(room(width), stayWith())).part('day') as Element).display
  expect([await day(400), await day(900)]).toEqual(['list-item', 'grid'])
})

test('Arrival and departure are the largest words', async () => {
  for (const width of [320, 768, 1200]) {
    const { sheet } = await stayIn(room(width), stayWith())
    const size = (selector: string) =>
      Number.parseFloat(getComputedStyle(sheet.querySelector(selector) as Element).fontSize)
    const largest = Math.max(
      ...[...sheet.querySelectorAll('*')].map(each => Number.parseFloat(getComputedStyle(each).fontSize)),
    )
    expect([size('[part=arrival] .date'), size('[part=departure] .date')]).toEqual([largest, largest])
  }
})

test('Times stand under each other', async () => {
  for (const lang of ['en-GB', 'en-US']) {
    const { sheet } = await stayIn(room(768), stayWith(), { lang })
    const names = [...sheet.querySelectorAll('[part=item] h5')].map(name => name.getBoundingClientRect().left)
    expect(Math.max(...names) - Math.min(...names)).toBeLessThan(4)
  }
})

const background = ({ sheet }: ItineraryHarness) => getComputedStyle(sheet).backgroundColor
const [WHITE, NIGHT] = ['rgb(255, 255, 255)', 'rgb(21, 25, 27)']

test.each([
  ['light', {}, WHITE],
  ['dark', {}, NIGHT],
  ['dark', { theme: 'auto' }, NIGHT],
  ['dark', { theme: 'light' }, WHITE],
  ['light', { theme: 'dark' }, NIGHT],
])('A guest who prefers %s, with %j', async (scheme, attributes, colour) => {
  await prefer('prefers-color-scheme', scheme)
  expect(background(await mountStay(stayWith(), attributes))).toBe(colour)
})

describe.each(['light', 'dark'])('In %s', theme => {
  test.each(['InHouse', 'Cancelled', 'NoShow', 'Tentative'])(
    'every word of a stay that is %s can be read (WCAG AA)',
    async reservationStatus => {
      const today = `${new Date().toLocaleDateString('sv')}T00:00:00`
      const { scheduleItems } = stayWith()
      const changes = {
        overview: { reservationStatus },
        scheduleItems: [...(scheduleItems as object[]), { scheduleDate: today, activityName: 'Now' }],
      }
      const itinerary = await mountStay(stayWith(changes), { theme })
      expect(itinerary.text).toContain('Today')
      expect(lowContrastTexts(itinerary.sheet)).toEqual([])
    },
  )

  test('every word of a failure can be read (WCAG AA)', async () => {
    expect(lowContrastTexts((await mountWith({ status: 429 }, { theme })).sheet)).toEqual([])
  })
})

test('A hotel chooses colours, corners and fonts, with names that mean something only to the widget', async () => {
  const around = room(
    600,
    '--text: red; --line: red; --ink: red; --innlet-accent: rgb(120, 40, 10); --innlet-surface: rgb(250, 245, 235); --innlet-text: rgb(30, 20, 10); --innlet-radius: 3px; --innlet-heading-font: Georgia',
  )
  const itinerary = await stayIn(around, stayWith())
  const style = getComputedStyle(itinerary.sheet)
  expect([style.backgroundColor, style.color, style.borderRadius]).toEqual([
    'rgb(250, 245, 235)',
    'rgb(30, 20, 10)',
    '3px',
  ])
  expect(getComputedStyle(itinerary.part('title') as Element).fontFamily).toBe('Georgia')
  expect(lowContrastTexts(itinerary.sheet)).toEqual([])
})

test('The font is that of the page around; its shouting is not', async () => {
  const shouting =
    'font: italic 700 18px/3 "Courier New"; text-align: center; text-transform: uppercase; letter-spacing: 4px; white-space: pre; word-spacing: 9px; text-indent: 40px'
  const itinerary = await stayIn(room(600, shouting), stayWith())
  const {
    fontFamily,
    fontSize,
    fontStyle,
    textAlign,
    textTransform,
    letterSpacing,
    whiteSpace,
    wordSpacing,
    textIndent,
  } = getComputedStyle(itinerary.sheet)
  expect({ fontFamily, fontSize }).toEqual({ fontFamily: '"Courier New"', fontSize: '18px' })
  expect([fontStyle, textAlign, textTransform, letterSpacing, whiteSpace, wordSpacing, textIndent]).toEqual([
    'normal',
    'start',
    'none',
    'normal',
    'normal',
    '0px',
    '0px',
  ])
})

test('Who wants less motion gets none', async () => {
  await prefer('prefers-reduced-motion', 'reduce')
  const waiting = mount({ token: await tokenFor({ content: stayWith(), delay: 300 }) })
  await waiting.element.updateComplete
  expect(waiting.element.shadowRoot?.getAnimations()).toEqual([])
})

test('What has the focus is seen to have it', async () => {
  const itinerary = await mountStay(stayWith())
  const calendar = itinerary.part('calendar')
  calendar?.focus({ focusVisible: true } as FocusOptions)
  expect(getComputedStyle(calendar as Element).outlineStyle).toBe('solid')
})

test('While it loads, what stands below does not move into view and out again', async () => {
  const around = room(600)
  const token = await tokenFor({ content: stayWith(), delay: 50 })
  const itinerary = mount({ token }, around)
  await itinerary.element.updateComplete
  expect(around.offsetHeight).toBeGreaterThan(900)
  await itinerary.settled()
})
