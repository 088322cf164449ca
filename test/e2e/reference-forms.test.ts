import { readdirSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { ADMIN_TOKEN, newServiceFolder, type Run, read, start } from './support/run.ts'

/* The forms that send requests from the reference, its samples, and the credentials of the demo hotel. */

const place = newServiceFolder()
let run: Run
let browser: Browser
let client: { id: string; secret: string }

beforeAll(async () => {
  run = await start(place)
  browser = await launchBrowser()
  client = { id: run.of('client_id'), secret: run.of('client_secret') }
})

const addressOf = (path: string) => run.service.origin + path

async function newContext(options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  return context
}

async function open(path: string, context?: BrowserContext): Promise<Page> {
  const page = await (context ?? (await newContext())).newPage()
  await page.goto(addressOf(path), { waitUntil: 'networkidle' })
  return page
}

/** The page as a visitor of a deployment has it: nothing is filled in. */
async function openWithoutDemo(path: string): Promise<Page> {
  const context = await newContext()
  await context.route('**/docs/demo.json', route => route.fulfill({ status: 404 }))
  return open(path, context)
}

/** Opens the form of the page. */
async function formOf(page: Page) {
  await page.locator('.try > summary').press('Enter')
  return page.locator('.try')
}

/** Sends the form by keyboard, and waits for the status. */
async function send(page: Page, status: RegExp) {
  await page.getByRole('button', { name: 'Send' }).press('Enter')
  await page.locator('.try').getByRole('status').filter({ hasText: status }).waitFor()
}

const storedOf = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))

