import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { dateAfter } from '../../schema/stay-dates.ts'
import { someOf } from '../support/repetitions.ts'
import { consoleHotel, SignedIn, today } from './support/console.ts'
import { handOf, TASKS } from './support/console-tasks.ts'
import { sharedService } from './support/shared-service.ts'

/* The tasks of a reception, by pointer, by keyboard alone, and by touch on a telephone. docs/console.md names their presses. */

const { service } = sharedService()
let people: SignedIn

const HANDS = ['pointer', 'keyboard', 'touch'] as const

/** Each task by one of the hands in `npm test`, and by all in the soak. */
const CASES = TASKS.flatMap((task, i) =>
  someOf(HANDS, 1, i).map(kind => ({ ...task, kind, guest: `${kind}${String.fromCharCode(65 + i)}` })),
)

beforeAll(async () => {
  const hotel = await consoleHotel(service)
  const day = today()
  let roomID = 1001
  const bookings = CASES.map(async ({ list, status, guest }) => {
    const [arrivalDate, departureDate] = list === 'Arriving' ? [day, dateAfter(day, 2)] : [dateAfter(day, -2), day]
    const { reservationId } = await hotel.innlet.booking.post({
      arrivalDate,
      departureDate,
      primaryGuestDetails: { lastName: guest },
      guests: { guestCount: 2 },
      roomsBooked: [{ roomID: roomID++, rates: [{ rateID: 1, unitCost: 100 }] }],
      bookingParameters: { reservationStatusID: status ? 4 : 3 },
    })
    if (list === 'Arriving') await hotel.innlet.itinerary.issueLink({ reservationId })
  })
  await Promise.all(bookings)
  people = await SignedIn.at(hotel, { role: 'frontdesk' })
})

describe.each(HANDS)('by %s', kind => {
  let page: Page

  beforeAll(async () => {
    const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true }
    page = await people.open('/console', kind === 'touch' ? phone : { viewport: { width: 1280, height: 900 } })
  })

  it.each(CASES.filter(each => each.kind === kind))(
    '$name: at most $most presses [CONSOLE-4]',
    async ({ most, list, run, guest }) => {
      await page.goto(`${service.origin}/console`)
      const hand = handOf(page, kind)
      // On a telephone the lists are tabs.
      if (kind === 'touch' && list === 'Leaving') await hand.press(page.getByRole('button', { name: list }))
      await page.getByText(guest).first().waitFor()
      await run(hand, guest)
      expect(hand.presses).toBeLessThanOrEqual(most)
    },
  )
})

it('the key / opens the search on every page, except where somebody types [CONSOLE-4]', async () => {
  const page = await people.open('/console/new')
  onTestFinished(() => page.context().close())
  await page.locator('.options').first().waitFor()
  await page.getByLabel('Last name').focus()
  await page.keyboard.type('a/b')
  expect(page.url()).toMatch(/new$/)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await page.locator('#sought:focus').waitFor()
  await page.keyboard.type('pointer')
  await page.locator('.result').first().waitFor()
  expect(await page.locator('#sought:focus').inputValue()).toBe('pointer')
})

it('what somebody seeks is not in an address, and is there again after Back [CONSOLE-20]', async () => {
  const page = await people.open('/console/find')
  onTestFinished(() => page.context().close())
  await page.locator('#sought').fill('pointer')
  await page.locator('.result').first().click()
  await page.locator('console-booking h1').waitFor()
  await page.goBack()
  await page.locator('.result').first().waitFor()
  expect(page.url()).toBe(`${service.origin}/console/find`)
  expect(await page.locator('#sought').inputValue()).toBe('pointer')
})
