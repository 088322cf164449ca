import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { launchBrowser, serveHotelPictures } from './support/browser.ts'
import { recordShifts, shiftsOf } from './support/layout-shifts.ts'
import { Network } from './support/network.ts'
import { sharedService } from './support/shared-service.ts'
import { createStay } from './support/stay.ts'
import { storedFiles, storedLinks, visitUntilStored } from './support/stored-page.ts'

const DEAD = 'The link is invalid or has expired.'
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

// A new browser context without stored data.
beforeEach(async () => {
  network.switchTo('up')
  context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Asia/Kathmandu' })
  await serveHotelPictures(context)
  page = await context.newPage()
  onTestFinished(() => context.close())
})

/** A new link, through the test's network. */
const issue = async (reservationId = stay.reservationId) => network.addressOf(await stay.issue(reservationId))

/** When the stored page was fetched. */
const fetchedAt = (url: string) =>
  page.evaluate(async path => (await caches.match(path))?.headers.get('x-as-of'), new URL(url).pathname)

const waitForText = (text: string | RegExp) => page.getByText(text).first().waitFor()

const asOf = () => page.locator('[part~=as-of]')

/** Expects the browser's error page: no network, and no stored page. */
async function expectNotStored(url: string) {
  const another = await context.newPage()
  await expect(another.goto(url)).rejects.toThrow(/net::ERR_/)
  await another.close()
}

it('after the first visit the page opens offline, marked with the time at which it was fetched [WIDGET-3]', async () => {
  const url = await issue()
  await visitUntilStored(page, url)
  const before = await fetchedAt(url)
  expect(await asOf().count()).toBe(0)
  network.switchTo('down')

  await recordShifts(page)
  await page.goto(url)
  const stay = ['Anna Lindqvist', 'Gull', 'Surf lesson', 'Bring a towel.']
  for (const shown of [...stay, 'Rua do Farol 3', '+351 261 000 000']) await waitForText(shown)
  await page.locator('guest-itinerary [part~=share]:enabled').waitFor()
  expect(await asOf().textContent()).toMatch(/^Saved today at \d\d:\d\d\. You are offline\.$/)
  expect(await shiftsOf(page)).toEqual([])
  const picture = page.locator('[part=picture] img')
  expect(await picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)

  await page.locator('[part~=calendar]').first().click()
  await page.locator('[part~=menu]').waitFor()
  await page.keyboard.press('Escape')

  await page.locator('[part~=getting-there] summary').click()
  await waitForText('Left at the lighthouse.')
  await page.locator('[part~=driver]').first().click()
  await page.locator('[part~=driver-view]').waitFor()
  expect(await page.locator('[part~=driver-view]').textContent()).toContain('2655-999 Ericeira')
  await page.keyboard.press('Escape')

  network.switchTo('up')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => asOf().count()).toBe(0)
  await waitForText('Surf lesson')
  await expect.poll(() => fetchedAt(url)).not.toBe(before)
})

it('a saved copy hides what was now when it was stored, and shows what is now at the hotel [WIDGET-39]', async () => {
  const url = await issue()
  await visitUntilStored(page, url)
  network.switchTo('down')
  // The clock of the hotel is an hour ahead of UTC; that of the guest is at night.
  await page.clock.setFixedTime('2031-06-11T08:10:00Z')
  const stored = (await (await page.goto(url))?.text()) ?? ''
  expect(stored).toMatch(/<section class="now stored"[^>]*data-state="before"/)
  const hidden = await page.evaluate(html => {
    const [, style = ''] = /<template[^>]*><style>(.*?)<\/style>/s.exec(html) ?? []
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    root.innerHTML = '<section class="now stored"><p class="headline">In 3 days</p></section><p>Below</p>'
    const shown = [...root.children].map(each => [
      getComputedStyle(each).visibility,
      (each as HTMLElement).offsetHeight > 0,
    ])
    root.host.remove()
    return shown
  }, stored)
  expect(hidden).toEqual([
    ['hidden', true],
    ['hidden', true],
  ])
  await page.locator('guest-itinerary [part~=share]:enabled').waitFor()
  const now = page.locator('guest-itinerary [part=now]')
  expect(await now.getAttribute('data-state')).toBe('during')
  expect((await now.innerText()).replace(/\s+/g, ' ')).toBe(
    'Next · in 1 hr 20 mins Surf lesson 10:30 – 12:30 Beach hut',
  )
  expect(await now.evaluate(each => getComputedStyle(each).visibility)).toBe('visible')
})

