import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedBrowser } from '../../scripts/chromium.ts'
import { registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { newServiceFolder, type Run, start } from './support/innlet.ts'
import { booking } from './support/stay.ts'

const DEAD = 'The link is invalid or has expired.'

/** Text that the stay must show. */
const SHOWN = [
  /Anna/,
  /Quinta do Mar/,
  /Gull/,
  /Double/,
  /Sea wing/,
  /Surf lesson/,
  /Inês Duarte/,
  /Beach hut/,
  /Bring a towel\./,
  /10:30/,
  /12:30/,
]

describe('from a booking to the guest’s phone', () => {
  let run: Run
  let browser: Browser
  let page: Page
  let bearer: string
  let reservationId: number
  let url: string

  beforeAll(async () => {
    run = await start(newServiceFolder(), '--no-demo')
    browser = await chromium.launch(await installedBrowser())
    // Up to a day ahead of the hotel, to find dates that shift with the time zone.
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'Pacific/Kiritimati',
      viewport: { width: 390, height: 844 },
    })
    page = await context.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await run?.end('SIGTERM')
  })

  const issue = async () =>
    (await run.service.requestOk('POST', '/api/PartnerItinerary/IssueLink', { reservationId }, bearer)).json.content

  const waitForText = async (text: string | RegExp, where: Page | Locator = page) =>
    where.getByText(text).first().waitFor({ state: 'visible', timeout: 10_000 })

  const waitForStay = async () => {
    for (const text of SHOWN) await waitForText(text, page.locator('guest-itinerary'))
  }

  it('an administrator sets the hotel up and registers an application', async () => {
    await setUpHotel(run.service, 7)
    const application = await registerApplication(run.service, 7, ['reservations:write'])
    expect(application).toMatchObject({ clientId: expect.any(String), clientSecret: expect.any(String) })

    const granted = await tokenFor(run.service, application)
    expect(granted).toMatchObject({ token_type: 'bearer', expires_in: 900 })
    expect(granted.scope?.split(' ')).toContain('reservations:write')
    bearer = granted.access_token
  })

  it('the integrator posts a booking and has a link issued', async () => {
    const { headers } = await run.service.requestOk('POST', '/api/Booking/PostBooking', booking, bearer)
    reservationId = Number(headers.get('x-reservation-id'))
    url = (await issue()).url
    expect(url).toMatch(new RegExp(`^${run.service.origin}/itinerary/[\\w.-]+$`))
  })

  it('the guest opens the page and sees the room and the schedule, on the hotel’s dates and times [LINK-27]', async () => {
    const response = await page.goto(url)
    expect(response?.status()).toBe(200)
    await waitForStay()
    const text = await page.locator('guest-itinerary').evaluate(element => element.shadowRoot?.textContent ?? '')
    expect(text).toMatch(/\b10\b.*June|June.*\b10\b/s)
    expect(text).not.toMatch(/\b(9|14) June/)
  })

  it('sends requests to other origins only for the hotel’s pictures, and none fails', async () => {
    const origins: string[] = []
    const errors: string[] = []
    page.on('request', request => origins.push(new URL(request.url()).origin))
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error' && !message.location().url.startsWith('https://hotel.test'))
        errors.push(message.text())
    })
    await page.goto(url)
    await waitForStay()
    page.removeAllListeners()
    expect(origins.filter(origin => ![run.service.origin, 'https://hotel.test'].includes(origin))).toEqual([])
    expect(errors).toEqual([])
  })

  it('the hotel’s own page shows the stay as well', async () => {
    await page.goto(`${run.service.origin}/demo/hotel?itinerary=${url.split('/').at(-1)}`)
    await waitForStay()
  })

  it('when a link is issued again, the new one opens and the old one is invalid or has expired', async () => {
    const { url: newer } = await issue()
    expect((await page.goto(newer))?.status()).toBe(200)
    await waitForStay()

    expect((await page.goto(url))?.status()).toBe(404)
    await waitForText(DEAD)
    expect(await page.getByText(/Gull/).count()).toBe(0)
  })

  it('on the hotel’s own page the old link says the same', async () => {
    await page.goto(`${run.service.origin}/demo/hotel?itinerary=${url.split('/').at(-1)}`)
    await waitForText(DEAD)
  })
})
