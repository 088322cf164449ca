import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ICAL from 'ical.js'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Itinerary, ItineraryHotels } from '../../schema/wire/itinerary.ts'
import details from '../../widget/actions/sample/details.json' with { type: 'json' }
import hotels from '../../widget/actions/sample/hotels.json' with { type: 'json' }
import type { PinnedScript } from '../../widget/embed/snippet.ts'
import { violationsInSchemes, violationsOf } from './support/axe.ts'
import { launchBrowser, serveHotelPictures } from './support/browser.ts'
import { newServiceFolder } from './support/run.ts'
import { serve } from './support/serve.ts'
import { sharedService } from './support/shared-service.ts'
import { createStay } from './support/stay.ts'

/* What hotels and developers open, as `npm start` serves it: the home page, the page `/embed`, and the lines that it gives. */

const place = newServiceFolder()
const run = sharedService()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

async function openHome(options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage(options)
  onTestFinished(() => page.close())
  await page.goto(run.service.origin)
  return page
}

describe('the address that the start prints, opened in a browser', () => {
  it('is a page, and every link on it works [WIDGET-6]', async () => {
    const page = await openHome()
    expect(await page.locator('h1').count()).toBe(1)
    // Without those of the sample stay.
    const links = await page.evaluate(() => [...document.links].map(({ href }) => href))
    expect(links.length).toBeGreaterThan(4)
    const headers = { accept: 'text/html' }
    for (const link of links) expect((await fetch(link, { headers })).status, link).toBe(200)
  })

  it.each([360, 768, 1280])('fits %i pixels, and axe finds nothing in light and in dark [WIDGET-6]', async width => {
    const page = await openHome({ viewport: { width, height: 900 } })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await violationsInSchemes(page)).toEqual([])
  })

  it('nothing violates its Content-Security-Policy', async () => {
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    const complaints: string[] = []
    page.on('console', message => complaints.push(message.text()))
    await page.goto(run.service.origin, { waitUntil: 'networkidle' })
    expect(complaints).toEqual([])
  })
})