it.each(['silent', 'lying'] as const)(
  'a %s network counts as offline, and the page has the guest’s language',
  async state => {
    const url = await issue()
    await context.close()
    context = await browser.newContext({ locale: 'he-IL' })
    page = await context.newPage()
    await visitUntilStored(page, url)
    network.switchTo(state)
    await page.goto(url)
    await waitForText('הגעה')
    expect(await asOf().count()).toBe(1)
  },
)

it('the words of the guest’s language are stored, also if they load after the page [WIDGET-3]', async () => {
  const url = await issue()
  await context.close()
  context = await browser.newContext({ locale: 'he-IL' })
  page = await context.newPage()
  await page.route('**/locales/he*', async route => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await route.continue()
  })
  await visitUntilStored(page, url)
  network.switchTo('down')
  await page.goto(url)
  await page.locator('guest-itinerary [part~=share]:enabled').waitFor()
  expect(await page.locator('guest-itinerary .sheet').getAttribute('lang')).toBe('he-IL')
})

it('a replaced link is deleted when its page gets 404', async () => {
  const url = await issue()
  await visitUntilStored(page, url)
  await issue()
  expect((await page.goto(url))?.status()).toBe(404)
  await waitForText(DEAD)
  expect(await storedLinks(page)).toEqual([])
  const call = page.getByRole('link', { name: 'Call +351 261 000 000' })
  await call.waitFor()
  expect(await call.getAttribute('href')).toBe('tel:+351261000000')
  expect(await page.locator('main').innerText()).toContain('Quinta do Mar')
  network.switchTo('down')
  await expectNotStored(url)
})

it('a replaced link is deleted when the newer one is opened', async () => {
  const url = await issue()
  await visitUntilStored(page, url)
  const newer = await issue()
  await page.goto(newer)
  await expect.poll(() => storedLinks(page)).toEqual([new URL(newer).pathname])
  network.switchTo('down')
  await page.goto(newer)
  await waitForText('Surf lesson')
  await expectNotStored(url)
})

it('a replaced link is deleted when an API request of its open page gets 404 [WIDGET-3]', async () => {
  const url = await issue()
  await visitUntilStored(page, url)
  await issue()
  const details = url.replace('/itinerary/', '/api/public/PartnerItinerary/details/')
  // The worker controls the page from the next visit on at the latest.
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true)
  expect(await page.evaluate(async address => (await fetch(address)).status, details)).toBe(404)
  expect(await storedLinks(page)).toEqual([])
})

it('an expired link is deleted without a response [WIDGET-3]', async () => {
  const url = await issue()
  await visitUntilStored(page, url)
  const claims = { customer: 7, reservation: 99, jti: 'x', exp: Math.floor(Date.now() / 1000) - 1 }
  const expired = `/itinerary/e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`
  await page.evaluate(async path => {
    const cache = await caches.open(`link-2 ${path}`)
    await cache.put(
      path,
      new Response('<p>old</p>', { headers: { 'x-as-of': new Date().toISOString(), 'x-keep-until': '2999-01-01' } }),
    )
  }, expired)
  network.switchTo('down')
  await expectNotStored(new URL(expired, url).href)
  await page.goto(url)
  await expect.poll(() => storedLinks(page)).toEqual([new URL(url).pathname])
})

