import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { violationsOf } from './support/axe.ts'
import { lowContrastTexts } from './support/contrast.ts'
import { mountWith, openedDialog, stayWith } from './support/element.ts'
import { HOTELS } from './support/sample-hotels.ts'
import { eventually } from './support/service.ts'

/* The address as a taxi driver sees it. */

async function open(hotels: readonly unknown[] = HOTELS.quinta, attributes: Record<string, string> = {}) {
  const itinerary = await mountWith({ content: stayWith(), hotels }, attributes)
  itinerary.part('driver')?.focus()
  itinerary.part('driver')?.click()
  return { itinerary, dialog: await openedDialog(itinerary) }
}

const textsOf = (dialog: HTMLElement) => [...dialog.querySelectorAll<HTMLElement>('h2, p')]

/** The element's font size in pixels. */
const fontSize = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)

test('It has the name, the address and the telephone, and nothing else [WIDGET-35]', async () => {
  const { dialog } = await open()
  expect(dialog.textContent).toBe(
    'Quinta do MarEstrada do Farol 17645-999 Vila Nova de MilfontesAlentejo+351 283 000 140',
  )
  expect(dialog.querySelectorAll('a, img')).toHaveLength(0)
})

test.each([
  ['light', '16px'],
  ['dark', '16px'],
  ['dark', '8px'],
])('At 360 pixels it is large and has contrast, in %s and with text of %s [WIDGET-35]', async (theme, size) => {
  await page.viewport(360, 760)
  onTestFinished(() => page.viewport(414, 896))
  document.body.style.fontSize = size
  onTestFinished(() => void document.body.removeAttribute('style'))
  const { dialog } = await open(HOTELS.quinta, { theme, style: '--innlet-surface: #777; --innlet-text: #888' })
  for (const text of textsOf(dialog)) expect(fontSize(text)).toBeGreaterThanOrEqual(32)
  expect(lowContrastTexts(dialog, 7)).toEqual([])
  expect([dialog.offsetWidth, dialog.offsetHeight]).toEqual([360, 760])
  expect(dialog.scrollWidth).toBe(360)
})

test.each([
  ['quinta', 'pt-Latn-PT', 'ltr'],
  ['ryokan', 'ja-Jpan-JP', 'ltr'],
  ['riad', 'ar-Arab-SA', 'rtl'],
] as const)(
  'It has the language and the direction of the address: %s [WIDGET-35]',
  async (name, language, direction) => {
    const { dialog } = await open(HOTELS[name], { lang: 'he' })
    const [first, ...others] = textsOf(dialog)
    expect(first?.lang).toBe(language)
    for (const line of others) expect(line.lang).toBe(language)
    expect(getComputedStyle(first as Element).direction).toBe(direction)
  },
)

test('A Japanese address begins with its postal code and its largest part', async () => {
  const { dialog } = await open(HOTELS.ryokan)
  expect(textsOf(dialog).map(({ textContent }) => textContent)).toEqual([
    '柊屋 別館',
    '〒604-8094',
    '京都府京都市中京区',
    '麩屋町通姉小路上ル中白山町 12番地',
    '+81 752 211 136',
  ])
})

test('It is of the hotel whose button was pressed', async () => {
  const itinerary = await mountWith({ content: stayWith(), hotels: HOTELS.two })
  itinerary.parts('driver')[1]?.click()
  expect((await openedDialog(itinerary)).textContent).toContain('Rua da Alegria 12')
})

test('It closes with Escape and with its button, and the focus returns [WIDGET-26]', async () => {
  const { itinerary, dialog } = await open()
  await userEvent.keyboard('{Escape}')
  await eventually(() => expect(itinerary.sheet.querySelector('dialog')).toBeNull())
  expect(itinerary.element.shadowRoot?.activeElement).toBe(itinerary.part('driver'))
  expect(dialog.isConnected).toBe(false)
  itinerary.part('driver')?.click()
  const close = (await openedDialog(itinerary)).querySelector('button')
  expect(close?.ariaLabel).toBe('Close')
  expect(close?.offsetWidth).toBeGreaterThanOrEqual(44)
  close?.click()
  await eventually(() => expect(itinerary.sheet.querySelector('dialog')).toBeNull())
})

test.each(['en', 'ar'])('axe finds nothing in it (%s) [WIDGET-26]', async lang => {
  const { itinerary } = await open(HOTELS.quinta, { lang })
  expect(await violationsOf(itinerary)).toEqual([])
})

describe('The screen', () => {
  /** Replaces the browser's wake lock until the test ends, and records it. */
  function recordLocks(request = async () => {}): string[] {
    const events: string[] = []
    const wakeLock = {
      request: async (type: string) => {
        await request()
        events.push(`request ${type}`)
        return { release: async () => void events.push('release') }
      },
    }
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: wakeLock })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'))
    return events
  }

  test('stays awake while it is open, also after the guest was elsewhere [WIDGET-35]', async () => {
    const events = recordLocks()
    const { itinerary, dialog } = await open()
    await eventually(() => expect(events).toEqual(['request screen']))
    document.dispatchEvent(new Event('visibilitychange'))
    await eventually(() => expect(events).toEqual(['request screen', 'request screen']))
    dialog.close()
    await eventually(() => expect(events.at(-1)).toBe('release'))
    document.dispatchEvent(new Event('visibilitychange'))
    await itinerary.element.updateComplete
    expect(events).toHaveLength(3)
  })

  test('sleeps again when the element leaves the page', async () => {
    const events = recordLocks()
    const { itinerary } = await open()
    await eventually(() => expect(events).toEqual(['request screen']))
    itinerary.element.remove()
    await eventually(() => expect(events).toEqual(['request screen', 'release']))
  })

  test('a lock that comes after it was closed is released at once', async () => {
    let grant = () => {}
    const granted = new Promise<void>(resolve => {
      grant = resolve
    })
    const events = recordLocks(() => granted)
    const { dialog } = await open()
    dialog.close()
    await eventually(() => expect(dialog.isConnected).toBe(false))
    grant()
    await eventually(() => expect(events).toEqual(['request screen', 'release']))
  })

  test.each<[string, unknown]>([
    ['refuses it', { request: () => Promise.reject(new DOMException('', 'NotAllowedError')) }],
    ['does not have it', undefined],
  ])('a browser that %s shows the address all the same', async (_, wakeLock) => {
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: wakeLock })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'))
    const { itinerary, dialog } = await open()
    expect(dialog.textContent).toContain('Estrada do Farol 1')
    dialog.close()
    await eventually(() => expect(itinerary.sheet.querySelector('dialog')).toBeNull())
    expect(itinerary.textsOf('said').join('')).toBe('')
  })
})
