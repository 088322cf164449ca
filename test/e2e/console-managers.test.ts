import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Innlet } from '../../client/innlet.ts'
import { someOf } from '../support/repetitions.ts'
import { violationsInSchemes } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import {
  type ConsoleHotel,
  consoleHotel,
  invite,
  newContext,
  pageWithAuthenticator,
  SignedIn,
} from './support/console.ts'
import { type Hand, handOf } from './support/console-tasks.ts'
import { sharedService } from './support/shared-service.ts'

/* What a manager does with applications, API keys, people and webhooks, by pointer and by keyboard alone. */

const { service } = sharedService()
let hotel: ConsoleHotel
let managers: SignedIn
let receiver: string
/** What the receiver got. */
const bodies: object[] = []

beforeAll(async () => {
  hotel = await consoleHotel(service)
  managers = await SignedIn.at(hotel, { name: 'Rui' })
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    bodies.push(JSON.parse(body))
    response.writeHead(bodies.length % 2 ? 200 : 500).end('Received by the till')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
  return () => server.close()
})

/** The ways in which an act is done: one in `npm test`, both in the soak. */
const byOneOf = (place: number) => someOf(['pointer', 'keyboard'] as const, 1, place)

async function open(kind: 'pointer' | 'keyboard', path: string): Promise<Hand> {
  const page = await managers.open(path)
  onTestFinished(() => page.context().close())
  return handOf(page, kind)
}

