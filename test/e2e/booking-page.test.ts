import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { blocks, isBookingPage } from './support/doc-blocks.ts'
import { pricesOf, registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { newServiceFolder, type Run, start, whenFileEnds } from './support/run.ts'

/* The booking page of docs/booking-page.md, as it is copied. */

/** One room to sell on each night of a month, for 120 with two guests. */
const CALENDAR = pricesOf({ from: '2031-06-01', to: '2031-06-30', roomstosell: '1', value: '120' })

const block = (mark: string) => blocks.filter(isBookingPage).find(each => each.mark === mark)?.code ?? ''

let run: Run
let browser: Browser
let page: string

beforeAll(async () => {
  run = await start(newServiceFolder(), '--no-demo')
  browser = await launchBrowser()
  await setUpHotel(run.service, 7)
  const channel = await registerApplication(run.service, 7, ['rates:write'])
  const { access_token } = await tokenFor(run.service, channel)
  await run.service.requestOk('POST', '/api/CMConnect/UpdateCMConnect', CALENDAR, access_token)
  page = await serve(await registerApplication(run.service, 7, ['rates:read', 'reservations:write']))
})

const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Starts the server of the page, with the credential of an application. */
async function serve({ clientId, clientSecret }: { clientId: string; clientSecret: string }): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'booking-page-'))
  writeFileSync(join(cwd, 'server.mjs'), block('booking-server'))
  writeFileSync(join(cwd, 'index.html'), block('booking-page'))
  const port = await freePort()
  const env = {
    ...process.env,
    INNLET_URL: run.service.origin,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    PORT: String(port),
  }
  const server = spawn(process.execPath, ['server.mjs'], { cwd, env, stdio: 'inherit' })
  whenFileEnds(() => void server.kill())
  const origin = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(origin)).status).toBe(200), { timeout: 10_000, interval: 50 })
  return origin
}

async function open() {
  const context = await browser.newContext({ locale: 'en-GB' })
  onTestFinished(() => context.close())
  const tab = await context.newPage()
  await tab.goto(page)
  return tab
}

it('is 60 lines of HTML and a server of 30, and shows no credential', async () => {
  expect(block('booking-page').trim().split('\n').length).toBeLessThanOrEqual(60)
  expect(block('booking-server').trim().split('\n').length).toBeLessThanOrEqual(30)
  for (const path of ['/', '/offers?arrivalDate=2031-06-10&departureDate=2031-06-12'])
    expect(await (await fetch(page + path)).text()).not.toMatch(/app_|cs_|eyJ/)
  expect((await fetch(`${page}/oauth/token`)).status).toBe(404)
})

it('a guest searches, sees the price and books it; a second one is told that the room is gone', async () => {
  const [first, second] = [await open(), await open()]
  for (const guest of [first, second]) {
    await guest.getByLabel('Arrival').fill('2031-06-10')
    await guest.getByLabel('Departure').fill('2031-06-12')
    await guest.getByRole('button', { name: 'Search' }).click()
    await guest.getByText('Double, Best available: €240.00, 1 left').click()
    await guest.getByLabel('First name').fill('Mina')
    await guest.getByLabel('Last name').fill('Okabe')
    await guest.getByLabel('E-mail').fill('mina@guest.test')
  }
  expect(await violationsOf(first, 'form')).toEqual([])
  await first.getByRole('button', { name: 'Book' }).click()
  await first.getByText(/^Booked: 1\d{7}/).waitFor()
  // The same booking again is a repetition.
  await first.getByRole('button', { name: 'Book' }).click()
  await first.getByText('Booked: 10000001').waitFor()
  expect((await fetch((await first.getByText('Your stay').getAttribute('href')) ?? '')).status).toBe(200)
  await second.getByRole('button', { name: 'Book' }).click()
  await second.getByText(/no rooms to sell|is free/).waitFor()
})
