import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { mount, mountWith, openedDialog, stayWith } from './support/element.ts'
import { HOTELS } from './support/sample-hotels.ts'
import { eventually, tokenFor } from './support/service.ts'

/* Where the hotel is, and how to reach it. */

const [quinta] = HOTELS.quinta
const mountHotels = (hotels: unknown, attributes: Record<string, string> = {}) =>
  mountWith({ content: stayWith(), hotels }, attributes)

const hrefOf = (itinerary: ItineraryHarness, part: string) => itinerary.part(part)?.getAttribute('href')
const linesOf = (itinerary: ItineraryHarness) =>
  [...(itinerary.part('address')?.children ?? [])].map(line => line.textContent)

/** The device of the guest, until the test ends. */
function useDevice(userAgent: string): void {
  Object.defineProperty(navigator, 'userAgent', { configurable: true, value: userAgent })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'userAgent'))
}

const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile Safari/604.1'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'

describe('The hotel', () => {
  test('has its address, and every way to reach it [WIDGET-33]', async () => {
    const itinerary = await mountHotels([quinta])
    expect(itinerary.textsOf('heading')).toEqual(['Your rooms', 'The hotel', 'Day by day'])
    expect(linesOf(itinerary)).toEqual([
      'Quinta do Mar',
      'Estrada do Farol 1',
      '7645-999 Vila Nova de Milfontes',
      'Alentejo',
      'Portugal',
    ])
    expect(itinerary.textsOf('contact')).toEqual([
      'Call +351 283 000 140',
      'WhatsApp +351 283 000 141',
      'E-mail reception@quintadomar.example',
      'Website quintadomar.example',
    ])
    expect(['call', 'whatsapp', 'email', 'website'].map(part => hrefOf(itinerary, part))).toEqual([
      'tel:+351283000140',
      'https://wa.me/351283000141',
      'mailto:reception@quintadomar.example',
      'https://quintadomar.example/',
    ])
  })

  test('is after the rooms and before the schedule', async () => {
    const { sheet } = await mountHotels([quinta])
    const order = [...sheet.querySelectorAll('[part~=stay], [part~=hotels], [part~=rooms], [part~=schedule]')]
    expect(order.map(each => each.getAttribute('part'))).toEqual(['stay', 'rooms', 'hotels', 'schedule'])
  })

  test('shows directions and house information when the guest opens them, with line breaks [WIDGET-33]', async () => {
    const itinerary = await mountHotels([quinta])
    expect(itinerary.textOf('good-to-know')).toBe('Good to know Breakfast, Keys')
    itinerary.part('good-to-know')?.querySelector('summary')?.click()
    itinerary.part('getting-there')?.querySelector('summary')?.click()
    expect(itinerary.textOf('good-to-know')).toContain('Ask for a basket.')
    const directions = itinerary.part('getting-there')?.querySelector<HTMLElement>('.text')
    // biome-ignore lint/performance/useDomNodeTextContent: only innerText has the line breaks
    expect(directions?.innerText.split('\n\n')).toHaveLength(3)
  })

  test('is in the language of the guest', async () => {
    const itinerary = await mountHotels([quinta], { lang: 'de' })
    expect(itinerary.textsOf('heading')[1]).toBe('Das Hotel')
    expect(linesOf(itinerary).at(-1)).toBe('Portugal')
    expect((await mountHotels([quinta], { lang: 'pl' })).textOf('address')).toContain('Portugalia')
  })

  test('has no heading, address or button without data [WIDGET-33]', async () => {
    const bare = { ...quinta, address: undefined, position: undefined, phone: '', whatsapp: '', email: '' }
    const rest = { ...bare, website: '', directions: '', houseInfo: [] }
    for (const hotels of [{}, [], [rest], 'hotels', null, [null, 7, 'hotel', []]])
      expect((await mountHotels(hotels)).part('hotels')).toBeUndefined()
    const called = await mountHotels([{ ...rest, phone: '+351283000140' }])
    for (const part of ['address', 'directions', 'driver', 'copy', 'email', 'getting-there'])
      expect(called.part(part), part).toBeUndefined()
    expect(called.textsOf('contact')).toEqual(['Call +351 283 000 140'])
    const written = await mountHotels([{ ...rest, phone: '+351 28 3000-140', whatsapp: '+351 (28) 300.01.41' }])
    expect(written.textsOf('contact')).toEqual(['Call +351 28 3000-140', 'WhatsApp +351 (28) 300.01.41'])
    const links = written.parts('contact').map(link => link.getAttribute('href'))
    expect(links).toEqual(['tel:+351283000140', 'https://wa.me/351283000141'])
  })
})

