import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ICAL from 'ical.js'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { installedBrowser } from '../../scripts/chromium.ts'
import { newServiceFolder, type Run, start } from './support/innlet.ts'
import { createStay } from './support/stay.ts'

/* The lines of `/embed` in a file without other content, with the link of a real stay. */

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path d="M0 0h400v300H0z"/></svg>'

describe('the lines of /embed, pasted into an empty file', () => {
  const place = newServiceFolder()
  let run: Run
  let browser: Browser
  let token: string
  let lines: string

  beforeAll(async () => {
    run = await start(place, '--no-demo')
    browser = await chromium.launch(await installedBrowser())
    const { issue, reservationId } = await createStay(run)
    token = new URL(await issue(reservationId)).pathname.split('/').at(-1) ?? ''
    const page = await browser.newPage()
    await page.goto(`${run.service.origin}/embed`)
    await page.getByRole('button', { name: 'Clay', exact: true }).click()
    lines = (await page.locator('#snippet').textContent()) ?? ''
    await page.close()
  })
  afterAll(async () => {
    await browser?.close()
    await run?.end('SIGTERM')
  })

  /** Opens the file from disk with the guest's link, in another time zone than the hotel's. */
  async function open(): Promise<{ page: Page; errors: string[] }> {
    const file = join(place.folder, 'stay.html')
    writeFileSync(file, lines)
    const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Asia/Kathmandu' })
    onTestFinished(() => context.close())
    await context.route('https://hotel.test/**', route =>
      route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
    )
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
