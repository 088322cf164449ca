import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { dateAfter } from '../../schema/stay-dates.ts'
import { repetitions } from '../support/repetitions.ts'
import { type ConsoleHotel, consoleHotel, SignedIn, today } from './support/console.ts'
import { sharedService } from './support/shared-service.ts'

/* Two people change one booking while the network loses requests and responses. */

const CHANGES = repetitions(5, 100)

const { service } = sharedService()
let hotel: ConsoleHotel
let people: SignedIn

beforeAll(async () => {
  hotel = await consoleHotel(service)
  people = await SignedIn.at(hotel)
})

/** Loses every fifth request of the API, by turns before and after the service has it. */
async function loseSome(page: Page): Promise<void> {
  let requests = 0
  await page.route('**/api/**', async (route: Route) => {
    const turn = requests++ % 10
    if (turn === 3) return route.abort('connectionreset')
    if (turn !== 8) return route.continue()
    await route.fetch().catch(() => {})
    await route.abort('connectionreset')
  })
}

/** Records a payment, and presses again as long as the form is there. */
async function pay(page: Page, amount: number): Promise<void> {
  await page.getByRole('button', { name: 'Payment', exact: true }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Amount (EUR)').fill(String(amount))
  for (let presses = 0; presses < 50; presses++) {
    await dialog.getByRole('button', { name: /^Record/ }).click()
    const refusal = dialog.locator('.refusal')
    await Promise.race([dialog.waitFor({ state: 'detached' }), refusal.waitFor()])
    if ((await dialog.count()) === 0) return
  }
  throw new Error(`${amount} is not recorded`)
}

it(`of ${2 * CHANGES} changes by two pages each is made once, and both show the truth [CONSOLE-7]`, async () => {
  const { reservationId } = await hotel.innlet.booking.post({
    arrivalDate: today(),
    departureDate: dateAfter(today(), 2),
    primaryGuestDetails: { lastName: 'Shared' },
    roomsBooked: [{ roomID: 1001, rates: [{ unitCost: 5_000 }] }],
  })
  const pages = await Promise.all([1, 2].map(() => people.open(`/console/booking/${reservationId}`)))
  onTestFinished(() => Promise.all(pages.map(page => page.context().close())).then(() => {}))
  const amounts = Array.from({ length: 2 * CHANGES }, (_, i) => i + 1)
  await Promise.all(
    pages.map(async (page, one) => {
      await page.getByRole('button', { name: 'Payment', exact: true }).waitFor()
      await loseSome(page)
      for (const amount of amounts) if (amount % 2 === one) await pay(page, amount)
      await page.unrouteAll({ behavior: 'wait' })
    }),
  )
  for await (const { payments, balance } of hotel.innlet.reservation.find({ reservationID: reservationId })) {
    expect(payments.map(({ paymentAmount }) => paymentAmount).toSorted((one, other) => one - other)).toEqual(amounts)
    const shown = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(balance)
    for (const page of pages) {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await page.locator('.sum', { hasText: shown }).waitFor()
    }
  }
}, 600_000)