describe('a request tried from the page', () => {
  it('takes id and secret, gets the token itself, and shows headers before the body [VERSION-5] [VERSION-7]', async () => {
    const page = await openWithoutDemo('/docs/reservation/getReservations')
    const addresses: string[] = []
    page.on('request', request => addresses.push(request.url()))
    const form = await formOf(page)
    await send(page, /^Enter the client id first\.$/)
    await form.getByLabel('Client id').fill(client.id)
    await form.getByLabel('Client secret').fill('wrong')
    await send(page, /^No access token: 401 /)
    await form.getByLabel('Client secret').fill(client.secret)
    await form.getByLabel('Body').fill('{"reservationStatus": "Confirmed,InHouse", "pageSize": 2}')
    await send(page, /^200 .* in \d+ ms$/)
    expect(await form.locator('.result h4').allTextContents()).toEqual(['Headers', 'Body'])
    const [headers = '', body = ''] = await form.locator('.result pre').allInnerTexts()
    expect(headers).toMatch(/^x-page-size: 2$/m)
    expect(JSON.parse(body)).toMatchObject({ success: true, content: [{}, {}] })

    for (const kept of [await storedOf(page), page.url(), ...addresses]) {
      expect(kept).not.toContain(client.secret)
      expect(kept).not.toMatch(/eyJ/)
    }
    await page.reload()
    expect(await form.getByLabel('Client secret').inputValue()).toBe('')
  })

  it('uses one token until it ends, and another one when it is refused [VERSION-5]', async () => {
    const page = await open('/docs/fetch/getFetchQueueMessage')
    let tokens = 0
    await page.route('**/oauth/token', async route => {
      tokens++
      await route.continue()
    })
    await formOf(page)
    await send(page, /^200 /)
    await send(page, /^200 /)
    expect(tokens).toBe(1)
    // What a service answers whose signing keys were replaced.
    await page.route('**/GetFetchQueueMessage*', route => route.fulfill({ status: 401, body: '{}' }), { times: 1 })
    await send(page, /^200 /)
    expect(tokens).toBe(2)
    await page.clock.install({ time: Date.now() + 880_000 })
    await send(page, /^200 /)
    expect(tokens).toBe(3)
  })

  it('takes a token or an API key instead', async () => {
    const page = await open('/docs/fetch/getFetchQueueMessage')
    const form = await formOf(page)
    await form.getByText('A token or an API key instead').press('Enter')
    const key = { customerId: 1, name: 'Form', permissions: ['reservations:read'] }
    const { apiKey } = (await run.service.admin('POST', '/api-keys', key)).json
    await form.getByLabel('API key').fill(apiKey)
    const [request] = await Promise.all([page.waitForRequest('**/GetFetchQueueMessage*'), send(page, /^200 /)])
    expect(await request.headerValue('x-api-key')).toBe(apiKey)
    await form.getByLabel('Access token').fill('eyJ.wrong')
    await send(page, /^401 /)
  })

  it('keeps the credential for the tab if that is wanted, and not beyond it [VERSION-7]', async () => {
    const page = await openWithoutDemo('/docs/booking/postBooking')
    const form = await formOf(page)
    const box = form.getByLabel('Keep for this tab')
    expect(await box.isChecked()).toBe(false)
    await form.getByLabel('Client id').fill(client.id)
    await box.check()
    await form.getByLabel('Client secret').fill(client.secret)
    await page.goto(addressOf('/docs/sale/postSale'), { waitUntil: 'networkidle' })
    expect(await form.getByLabel('Client secret').inputValue()).toBe(client.secret)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie)).not.toContain(
      client.secret,
    )
    const other = await page.context().newPage()
    await other.goto(addressOf('/docs/sale/postSale'), { waitUntil: 'networkidle' })
    expect(await other.locator('.try').getByLabel('Client secret').inputValue()).toBe('')

    await formOf(page)
    await box.uncheck()
    expect(await storedOf(page)).not.toContain(client.secret)
  })

  it('shows an error response, and sends path and header parameters, also after a damaged link', async () => {
    const page = await open('/docs/administration/getApplication#%')
    const form = await formOf(page)
    await form.getByRole('textbox', { name: 'id path' }).fill('app_none')
    await send(page, /^Enter the ADMIN_TOKEN first\.$/)
    await form.getByLabel('ADMIN_TOKEN').fill(ADMIN_TOKEN)
    await send(page, /^404 /)
    expect(await form.locator('.result pre').last().textContent()).toContain('"code": "NOT_FOUND"')
  })

  it('shows what was ignored, and has it refused if that is wanted [VERSION-5]', async () => {
    const page = await open('/docs/reservation/getReservations')
    const form = await formOf(page)
    await form
      .getByLabel('Body')
      .fill('{"reservationID": 1, "host": {"name": "x"}, "pagesize": 2, "arival": "2027-01-01"}')
    await send(page, /^200 /)
    expect(await form.locator('.result > :first-child').textContent()).toBe('Ignored: host, arival')
    await form.getByLabel('Refuse unknown fields').check()
    await send(page, /^422 /)
    expect(await form.locator('.result pre').last().textContent()).toContain('INVALID_FIELD')
    expect(await form.getByRole('textbox', { name: 'Prefer' }).count()).toBe(0)
  })

  it('is not sent before a box is checked, where it cannot be undone', async () => {
    const page = await open('/docs/partner-itinerary/revokeLink')
    const form = await formOf(page)
    await page.getByRole('button', { name: 'Send' }).press('Enter')
    const box = form.getByLabel('I know that this cannot be undone')
    expect(await box.evaluate(each => each.matches(':focus:invalid'))).toBe(true)
    expect(await form.getByRole('status').textContent()).toBe('')
    await box.check()
    await send(page, /^200 /)
  })

  it('has the values of the example that is chosen', async () => {
    const page = await open('/docs/booking/postBooking')
    const form = await formOf(page)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    expect(JSON.parse(await form.getByLabel('Body').inputValue())).toMatchObject({ action: 'cancel' })
    expect(await form.getByLabel('Idempotency-Key').inputValue()).toBe('cancel-1')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    expect(await form.getByLabel('Idempotency-Key').inputValue()).toBe('')
  })

  it.each(['light', 'dark'] as const)(
    'axe finds nothing in an open form with a response (%s) [VERSION-5]',
    async colorScheme => {
      const page = await open('/docs/booking/postBooking', await newContext({ colorScheme }))
      await page.locator('details').evaluateAll(all => all.map(each => each.setAttribute('open', '')))
      await page.locator('.try').getByLabel('Body').fill('{"identity": "form-1", "arivalDate": "2027-01-01"}')
      await send(page, /^422 /)
      expect(await violationsOf(page)).toEqual([])
    },
  )
})