const button = ({ page }: Hand, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = ({ page }: Hand) => page.locator('dialog[open]')
const row = ({ page }: Hand, name: string) => page.locator('.records > li', { hasText: name })
const inDialog = (hand: Hand, name: string) => dialog(hand).last().getByRole('button', { name, exact: true })

/** Chooses an option of a list by its keys. */
async function choose(hand: Hand, label: string, option: string): Promise<void> {
  await hand.page.getByLabel(label, { exact: true }).last().selectOption(option)
}

/** Registers an application that may read reservations. Its id and secret are shown then. */
async function createApplication(kind: 'pointer' | 'keyboard', name: string): Promise<Hand> {
  const hand = await open(kind, '/console/keys')
  await hand.press(button(hand, 'New application'))
  await hand.type('Name, for people', name)
  await choose(hand, 'Reservations', 'read')
  await hand.press(inDialog(hand, 'Create'))
  return hand
}

/** The value that is shown once, after which the dialog is closed. */
async function takeSecret(hand: Hand, name: string): Promise<string> {
  const value = await dialog(hand).locator('dt', { hasText: name }).locator('+ dd code').innerText()
  await hand.press(inDialog(hand, 'I have stored it'))
  await dialog(hand).waitFor({ state: 'detached' })
  return value
}

/** The tab that a press opens, used by the same hand. */
async function opened(hand: Hand, target: Locator): Promise<Hand> {
  const [page] = await Promise.all([hand.page.waitForEvent('popup'), hand.press(target)])
  await page.locator('.try[open]').waitFor()
  return handOf(page, hand.kind)
}

const storedIn = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

const tokenOf = (clientId: string, clientSecret: string) =>
  new Innlet({ url: service.origin, clientId, clientSecret }).reservation.hotel()

describe('a manager', () => {
  it.each(byOneOf(1))(
    'by %s registers an application, which works at once, changes it, and replaces its secret [CONSOLE-60]',
    async kind => {
      const name = `Engine ${kind}`
      const hand = await createApplication(kind, name)
      await dialog(hand).getByText('A first token was issued with it').waitFor()
      const clientId = await dialog(hand).locator('dd code').first().innerText()
      const secret = await takeSecret(hand, 'client_secret')
      await row(hand, name).getByText('Last used').waitFor()
      expect((await tokenOf(clientId, secret)).customerName).toBe('Quinta do Mar')
      // Nothing tells it a second time.
      const told = await service.admin('GET', `/applications/${clientId}`)
      expect(told.text + (await hand.page.content())).not.toContain(secret)

      await hand.press(row(hand, name).getByRole('button', { name: /^Change/ }))
      await choose(hand, 'Reservations', 'write')
      await hand.press(inDialog(hand, 'Save'))
      await row(hand, name).getByText('Reservations: read and write').waitFor()

      await hand.press(row(hand, name).getByRole('button', { name: /^New secret/ }))
      await hand.press(inDialog(hand, 'New secret'))
      await dialog(hand).getByText('A first token was issued with it').waitFor()
      const replaced = await takeSecret(hand, 'client_secret')
      await tokenOf(clientId, replaced)
      await expect(tokenOf(clientId, secret)).rejects.toMatchObject({ code: 'INVALID_CLIENT_CREDENTIALS' })
    },
  )

  it.each(byOneOf(2))(
    'by %s tries an application in the docs, where it is filled in, and clears it there [CONSOLE-70]',
    async kind => {
      const name = `Tried ${kind}`
      const hand = await createApplication(kind, name)
      const secret = await dialog(hand).locator('dt', { hasText: 'client_secret' }).locator('+ dd code').innerText()
      const docs = await opened(hand, inDialog(hand, 'Try it in the docs'))
      const form = docs.page.locator('.try')
      await form.getByText(`Filled in from the console: application ${name} of Quinta do Mar`).waitFor()
      await docs.press(form.getByRole('button', { name: 'Send' }))
      await form.getByRole('status').filter({ hasText: /^200 / }).waitFor()
      await form.getByText('"customerName": "Quinta do Mar').waitFor()
      // Neither an address nor the tab of the console has the secret.
      expect(docs.page.url()).toMatch(/\/docs\/reservation\/getHotel#try$/)
      expect(await storedIn(hand.page)).not.toContain(secret)
      expect(await storedIn(docs.page)).toContain(secret)
      await docs.press(form.getByRole('button', { name: 'Clear' }))
      expect(await storedIn(docs.page)).not.toContain(secret)
      expect(await form.getByLabel('Client secret').inputValue()).toBe('')
      expect(await form.getByText('Filled in from the console').isVisible()).toBe(false)

      // Later the console has no secret: the person enters it.
      await takeSecret(hand, 'client_secret')
      const later = await opened(hand, row(hand, name).getByRole('button', { name: /^Try it in the docs/ }))
      await later.type('Client secret', secret)
      await later.press(later.page.locator('.try').getByRole('button', { name: 'Send' }))
      await later.page.locator('.try').getByRole('status').filter({ hasText: /^200 / }).waitFor()
    },
  )

  it.each(byOneOf(3))('by %s issues an API key, and revokes it [CONSOLE-60]', async kind => {
    const hand = await open(kind, '/console/keys')
    const name = `Till ${kind}`
    await hand.press(button(hand, 'New API key'))
    await hand.type('Name, for people', name)
    await choose(hand, 'Sales and stock', 'read')
    await hand.press(inDialog(hand, 'Create'))
    const apiKey = await takeSecret(hand, 'x-api-key')
    const read = async () =>
      (await fetch(`${service.origin}/api/Inventory/GetInventoryItem`, { headers: { 'x-api-key': apiKey } })).status
    expect(await read()).toBe(200)
    await hand.press(row(hand, name).getByRole('button', { name: /^Revoke/ }))
    await hand.press(inDialog(hand, 'Revoke'))
    await row(hand, name).getByText('Revoked').waitFor()
    expect(await read()).toBe(401)
  })

  it.each(byOneOf(4))(
    'by %s invites a person and a desk, changes a role, makes a new link, and takes both away [CONSOLE-61]',
    async kind => {
      const hand = await open(kind, '/console/people')
      const [name, desk] = [`Marta ${kind}`, `Desk ${kind}`]
      await hand.press(button(hand, 'Invite'))
      await hand.type('Name', name)
      await hand.press(inDialog(hand, 'Invite'))
      expect(await takeSecret(hand, 'Link')).toMatch(/\/console\/join#[\w-]{43}$/)
      await row(hand, name).getByText('Front desk').waitFor()

      await hand.press(row(hand, name).getByRole('button', { name: /^Change/ }))
      await hand.press(dialog(hand).locator('label', { hasText: 'Manager' }))
      await hand.press(inDialog(hand, 'Save'))
      await row(hand, name).getByText('Manager').waitFor()

      await hand.press(button(hand, 'New desk'))
      await hand.type('Name', desk)
      await hand.press(inDialog(hand, 'New desk'))
      await takeSecret(hand, 'Link')
      await hand.press(row(hand, desk).getByRole('button', { name: /^New link/ }))
      await hand.press(inDialog(hand, 'New link'))
      await takeSecret(hand, 'Link')

      for (const each of [name, desk]) {
        await hand.press(row(hand, each).getByRole('button', { name: /^Take away/ }))
        await hand.press(inDialog(hand, 'Take away'))
        await row(hand, each).waitFor({ state: 'detached' })
      }
    },
  )

  it.each(byOneOf(5))(
    'by %s gives a PIN, takes it away, and signs a person out everywhere [CONSOLE-68]',
    async kind => {
      const hand = await open(kind, '/console/people')
      const other = await SignedIn.at(hotel, { name: `Ines ${kind}` })
      await hand.page.reload()
      const own = row(hand, `Ines ${kind}`)
      await hand.press(own.getByRole('button', { name: /^PIN/ }))
      await hand.press(inDialog(hand, 'Give a PIN'))
      const pin = await takeSecret(hand, 'PIN')
      expect(pin).toMatch(/^\d{6}$/)
      await own.getByText('Has a PIN').waitFor()
      expect(await hand.page.content()).not.toContain(pin)
      await hand.press(own.getByRole('button', { name: /^PIN/ }))
      await hand.press(dialog(hand).locator('label', { hasText: 'Take the PIN away' }))
      await hand.press(inDialog(hand, 'Take the PIN away'))
      await own.getByText('Has a PIN').waitFor({ state: 'detached' })

      await hand.press(own.getByRole('button', { name: /^Sessions/ }))
      await dialog(hand)
        .getByText(/^Signed in /)
        .waitFor()
      await hand.press(inDialog(hand, 'Sign out everywhere'))
      await dialog(hand).waitFor({ state: 'detached' })
      const page = await other.open()
      onTestFinished(() => page.context().close())
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
      await hand.press(own.getByRole('button', { name: /^Sessions/ }))
      await dialog(hand).getByText('Not signed in anywhere.').waitFor()
    },
  )

  it.each(byOneOf(6))(
    'by %s makes an endpoint, tests it, sees what it answered, sends again, and deletes it [CONSOLE-62]',
    async kind => {
      const hand = await open(kind, '/console/webhooks')
      const { page } = hand
      await hand.press(button(hand, 'New endpoint'))
      await hand.type('Address (https)', receiver)
      await hand.press(inDialog(hand, 'Create'))
      expect(await takeSecret(hand, 'INNLET_WEBHOOK_SECRET')).toMatch(/^whsec_/)
      await page.getByRole('heading', { level: 1 }).waitFor()
      bodies.length = 0
      await hand.press(button(hand, 'Send a test'))
      await page.getByText('The receiver answered 200').waitFor()

      const { reservationId } = await hotel.innlet.booking.post({
        arrivalDate: '2031-05-01',
        departureDate: '2031-05-02',
        primaryGuestDetails: { lastName: 'Told' },
        roomsBooked: [{ roomID: kind === 'pointer' ? 1001 : 1002 }],
      })
      const delivery = page.locator('.records > li', { hasText: 'reservation.created' }).first()
      await shownAfterFocus(page, delivery.getByText('500'))
      await hand.press(delivery.locator('summary'))
      await delivery.getByText('Received by the till').first().waitFor()
      const body = delivery.getByRole('group', { name: 'Body of the request' })
      await body.getByText(`"reservationId": ${reservationId}`).waitFor()
      expect(bodies).toContainEqual(JSON.parse(await body.innerText()))
      await hand.press(delivery.getByRole('button', { name: 'Send again' }))
      await page.getByText('One event is sent again.').waitFor()
      await hand.press(button(hand, 'Failed'))
      await page.getByText('Nothing was sent.').waitFor()
      await hand.press(button(hand, 'All'))
      await delivery.waitFor()
      // Times of this PC, in whole minutes.
      await chooseTime(hand, 'From', 60_000)
      await page.getByText('Nothing was sent.').waitFor()
      await chooseTime(hand, 'From', -600_000)
      await delivery.waitFor()
      await chooseTime(hand, 'To', -300_000)
      await page.getByText('Nothing was sent.').waitFor()
      await hand.press(page.locator('.tools').first().getByRole('button', { name: 'Send again' }))
      await chooseTime(hand, 'From', -600_000)
      await chooseTime(hand, 'To (optional)', 60_000)
      await dialog(hand).getByLabel('Only those that failed').uncheck()
      await hand.press(inDialog(hand, 'Send again'))
      await page.getByText(/events are sent again|One event is sent again/).waitFor()

      await hand.press(button(hand, 'Disable'))
      await page.locator('h1', { hasText: 'Disabled' }).waitFor()
      await hand.press(button(hand, 'New secret'))
      await hand.press(inDialog(hand, 'New secret'))
      await takeSecret(hand, 'INNLET_WEBHOOK_SECRET')
      await hand.press(button(hand, 'Delete'))
      await hand.press(inDialog(hand, 'Delete'))
      await page.getByText('An endpoint is an https address of yours').waitFor()
    },
  )
})

/** Types a time that is so far from now, in the zone of the browser. */
async function chooseTime({ page }: Hand, label: string, from: number): Promise<void> {
  const local = await page.evaluate(from => {
    const time = new Date(Date.now() + from)
    return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, from)
  await page.getByLabel(label, { exact: true }).last().fill(local)
}

it.each(byOneOf(7))(
  'by %s a manager finds what changed in the log of events, by type and time, and copies its JSON [CONSOLE-65]',
  async kind => {
    const { reservationId } = await hotel.innlet.booking.post({
      arrivalDate: '2031-06-01',
      departureDate: '2031-06-02',
      primaryGuestDetails: { lastName: 'Logged' },
      roomsBooked: [{ roomID: kind === 'pointer' ? 1001 : 1002 }],
    })
    await hotel.innlet.itinerary.issueLink({ reservationId })
    const hand = await open(kind, '/console/events')
    const { page } = hand
    const newest = page.locator('.records > li').first()
    await newest.locator('strong', { hasText: 'link.issued' }).waitFor()
    await page.getByLabel('Type').selectOption('reservation.created')
    await newest.locator('strong', { hasText: 'reservation.created' }).waitFor()
    await hand.press(newest.locator('summary'))
    await hand.press(newest.getByRole('button', { name: /^Copy/ }))
    await newest.getByText('Copied.').waitFor()
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
    expect(copied).toMatchObject({ type: 'reservation.created', data: { reservationId }, customerId: hotel.customerId })
    expect(JSON.parse(await newest.getByRole('group', { name: 'JSON of the event' }).innerText())).toEqual(copied)
    await chooseTime(hand, 'From', 60_000)
    await page.getByText('There is no such event.').waitFor()
    await chooseTime(hand, 'From', -600_000)
    await newest.locator('strong', { hasText: 'reservation.created' }).waitFor()
    // What happens meanwhile comes by itself.
    await page.getByLabel('Type').selectOption('')
    await newest.locator('strong', { hasText: 'link.issued' }).waitFor()
    await hotel.innlet.itinerary.revokeLink({ reservationId })
    await shownAfterFocus(page, newest.locator('strong', { hasText: 'link.revoked' }))
  },
)

it('the log shows the newest events first, and earlier ones on demand [CONSOLE-65]', async () => {
  const log = await consoleHotel(service)
  const person = await SignedIn.at(log, { name: 'Rute' })
  const made = { arrivalDate: '2031-05-01', departureDate: '2031-05-02', primaryGuestDetails: { lastName: 'Many' } }
  const { reservationId } = await log.innlet.booking.post({ ...made, roomsBooked: [{ roomID: 1001 }] })
  for (let n = 0; n < 210; n++)
    await log.innlet.booking.post({ bookingID: reservationId, reservationSummaryNote: `${n}` })
  const newest = await log.innlet.events.newestSequence()
  const page = await person.open('/console/events')
  onTestFinished(() => page.context().close())
  const rows = page.locator('.records > li')
  await rows.first().getByText(`Event ${newest}`, { exact: true }).waitFor()
  expect(await rows.count()).toBe(200)
  await page.getByRole('button', { name: 'Earlier ones' }).click()
  await rows.last().getByText('Event 1', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Earlier ones' }).count()).toBe(0)
  // The only one of its type is found behind all others.
  await page.getByLabel('Type').selectOption('reservation.created')
  await rows
    .first()
    .getByText(`Event ${newest - 210}`, { exact: true })
    .waitFor()
})

/** As when somebody looks at the page again and again. */
async function shownAfterFocus(page: Page, part: Locator): Promise<void> {
  const look = async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    return part.count()
  }
  await expect.poll(look, { interval: 300 }).toBeGreaterThan(0)
}

it('the front desk has neither people nor keys nor webhooks nor the log of events: not in the menu, and not by their address [CONSOLE-63]', async () => {
  const desk = await SignedIn.at(hotel, { kind: 'desk', role: 'frontdesk', name: 'Left' })
  for (const path of ['people', 'keys', 'webhooks', 'events']) {
    const page = await desk.open(`/console/${path}`)
    onTestFinished(() => page.context().close())
    await page.getByText('Your role does not allow this.').waitFor()
    await page.getByRole('button', { name: 'Left', exact: true }).click()
    expect(await page.locator('.menu').innerText()).not.toMatch(/People|Keys|Webhooks|Events/)
  }
})

it('a manager has no people and no keys of another hotel [CONSOLE-63]', async () => {
  const other = await consoleHotel(service)
  const { json } = await service.admin('POST', '/applications', {
    ...{ name: 'Secret engine', customerId: other.customerId, product: 'innlet', permissions: ['rates:read'] },
  })
  const page = await managers.open('/console/keys')
  onTestFinished(() => page.context().close())
  await page.getByText('API keys').first().waitFor()
  expect(await page.locator('main').innerText()).not.toContain('Secret engine')
  expect(await page.locator('main').innerText()).not.toContain(json.clientId)
})

it('a new person joins by the link that a manager has copied [CONSOLE-61]', async () => {
  const hand = await open('pointer', '/console/people')
  await hand.press(button(hand, 'Invite'))
  await hand.type('Name', 'Copied')
  await hand.press(inDialog(hand, 'Invite'))
  await hand.press(dialog(hand).getByRole('button', { name: 'Copy Link' }))
  const link = await hand.page.evaluate(() => navigator.clipboard.readText())
  const context = await newContext(await launchBrowser())
  onTestFinished(() => context.close())
  const page = await pageWithAuthenticator(context)
  await page.goto(link)
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await page.locator('console-today .columns').waitFor()
})

it('an owner sees in the audit log who did what, by actor, act and day [CONSOLE-64]', async () => {
  await service.admin('PATCH', `/customers/${hotel.customerId}`, { name: 'Quinta do Mar e Sol' })
  const context = await newContext(await launchBrowser())
  onTestFinished(() => context.close())
  const page = await pageWithAuthenticator(context)
  await page.goto(await invite(service, 0, { name: 'Olga', role: 'owner' }))
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await page.getByLabel('Number of the customer').fill(String(hotel.customerId))
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('button', { name: 'Olga', exact: true }).click()
  await page.getByRole('link', { name: 'Audit log' }).click()
  const rows = page.locator('.records > li')
  const own = rows.filter({ hasText: String(hotel.customerId) }).filter({ hasText: 'customer.patch' })
  await own.waitFor()
  expect(await own.innerText()).toContain('ADMIN_TOKEN')
  await page.getByLabel('What').selectOption('customer.patch')
  const isSelected = (texts: string[]) => texts.length > 0 && texts.every(text => text.includes('customer.patch'))
  await expect.poll(() => rows.allInnerTexts()).toSatisfy(isSelected)
  await own.locator('summary').click()
  await own.getByText('"name": "Quinta do Mar e Sol"').waitFor()
  await page.getByLabel('From').fill('2099-01-01')
  await rows.first().waitFor({ state: 'detached' })
  expect(await violationsInSchemes(page)).toEqual([])
})
