import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { dateAfter } from '../../schema/stay-dates.ts'
import { someOf } from '../support/repetitions.ts'
import { expectAccessible } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { type ConsoleHotel, consoleHotel, invite, newContext, SignedIn, today } from './support/console.ts'
import { type Hand, handOf } from './support/console-tasks.ts'
import { sharedService } from './support/shared-service.ts'

/* A desk at which several people work, each by the own name and PIN. */

const { service } = sharedService()
let hotel: ConsoleHotel
let bookingId: number
const HOSTILE = `Rui "><img src=x onerror=hit()>`
const pins = new Map<string, string>()
const ids = new Map<string, number>()

async function giveName(name: string): Promise<void> {
  const roles = [{ customerId: hotel.customerId, role: 'frontdesk' }]
  const { personId } = (await service.admin('POST', '/people', { name, kind: 'person', roles })).json
  ids.set(name, personId)
  pins.set(name, (await service.admin('POST', `/people/${personId}/pin`)).json.pin)
}

beforeAll(async () => {
  hotel = await consoleHotel(service)
  for (const name of ['Ana', HOSTILE]) await giveName(name)
  const { reservationId } = await hotel.innlet.booking.post({
    arrivalDate: today(),
    departureDate: dateAfter(today(), 2),
    primaryGuestDetails: { lastName: 'Secretguest' },
    guests: { guestCount: 2 },
    roomsBooked: [{ roomID: 1001, rates: [{ rateID: 1, unitCost: 100 }] }],
  })
  bookingId = reservationId
})

const cover = (page: Page) => page.locator('dialog.cover')
const nameButton = (page: Page, name: string) => cover(page).getByRole('button', { name })
const pinField = (page: Page) => cover(page).locator('input')