test('Several hotels are legs, each with its dates, times and rooms [WIDGET-33] [WIDGET-40]', async () => {
  const [first, second] = stayWith().roomStays as object[]
  const roomStays = [
    { ...first, assignmentEndDate: '2054-06-20T00:00:00' },
    { ...second, assignmentStartDate: '2054-06-20T00:00:00' },
  ]
  const itinerary = await mountWith({ content: stayWith({ roomStays }), hotels: HOTELS.two })
  expect(itinerary.part('rooms')).toBeUndefined()
  expect(itinerary.textsOf('heading').slice(0, 2)).toEqual(['Quinta do Mar', 'Pensão Azul'])
  // Browsers use different spaces around the dash.
  expect(itinerary.textsOf('leg').map(text => text.replace(/\s*–\s*/, '–'))).toEqual([
    '18–20 June 2054 2 nights Check-in from 15:00 Check-out until 11:00 203 Rosa dos Ventos Family suite Casa do Mar Two bedrooms, a sitting room and a terrace above the dunes.',
    '20–22 June 2054 2 nights Check-in from 14:00 Check-out until 11:00 201 Farol Sea view double Casa do Mar A bright room for two on the ocean side, with a balcony that gets the evening sun.',
  ])
  expect(itinerary.textsOf('day')[2]).toContain('Change of hotel: Pensão Azul')
})

describe('Directions', () => {
  test.each([
    [ANDROID, 'geo:37.7243,-8.7926?q=37.7243,-8.7926(Quinta%20do%20Mar)', null],
    [ANDROID.replace(')', '; wv)'), 'https://www.google.com/maps/dir/?api=1&destination=37.7243%2C-8.7926', '_blank'],
    [IPHONE, 'https://maps.apple.com/?daddr=37.7243%2C-8.7926', '_blank'],
    [WINDOWS, 'https://www.google.com/maps/dir/?api=1&destination=37.7243%2C-8.7926', '_blank'],
  ])('open the maps of the device: %s [WIDGET-34]', async (userAgent, address, target) => {
    useDevice(userAgent)
    const itinerary = await mountHotels([quinta])
    expect(hrefOf(itinerary, 'directions')).toBe(address)
    expect(itinerary.part('directions')?.getAttribute('target')).toBe(target)
    expect(itinerary.part('directions')?.getAttribute('referrerpolicy')).toBe('no-referrer')
  })

  test.each([
    [ANDROID, 'geo:0,0?q='],
    [IPHONE, 'https://maps.apple.com/?daddr='],
    [WINDOWS, 'https://www.google.com/maps/dir/?api=1&destination='],
  ])('lead to the address if there is no position, or 0, 0: %s [WIDGET-34]', async (userAgent, start) => {
    useDevice(userAgent)
    const address = 'Pensão Azul, Rua da Alegria 12, 1250-182 Lisboa, Portugal'
    for (const position of [undefined, { latitude: 0, longitude: 0 }, { latitude: 91, longitude: 7 }, 'here']) {
      const itinerary = await mountHotels([{ ...HOTELS.guesthouse[0], position }])
      expect(hrefOf(itinerary, 'directions')).toBe(start + encodeURIComponent(address))
    }
  })

  test('a name cannot change the rest of the address', async () => {
    useDevice(ANDROID)
    const itinerary = await mountHotels([{ ...quinta, name: 'Mar) & (sol)?q=1#' }])
    expect(hrefOf(itinerary, 'directions')).toBe(
      'geo:37.7243,-8.7926?q=37.7243,-8.7926(Mar%20%20%26%20%20sol%20%3Fq%3D1%23)',
    )
  })

  test('nothing is requested from another origin [WIDGET-34]', async () => {
    performance.clearResourceTimings()
    await mountHotels(HOTELS.two)
    await new Promise(resolve => setTimeout(resolve, 200))
    const origins = performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin)
    expect([...new Set(origins)]).toEqual([location.origin])
  })
})