describe('the script and the page for hotels', () => {
  let hotel: string
  let pinnedScript: PinnedScript
  let snippet = ''
  const get = (path: string) => fetch(run.service.origin + path)

  beforeAll(async () => {
    hotel = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<!doctype html><title>Hotel</title><body>${snippet}`)
    })
    pinnedScript = (await (await get('/widget/latest.json')).json()) as PinnedScript
  })

  /** Opens a page and records its errors. */
  async function visit(address: string, permissions: string[] = []) {
    const context = await browser.newContext({ locale: 'en-GB', permissions })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    page.on('request', request => {
      if (!/^http:\/\/(localhost|127\.0\.0\.1):/.test(request.url())) errors.push(request.url())
    })
    await page.goto(address)
    return { page, errors }
  }

  it('serves the pinned script to every origin, cacheable for a year, with the content of its integrity value [WIDGET-22]', async () => {
    const [pinned, stable] = [await get(pinnedScript.script), await get('/widget/guest-itinerary.js')]
    expect(Object.fromEntries(pinned.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/^text\/javascript/),
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    const code = await pinned.text()
    expect(pinnedScript.integrity).toBe(`sha384-${createHash('sha384').update(code).digest('base64')}`)
    expect(code).toBe(await stable.text())
    expect(stable.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400')
  })

  it('serves its path and version to every origin, cacheable for a short time', async () => {
    const { headers } = await get('/widget/latest.json')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toContain('max-age=300')
    expect(pinnedScript).toEqual({
      script: expect.stringMatching(/^\/widget\/guest-itinerary\.[\da-f]{16}\.js$/),
      integrity: expect.stringMatching(/^sha384-/),
      version: (await get('/openapi.json')).headers.get('x-api-version'),
    })
  })

  it('shows the page for hotels under a strict Content-Security-Policy without a violation', async () => {
    const { headers } = await get('/embed')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*require-trusted-types-for 'script'/)
    const { page, errors } = await visit(`${run.service.origin}/embed`)
    await page.locator('guest-itinerary [part~=today]').first().waitFor()
    await expect
      .poll(() => page.locator('guest-itinerary [part~=title]').allInnerTexts())
      .toEqual(Array(2).fill('Your stay at Quinta do Mar'))
    expect(errors).toEqual([])
  })

  it('gives lines that work unchanged on a site of another origin [WIDGET-25]', async () => {
    const { page, errors } = await visit(`${run.service.origin}/embed`, ['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Wine', exact: true }).click()
    await page.getByText('My developer does it').click()
    await page.getByText('This version, and no other').click()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Copied.').waitFor()
    snippet = await page.evaluate(() => navigator.clipboard.readText())
    expect(snippet).toContain(`integrity="${pinnedScript.integrity}"`)

    const { page: hotelPage, errors: hotelErrors } = await visit(hotel)
    await hotelPage.getByText('Your stay appears here.').waitFor()
    expect(await hotelPage.locator('[part=failure]').getAttribute('role')).toBeNull()
    expect(await violationsOf(hotelPage, 'guest-itinerary')).toEqual([])
    const sheet = hotelPage.locator('guest-itinerary .sheet')
    expect(await sheet.evaluate(each => getComputedStyle(each).backgroundColor)).toBe('rgb(255, 250, 251)')
    expect([...errors, ...hotelErrors.filter(error => !error.includes('favicon'))]).toEqual([])
  })

  it('the sample is what the service would return', () => {
    expect(Itinerary.unwrap().strict().safeParse(details.content).error).toBeUndefined()
    expect(ItineraryHotels.safeParse(hotels.content).error).toBeUndefined()
  })
})

/* A file without other content, with the link of a real stay. */

describe('the lines of /embed, pasted into an empty file', () => {
  let token: string
  let lines: string

  beforeAll(async () => {
    const { issue, reservationId } = await createStay(run)
    token = new URL(await issue(reservationId)).pathname.split('/').at(-1) ?? ''
    const page = await browser.newPage()
    await page.goto(`${run.service.origin}/embed`)
    await page.getByRole('button', { name: 'Clay', exact: true }).click()
    lines = (await page.locator('#snippet').textContent()) ?? ''
    await page.close()
  })
  /** Opens the file from disk with the guest's link, in another time zone than the hotel's. */
  async function open(): Promise<{ page: Page; errors: string[] }> {
    const file = join(place.folder, 'stay.html')
    writeFileSync(file, lines)
    const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Asia/Kathmandu' })
    onTestFinished(() => context.close())
    await serveHotelPictures(context)
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    await page.goto(`${pathToFileURL(file)}?itinerary=${token}`)
    await page.locator('guest-itinerary [part~=item]').first().waitFor()
    return { page, errors }
  }

  /** The links of a menu, by their text. */
  async function menuOf(page: Page, button: string): Promise<Record<string, string>> {
    await page.locator(`guest-itinerary [part~=${button}]`).first().click()
    const links = page.locator('guest-itinerary dialog a')
    await links.first().waitFor()
    return Object.fromEntries(
      await links.evaluateAll(all => all.map(link => [link.textContent, (link as HTMLAnchorElement).href])),
    )
  }

  const eventsOf = (text: string) =>
    new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(each => new ICAL.Event(each))
  const instant = (time: ICAL.Time | undefined) => new Date((time?.toUnixTime() ?? 0) * 1000).toISOString()

  it('show the stay in the chosen colours, without an error [WIDGET-25]', async () => {
    const { page, errors } = await open()
    expect(await page.locator('guest-itinerary [part~=guest]').textContent()).toBe('Anna Lindqvist')
    const sheet = page.locator('guest-itinerary .sheet')
    expect(await sheet.evaluate(each => getComputedStyle(each).backgroundColor)).toBe('rgb(255, 253, 248)')
    expect(errors).toEqual([])
  })

  it('offer the whole stay to a calendar: as a subscription, in Google’s, in Outlook’s and as a file [WIDGET-14]', async () => {
    const { page } = await open()
    const choices = await menuOf(page, 'calendar')
    const [subscription = '', google = '', outlook = '', file = ''] = Object.values(choices)
    expect(subscription).toBe(file.replace('http:', 'webcal:'))
    expect(new URL(google).searchParams.get('dates')).toBe('20310610/20310613')
    expect([...new URL(outlook).searchParams]).toEqual(
      expect.arrayContaining([
        ['startdt', '2031-06-10'],
        ['enddt', '2031-06-13'],
        ['allday', 'true'],
      ]),
    )
    const events = eventsOf(await (await fetch(file)).text())
    expect(events.map(({ summary, startDate }) => [summary, startDate.toString()])).toEqual([
      ['Quinta do Mar', '2031-06-10'],
      ['Surf lesson', '2031-06-11T10:30:00'],
    ])
  })

  it('offer one item, at the same instant in each and with the UID of the subscription [WIDGET-14]', async () => {
    const { page } = await open()
    const [google = '', outlook = '', file = ''] = Object.values(await menuOf(page, 'add'))
    const query = new URL(google).searchParams
    expect([query.get('dates'), query.get('ctz')]).toEqual(['20310611T103000/20310611T123000', 'Europe/Lisbon'])
    // 10:30 in Lisbon, which is UTC+1 in June.
    expect(new URL(outlook).searchParams.get('startdt')).toBe('2031-06-11T09:30:00.000Z')
    const [event, ...others] = eventsOf(await page.evaluate(async address => (await fetch(address)).text(), file))
    expect(others).toEqual([])
    expect([instant(event?.startDate), instant(event?.endDate)]).toEqual([
      '2031-06-11T09:30:00.000Z',
      '2031-06-11T11:30:00.000Z',
    ])
    const whole = await fetch(`${run.service.origin}/api/public/PartnerItinerary/calendar/${token}`)
    expect(eventsOf(await whole.text()).map(({ uid }) => uid)).toContain(event?.uid)
  })
})
