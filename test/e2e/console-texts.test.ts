import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { dateAfter } from '../../schema/stay-dates.ts'
import { expectAccessible, violationsInSchemes } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { type ConsoleHotel, consoleHotel, invite, newContext, SignedIn, today } from './support/console.ts'
import { sharedService } from './support/shared-service.ts'

/* Hostile texts in every field, and accessibility, on every page. */

const { service } = sharedService()
let hotel: ConsoleHotel
let people: SignedIn
let id: number

const HOSTILE = `"><img src=x onerror=hit()><script>hit()</script>\${hit()}<a href=javascript:hit()>'`

/** The records with a hostile name in each text that people read. */
const hostile = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map(each => hostile(each, name))
  if (typeof value === 'object' && value) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hostile(each, key)]))
  }
  const isRead = /^(name|roomName|description|scheduleType|size|color|productType|firstName|lastName)$/.test(name)
  return isRead && typeof value === 'string' ? `${value.slice(0, 20)} ${HOSTILE}`.slice(0, 120) : value
}

beforeAll(async () => {
  hotel = await consoleHotel(service, all => hostile(all) as object)
  people = await SignedIn.at(hotel, { name: `Rita ${HOSTILE}` })
  const text = HOSTILE
  const made = await hotel.innlet.booking.post({
    arrivalDate: today(),
    departureDate: dateAfter(today(), 2),
    type: text.slice(0, 50),
    primaryGuestDetails: {
      ...{ firstName: text, lastName: `Hostile ${text}`, company: text, address1: text, address2: text },
      ...{ email: text, phone: text.slice(0, 40), zip: text.slice(0, 50), city: text, state: text, country: text },
    },
    guests: { guestCount: 2 },
    roomsBooked: [{ roomID: 101, rates: [{ rateID: 1, unitCost: 100 }], roomNotes: [text] }],
    activitiesBooked: [{ activityID: 3, activityDate: today(), activityNotes: [text] }],
    reservationSummaryNote: text,
    paymentDetails: { paymentAmount: 20, paymentSource: text.slice(0, 100), paymentExtID: text },
  })
  id = made.reservationId
  await hotel.innlet.sale.post({
    reservationID: id,
    items: [{ inventoryId: 2, inventoryLocationId: 1, quantity: 1 }],
  })
  await hotel.innlet.reservation.closeRoom({
    ...{ roomID: 304, fromDate: today(), toDate: dateAfter(today(), 2), reason: text },
  })
  await hotel.innlet.itinerary.issueLink({ reservationId: id })
})

const PAGES = {
  today: ['/console', '.columns'],
  find: ['/console/find', '.result'],
  booking: ['/console/booking/ID', '.url'],
  new: ['/console/new', '.options'],
  people: ['/console/people', '.records'],
  keys: ['/console/keys', '.records'],
  webhooks: ['/console/webhooks', 'h1'],
  events: ['/console/events', '.records summary'],
  nowhere: ['/console/booking/999999999', '.refusal'],
} as const
const NAMES = Object.keys(PAGES) as (keyof typeof PAGES)[]
const WITH_GUESTS: readonly string[] = ['today', 'find']
const ACTS = ['Move', 'Lengthen', 'Charge', 'Payment', 'Note', 'Guest', 'No-show', 'Cancel booking']

async function open(name: keyof typeof PAGES): Promise<Page> {
  const [path, part] = PAGES[name]
  const page = await people.newPage()
  onTestFinished(() => page.context().close())
  await page.addInitScript(() =>
    Object.assign(window, { hit: () => document.documentElement.setAttribute('data-hit', '') }),
  )
  await page.goto(service.origin + path.replace('ID', String(id)))
  if (name === 'find') await page.locator('#sought').fill('Hostile')
  await page.locator(part).first().waitFor()
  return page
}

/** Nothing that a text contains has become an element, and nothing has run. */
async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    hit: document.documentElement.hasAttribute('data-hit'),
    elements: [...document.querySelectorAll('[onerror], img[src=x], a[href^=javascript], body script')].length,
  }))
  expect(found).toEqual({ hit: false, elements: 0 })
}

describe('texts of guests, hotels and integrators are harmless, and axe finds nothing', () => {
  it.each(NAMES)('on the page %s [CONSOLE-8] [CONSOLE-9]', async name => {
    const page = await open(name)
    await expectHarmless(page)
    if (WITH_GUESTS.includes(name))
      expect(await page.locator('main').innerText()).toContain('Hostile "><img src=x onerror=hit()>')
    await expectAccessible(page, NAMES.indexOf(name))
  })

  it('on the page of a booking, in each act, its history and on paper [CONSOLE-8] [CONSOLE-9]', async () => {
    const page = await open('booking')
    expect(await page.locator('.sheet').innerText()).toContain('<script>hit()</script>')
    for (const name of ACTS) {
      await page.locator('console-act-bar').getByRole('button', { name, exact: true }).click()
      await page.locator('dialog[open] .fields').waitFor()
      await expectHarmless(page)
      if (['Move', 'Charge', 'Guest'].includes(name)) expect(await violationsInSchemes(page), name).toEqual([])
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Print registration card' }).click()
    await page.getByRole('button', { name: 'QR code' }).click()
    await page.locator('.code svg').waitFor()
    await expectHarmless(page)
  })

  it('before the sign-in, and on the page of a link [CONSOLE-9]', async () => {
    const context = await newContext(await launchBrowser())
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(`${service.origin}/console`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await expectAccessible(page, 0)
    await page.goto(await invite(service, hotel.customerId))
    await page.getByRole('button', { name: 'Make a passkey' }).waitFor()
    await expectAccessible(page, 1)
  })
})

it('each address has a policy with Trusted Types [CONSOLE-17]', async () => {
  for (const path of ['/console', '/console/booking/1', '/console/join', '/console/rooms']) {
    const response = await fetch(service.origin + path, { headers: { accept: 'text/html' } })
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policy).toMatch(/frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html/)
    expect(policy).not.toContain('unsafe')
  }
  expect((await fetch(`${service.origin}/console/nowhere`)).status).toBe(404)
})