describe('the samples of an operation', () => {
  it('show one example and one language, which the next page has too, and are copied [VERSION-5]', async () => {
    const page = await open(
      '/docs/booking/postBooking',
      await newContext({ permissions: ['clipboard-read', 'clipboard-write'] }),
    )
    const shown = () =>
      page.locator('.code[data-sample]:visible pre').evaluateAll(all => all.map(each => each.ariaLabel))
    expect(await shown()).toEqual(['curl, postBooking: New'])
    await page.getByRole('button', { name: 'TypeScript', exact: true }).click()
    await page.getByRole('button', { name: 'Retry', exact: true }).click()
    expect(await shown()).toEqual(['TypeScript, postBooking: Retry'])
    expect(await page.getByRole('button', { name: 'Retry', exact: true }).getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: 'Copy: TypeScript, postBooking: Retry' }).click()
    await page.getByRole('button', { name: 'Copied: TypeScript, postBooking: Retry' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("identity: 'web-4713'")
    await page.goto(addressOf('/docs/sale/postSale'))
    expect(await shown()).toEqual(['TypeScript, postSale: On an account'])
  })
})

describe('the credentials of the demo hotel', () => {
  it('are filled in on one’s own machine, in the form and in the commands', async () => {
    const page = await open('/docs/booking/postBooking')
    const form = await formOf(page)
    expect(await form.getByLabel('Client id').inputValue()).toBe(client.id)
    expect(await form.getByLabel('Client secret').inputValue()).toBe(client.secret)
    expect(await form.getByText('Filled in with the application of the demo hotel').isVisible()).toBe(true)
    expect(await page.locator('.token code').last().textContent()).toContain(`CLIENT_SECRET=${client.secret}\n`)
    expect(await storedOf(page)).not.toContain(client.secret)
    await page.goto(addressOf('/docs/guides/quick-start'), { waitUntil: 'networkidle' })
    const commands = page.locator('pre code').filter({ hasText: 'CLIENT_ID=' }).first()
    expect(await commands.textContent()).toContain(`CLIENT_ID=${client.id}\nCLIENT_SECRET=${client.secret}\n`)
  })

  const statusWith = async (headers: Record<string, string>) =>
    (await requestWithHost(addressOf('/docs/demo.json'), headers)).status

  it('are for pages of this machine’s own address alone [VERSION-8]', async () => {
    const { status, headers, body } = await requestWithHost(addressOf('/docs/demo.json'), {})
    expect([status, JSON.parse(body)]).toEqual([200, expect.objectContaining({ clientSecret: client.secret })])
    expect(body).not.toContain(ADMIN_TOKEN)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' })
    expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
    const { port } = new URL(run.service.origin)
    expect(await statusWith({ host: `127.0.0.1:${port}` })).toBe(200)
    expect(await statusWith({ host: `hotel.example:${port}` })).toBe(404)
    expect(await statusWith({ host: `localhost.hotel.example:${port}` })).toBe(404)
    expect(await statusWith({ origin: 'https://hotel.example' })).toBe(404)
    expect(await statusWith({ origin: 'http://localhost:1' })).toBe(404)
    expect(await statusWith({ 'sec-fetch-site': 'same-site' })).toBe(404)
    expect(await statusWith({ 'sec-fetch-site': 'cross-site' })).toBe(404)
    expect(await statusWith({ 'x-forwarded-for': '192.0.2.1' })).toBe(404)
  })

  it('cannot be read by a page of another origin [VERSION-8]', async () => {
    const page = await (await newContext()).newPage()
    await page.route('**/other', route => route.fulfill({ contentType: 'text/html', body: '<title>Other</title>' }))
    await page.goto(new URL('/other', run.of('Webhooks')).href)
    const read = (mode: RequestMode) =>
      page.evaluate(
        ([url, requestMode]) =>
          fetch(url, { mode: requestMode as RequestMode }).then(
            async response => response.text(),
            () => 'refused',
          ),
        [addressOf('/docs/demo.json'), mode] as const,
      )
    expect([await read('cors'), await read('no-cors')]).toEqual(['refused', 'refused'])
  })

  it('are in no file of the site, in no log, and not in OpenAPI', async () => {
    const site = readdirSync(join(place.state, 'build/site'), { recursive: true })
    expect(site.filter(name => String(name).includes('demo.json'))).toEqual([])
    expect(JSON.stringify((await run.service.requestOk('GET', '/openapi.json')).json)).not.toContain('demo.json')
    expect(run.err + read(join(place.state, 'service.log'))).not.toContain(client.secret)
  })

  it('are not there without a demo hotel', async () => {
    const { service } = await start(newServiceFolder(), '--no-demo')
    expect((await service.request('GET', '/docs/demo.json')).status).toBe(404)
  })
})

/** `fetch` sets some headers itself. */
function requestWithHost(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    get(url, { headers }, async response => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) })
    }).on('error', reject)
  })
}
