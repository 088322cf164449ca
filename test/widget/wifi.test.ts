import { BinaryBitmap, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library'
import jsQR from 'jsqr'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { codeOf, codeText } from '../../widget/actions/wifi-code.ts'
import { WIFI_WORDS } from '../../widget/actions/wifi-words.ts'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { LOAD_WORDS, LOCALES } from '../../widget/locales/index.ts'
import { rulesIn } from '../support/axe-rules.ts'
import { violationsOf } from './support/axe.ts'
import { lowContrastTexts } from './support/contrast.ts'
import { mount, mountWith, openedDialog, stayWith } from './support/element.ts'
import { HOTELS } from './support/sample-hotels.ts'
import { eventually, stubResponses, tokenFor } from './support/service.ts'

/* The Wi-Fi of the hotel, during the Lindqvists' stay: 18 to 22 June 2054, in Portugal. */

const [quinta = {} as (typeof HOTELS.quinta)[number]] = HOTELS.quinta
/** The same hotel before the day of arrival, as the service sends it. */
const withoutWifi = { ...quinta, wifi: undefined }
const WIFI = { network: 'Quinta do Mar', password: 'gaivota-na-duna' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The stay at an instant, with a hotel whose Wi-Fi the service has sent. */
function at(instant: string, hotel: object = {}, attributes: Record<string, string> = {}) {
  vi.setSystemTime(new Date(instant))
  return mountWith({ content: stayWith(), hotels: [{ ...quinta, ...hotel }] }, attributes)
}

const DURING = '2054-06-19T10:00Z'
const buttonOf = (itinerary: ItineraryHarness, name: string) =>
  [...itinerary.sheet.querySelectorAll('button')].find(({ textContent }) => textContent === name)

/** What cameras read of a code: two decoders, which must agree. */
async function scan(svg: Element): Promise<string | undefined> {
  const { data, size } = await pixelsOf(svg)
  const grey = Uint8ClampedArray.from({ length: size * size }, (_, at) => data[at * 4] ?? 0)
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, size, size)))
  const read = jsQR(data, size, size)?.data
  expect(new QRCodeReader().decode(bitmap).getText()).toBe(read)
  return read
}