/** A new desk, which is locked. */
async function openDesk(): Promise<Page> {
  const context = await newContext(await launchBrowser(), { viewport: { width: 1280, height: 900 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const link = await invite(service, hotel.customerId, { name: 'Reception', kind: 'desk', role: 'frontdesk' })
  await page.goto(link)
  await page.getByRole('button', { name: 'Open the desk' }).click()
  await nameButton(page, 'Ana').waitFor()
  return page
}

async function unlock(hand: Hand, name: string, pin = pins.get(name) ?? ''): Promise<void> {
  await hand.press(nameButton(hand.page, name))
  await hand.type(`PIN of ${name}`, pin)
}

/** A desk that Ana has unlocked. */
async function unlockedDesk(path = '/console'): Promise<{ page: Page; hand: Hand }> {
  const page = await openDesk()
  const hand = handOf(page, 'pointer')
  await unlock(hand, 'Ana')
  await page.locator('console-today .columns').waitFor()
  if (path !== '/console') await page.goto(service.origin + path)
  return { page, hand }
}

const lockByButton = async ({ page, press }: Hand) => {
  await press(page.getByRole('button', { name: 'Lock', exact: true }))
  await nameButton(page, 'Ana').waitFor()
}
const authors = async (reservationId: number) => {
  const events = []
  for await (const event of hotel.innlet.events.list({ reservationId })) events.push(event.by)
  return events
}
const anotherPin = (pin = '') => String((Number(pin) + 1) % 1_000_000).padStart(6, '0')

describe.each(someOf(['pointer', 'keyboard'] as const, 1, 1))('by %s', kind => {
  it('a name unlocks the desk, works, locks it, and another takes over [CONSOLE-66]', async () => {
    const { reservationId } = await hotel.innlet.booking.post({
      arrivalDate: today(),
      departureDate: dateAfter(today(), 1),
      primaryGuestDetails: { lastName: `Taken ${kind}` },
      roomsBooked: [{ roomID: kind === 'pointer' ? 1002 : 1003, rates: [{ rateID: 1, unitCost: 100 }] }],
    })
    const page = await openDesk()
    const hand = handOf(page, kind)
    await unlock(hand, 'Ana')
    await hand.press(page.getByRole('button', { name: `Check in: Taken ${kind}` }))
    await page.getByRole('button', { name: `Take back: Taken ${kind}` }).waitFor()
    await lockByButton(hand)
    await unlock(hand, HOSTILE)
    await hand.press(page.getByRole('button', { name: `Take back: Taken ${kind}` }))
    await page.getByRole('button', { name: `Check in: Taken ${kind}` }).waitFor()
    expect((await authors(reservationId)).slice(-2)).toEqual(
      [ids.get('Ana'), ids.get(HOSTILE)].map(id => `person:${id}`),
    )
    await hand.press(page.getByRole('link', { name: new RegExp(`Taken ${kind}`) }).first())
    await page.getByText('Ana', { exact: false }).first().waitFor()
    expect(await page.locator('main').innerText()).toMatch(/You.*Ana/s)
  })
})

describe('below the cover', () => {
  it('nothing is seen, printed or reached by keys [CONSOLE-67]', async () => {
    const { page, hand } = await unlockedDesk(`/console/booking/${bookingId}`)
    await page.locator('h1', { hasText: 'Secretguest' }).waitFor()
    expect(await page.title()).toContain('Secretguest')
    await lockByButton(hand)
    expect(await page.title()).toBe('Locked · Innlet')
    expect(await page.locator('h1', { hasText: 'Secretguest' }).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('body').innerText()).not.toContain('Secretguest')
    await page.emulateMedia({ media: 'screen' })
    expect(await page.locator('body').ariaSnapshot()).not.toContain('Secretguest')
    for (const key of ['Escape', 'Escape', 'Escape', '/', ...Array(12).fill('Tab')]) {
      await page.keyboard.press(key)
      expect(await page.evaluate(() => document.activeElement?.closest('main, header.bar') ?? null)).toBeNull()
    }
    expect(await cover(page).isVisible()).toBe(true)
    expect(page.url()).toContain(`/booking/${bookingId}`)
  })

  it('what was typed waits for the same person, in an open dialog too [CONSOLE-67]', async () => {
    const { page, hand } = await unlockedDesk(`/console/booking/${bookingId}`)
    await page.locator('console-act-bar').getByRole('button', { name: 'Note', exact: true }).click()
    await page.locator('dialog.act textarea').fill('Half a note')
    await page.evaluate(() => document.querySelector('button.lock')?.dispatchEvent(new MouseEvent('click')))
    await nameButton(page, 'Ana').waitFor()
    expect(await page.locator('dialog.act textarea').isVisible()).toBe(false)
    await unlock(hand, 'Ana')
    await cover(page).waitFor({ state: 'detached' })
    expect(await page.locator('dialog.act textarea').inputValue()).toBe('Half a note')
    await page.locator('dialog.act textarea').fill('A whole note')
    await page.locator('dialog.act footer button').last().click()
    await page.getByText('A whole note').first().waitFor()
  })

  it('nothing is left for another person [CONSOLE-67]', async () => {
    const { page, hand } = await unlockedDesk(`/console/booking/${bookingId}`)
    await page.locator('console-act-bar').getByRole('button', { name: 'Note', exact: true }).click()
    await page.locator('dialog.act textarea').fill('Of Ana')
    await page.evaluate(() => document.querySelector('button.lock')?.dispatchEvent(new MouseEvent('click')))
    await unlock(hand, HOSTILE)
    await page.locator('console-today .columns').waitFor()
    expect(await page.locator('dialog').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/console')
    expect(await page.content()).not.toContain('Of Ana')
  })

  it('the names are texts, and pass axe at each width [CONSOLE-8] [CONSOLE-9]', async () => {
    const page = await openDesk()
    for (const [place, part] of [nameButton(page, HOSTILE), pinField(page)].entries()) {
      await part.waitFor()
      await expectAccessible(page, place)
      expect(await page.locator('img[src=x]').count()).toBe(0)
      if (await nameButton(page, HOSTILE).isVisible()) await nameButton(page, HOSTILE).click()
    }
  })
})

describe('the desk is covered', () => {
  it('after five minutes without a key and a pointer, and then at the service too [CONSOLE-66]', async () => {
    const page = await openDesk()
    await page.clock.install()
    await page.reload()
    await unlock(handOf(page, 'pointer'), 'Ana')
    await page.locator('console-today .columns').waitFor()
    await page.clock.runFor(4 * 60_000)
    await page.keyboard.press('Shift')
    await page.clock.runFor(4 * 60_000)
    expect(await cover(page).count()).toBe(0)
    const locked = page.waitForResponse(/console\/lock/)
    await page.clock.runFor(2 * 60_000)
    await nameButton(page, 'Ana').waitFor()
    expect((await locked).status()).toBe(204)
    await page.reload()
    await nameButton(page, 'Ana').waitFor()
  })

  it('in every tab, and open in every tab again [CONSOLE-66]', async () => {
    const { page, hand } = await unlockedDesk()
    const second = await page.context().newPage()
    await second.goto(`${service.origin}/console`)
    await second.locator('console-today .columns').waitFor()
    await lockByButton(hand)
    await nameButton(second, 'Ana').waitFor()
    await unlock(handOf(second, 'pointer'), 'Ana')
    await cover(second).waitFor({ state: 'detached' })
    await cover(page).waitFor({ state: 'detached' })
  })

  it('at once without a connection, and at the service when there is one again [CONSOLE-66]', async () => {
    const { page, hand } = await unlockedDesk()
    await page.clock.install()
    await page.context().setOffline(true)
    await lockByButton(hand)
    await page.context().setOffline(false)
    const locked = page.waitForResponse(/console\/lock/)
    await page.clock.runFor(10_000)
    expect((await locked).status()).toBe(204)
    await page.reload()
    await nameButton(page, 'Ana').waitFor()
  })

  it('and says when a PIN is wrong, and when five have locked the name [CONSOLE-66]', async () => {
    await giveName('Eva')
    const page = await openDesk()
    const hand = handOf(page, 'pointer')
    await hand.press(nameButton(page, 'Eva'))
    for (let i = 0; i < 5; i++) {
      const answer = page.waitForResponse(/console\/unlock/)
      await pinField(page).fill(anotherPin(pins.get('Eva')))
      await answer
      await cover(page)
        .getByText(i < 4 ? 'This is not the PIN.' : 'five wrong PINs')
        .waitFor()
    }
    await cover(page).getByText('Locked', { exact: true }).waitFor()
    const { pin } = (await service.admin('POST', `/people/${ids.get('Eva')}/pin`)).json
    await unlock(hand, 'Eva', pin)
    await page.locator('console-today .columns').waitFor()
  })
})

it('a session that ends closes the dialogs that are open [CONSOLE-69]', async () => {
  const people = await SignedIn.at(hotel, { name: 'Rita' })
  const page = await people.open(`/console/booking/${bookingId}`)
  onTestFinished(() => page.context().close())
  await page.locator('console-act-bar').getByRole('button', { name: 'Charge', exact: true }).click()
  await page.locator('dialog[open]').waitFor()
  await page.context().clearCookies()
  await page.clock.install()
  await page.clock.fastForward(5 * 60_000)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click({ trial: true })
  expect(await page.locator('dialog').count()).toBe(0)
})
