import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { cdp } from 'vitest/browser'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { lowContrastTexts } from './support/contrast.ts'
import { mount, mountStay, mountWith, openedDialog, stayWith } from './support/element.ts'
import { HOTELS } from './support/sample-hotels.ts'
import { tokenFor } from './support/service.ts'

const prefer = (name: string, value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name, value }] })
afterEach(() => cdp().send('Emulation.setEmulatedMedia', { features: [] }))

/** A container of a given width on the page. */
function container(width: number, css = ''): HTMLElement {
  const container = document.createElement('div')
  container.style.cssText = `inline-size: ${width}px; ${css}`
  document.body.append(container)
  onTestFinished(() => container.remove())
  return container
}

async function stayIn(parent: HTMLElement, content: unknown, attributes = {}): Promise<ItineraryHarness> {
  return mount({ token: await tokenFor({ content }), ...attributes }, parent).settled()
}

/** The elements that overflow the sheet at either side. */
function overflowing({ sheet }: ItineraryHarness): string[] {
  const { left, right } = sheet.getBoundingClientRect()
  return [...sheet.querySelectorAll<HTMLElement>('*:not(.unseen, .strip *)')]
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
  ])('%s fits its container', async (_, stay) => {
    const itinerary = await stayIn(container(width), stay())
    expect(itinerary.sheet.offsetWidth).toBe(width)
    expect(itinerary.sheet.scrollWidth).toBe(width)
    expect(overflowing(itinerary)).toEqual([])
  })

  test('it fits right-to-left too', async () => {
    const itinerary = await stayIn(container(width), longStay())
    itinerary.sheet.dir = 'rtl'
    expect(itinerary.sheet.scrollWidth).toBe(width)
    expect(overflowing(itinerary)).toEqual([])
    const [arrival, departure] = ['arrival', 'departure'].map(name => itinerary.part(name)?.getBoundingClientRect())
    // Side by side from right to left, or one below the other where a word would break.
    if (arrival?.top === departure?.top) expect(arrival?.left).toBeGreaterThan(departure?.left ?? 0)
    else expect(arrival?.top).toBeLessThan(departure?.top ?? 0)
  })
})

test('The layout follows its own width, not that of the window', async () => {
  const direction = async (width: number) => {
    const { sheet } = await stayIn(container(width), stayWith())
    const [date, item] = ['.when', '.item'].map(each => sheet.querySelector(each)?.getBoundingClientRect())
    return date?.top === item?.top ? 'beside' : 'above'
  }
  expect([await direction(400), await direction(900)]).toEqual(['above', 'beside'])
})

test('Arrival and departure have the largest font size [WIDGET-8]', async () => {
  for (const width of [320, 768, 1200]) {
    const { sheet } = await stayIn(container(width), stayWith())
    const size = (selector: string) =>
      Number.parseFloat(getComputedStyle(sheet.querySelector(selector) as Element).fontSize)
    const largest = Math.max(
      ...[...sheet.querySelectorAll('*')].map(each => Number.parseFloat(getComputedStyle(each).fontSize)),
    )
    expect([size('[part=arrival] .date'), size('[part=departure] .date')]).toEqual([largest, largest])
  }
})

test('Times are aligned, also those of different days [WIDGET-8]', async () => {
  for (const [lang, edge] of [
    ['en-GB', 'left'],
    ['en-US', 'left'],
    ['ar', 'right'],
  ] as const) {
    for (const width of [360, 768]) {
      const { sheet } = await stayIn(container(width), stayWith(), { lang })
      const names = [...sheet.querySelectorAll('[part=item] h5')].map(name => name.getBoundingClientRect()[edge])
      expect(Math.max(...names) - Math.min(...names), `${lang} ${width}`).toBeLessThan(4)
    }
  }
})

const background = ({ sheet }: ItineraryHarness) => getComputedStyle(sheet).backgroundColor
const [WHITE, DARK] = ['rgb(255, 255, 255)', 'rgb(21, 25, 27)']

/** Declares the colour scheme of the page, in its style sheet or its head, until the test ends. */
function declareScheme(scheme: string, where: string) {
  const { documentElement, head } = document
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'color-scheme', content: scheme })
  if (where === 'head') head.append(meta)
  else documentElement.style.colorScheme = scheme
  onTestFinished(() => {
    meta.remove()
    documentElement.style.colorScheme = ''
  })
}

describe.each(['style', 'head'])('On a page that declares its colour scheme in its %s', where => {
  test.each([
    ['', 'dark', {}, WHITE],
    ['light', 'dark', {}, WHITE],
    ['dark', 'light', {}, DARK],
    ['light dark', 'light', {}, WHITE],
    ['light dark', 'dark', {}, DARK],
    ['', 'dark', { theme: 'auto' }, DARK],
    ['dark', 'light', { theme: 'auto' }, WHITE],
    ['dark', 'dark', { theme: 'light' }, WHITE],
    ['light', 'light', { theme: 'dark' }, DARK],
  ])('“%s”, for a guest who prefers %s, with %j [WIDGET-10] [WIDGET-38]', async (scheme, preferred, theme, colour) => {
    await prefer('prefers-color-scheme', preferred)
    declareScheme(scheme, where)
    const itinerary = await mountStay(stayWith({ overview: { reservationStatus: 'Cancelled' } }), theme)
    expect(background(itinerary)).toBe(colour)
    expect(lowContrastTexts(itinerary.sheet)).toEqual([])
  })
})

