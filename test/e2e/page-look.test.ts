import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { seaHotel } from '../fixtures/sea-hotel.ts'
import { violationsOf } from './support/axe.ts'
import { launchBrowser, serveHotelPictures } from './support/browser.ts'
import { Network } from './support/network.ts'
import { newCustomerId, sharedService } from './support/shared-service.ts'
import { createStay } from './support/stay.ts'
import { visitUntilStored } from './support/stored-page.ts'

const LOOK = {
  accent: '#a84d24',
  surface: '#fffaf2',
  darkAccent: '#f0a27c',
  darkSurface: '#2b1d17',
  radius: 4,
  font: 'system-sans',
  headingFont: 'system-serif',
  without: ['now'],
  words: { stayAt: 'Your days at #' },
}

const run = sharedService()
const customer = newCustomerId()
let browser: Browser
let network: Network
let url: string

beforeAll(async () => {
  browser = await launchBrowser()
  const { issue, reservationId } = await createStay(run, customer)
  const [property] = seaHotel.setup.properties
  await run.service.admin('PUT', `/customers/${customer}/setup`, { properties: [{ ...property, look: LOOK }] })
  network = await Network.inFrontOf(run.service.origin)
  url = network.addressOf(await issue(reservationId))
})
afterAll(() => network?.end())

async function guest(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  await serveHotelPictures(context)
  onTestFinished(() => context.close())
  return context.newPage()
}

const rendered = (page: Page) => page.locator('guest-itinerary [part~=share]:enabled').waitFor()

const rgb = (hex: string) => `rgb(${[1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

/** What a browser makes of the look. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const sheet = document.querySelector('guest-itinerary')?.shadowRoot?.querySelector('.sheet') as HTMLElement
    const title = sheet.querySelector('.title') as HTMLElement
    const style = getComputedStyle(sheet)
    const themeColors = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
    return {
      surroundings: getComputedStyle(document.body).backgroundColor,
      themeColor: themeColors.find(({ media }) => !media || matchMedia(media).matches)?.content ?? '',
      surface: style.backgroundColor,
      radius: style.borderRadius,
      font: style.fontFamily.split(',')[0],
      headingFont: getComputedStyle(title).fontFamily.split(',')[0],
      accent: style.getPropertyValue('--accent'),
      title: title.textContent?.trim(),
      hasNow: sheet.querySelector('[part~=now]') !== null,
    }
  })

const SURFACES = { light: LOOK.surface, dark: LOOK.darkSurface }

it.each(['light', 'dark'] as const)(
  'a guest sees the look of the hotel in %s, readable, with no violation of the policy [LINK-43]',
  async colorScheme => {
    const page = await guest({ colorScheme, viewport: { width: 1280, height: 900 } })
    const problems: string[] = []
    page.on('console', message => ['warning', 'error'].includes(message.type()) && problems.push(message.text()))
    await page.goto(url)
    const written = await seen(page)
    await rendered(page)
    expect(await seen(page)).toEqual(written)
    expect(written).toMatchObject({
      surface: rgb(SURFACES[colorScheme]),
      accent: `light-dark(${LOOK.accent},${LOOK.darkAccent})`,
      radius: '4px',
      font: 'system-ui',
      headingFont: 'ui-serif',
      title: 'Your days at Quinta do Mar',
      hasNow: false,
    })
    expect(rgb(written.themeColor)).toBe(written.surroundings)
    expect(await violationsOf(page)).toEqual([])
    expect(problems).toEqual([])
  },
)

it.each(['light', 'dark'] as const)(
  'a browser without light-dark() shows the same colours in %s [LINK-43]',
  async colorScheme => {
    const options = { colorScheme, viewport: { width: 1280, height: 900 } }
    const today = await guest(options)
    await today.goto(url)
    await rendered(today)
    // The policy names the style sheets by their hashes.
    const older = await guest({ ...options, bypassCSP: true, serviceWorkers: 'block' })
    await older.route(/\/(itinerary|widget|page)\//, async route => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll('light-dark(', 'unknown(') })
    })
    await older.goto(url)
    await rendered(older)
    const accent = { light: LOOK.accent, dark: LOOK.darkAccent }[colorScheme]
    expect(await seen(older)).toEqual({ ...(await seen(today)), accent })
    await older.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

it.each([
  [360, '0px'],
  [1280, '4px'],
])(
  'the corners inside are those of the look, %i pixels wide; those of the sheet are %s [WIDGET-118]',
  async (width, radius) => {
    const page = await guest({ viewport: { width, height: 800 } })
    await page.goto(url)
    await rendered(page)
    const logo = page.locator('guest-itinerary [part=logo]')
    expect(await logo.evaluate(each => getComputedStyle(each).borderRadius)).toBe('2.8px')
    expect((await seen(page)).radius).toBe(radius)
  },
)

it('the saved copy has the look of the hotel [LINK-43]', async () => {
  const page = await guest({ viewport: { width: 360, height: 800 } })
  await visitUntilStored(page, url)
  const before = await seen(page)
  network.switchTo('down')
  onTestFinished(() => network.switchTo('up'))
  await page.reload()
  await page.locator('[part~=as-of]').waitFor()
  await rendered(page)
  expect(await seen(page)).toEqual(before)
})

it('on paper it is black on white in the fonts of the hotel, also where the device prefers dark [LINK-43]', async () => {
  const page = await guest({ colorScheme: 'dark', viewport: { width: 1280, height: 900 } })
  await page.goto(url)
  await rendered(page)
  await page.emulateMedia({ media: 'print' })
  const onPaper = { surface: 'rgb(255, 255, 255)', headingFont: 'ui-serif', radius: '0px' }
  await expect.poll(() => seen(page)).toMatchObject(onPaper)
})
