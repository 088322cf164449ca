import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { someOf } from '../support/repetitions.ts'
import { launchBrowser, serveHotelPictures } from './support/browser.ts'
import { Network } from './support/network.ts'
import { sharedService } from './support/shared-service.ts'
import { createStay } from './support/stay.ts'
import { storedFiles, visitUntilStored } from './support/stored-page.ts'

/* No word of the guest's page is in two fonts, whatever letters of the Latin script it has. */

const EXTENDED = ['/fonts/figtree-ext.woff2', '/fonts/fraunces-ext.woff2']

const run = sharedService()
let browser: Browser
let network: Network
/** The link of a guest named Dvořák, and of one named Lindqvist. */
const links: Record<string, string> = {}

beforeAll(async () => {
  browser = await launchBrowser()
  network = await Network.inFrontOf(run.service.origin)
  const { book, issue, reservationId } = await createStay(run)
  links.Lindqvist = network.addressOf(await issue(reservationId))
  const primaryGuestDetails = { firstName: 'Zdeněk', lastName: 'Dvořák' }
  const dates = { arrivalDate: '2031-09-10', departureDate: '2031-09-13' }
  const dvorak = await book({ identity: 'dvorak', ...dates, primaryGuestDetails, activitiesBooked: [] })
  links.Dvořák = network.addressOf(await issue(dvorak))
})
afterAll(() => network?.end())

async function guest(locale: string): Promise<Page> {
  network.switchTo('up')
  const context = await browser.newContext({ locale })
  await serveHotelPictures(context)
  onTestFinished(() => context.close())
  return context.newPage()
}

/** Texts of the page that are in more than one font, with the fonts. */
async function mixedTexts(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('DOM.enable')
  await cdp.send('CSS.enable')
  await cdp.send('DOM.getDocument', { depth: -1, pierce: true })
  const mixed = []
  for (const selector of ['.title', '.guest', '.arrival .label', '.arrival .date', '.heading', '.headline']) {
    const expression = `document.querySelector('guest-itinerary').shadowRoot.querySelector('${selector}')`
    const { result } = await cdp.send('Runtime.evaluate', { expression })
    const { nodeId } = await cdp.send('DOM.requestNode', { objectId: result.objectId ?? '' })
    const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
    const names = new Set(fonts.map(({ familyName }) => familyName))
    if (names.size > 1) mixed.push([selector, ...names].join(' '))
  }
  await cdp.detach()
  return mixed
}

/** With `font-display: optional`, a slow machine may show a font of the device at a visit: the first one, or one font of two. */
const expectOneFontEach = (page: Page) =>
  expect
    .poll(async () => {
      await page.reload()
      await page.locator('guest-itinerary [part~=share]:enabled').waitFor()
      return mixedTexts(page)
    })
    .toEqual([])

const preloaded = (page: Page) =>
  page.locator('link[rel=preload]').evaluateAll(each => each.map(link => link.getAttribute('href') ?? ''))

const PAGES: [locale: string, name: string, files: string[]][] = [
  ['cs', 'Lindqvist', EXTENDED],
  ['en-GB', 'Dvořák', EXTENDED.slice(0, 1)],
  ['en-GB', 'Lindqvist', []],
  ['pl', 'Lindqvist', EXTENDED],
  ['tr', 'Lindqvist', EXTENDED.slice(0, 1)],
]

it.each(someOf(PAGES, 3, 0))(
  'in %s the page of %s has one font a word, and preloads %j [WIDGET-115]',
  async (locale, name, files) => {
    const page = await guest(locale)
    await page.goto(links[name] ?? '')
    expect((await preloaded(page)).filter(each => each.includes('-ext'))).toEqual(files)
    await page.waitForLoadState('networkidle')
    await expectOneFontEach(page)
  },
)

it('a stored copy has the fonts without a network [WIDGET-115]', async () => {
  const page = await guest('cs')
  const url = links.Dvořák ?? ''
  await visitUntilStored(page, url)
  await expect.poll(() => storedFiles(page)).toEqual(expect.arrayContaining(EXTENDED))
  network.switchTo('down')
  await page.goto(url)
  await expectOneFontEach(page)
})