describe('Copying the address', () => {
  afterEach(() => vi.restoreAllMocks())

  test('copies all lines, and shows that beside the button', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const itinerary = await mountHotels(HOTELS.two)
    itinerary.parts('copy')[1]?.click()
    await eventually(() => expect(itinerary.textsOf('said')[1]).toBe('Address copied.'))
    expect(itinerary.textsOf('said')).toEqual(['', 'Address copied.', ''])
    expect(itinerary.parts('said')[1]?.role).toBe('status')
    expect(write).toHaveBeenCalledWith('Pensão Azul\nRua da Alegria 12\n1250-182 Lisboa\nPortugal')
  })

  test('shows the address if the browser does not allow it', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
    const itinerary = await mountHotels([quinta])
    itinerary.part('copy')?.click()
    const field = (await openedDialog(itinerary)).querySelector('textarea')
    expect(field?.value).toContain('Quinta do Mar\nEstrada do Farol 1\n')
    expect([field?.readOnly, field?.selectionStart]).toEqual([true, 0])
  })
})

describe('Leaving parts out', () => {
  test('by their names [WIDGET-37]', async () => {
    const itinerary = await mountHotels([quinta], { without: 'whatsapp  driver good-to-know nonsense' })
    for (const part of ['whatsapp', 'driver', 'good-to-know']) expect(itinerary.part(part), part).toBeUndefined()
    for (const part of ['call', 'copy', 'getting-there']) expect(itinerary.part(part), part).toBeDefined()
    itinerary.element.without = 'hotel'
    await itinerary.element.updateComplete
    expect(itinerary.part('hotels')).toBeUndefined()
    expect(itinerary.part('rooms')).toBeDefined()
  })

  test('leaves no empty block [WIDGET-37]', async () => {
    const without = 'address directions driver copy call whatsapp email website getting-there good-to-know'
    expect((await mountHotels([quinta], { without })).part('hotels')).toBeUndefined()
  })

  test('own words replace ours [WIDGET-37]', async () => {
    const words = JSON.stringify({ hotel: 'Our house', showDriver: 'For your driver', de: { hotel: 'Unser Haus' } })
    const itinerary = await mountHotels([quinta], { words })
    await eventually(() => expect(itinerary.textsOf('heading')[1]).toBe('Our house'))
    expect(itinerary.textOf('driver')).toBe('For your driver')
  })

  test('the slot is below the hotel', async () => {
    const itinerary = await mountHotels([quinta])
    const picture = document.createElement('p')
    picture.slot = 'hotel'
    picture.textContent = 'The way from the station'
    itinerary.element.append(picture)
    expect(picture.checkVisibility()).toBe(true)
  })
})

describe('On paper', () => {
  afterEach(() => cdp().send('Emulation.setEmulatedMedia', { media: '' }))

  test('there are address, numbers, directions and house information, without buttons', async () => {
    const itinerary = await mountHotels([quinta])
    await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
    for (const part of ['directions', 'driver', 'copy']) expect(itinerary.part(part), part).toBeUndefined()
    for (const text of ['Estrada do Farol 1', '+351 283 000 140', 'get off at Grândola', 'Ask for a basket.'])
      expect(itinerary.text).toContain(text)
  })
})

test('A stay that is slow and its hotels are requested at the same time', async () => {
  performance.clearResourceTimings()
  const token = await tokenFor({ content: stayWith(), hotels: [quinta], delay: 400 })
  await mount({ token }).settled()
  const timingOf = (name: string) =>
    performance
      .getEntriesByType('resource')
      .find(entry => entry.name.includes(`/${name}/${token}`)) as PerformanceResourceTiming
  expect(timingOf('hotels').startTime).toBeLessThan(timingOf('details').responseStart)
})