/** Changes the date until which the stored page may be kept. */
const keepUntil = (url: string, date: string) =>
  page.evaluate(
    async ([path, until]) => {
      const cache = await caches.open(`link-2 ${path}`)
      const stored = (await cache.match(path as string)) as Response
      const headers = new Headers(stored.headers)
      headers.set('x-keep-until', until as string)
      await cache.put(path as string, new Response(await stored.text(), { headers }))
    },
    [new URL(url).pathname, date],
  )

/** The date some days from today, in the guest's time zone. */
const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Kathmandu' }).format(Date.now() + days * 86_400_000)

it('a stay is stored until the day after departure at most, even if its link expires later [WIDGET-4]', async () => {
  const url = await issue()
  await visitUntilStored(page, url)
  const until = await page.evaluate(
    async path => (await caches.match(path))?.headers.get('x-keep-until'),
    new URL(url).pathname,
  )
  expect(until).toBe('2031-06-14')
  network.switchTo('down')
  await keepUntil(url, dayFromNow(1))
  await page.goto(url)
  await waitForText('Surf lesson')
  await keepUntil(url, dayFromNow(0))
  await expectNotStored(url)
})

/** The text of the stored page. */
const storedText = (url: string) =>
  page.evaluate(async path => (await caches.match(path))?.text(), new URL(url).pathname)

const wifi = () => page.locator('guest-itinerary [part=wifi]')

it('what was opened before the arrival has no Wi-Fi offline, and says where it will appear [WIDGET-52]', async () => {
  const url = await issue()
  await visitUntilStored(page, url)
  network.switchTo('down')
  for (const time of ['2031-06-09T12:00:00Z', '2031-06-11T12:00:00Z']) {
    await page.clock.setFixedTime(time)
    await page.goto(url)
    await page.locator('guest-itinerary [part~=share]:enabled').waitFor()
    expect(await wifi().textContent()).toContain('the Wi-Fi appears here if this page has a connection.')
  }
  expect(await storedText(url)).not.toContain('na-duna-2031')
})

