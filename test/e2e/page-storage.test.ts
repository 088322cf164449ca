import type { Browser, BrowserContext, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { someOf } from '../support/repetitions.ts'
import { launchBrowser, serveHotelPictures } from './support/browser.ts'
import { Network } from './support/network.ts'
import { sharedService } from './support/shared-service.ts'
import { createStay } from './support/stay.ts'
import { storedLinks, visitUntilStored } from './support/stored-page.ts'

/* The service worker beside storage that fails, addresses with stray characters, and clocks that are wrong. */

const run = sharedService()
let browser: Browser
let stay: Awaited<ReturnType<typeof createStay>>
let context: BrowserContext
let page: Page
let network: Network

beforeAll(async () => {
  browser = await launchBrowser()
  stay = await createStay(run)
  network = await Network.inFrontOf(run.service.origin)
})
afterAll(() => network?.end())

beforeEach(async () => {
  network.switchTo('up')
  context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Lisbon' })
  await serveHotelPictures(context)
  page = await context.newPage()
  onTestFinished(() => context.close())
})

const issue = async () => network.addressOf(await stay.issue(stay.reservationId))
const shown = () => page.locator('guest-itinerary [part~=share]:enabled').waitFor()
const worker = () => context.serviceWorkers()[0] as Worker

/** The storage of the worker from now on; `mode` as in the names of the tests. */
const breakStorage = (mode: string) =>
  worker().evaluate(mode => {
    const fail = () =>
      mode === 'refuses' ? Promise.reject(new DOMException('', 'UnknownError')) : new Promise(() => {})
    for (const name of ['open', 'match', 'has', 'keys', 'delete'] as const)
      Object.assign(CacheStorage.prototype, { [name]: fail })
    for (const name of ['put', 'match', 'keys', 'delete'] as const) Object.assign(Cache.prototype, { [name]: fail })
  }, mode)

/** The second visit, which the worker controls, and from which on its storage does not work. */
async function visitWithBrokenStorage(mode: string): Promise<string> {
  const url = await issue()
  await visitUntilStored(page, url)
  await page.reload()
  await shown()
  await breakStorage(mode)
  return url
}

it.each(['refuses', 'is silent'])(
  'a returning guest gets the page, its files and pictures if the storage %s [WIDGET-82]',
  async mode => {
    const url = await visitWithBrokenStorage(mode)
    expect((await page.goto(url))?.status()).toBe(200)
    await shown()
    const picture = page.locator('[part=picture] img')
    await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    expect(await page.locator('[part~=as-of]').count()).toBe(0)
    await page.locator('guest-itinerary [part~=driver]').first().click()
    await page.locator('[part~=driver-view]').waitFor()
  },
)

it.each(['refuses', 'is silent'])('a dead link is told if the storage %s [WIDGET-82]', async mode => {
  const url = await visitWithBrokenStorage(mode)
  await issue()
  expect((await page.goto(url))?.status()).toBe(404)
  await page.getByText('The link is invalid or has expired.').first().waitFor()
  const details = url.replace('/itinerary/', '/api/public/PartnerItinerary/details/')
  expect(await page.evaluate(async address => (await fetch(address)).status, details)).toBe(404)
})

it.each(['refuses', 'is silent'])(
  'a guest can try again to delete the copy if the storage %s [WIDGET-82]',
  async mode => {
    await visitWithBrokenStorage(mode)
    const button = page.getByRole('button', { name: 'Remove this stay from this device' })
    await button.click()
    await expect.poll(() => button.getAttribute('aria-disabled'), { timeout: 10_000 }).toBeNull()
    expect(await page.locator('.kept [role=status]').textContent()).toBe('')
  },
)

it('without localStorage the copy can be deleted [WIDGET-82]', async () => {
  const url = await issue()
  await visitUntilStored(page, url)
  await page.evaluate(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('', 'SecurityError')
      },
    })
  })
  await page.getByRole('button', { name: 'Remove this stay from this device' }).click()
  await page.getByText('Nothing of this stay is saved on this device any more.').waitFor()
  expect(await storedLinks(page)).toEqual([])
})

it('the stored page opens at its address with stray characters, with and without a network [LINK-70]', async () => {
  const url = await issue()
  await visitUntilStored(page, url)
  const strays = ['.', '%E2%80%8B', ')', '%22', '/', '%252E', '>,']
  for (const [place, state] of (['up', 'down'] as const).entries()) {
    network.switchTo(state)
    for (const stray of someOf(strays, 3, 3 * place)) {
      await page.goto(url + stray)
      await page.getByText('Surf lesson').first().waitFor()
      expect(page.url(), stray).toBe(url)
    }
  }
})

/** Changes the headers of the stored page. */
const setHeaders = (url: string, changes: Record<string, string>) =>
  page.evaluate(
    async ([path, changes]) => {
      const cache = await caches.open(`link-2 ${path}`)
      const stored = (await cache.match(path)) as Response
      const headers = new Headers({ ...Object.fromEntries(stored.headers), ...changes })
      await cache.put(path, new Response(await stored.text(), { headers }))
    },
    [new URL(url).pathname, changes] as const,
  )

const HOUR = 3_600_000
const dayAt = (time: number) => new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Lisbon' }).format(time)

it('a saved copy follows the time of the service that it was stored with [WIDGET-83]', async () => {
  const url = await issue()
  await visitUntilStored(page, url)
  const headers = await page.evaluate(
    async path => Object.fromEntries((await caches.match(path))?.headers ?? []),
    new URL(url).pathname,
  )
  expect(Math.abs(Number(headers['x-ahead']))).toBeLessThan(5_000)
  expect(Math.abs(Date.parse(headers['x-as-of'] ?? '') - Date.parse(headers.date ?? ''))).toBe(0)
  network.switchTo('down')
  // The clock of the phone is two days behind: it is the day after tomorrow.
  const later = Date.now() + 48 * HOUR
  await setHeaders(url, {
    'x-ahead': String(48 * HOUR),
    'x-as-of': new Date(later).toISOString(),
    'x-keep-until': dayAt(later + 24 * HOUR),
  })
  await page.goto(url)
  await shown()
  expect(await page.locator('guest-itinerary [part~=as-of]').innerText()).toMatch(/^Saved today at /)
  await setHeaders(url, { 'x-keep-until': dayAt(later) })
  const another = await context.newPage()
  await expect(another.goto(url)).rejects.toThrow(/net::ERR_/)
})

it.each([-26, 9])('a phone whose clock is %i hours wrong shows what is now, and the Wi-Fi [WIDGET-83]', async hours => {
  const now = Date.now()
  const activity = { activityID: 1, activityDate: dayAt(now), participants: 2 }
  const dates = { arrivalDate: dayAt(now), departureDate: dayAt(now + 24 * HOUR) }
  const booked = await stay.book({ identity: `clock${hours}`, ...dates, roomsBooked: [], activitiesBooked: [activity] })
  const url = network.addressOf(await stay.issue(booked))
  await page.clock.setFixedTime(now + hours * HOUR)
  await page.goto(url)
  await shown()
  const block = page.locator('guest-itinerary [part=now]')
  expect(await block.getAttribute('data-state')).toBe('arrival')
  expect(await page.locator('guest-itinerary [part=wifi]').innerText()).toContain('na-duna-2031')
  // The same after a refresh, whose response has the time.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect(await block.getAttribute('data-state')).toBe('arrival')
})