async function pixelsOf(svg: Element): Promise<{ data: Uint8ClampedArray; size: number }> {
  const size = 400
  const picture = new Image(size, size)
  const copy = svg.cloneNode(true) as Element
  for (const [name, value] of Object.entries({ xmlns: 'http://www.w3.org/2000/svg', width: size, height: size }))
    copy.setAttribute(name, String(value))
  picture.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`
  await picture.decode()
  const canvas = new OffscreenCanvas(size, size).getContext('2d') as OffscreenCanvasRenderingContext2D
  canvas.drawImage(picture, 0, 0)
  return { data: canvas.getImageData(0, 0, size, size).data, size }
}

describe('The Wi-Fi', () => {
  test('is in the block of the hotel, and in the row of shortcuts [WIDGET-50]', async () => {
    const itinerary = await at(DURING)
    expect(itinerary.textOf('wifi')).toBe('Wi-Fi Network Quinta do Mar Password gaivota-na-duna Copy password QR code')
    expect(itinerary.part('wifi')?.closest('[part=hotel]')).not.toBeNull()
    expect(itinerary.textOf('shortcuts')).toBe('Call Directions Wi-Fi Days')
    const password = itinerary.sheet.querySelector('.password') as HTMLElement
    expect(getComputedStyle(password).fontFamily).toContain('monospace')
    expect([password.dir, password.closest('[translate]')?.getAttribute('translate')]).toEqual(['ltr', 'no'])
  })

  test('keeps each blank of a network and a password', async () => {
    const itinerary = await at(DURING, { wifi: { network: 'Two  blanks', password: 'pass  word' } })
    await eventually(() => {
      // biome-ignore lint/performance/useDomNodeTextContent: blanks count as they are seen
      expect(itinerary.sheet.querySelector<HTMLElement>('.network')?.innerText).toBe('Two  blanks')
      // biome-ignore lint/performance/useDomNodeTextContent: blanks count as they are seen
      expect(itinerary.sheet.querySelector<HTMLElement>('.password')?.innerText).toBe('pass  word')
    })
    buttonOf(itinerary, 'QR code')?.click()
    const dialog = await openedDialog(itinerary)
    // biome-ignore lint/performance/useDomNodeTextContent: blanks count as they are seen
    expect(dialog.innerText).toContain('Two  blanks')
  })

  test('has no password if the network is open', async () => {
    const itinerary = await at(DURING, { wifi: { network: 'Open' } })
    expect(itinerary.textOf('wifi')).toBe('Wi-Fi Network Open QR code')
  })

  test('is left out with the whole block of the hotel, and so is its shortcut', async () => {
    const itinerary = await at(DURING, {}, { without: 'hotel' })
    expect(itinerary.part('wifi')).toBeUndefined()
    expect(buttonOf(itinerary, 'Wi-Fi')).toBeUndefined()
  })

  test('is where the shortcut moves the focus', async () => {
    const itinerary = await at(DURING)
    buttonOf(itinerary, 'Wi-Fi')?.click()
    expect(itinerary.element.shadowRoot?.activeElement?.textContent).toBe('Wi-Fi')
    expect(itinerary.element.shadowRoot?.activeElement?.closest('section')?.className).toContain('wifi')
  })

  test.each([
    ['2054-06-17T22:59:59Z', 'Europe/Lisbon', false],
    ['2054-06-17T23:00:00Z', 'Europe/Lisbon', true],
    ['2054-06-22T22:59:59Z', 'Europe/Lisbon', true],
    ['2054-06-22T23:00:00Z', 'Europe/Lisbon', false],
    ['2054-06-17T11:59:59Z', 'Pacific/Auckland', false],
    ['2054-06-17T12:00:00Z', 'Pacific/Auckland', true],
    ['2054-06-22T12:00:00Z', 'Pacific/Auckland', false],
    ['2054-06-23T06:59:59Z', 'America/Los_Angeles', true],
    ['2054-06-23T07:00:00Z', 'America/Los_Angeles', false],
  ])('at %s in %s is shown: %s [WIDGET-50]', async (instant, timeZone, isShown) => {
    const itinerary = await at(instant, { timeZone })
    expect(itinerary.part('wifi') !== undefined).toBe(isShown)
    expect(itinerary.sheet.innerHTML.includes(WIFI.password)).toBe(isShown)
  })

  test('is hidden while the page stays open, when the day of departure is over', async () => {
    const itinerary = await at('2054-06-22T22:59:30Z')
    expect(itinerary.part('wifi')).toBeDefined()
    vi.setSystemTime(new Date('2054-06-22T23:00:30Z'))
    itinerary.element.requestUpdate()
    await itinerary.settled()
    expect(itinerary.part('wifi')).toBeUndefined()
    expect(itinerary.sheet.innerHTML).not.toContain(WIFI.password)
  })

  test.each([
    ['Inquiry', false],
    ['Tentative', false],
    ['Confirmed', true],
    ['InHouse', true],
    ['CheckedOut', false],
    ['Cancelled', false],
    ['No show', false],
  ])('with the status %s is shown: %s [WIDGET-50]', async (reservationStatus, isShown) => {
    vi.setSystemTime(new Date(DURING))
    const itinerary = await mountWith({ content: stayWith({ overview: { reservationStatus } }), hotels: [quinta] })
    expect(itinerary.part('wifi') !== undefined).toBe(isShown)
  })

  test('of each hotel is shown on the days of its rooms [WIDGET-50]', async () => {
    const roomStays = stayWith().roomStays as { roomId: number }[]
    const change = '2054-06-20T00:00:00'
    const [first, second] = roomStays
    const content = stayWith({
      roomStays: [
        { ...first, assignmentEndDate: change },
        { ...second, assignmentStartDate: change },
      ],
    })
    const hotels = [
      { ...quinta, roomIds: [first?.roomId] },
      { ...quinta, name: 'Serra', roomIds: [second?.roomId], wifi: { network: 'Serra', password: 'high-meadow' } },
    ]
    const shownAt = async (instant: string) => {
      vi.setSystemTime(new Date(instant))
      const itinerary = await mountWith({ content, hotels })
      return itinerary.parts('wifi').map(part => part.querySelector('.network')?.textContent)
    }
    expect(await shownAt('2054-06-19T12:00Z')).toEqual(['Quinta do Mar'])
    expect(await shownAt('2054-06-20T12:00Z')).toEqual(['Quinta do Mar', 'Serra'])
    expect(await shownAt('2054-06-21T12:00Z')).toEqual(['Serra'])
  })

  test.each([
    ['a text', 'Quinta'],
    ['a list', [WIFI]],
    ['no network', { password: WIFI.password }],
    ['an empty network', { network: '', password: WIFI.password }],
    ['a number', { network: 12, password: WIFI.password }],
    ['a password that is no text', { network: 'Quinta', password: {} }],
  ])('is left out if it is not valid: %s', async (_, wifi) => {
    const itinerary = await at(DURING, { wifi })
    expect(itinerary.part('wifi')).toBeUndefined()
    expect(itinerary.textOf('title')).toBe('Your stay at Quinta do Mar')
  })

  test('is no change of the hotel [WIDGET-50]', async () => {
    vi.setSystemTime(new Date(DURING))
    const token = await tokenFor({ content: stayWith(), hotels: [withoutWifi] })
    const before = await mount({ token }).settled()
    await eventually(() => expect(Object.keys(localStorage).length).toBeGreaterThan(0))
    const stored = { ...localStorage }
    before.element.remove()
    const later = mount({ token: await tokenFor({ content: stayWith(), hotels: [quinta] }) })
    Object.assign(localStorage, stored)
    await later.settled()
    expect(later.part('wifi')).toBeDefined()
    expect(later.part('change')).toBeUndefined()
  })
})

describe('Connecting', () => {
  test('the password is copied, which is said beside the button [WIDGET-51]', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const itinerary = await at(DURING)
    buttonOf(itinerary, 'Copy password')?.click()
    const said = itinerary.part('wifi')?.querySelector('[role=status]')
    await eventually(() => expect(said?.textContent).toBe('Password copied.'))
    expect(write).toHaveBeenCalledWith(WIFI.password)
    expect(itinerary.textsOf('said').filter(Boolean)).toEqual(['Password copied.'])
  })

  test('the code of a network is read by a camera, and names the network [WIDGET-51]', async () => {
    const itinerary = await at(DURING, {}, { theme: 'dark' })
    buttonOf(itinerary, 'QR code')?.click()
    const dialog = await openedDialog(itinerary)
    expect(dialog.textContent).toBe('Connect another device: scan this with its cameraQuinta do Mar')
    const code = dialog.querySelector('svg') as SVGSVGElement
    expect([code.role, code.ariaLabel]).toEqual(['img', 'QR code'])
    expect(await scan(code)).toBe('WIFI:T:WPA;S:Quinta do Mar;P:gaivota-na-duna;;')
  })

  test.each([
    [{ network: 'Open', password: '' }, 'WIFI:T:nopass;S:Open;;'],
    [
      { network: 'a;b,c:d"e\\f', password: '\\;,":\\;,":' },
      'WIFI:T:WPA;S:a\\;b\\,c\\:d\\"e\\\\f;P:\\\\\\;\\,\\"\\:\\\\\\;\\,\\"\\:;;',
    ],
    ...[
      ['Café Zoë', 'crème brûlée'],
      ['Gästehaus', 'Straße 12 über Öl'],
      ['Café 海', 'naïve-ключ'],
      ['Гостиница', 'пароль-2054'],
      ['Ξενοδοχείο', 'καλημέρα'],
      ['海辺の宿', 'パスワード54'],
      ['東京漢字', '日本語日本語'],
      ['한옥 호텔', '비밀번호-54'],
      ['فندق البحر', 'كلمة-السر'],
      ['מלון הים', 'סיסמה-2054'],
      ['Zürich 🏨', 'pass🔑word 1'],
    ].map(([network = '', password = '']): [{ network: string; password: string }, string] => [
      { network, password },
      `WIFI:T:WPA;S:${network};P:${password};;`,
    ]),
    [{ network: '海'.repeat(10), password: '"'.repeat(63) }, `WIFI:T:WPA;S:${'海'.repeat(10)};P:${'\\"'.repeat(63)};;`],
  ])('the code of %o has what is special escaped [WIDGET-51]', async (wifi, text) => {
    expect(codeText(wifi)).toBe(text)
    expect(await scan(codeOf(wifi, 'QR code'))).toBe(text)
  })

  test('on paper the code and the password are with the stay, on one page [WIDGET-51]', async () => {
    onTestFinished(async () => void (await cdp().send('Emulation.setEmulatedMedia', { media: '' })))
    const itinerary = await at(DURING)
    const printed = new Promise<{ sheet: HTMLElement; height: number; code: Element | null }>(resolve => {
      const watcher = new MutationObserver(([change]) => {
        const frame = (change?.addedNodes[0] as HTMLIFrameElement | undefined)?.contentWindow
        frame?.addEventListener('beforeprint', () => {
          const root = frame.document.querySelector('guest-itinerary')?.shadowRoot
          const sheet = root?.querySelector<HTMLElement>('.sheet')
          if (!sheet) return
          resolve({
            sheet,
            height: sheet.offsetHeight,
            code: sheet.querySelector('.wifi svg')?.cloneNode(true) as Element,
          })
        })
      })
      watcher.observe(document.body, { childList: true })
      onTestFinished(() => watcher.disconnect())
    })
    await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
    buttonOf(itinerary, 'Print')?.click()
    const { sheet, height, code } = await printed
    expect(sheet.querySelector('.wifi .password')?.textContent).toBe(WIFI.password)
    expect(await scan(code as Element)).toBe('WIFI:T:WPA;S:Quinta do Mar;P:gaivota-na-duna;;')
    expect(height).toBeLessThanOrEqual(1047)
  })

  test.each(LOCALES)('in $tag every word is there, and nothing is cut off', async ({ tag }) => {
    const { words } = await LOAD_WORDS[tag]()
    await page.viewport(320, 800)
    onTestFinished(() => page.viewport(414, 896))
    const itinerary = await at(DURING, {}, { lang: tag })
    const section = itinerary.part('wifi') as HTMLElement
    const { title, network, password, copy, code, scan } = { ...WIFI_WORDS, ...words.wifi }
    for (const word of [title, network, password, copy, code]) expect(section.textContent).toContain(word)
    expect(section.scrollWidth).toBeLessThanOrEqual(section.clientWidth)
    buttonOf(itinerary, code)?.click()
    const dialog = await openedDialog(itinerary)
    expect(dialog.textContent).toContain(scan)
    expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth)
  })

  test.each(['light', 'dark'])('it has contrast, large targets and no fault of accessibility, in %s', async theme => {
    await page.viewport(360, 800)
    onTestFinished(() => page.viewport(414, 896))
    const itinerary = await at(DURING, {}, { theme })
    const section = itinerary.part('wifi') as HTMLElement
    expect(lowContrastTexts(section, 4.5)).toEqual([])
    for (const button of [...section.querySelectorAll('button'), buttonOf(itinerary, 'Wi-Fi') as HTMLElement])
      expect(Math.min(button.offsetWidth, button.offsetHeight)).toBeGreaterThanOrEqual(44)
    expect(await violationsOf(itinerary, rulesIn(theme))).toEqual([])
    buttonOf(itinerary, 'QR code')?.click()
    const dialog = await openedDialog(itinerary)
    expect(lowContrastTexts(dialog, 4.5)).toEqual([])
    expect(await violationsOf(itinerary, rulesIn(theme))).toEqual([])
  })
})

describe('Where the Wi-Fi is not known yet', () => {
  const SENTENCE = 'Wi-Fi From the day of arrival, the Wi-Fi appears here if this page has a connection.'

  /** The page of the service with these initial data. */
  async function mountData(instant: string, data: object) {
    vi.setSystemTime(new Date(instant))
    const itinerary = mount({ token: await tokenFor({ status: 503 }) }, document.createElement('div'))
    const script = document.createElement('script')
    script.type = 'application/json'
    script.textContent = JSON.stringify({ content: stayWith(), hotels: [withoutWifi], ...data })
    itinerary.element.append(script)
    document.body.append(itinerary.element)
    await itinerary.settled()
    return itinerary
  }

  test.each([
    ['before the arrival', '2054-06-10T12:00Z', { QDM: '2054-06-22' }, SENTENCE],
    ['during the stay, in a copy that was stored before', '2054-06-19T12:00Z', { QDM: '2054-06-22' }, SENTENCE],
    ['after the departure', '2054-06-23T12:00Z', { QDM: '2054-06-22' }, undefined],
    ['of a hotel without Wi-Fi', '2054-06-10T12:00Z', { OTHER: '2054-06-22' }, undefined],
    ['of no hotel', '2054-06-10T12:00Z', undefined, undefined],
    ['with other data', '2054-06-10T12:00Z', 'QDM', undefined],
  ])('the page says where it will appear, %s [WIDGET-52]', async (_, instant, wifiUntil, text) => {
    const itinerary = await mountData(instant, { wifiUntil })
    if (text) await eventually(() => expect(itinerary.textOf('wifi')).toBe(text))
    else expect(itinerary.part('wifi')).toBeUndefined()
    expect(buttonOf(itinerary, 'Wi-Fi')).toBeUndefined()
  })

  test('a refresh keeps the sentence, and replaces it by the Wi-Fi [WIDGET-52]', async () => {
    const itinerary = await mountData('2054-06-10T12:00Z', { wifiUntil: { QDM: '2054-06-22' } })
    await eventually(() => expect(itinerary.textOf('wifi')).toBe(SENTENCE))
    const { token } = itinerary.element
    const refreshed = async (instant: string, hotels: unknown, text: string) => {
      await stubResponses(String(token), { content: stayWith(), hotels })
      vi.setSystemTime(new Date(instant))
      dispatchEvent(new Event('online'))
      await eventually(() => expect(itinerary.textOf('wifi')).toContain(text))
    }
    await refreshed('2054-06-11T12:00Z', [{ ...withoutWifi, name: 'Renamed' }], 'appears here')
    await eventually(() => expect(itinerary.textOf('title')).toContain('Renamed'))
    expect(itinerary.textOf('wifi')).toBe(SENTENCE)
    await refreshed('2054-06-18T12:00Z', [quinta], WIFI.password)
  })
})
