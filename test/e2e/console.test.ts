import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Booking } from '../../client/types.ts'
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

/** Books a stay from a day, counted from today, to another. */
async function book(lastName: string, [from, to] = [0, 2], also: Partial<Booking> = {}): Promise<number> {
  const { reservationId } = await hotel.innlet.booking.post({
    ...also,
    arrivalDate: dateAfter(today(), from),
    departureDate: dateAfter(today(), to),
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

  it('who works for several customers and hotels chooses them, and the browser keeps the choice [CONSOLE-18]', async () => {
    const twoHotels = await consoleHotel(service, all => ({
      ...all,
      properties: [
        ...all.properties,
        { ...all.properties[0], hotelid: 'TWO', name: 'Casa Dois', fetchHotelKey: 'two' },
      ],
    }))
    const roles = [hotel, twoHotels].map(({ customerId }) => ({ customerId, role: 'frontdesk' }))
    const { json } = await service.admin('POST', '/people', { name: 'Both', kind: 'person', roles })
    const page = await newPerson()
    await page.goto(json.link)
    await page.getByRole('button', { name: 'Make a passkey' }).click()
    await working(page)
    await page.getByRole('button', { name: 'Both' }).click()
    await page.getByRole('button', { name: 'Which customer?' }).click()
    await page.getByRole('button', { name: `Customer ${twoHotels.customerId}` }).click()
    await page.getByLabel('Hotel', { exact: true }).selectOption('Casa Dois')
    await working(page)
    await page.reload()
    await working(page)
    expect(await page.getByLabel('Hotel', { exact: true }).inputValue()).toBe('TWO')
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

it('a guest is called and written to by a press, and has the name of the country [CONSOLE-19]', async () => {
  const contact = { email: 'anna+sea@guest.test?cc=x@y.test', phone: '+351 (912) 000-111', country: 'pt' }
  const { reservationId } = await hotel.innlet.booking.post({
    ...{ arrivalDate: today(), departureDate: dateAfter(today(), 1), guests: { guestCount: 1 } },
    ...{ primaryGuestDetails: { lastName: 'Reached', ...contact }, bookingParameters: { reservationStatusID: 1 } },
  })
  const page = await open(`/console/booking/${reservationId}`)
  const card = page.locator('.card', { hasText: 'Portugal' })
  await card.waitFor()
  const addresses = await card.locator('a').evaluateAll(links => links.map(link => link.getAttribute('href')))
  expect(addresses).toEqual(['mailto:anna%2Bsea@guest.test%3Fcc%3Dx%40y.test', 'tel:+351912000111'])
})

/** Of a guest who has come. */
const inHouse = { bookingParameters: { reservationStatusID: 4 } }

describe('a guest in the house', () => {
  it('who leaves early frees the nights that are left [CONSOLE-15]', async () => {
    const id = await book('Early', [-1, 3], inHouse)
    const page = await open(`/console/booking/${id}`)
    await page.getByRole('button', { name: 'Check out' }).click()
    await page.locator('.pill.CheckedOut').waitFor()
    const { departureDate, total } = await first(id)
    expect([departureDate?.slice(0, 10), total]).toEqual([today(), 100])
  })

  it('who moves keeps the past nights in the old room, at the same sum [CONSOLE-15]', async () => {
    const id = await book('Mover', [-2, 2], inHouse)
    const page = await open(`/console/booking/${id}`)
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await page.locator('dialog .options label', { hasText: 'Gaivota' }).click()
    await page.getByRole('button', { name: 'Move to 101' }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    const { rooms, total } = await first(id)
    expect(rooms.map(each => [each.arrivalDate.slice(0, 10), each.departureDate.slice(0, 10)])).toEqual([
      [dateAfter(today(), -2), today()],
      [today(), dateAfter(today(), 2)],
    ])
    expect([rooms[1]?.roomNo, total]).toEqual(['101', 400])
  })

  it('whose stay is shortened costs what the button says [CONSOLE-16]', async () => {
    const id = await book('Shorter', [-1, 3], inHouse)
    const page = await open(`/console/booking/${id}`)
    await page.getByRole('button', { name: 'Shorten' }).click()
    await page.getByLabel('Departure').fill(dateAfter(today(), 1))
    const button = page.getByRole('button', { name: /^Until/ })
    const [, said = ''] = /€([\d.]+)$/.exec((await button.innerText()).trim()) ?? []
    await button.click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect((await first(id)).total).toBe(Number(said))
    expect(said).toBe('200.00')
  })
})

const MINUTES = 5
/** Twelve hours on thirty days. */
const MINUTES_OF_MONTH = 12 * 60 * 30
/** A request, its three rows read, and a millisecond of CPU, at the prices of Cloudflare. */
const DOLLARS_OF_REQUEST = (0.3 + 3 * 0.001 + 0.02) / 1_000_000

describe('a page that nobody touches', () => {
  it('asks for events every 15 seconds, and for nothing else but tokens; hidden, for nothing [CONSOLE-14]', async () => {
    const id = await book('Quiet')
    const page = await open()
    await working(page)
    await page.clock.install()
    await page.reload()
    await page.getByRole('button', { name: 'Check in: Quiet' }).waitFor()
    await page.clock.pauseAt(Date.now() + 5_000)
    const asked: string[] = []
    page.on('requestfinished', request => asked.push(new URL(request.url()).pathname))
    for (let looks = 1; looks <= 4 * MINUTES; looks++) {
      await page.clock.runFor(15_000)
      await expect.poll(() => asked.filter(path => path.endsWith('GetEvents')).length).toBeGreaterThanOrEqual(looks)
    }
    const tokens = asked.filter(path => path === '/console/token')
    expect(asked.length - tokens.length).toBeLessThanOrEqual(4 * MINUTES + 1)
    expect(new Set(asked)).toEqual(new Set(['/api/Event/GetEvents', '/console/token']))
    expect(tokens.length).toBeLessThanOrEqual(2)
    expect((asked.length / MINUTES) * MINUTES_OF_MONTH * DOLLARS_OF_REQUEST).toBeLessThanOrEqual(0.04)

    await hotel.innlet.booking.post({ action: 'modify', bookingID: id, ...inHouse })
    await page.clock.runFor(15_000)
    await page.getByRole('button', { name: 'Take back: Quiet' }).waitFor()
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
    asked.length = 0
    await page.clock.runFor(120_000)
    expect(asked).toEqual([])
  })
})

async function first(reservationID: number) {
  for await (const reservation of hotel.innlet.reservation.find({ reservationID })) return reservation
  throw new Error('no reservation')
}