it('a saved copy has the Wi-Fi and its code, until the last day there is over [WIDGET-52]', async () => {
  const [arrivalDate, departureDate] = [dayFromNow(-2), dayFromNow(3)]
  const activity = { activityID: 1, activityDate: arrivalDate, activityStartTime: '10:30', participants: 2 }
  const now = { identity: 'now', arrivalDate, departureDate, roomsBooked: [], activitiesBooked: [activity] }
  const url = await issue(await stay.book(now))
  await visitUntilStored(page, url)
  await expect.poll(() => storedFiles(page)).toContainEqual(expect.stringMatching('/actions/wifi-code'))
  network.switchTo('down')
  const shown = (await (await page.goto(url))?.text()) ?? ''
  expect(shown).toMatch(/<section class="wifi[^>]*>.*na-duna-2031.*?<\/section>/s)
  await page.locator('guest-itinerary [part~=share]:enabled').waitFor()
  expect(await wifi().innerText()).toContain('na-duna-2031')
  await page.getByRole('button', { name: 'QR code' }).click()
  await page.locator('[part~=wifi-code] svg').waitFor()
  // The last day there was two days ago, which is over in every time zone.
  await page.evaluate(
    async ([path, last]) => {
      const cache = await caches.open(`link-2 ${path}`)
      const stored = (await cache.match(path as string)) as Response
      const text = (await stored.text()).replace(/("wifiUntil":{"\w+":")[\d-]+/, `$1${last}`)
      await cache.put(path as string, new Response(text, { headers: stored.headers }))
    },
    [new URL(url).pathname, dayFromNow(-2)],
  )
  const later = (await (await page.goto(url))?.text()) ?? ''
  for (const text of [later, await storedText(url)]) {
    expect(text).toContain('Surf lesson')
    expect(text).toContain('Rua do Farol 3')
    expect(text).not.toContain('na-duna-2031')
    expect(text).not.toContain('<section class="wifi')
  }
  await page.locator('guest-itinerary [part~=share]:enabled').waitFor()
  expect(await page.locator('guest-itinerary').innerText()).not.toContain('na-duna-2031')
})

it('a stay after its departure is not stored, nor its pictures [WIDGET-4]', async () => {
  const [arrivalDate, departureDate] = [dayFromNow(-5), dayFromNow(-3)]
  const past = { identity: 'past', arrivalDate, departureDate, roomsBooked: [], activitiesBooked: [] }
  const activity = { activityID: 1, activityDate: arrivalDate, activityStartTime: '10:30', participants: 2 }
  const url = await issue(await stay.book({ ...past, activitiesBooked: [activity] }))
  for (let visits = 0; visits < 2; visits++) {
    await page.goto(url)
    await expect.poll(() => storedFiles(page)).toContain('/page/itinerary.js')
    await page.waitForLoadState('networkidle')
  }
  expect(await storedLinks(page)).toEqual([])
})

const forgetButton = () => page.getByRole('button', { name: 'Remove this stay from this device' })

it('the guest can delete it by keyboard, with a message; the open page does not store it again [WIDGET-4]', async () => {
  const url = await issue()
  await visitUntilStored(page, url)
  expect(await page.evaluate(() => Object.keys(localStorage).length)).toBeGreaterThan(0)
  await forgetButton().focus()
  await page.keyboard.press('Enter')
  await waitForText('Nothing of this stay is saved on this device any more.')
  expect([await storedLinks(page), await page.evaluate(() => Object.keys(localStorage))]).toEqual([[], []])
  expect(await forgetButton().evaluate(button => button === document.activeElement)).toBe(true)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.waitForLoadState('networkidle')
  expect(await storedLinks(page)).toEqual([])
  network.switchTo('down')
  await expectNotStored(url)
})

it('a stored copy can be deleted offline too [WIDGET-4]', async () => {
  const url = await issue()
  await visitUntilStored(page, url)
  network.switchTo('down')
  await page.goto(url)
  await forgetButton().click()
  await waitForText('Nothing of this stay is saved on this device any more.')
  await expectNotStored(url)
})

it('the caches of an older worker are deleted', async () => {
  const url = await issue()
  await page.goto(`${url}x`)
  await page.evaluate(async () => {
    for (const name of ['site-1', 'link-1 /itinerary/a.b.c', 'another']) await caches.open(name)
  })
  await visitUntilStored(page, url)
  expect((await page.evaluate(() => caches.keys())).sort()).toEqual(
    ['another', `link-2 ${new URL(url).pathname}`, 'site-2'].sort(),
  )
})

it('two stays are stored separately, and neither is shown for the other', async () => {
  const other = await stay.book({ identity: 'other', primaryGuestDetails: { lastName: 'Okafor' }, roomsBooked: [] })
  const [first, second] = [await issue(), await issue(other)]
  await visitUntilStored(page, first)
  await page.goto(second)
  await expect.poll(async () => (await storedLinks(page)).length).toBe(2)
  network.switchTo('down')
  await page.goto(second)
  await waitForText('Okafor')
  expect(await page.getByText('Lindqvist').count()).toBe(0)
  await page.goto(first)
  await waitForText('Anna Lindqvist')
  await expectNotStored(`${first.slice(0, -3)}AAA`)
})

it('only the page of a stay and the hotel’s pictures are stored', async () => {
  const url = await issue()
  await visitUntilStored(page, url)
  await page.reload()
  await page.locator('guest-itinerary [part~=share]:enabled').waitFor()
  const { pathname } = new URL(url)
  const own = (await storedFiles(page)).filter(each => !/^\/(widget|page|fonts)\/|^\/favicon/.test(each))
  expect(own.sort()).toEqual([pathname, '/logo.svg', '/sea.jpg'].sort())
})