test('In a dark section of a light page it is dark, and light-dark() of the hotel has the dark colour [WIDGET-38]', async () => {
  const section = 'color-scheme: dark; --innlet-surface: light-dark(rgb(250, 245, 235), rgb(40, 30, 20))'
  expect(background(await stayIn(container(400, section), stayWith()))).toBe('rgb(40, 30, 20)')
})

test('The menu has the colours of the sheet [WIDGET-38]', async () => {
  await prefer('prefers-color-scheme', 'dark')
  for (const [scheme, colour] of [
    ['', WHITE],
    ['dark', DARK],
  ] as const) {
    declareScheme(scheme, 'style')
    const itinerary = await mountStay(stayWith())
    itinerary.part('calendar')?.click()
    const dialog = await openedDialog(itinerary)
    expect(getComputedStyle(dialog).backgroundColor).toBe(colour)
    expect(lowContrastTexts(dialog)).toEqual([])
    dialog.close()
  }
})

test('On paper it is light, on a dark page too [WIDGET-38]', async () => {
  declareScheme('dark', 'style')
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  onTestFinished(() =>
    cdp()
      .send('Emulation.setEmulatedMedia', { media: '' })
      .then(() => {}),
  )
  const itinerary = await mountStay(stayWith({ overview: { reservationStatus: 'Cancelled' } }))
  expect(background(itinerary)).toBe(WHITE)
  expect(getComputedStyle(itinerary.part('cancelled') as Element).backgroundColor).toBe('rgb(251, 238, 236)')
})

test('The element does not ask which scheme the device prefers [WIDGET-38]', () => {
  const sources = import.meta.glob<string>('../../widget/{guest-itinerary,actions}/**/*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const asking = Object.entries(sources).filter(([, source]) => source.includes('prefers-color-scheme'))
  expect(Object.keys(sources).length).toBeGreaterThan(30)
  expect(asking.map(([file]) => file)).toEqual([])
})

test.each([320, 350, 360])('At %i pixels times and labels are beside what they belong to', async width => {
  const itinerary = await mount(
    { token: await tokenFor({ content: stayWith(), hotels: HOTELS.quinta }) },
    container(width),
  ).settled()
  for (const [label, value] of [
    ['.times', '.plan'],
    ['.contact .label', '.contact .value'],
  ] as const) {
    const [one, other] = [label, value].map(each => itinerary.sheet.querySelector(each)?.getBoundingClientRect())
    expect(one?.right, label).toBeLessThanOrEqual(other?.left ?? 0)
  }
})

describe.each(['light', 'dark'])('In %s', theme => {
  test.each(['InHouse', 'Cancelled', 'NoShow', 'Tentative'])(
    'every text of a stay that is %s is readable (WCAG AA)',
    async reservationStatus => {
      const today = `${new Date().toLocaleDateString('sv')}T00:00:00`
      const { scheduleItems } = stayWith()
      const changes = {
        overview: { reservationStatus },
        scheduleItems: [...(scheduleItems as object[]), { scheduleDate: today, activityName: 'Now' }],
      }
      const itinerary = await mountStay(stayWith(changes), { theme })
      if (!/Cancelled|NoShow/.test(reservationStatus)) expect(itinerary.text).toContain('Today')
      expect(lowContrastTexts(itinerary.sheet)).toEqual([])
    },
  )

  test('every text of a failure is readable (WCAG AA)', async () => {
    expect(lowContrastTexts((await mountWith({ status: 429 }, { theme })).sheet)).toEqual([])
  })
})

test('A hotel sets colours, corners and fonts with prefixed custom properties only', async () => {
  const parent = container(
    600,
    '--text: red; --line: red; --ink: red; --innlet-accent: rgb(120, 40, 10); --innlet-surface: rgb(250, 245, 235); --innlet-text: rgb(30, 20, 10); --innlet-radius: 3px; --innlet-heading-font: Georgia',
  )
  const itinerary = await stayIn(parent, stayWith())
  const style = getComputedStyle(itinerary.sheet)
  expect([style.backgroundColor, style.color, style.borderRadius]).toEqual([
    'rgb(250, 245, 235)',
    'rgb(30, 20, 10)',
    '3px',
  ])
  expect(getComputedStyle(itinerary.part('title') as Element).fontFamily).toBe('Georgia')
  expect(lowContrastTexts(itinerary.sheet)).toEqual([])
})

test('Font family and size are inherited from the page; no other text style is [WIDGET-11]', async () => {
  const textStyles =
    'font: italic 700 18px/3 "Courier New"; text-align: center; text-transform: uppercase; letter-spacing: 4px; white-space: pre; word-spacing: 9px; text-indent: 40px'
  const itinerary = await stayIn(container(600, textStyles), stayWith())
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

test('With prefers-reduced-motion there is no animation', async () => {
  await prefer('prefers-reduced-motion', 'reduce')
  const loading = mount({ token: await tokenFor({ held: 'stay' }) })
  await loading.element.updateComplete
  expect(loading.element.shadowRoot?.getAnimations()).toEqual([])
})

test('The focus is visible', async () => {
  const itinerary = await mountStay(stayWith())
  const calendar = itinerary.part('calendar')
  calendar?.focus({ focusVisible: true } as FocusOptions)
  expect(getComputedStyle(calendar as Element).outlineStyle).toBe('solid')
})

test('While it loads, it reserves the space of a usual stay [WIDGET-9]', async () => {
  const parent = container(600)
  const itinerary = mount({ token: await tokenFor({ held: 'stay' }) }, parent)
  await itinerary.element.updateComplete
  expect(parent.offsetHeight).toBeGreaterThan(900)
})
