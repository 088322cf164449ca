import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { installedBrowser } from '../../scripts/chromium.ts'
import { newServiceFolder, type Run, start } from './support/innlet.ts'
import { Network } from './support/network.ts'
import { createStay } from './support/stay.ts'

const DEAD = 'The link is invalid or has expired.'
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path d="M0 0h400v300H0z"/></svg>'

let run: Run
let browser: Browser
let stay: Awaited<ReturnType<typeof createStay>>
let context: BrowserContext
let page: Page
let network: Network

beforeAll(async () => {
  run = await start(newServiceFolder(), '--no-demo')
  browser = await chromium.launch(await installedBrowser())
  stay = await createStay(run)
  network = await Network.inFrontOf(run.service.origin)
})
afterAll(async () => {
  await browser?.close()
  network?.end()
  await run?.end('SIGTERM')
})

// A guest's phone of its own, with nothing kept.
beforeEach(async () => {
  network.switchTo('up')
  context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Asia/Kathmandu' })
  await context.route('https://hotel.test/**', route => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }))
  page = await context.newPage()
  onTestFinished(() => context.close())
})

/** A new link, as the guest has it. */
const issue = async (reservationId = stay.reservationId) => network.addressOf(await stay.issue(reservationId))

/** The first visit, until the page is kept. */
async function visit(url: string) {
  await page.goto(url)
  await expect.poll(() => kept(), { timeout: 15_000 }).toContain(new URL(url).pathname)
  await expect
    .poll(() => files(), { timeout: 15_000 })
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\/widget\/guest-itinerary\./),
        expect.stringMatching('/actions/dialog'),
      ]),
    )
}

/** The addresses of all links of which anything is kept. */
const kept = () =>
  page.evaluate(async () =>
    (await caches.keys()).filter(name => name.startsWith('link-')).map(name => name.split(' ')[1] ?? ''),
  )

const files = () =>
  page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })

/** Of when the kept page is. */
const keptSince = (url: string) =>
  page.evaluate(async path => (await caches.match(path))?.headers.get('x-as-of'), new URL(url).pathname)

const see = (text: string | RegExp) => page.getByText(text).first().waitFor({ state: 'visible', timeout: 10_000 })

const asOf = () => page.locator('[part~=as-of]')

/** What a browser does that finds neither a network nor a page that is kept. */
async function opensNothing(url: string) {
  const another = await context.newPage()
  await expect(another.goto(url)).rejects.toThrow(/net::ERR_/)
  await another.close()
}

it('after the first visit the page opens without a network, and says of when it is', async () => {
  const url = await issue()
  await visit(url)
  const before = await keptSince(url)
  expect(await asOf().count()).toBe(0)
  network.switchTo('down')

  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      shifts.push(...list.getEntries().map(entry => JSON.stringify(entry)))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(url)
  for (const shown of ['Anna Lindqvist', 'Gull', 'Surf lesson', 'Bring a towel.']) await see(shown)
  await page.locator('guest-itinerary [part~=share]:enabled').waitFor()
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Kathmandu' }).format()
  expect(await asOf().textContent()).toContain(today)
  expect(await asOf().textContent()).toMatch(/\d\d:\d\d/)
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
  const picture = page.locator('[part=picture] img')
  expect(await picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)

  await page.locator('[part~=calendar]').first().click()
  await page.locator('[part~=menu]').waitFor({ state: 'visible' })
  await page.keyboard.press('Escape')

  network.switchTo('up')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => asOf().count(), { timeout: 15_000 }).toBe(0)
  await see('Surf lesson')
  await expect.poll(() => keptSince(url), { timeout: 15_000 }).not.toBe(before)
})

it.each(['silent', 'lying'] as const)('a %s network is none, and the page speaks the guest’s language', async state => {
  const url = await issue()
  await context.close()
  context = await browser.newContext({ locale: 'he-IL' })
  page = await context.newPage()
  await visit(url)
  network.switchTo(state)
  await page.goto(url)
  await see('הגעה')
  expect(await asOf().count()).toBe(1)
})

it('a link that a newer one has replaced is forgotten as soon as it is told to be dead', async () => {
  const url = await issue()
  await visit(url)
  await issue()
  expect((await page.goto(url))?.status()).toBe(404)
  await see(DEAD)
  expect(await kept()).toEqual([])
  network.switchTo('down')
  await opensNothing(url)
})

it('or as soon as the newer one is opened', async () => {
  const url = await issue()
  await visit(url)
  const newer = await issue()
  await page.goto(newer)
  await expect.poll(() => kept()).toEqual([new URL(newer).pathname])
  network.switchTo('down')
  await page.goto(newer)
  await see('Surf lesson')
  await opensNothing(url)
})

it('or as soon as the page that is open learns of it', async () => {
  const url = await issue()
  await visit(url)
  await issue()
  const details = url.replace('/itinerary/', '/api/public/PartnerItinerary/details/')
  // The page that has registered the worker is in its care from the next visit on at the latest.
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true)
  expect(await page.evaluate(async address => (await fetch(address)).status, details)).toBe(404)
  expect(await kept()).toEqual([])
})

