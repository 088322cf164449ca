import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { FaultyProxy } from '../client/support/faulty-proxy.ts'
import { violationsOf } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { blocks, isBookingPage } from './support/doc-blocks.ts'
import { pricesOf, registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { environmentOf } from './support/innlet-command.ts'
import { freePort, listening } from './support/programs.ts'
import { whenFileEnds } from './support/run.ts'
import { newCustomerId, sharedService } from './support/shared-service.ts'

/* The booking page of docs/booking-page.md, as it is copied. */

/** One room to sell on each night of a month, for 120 with two guests. */
const CALENDAR = pricesOf({ from: '2031-06-01', to: '2031-06-30', roomstosell: '1', value: '120' })

const block = (mark: string) => blocks.filter(isBookingPage).find(each => each.mark === mark)?.code ?? ''

const run = sharedService()
const customer = newCustomerId()
let browser: Browser
let page: string
let application: Awaited<ReturnType<typeof registerApplication>>

beforeAll(async () => {
  browser = await launchBrowser()
  await setUpHotel(run.service, customer)
  const channel = await registerApplication(run.service, customer, ['rates:write'])
  const { access_token } = await tokenFor(run.service, channel)
  await run.service.requestOk('POST', '/api/CMConnect/UpdateCMConnect', CALENDAR, access_token)
  application = await registerApplication(run.service, customer, ['rates:read', 'reservations:write'])
  page = (await serve(application)).origin
})

/** Starts the server of the page, with the credential of an application. Returns its address and its log. */
async function serve(
  credential: { clientId: string; clientSecret: string },
  service = run.service.origin,
): Promise<{ origin: string; log: () => string }> {
  const cwd = mkdtempSync(join(tmpdir(), 'booking-page-'))
  writeFileSync(join(cwd, 'server.mjs'), block('booking-server'))
  writeFileSync(join(cwd, 'index.html'), block('booking-page'))
  const port = await freePort()
  const file = Object.entries(environmentOf(service, credential)).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(cwd, 'page.env'), file.join(''))
  const args = ['--env-file=page.env', 'server.mjs']
  const server = spawn(process.execPath, args, { cwd, env: { ...process.env, PORT: String(port) } })
  whenFileEnds(() => void server.kill())
  let log = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', text => (log += text))
  await listening(port, () => server.exitCode !== null)
  return { origin: `http://127.0.0.1:${port}`, log: () => log }
}

async function open(address = page) {
  const context = await browser.newContext({ locale: 'en-GB' })
  onTestFinished(() => context.close())
  const tab = await context.newPage()
  await tab.goto(address)
  return tab
}

async function search(tab: Page) {
  await tab.getByLabel('Arrival').fill('2031-06-10')
  await tab.getByLabel('Departure').fill('2031-06-12')
  await tab.getByRole('button', { name: 'Search' }).click()
}

it('is short, and shows no credential', async () => {
  expect(block('booking-page').trim().split('\n').length).toBeLessThanOrEqual(75)
  expect(block('booking-server').trim().split('\n').length).toBeLessThanOrEqual(40)
  for (const path of ['/', '/offers?arrivalDate=2031-06-10&departureDate=2031-06-12'])
    expect(await (await fetch(page + path)).text()).not.toMatch(/app_|cs_|eyJ/)
  expect((await fetch(`${page}/oauth/token`)).status).toBe(404)
})

it('passes on searches of at most 30 nights', async () => {
  const statusOf = async (query: string) => (await fetch(`${page}/offers?${query}`)).status
  expect(await statusOf('arrivalDate=2031-06-01&departureDate=2031-07-01')).toBe(200)
  for (const query of [
    'arrivalDate=2031-06-01&departureDate=2031-07-02',
    'ARRIVALDATE=2031-06-01&DEPARTUREDATE=2033-06-01',
    'arrivalDate=2031-06-01&departureDate=2031-06-02&departureDate=2033-06-01',
    '',
  ])
    expect([query, await statusOf(query)]).toEqual([query, 422])
})

it('a guest books the price that is shown, once; a second one reads that the room is gone', async () => {
  const [first, second] = [await open(), await open()]
  for (const guest of [first, second]) {
    await search(guest)
    await guest.getByText('Double, Best available: €240.00, 1 left').click()
    await guest.getByLabel('First name').fill('Mina')
    await guest.getByLabel('Last name').fill('Okabe')
    await guest.getByLabel('E-mail').fill('mina@guest.test')
  }
  expect(await violationsOf(first, 'form')).toEqual([])
  const identities: string[] = []
  await first.route('**/book', route => {
    identities.push(route.request().postDataJSON().identity)
    // The service books the third one, and its response is lost.
    return identities.length === 3 ? route.fetch().then(() => route.abort()) : route.abort()
  })
  const book = async (tab: Page, message: string | RegExp) => {
    await tab.getByRole('button', { name: 'Book' }).click()
    await tab.getByText(message).waitFor()
  }
  await book(first, 'There is no response.')
  await first.getByLabel('First name').fill('Ana')
  await book(first, 'There is no response.')
  await expect.poll(() => identities).toHaveLength(2)
  await book(first, 'There is no response.')
  await expect.poll(() => identities).toHaveLength(3)
  await first.unroute('**/book')
  // The same booking again is a repetition.
  await book(first, 'Booked: 10000001')
  expect(identities[1]).not.toBe(identities[0])
  expect(identities[2]).toBe(identities[1])
  expect(await first.getByRole('button', { name: 'Book' }).isHidden()).toBe(true)
  expect((await fetch((await first.getByText('Your stay').getAttribute('href')) ?? '')).status).toBe(200)
  await book(second, /^(The price or the rooms have changed|This room is no longer free)\. Please search again\.$/)
  await search(first)
  await first.getByText('Nothing is free on these dates.').waitFor()
})

it('the guest reads that there is no response, and the server goes on, if the service or its token is not to be had', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const servers = [
    [await serve(application, nowhere), 'fetch failed'],
    [await serve({ ...application, clientSecret: 'cs_wrong' }), 'No token: 401'],
  ] as const
  for (const [{ origin, log }, cause] of servers) {
    const guest = await open(origin)
    await search(guest)
    await guest.getByText('There is no response. Please try again in a moment.').waitFor()
    expect((await fetch(`${origin}/book`, { method: 'POST', body: '{}' })).status).toBe(503)
    expect(log()).toContain(cause)
    expect(log()).not.toContain('cs_')
  }
})

it('the server requests another token after the API has refused one', async () => {
  const proxy = await FaultyProxy.inFrontOf(run.service.origin)
  onTestFinished(() => proxy.end())
  const faults = [{ status: 401, body: '{"errors":[{"code":"INVALID_TOKEN"}]}' }]
  proxy.usual = path => (path.startsWith('/api/') ? (faults.shift() ?? null) : null)
  const { origin } = await serve(application, `${proxy.origin}/r/page`)
  const search = async () => (await fetch(`${origin}/offers?arrivalDate=2031-06-10&departureDate=2031-06-12`)).status
  expect([await search(), await search(), await search()]).toEqual([401, 200, 200])
  expect(proxy.seen('page').filter(({ path }) => path === '/oauth/token')).toHaveLength(2)
})
