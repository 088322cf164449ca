import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { dateAfter } from '../../schema/stay-dates.ts'
import { launchBrowser } from './support/browser.ts'
import {
  type ConsoleHotel,
  consoleHotel,
  invite,
  newContext,
  pageWithAuthenticator,
  SignedIn,
  today,
} from './support/console.ts'
import { sharedService } from './support/shared-service.ts'

/* People in front of the console: how they sign in, and what two of them see of each other's work. */

const { service } = sharedService()
let hotel: ConsoleHotel
let people: SignedIn
let room = 1001

beforeAll(async () => {
  hotel = await consoleHotel(service)
  people = await SignedIn.at(hotel, { name: 'Rita' })
})

/** Books a stay of two nights from today. */
async function book(lastName: string): Promise<number> {
  const { reservationId } = await hotel.innlet.booking.post({
    arrivalDate: today(),
    departureDate: dateAfter(today(), 2),
    primaryGuestDetails: { lastName },
    guests: { guestCount: 2 },
    roomsBooked: [{ roomID: room++, rates: [{ rateID: 1, unitCost: 100 }] }],
  })
  return reservationId
}

async function open(path?: string): Promise<Page> {
  const page = await people.open(path)
  onTestFinished(() => page.context().close())
  return page
}

async function newPerson(): Promise<Page> {
  const context = await newContext(await launchBrowser())
  onTestFinished(() => context.close())
  return pageWithAuthenticator(context)
}

const working = (page: Page) => page.locator('console-today .columns').waitFor()

describe('a person', () => {
  it('joins by a link, signs out and in again; the link works once [CONSOLE-1]', async () => {
    const link = await invite(service, hotel.customerId, { name: 'Marta' })
    const page = await newPerson()
    await page.goto(link)
    await page.getByRole('heading', { name: 'Welcome, Marta' }).waitFor()
    // The code does not stay in the address.
    expect(new URL(page.url()).hash).toBe('')
    await page.getByRole('button', { name: 'Make a passkey' }).click()
    await working(page)
    await page.getByRole('button', { name: 'Marta' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await working(page)
    const other = await newPerson()
    await other.goto(link)
    await other.getByText('This link has been used').waitFor()
  })

  it('sees the page of the address after a sign-in, and never another origin [CONSOLE-3]', async () => {
    const page = await newPerson()
    await page.goto(await invite(service, hotel.customerId))
    await page.getByRole('button', { name: 'Make a passkey' }).click()
    await working(page)
    const evil = encodeURIComponent('https://evil.example/')
    const places = [
      `/console/find?q=x&to=${evil}`,
      `/console/sign-in?to=${evil}&next=//evil.example`,
      '/console/sign-in?to=javascript:alert(1)',
    ]
    for (const path of places) {
      await page.context().clearCookies()
      await page.goto(service.origin + path)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.locator('console-today .columns, console-find').first().waitFor()
      expect(new URL(page.url()).origin, path).toBe(new URL(service.origin).origin)
      expect(new URL(page.url()).pathname).toBe(path.includes('find') ? '/console/find' : '/console')
    }
  })

  it('works at a desk that a link has opened, without a passkey [CONSOLE-2]', async () => {
    const page = await newPerson()
    await page.goto(await invite(service, hotel.customerId, { name: 'Front desk 1', kind: 'desk', role: 'frontdesk' }))
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await working(page)
    await page.reload()
    await working(page)
  })

  it('who is an owner chooses the customer, of a list or by its number [CONSOLE-13]', async () => {
    const page = await newPerson()
    await page.goto(await invite(service, 0, { role: 'owner' }))
    await page.getByRole('button', { name: 'Make a passkey' }).click()
    await page.locator('.choices button', { hasText: String(hotel.customerId) }).waitFor()
    await page.getByLabel('Number of the customer').fill(String(hotel.customerId))
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await working(page)
    // The next time it is the same.
    await page.reload()
    await working(page)
  })

  it('has its token in memory alone [CONSOLE-10]', async () => {
    const page = await open()
    await working(page)
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.documentElement.outerHTML]),
    )
    expect(stored).not.toMatch(/eyJ[\w-]+\./)
  })
})

describe('two people', () => {
  it('see what the other changes without asking [CONSOLE-5]', async () => {
    await book('Seen')
    const [one, other] = [await open(), await open()]
    await other.getByRole('button', { name: 'Check in: Seen' }).waitFor()
    await one.getByRole('button', { name: 'Check in: Seen' }).click()
    await one.getByRole('button', { name: 'Take back: Seen' }).waitFor()
    // As when somebody looks at the other screen again.
    await other.evaluate(() => dispatchEvent(new Event('focus')))
    await other.getByRole('button', { name: 'Take back: Seen' }).waitFor()
  })

  it('are told what the other did, keep what they typed, and press again [CONSOLE-6]', async () => {
    const id = await book('Both')
    const page = await open(`/console/booking/${id}`)
    await page.getByRole('button', { name: 'Note', exact: true }).click()
    await page.getByLabel('For the staff. The guest does not see it.').fill('Late arrival')
    await hotel.innlet.booking.post({ action: 'modify', bookingID: id, arrivalTime: '22:15' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Somebody else has changed this booking.').waitFor()
    await page.locator('.others', { hasText: 'Application' }).waitFor()
    expect(await page.getByLabel('For the staff. The guest does not see it.').inputValue()).toBe('Late arrival')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    await page.getByText('Late arrival').waitFor()
  })

  it('read a refusal beside what they pressed [CONSOLE-12]', async () => {
    const id = await book('Refused')
    const page = await open(`/console/booking/${id}`)
    await page.getByRole('button', { name: 'Lengthen' }).click()
    const { rooms } = await first(id)
    await hotel.innlet.reservation.closeRoom({
      roomID: rooms[0]?.roomId ?? 0,
      fromDate: dateAfter(today(), 2),
      toDate: dateAfter(today(), 3),
    })
    await page.getByRole('button', { name: /^Until/ }).click()
    expect(await page.locator('dialog .refusal').innerText()).toMatch(/room|closed/i)
  })
})

async function first(reservationID: number) {
  for await (const reservation of hotel.innlet.reservation.find({ reservationID })) return reservation
  throw new Error('no reservation')
}