it('an expired link is forgotten without being told', async () => {
  const url = await issue()
  await visit(url)
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
  await opensNothing(new URL(expired, url).href)
  await page.goto(url)
  await expect.poll(() => kept()).toEqual([new URL(url).pathname])
})

/** What the browser holds of a link's page, with another date until which it may. */
const keepUntil = (url: string, date: string) =>
  page.evaluate(
    async ([path, until]) => {
      const cache = await caches.open(`link-2 ${path}`)
      const kept = (await cache.match(path as string)) as Response
      const headers = new Headers(kept.headers)
      headers.set('x-keep-until', until as string)
      await cache.put(path as string, new Response(await kept.text(), { headers }))
    },
    [new URL(url).pathname, date],
  )

/** A date so many days from today, where the guest is. */
const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Kathmandu' }).format(Date.now() + days * 86_400_000)

it('a stay is kept until the day after departure at most, however long its link lives', async () => {
  const url = await issue()
  await visit(url)
  const until = await page.evaluate(
    async path => (await caches.match(path))?.headers.get('x-keep-until'),
    new URL(url).pathname,
  )
  expect(until).toBe('2031-06-14')
  network.switchTo('down')
  await keepUntil(url, dayFromNow(1))
  await page.goto(url)
  await see('Surf lesson')
  await keepUntil(url, dayFromNow(0))
  await opensNothing(url)
})

it('a stay whose departure is past is not kept at all, nor its pictures', async () => {
  const [arrivalDate, departureDate] = [dayFromNow(-5), dayFromNow(-3)]
  const past = { identity: 'past', arrivalDate, departureDate, roomsBooked: [], activitiesBooked: [] }
  const activity = { activityID: 1, activityDate: arrivalDate, activityStartTime: '10:30', participants: 2 }
  const url = await issue(await stay.book({ ...past, activitiesBooked: [activity] }))
  for (let visits = 0; visits < 2; visits++) {
    await page.goto(url)
    await expect.poll(() => files(), { timeout: 15_000 }).toContain('/page/itinerary.js')
    await page.waitForLoadState('networkidle')
  }
  expect(await kept()).toEqual([])
})

const control = () => page.getByRole('button', { name: 'Forget on this device' })

it('the guest can have it forgotten, by keyboard, and reads when that is done; the open page does not keep it again', async () => {
  const url = await issue()
  await visit(url)
  expect(await page.evaluate(() => Object.keys(localStorage).length)).toBeGreaterThan(0)
  await control().focus()
  await page.keyboard.press('Enter')
  await see('Nothing of this stay is kept on this device any more.')
  expect([await kept(), await page.evaluate(() => Object.keys(localStorage))]).toEqual([[], []])
  expect(await control().evaluate(button => button === document.activeElement)).toBe(true)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.waitForLoadState('networkidle')
  expect(await kept()).toEqual([])
  network.switchTo('down')
  await opensNothing(url)
})

it('without a network, too: a copy that is shown can be forgotten', async () => {
  const url = await issue()
  await visit(url)
  network.switchTo('down')
  await page.goto(url)
  await control().click()
  await see('Nothing of this stay is kept on this device any more.')
  await opensNothing(url)
})

it('what an older worker has kept goes with it', async () => {
  const url = await issue()
  await page.goto(`${url}x`)
  await page.evaluate(async () => {
    for (const name of ['site-1', 'link-1 /itinerary/a.b.c', 'another']) await caches.open(name)
  })
  await visit(url)
  expect((await page.evaluate(() => caches.keys())).sort()).toEqual(
    ['another', `link-2 ${new URL(url).pathname}`, 'site-2'].sort(),
  )
})

it('two stays are kept apart, and neither is shown for the other', async () => {
  const other = await stay.book({ identity: 'other', primaryGuestDetails: { lastName: 'Okafor' }, roomsBooked: [] })
  const [first, second] = [await issue(), await issue(other)]
  await visit(first)
  await page.goto(second)
  await expect.poll(async () => (await kept()).length).toBe(2)
  network.switchTo('down')
  await page.goto(second)
  await see('Okafor')
  expect(await page.getByText('Lindqvist').count()).toBe(0)
  await page.goto(first)
  await see('Anna Lindqvist')
  await opensNothing(`${first.slice(0, -3)}AAA`)
})

it('nothing of a stay is kept but its page and the hotel’s pictures', async () => {
  const url = await issue()
  await visit(url)
  await page.reload()
  await page.locator('guest-itinerary [part~=share]:enabled').waitFor()
  const { pathname } = new URL(url)
  const own = (await files()).filter(each => !/^\/(widget|page|fonts)\/|^\/favicon/.test(each))
  expect(own.sort()).toEqual([pathname, '/logo.svg', '/sea.jpg'].sort())
})
