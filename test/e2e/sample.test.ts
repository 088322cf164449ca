import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launchBrowser } from './support/browser.ts'
import { sharedService } from './support/shared-service.ts'

/* The token `demo` shows a sample stay, so that a hotel can test its page without a link. */

const run = sharedService()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

async function visit(path: string, { locale = 'en-GB', time = '' } = {}): Promise<{ page: Page; requested: string[] }> {
  const context = await browser.newContext({ locale, timezoneId: 'Pacific/Auckland' })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  if (time) await page.clock.setFixedTime(time)
  const requested: string[] = []
  page.on('request', request => requested.push(new URL(request.url()).pathname))
  await page.goto(run.service.origin + path)
  return { page, requested }
}

describe('?itinerary=demo on a page of the hotel', () => {
  it.each([
    ['on the day of the guest too', '2027-01-15T10:00:00Z'],
    ['where the guest is a day ahead', '2027-01-15T13:00:00Z'],
  ])('has the day before the hotel’s today as its first, %s [WIDGET-65]', async (_, time) => {
    const { page } = await visit('/demo/hotel?itinerary=demo', { time })
    expect(await page.locator('guest-itinerary [part~=arrival]').textContent()).toMatch(/14\s+January/)
    expect(await page.locator('guest-itinerary [part~=today]').textContent()).toMatch(/15\s+January/)
  })

  it('makes no request to the API, and stores nothing [WIDGET-65]', async () => {
    const { page, requested } = await visit('/demo/hotel?itinerary=demo')
    await page.locator('guest-itinerary [part~=today]').waitFor()
    expect(await page.locator('guest-itinerary [part=type]').textContent()).toBe('Sample')
    const pictures = page.locator('guest-itinerary img')
    await expect
      .poll(() => pictures.evaluateAll(all => all.every(each => (each as HTMLImageElement).naturalWidth > 0)))
      .toBe(true)
    await page.waitForLoadState('networkidle')
    expect(requested.filter(path => path.startsWith('/api/'))).toEqual([])
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, ''])
  })

  it('cannot be shared or added to a calendar, and can be printed [WIDGET-65]', async () => {
    const { page } = await visit('/demo/hotel?itinerary=demo')
    await page.locator('guest-itinerary [part~=print]:enabled').waitFor()
    for (const part of ['share', 'calendar', 'add'])
      expect(await page.locator(`guest-itinerary [part~=${part}]`).count()).toBe(0)
  })

  it.each([
    ['de', 'Beispiel'],
    ['ar', 'مثال'],
    ['ja', 'サンプル'],
  ])('says so in the language of the guest: %s [WIDGET-65]', async (locale, word) => {
    const { page } = await visit('/demo/hotel?itinerary=demo', { locale })
    await page.locator('guest-itinerary [part=type]').getByText(word).waitFor()
  })
})

it.each(['/itinerary/demo', '/api/public/PartnerItinerary/details/demo', '/api/public/PartnerItinerary/hotels/demo'])(
  'the service itself knows no stay of it: %s is 404 [WIDGET-65]',
  async path => expect((await fetch(run.service.origin + path)).status).toBe(404),
)
