import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Itinerary } from '../../schema/wire/itinerary.ts'
import { installedBrowser } from '../../scripts/chromium.ts'
import type { PinnedScript } from '../../widget/embed/snippet.ts'
import { newServiceFolder, type Run, start } from './support/innlet.ts'

/* The script and the page for hotels, as `npm start` serves them. */

describe('the script and the page for hotels', () => {
  let run: Run
  let browser: Browser
  let hotel: Server
  let pinnedScript: PinnedScript
  let snippet = ''
  const get = (path: string) => fetch(run.service.origin + path)

  beforeAll(async () => {
    run = await start(newServiceFolder(), '--no-demo')
    browser = await chromium.launch(await installedBrowser())
    hotel = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<!doctype html><title>Hotel</title><body>${snippet}`)
    })
    await new Promise<void>(resolve => hotel.listen(0, '127.0.0.1', resolve))
    pinnedScript = (await (await get('/widget/latest.json')).json()) as PinnedScript
  })
  afterAll(async () => {
    await browser?.close()
    hotel?.close()
    await run?.end('SIGTERM')
  })

  /** Opens a page and records its errors. */
  async function visit(address: string, permissions: string[] = []) {
    const context = await browser.newContext({ locale: 'en-GB', permissions })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    page.on('request', request => {
      if (!/^http:\/\/(localhost|127\.0\.0\.1):/.test(request.url())) errors.push(request.url())
    })
    await page.goto(address)
    return { page, errors }
  }

  it('serves the pinned script to every origin, cacheable for a year, with the content of its integrity value [WIDGET-22]', async () => {
    const [pinned, stable] = [await get(pinnedScript.script), await get('/widget/guest-itinerary.js')]
    expect(Object.fromEntries(pinned.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/^text\/javascript/),
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    const code = await pinned.text()
    expect(pinnedScript.integrity).toBe(`sha384-${createHash('sha384').update(code).digest('base64')}`)
    expect(code).toBe(await stable.text())
    expect(stable.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400')
  })

  it('serves its path and version to every origin, cacheable for a short time', async () => {
    const { headers } = await get('/widget/latest.json')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toContain('max-age=300')
    expect(pinnedScript).toEqual({
      script: expect.stringMatching(/^\/widget\/guest-itinerary\.[\da-f]{16}\.js$/),
      integrity: expect.stringMatching(/^sha384-/),
      version: (await get('/openapi.json')).headers.get('x-api-version'),
    })
  })

  it('shows the page for hotels under a strict Content-Security-Policy without a violation', async () => {
    const { headers } = await get('/embed')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*require-trusted-types-for 'script'/)
    const { page, errors } = await visit(`${run.service.origin}/embed`)
    await page.locator('guest-itinerary [part~=today]').first().waitFor()
    expect(await page.locator('guest-itinerary [part~=title]').allInnerTexts()).toEqual(
      Array(2).fill('Your stay at Quinta do Mar'),
    )
    expect(errors).toEqual([])
  })

  it('gives lines that work unchanged on a site of another origin [WIDGET-25]', async () => {
    const { page, errors } = await visit(`${run.service.origin}/embed`, ['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Wine', exact: true }).click()
    await page.getByText('This version, and no other').click()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Copied.').waitFor()
    snippet = await page.evaluate(() => navigator.clipboard.readText())
    expect(snippet).toContain(`integrity="${pinnedScript.integrity}"`)

    const { port } = hotel.address() as AddressInfo
    const { page: hotelPage, errors: hotelErrors } = await visit(`http://127.0.0.1:${port}/`)
    await hotelPage.getByText('Your stay appears here.').waitFor()
    const sheet = hotelPage.locator('guest-itinerary .sheet')
    expect(await sheet.evaluate(each => getComputedStyle(each).backgroundColor)).toBe('rgb(255, 250, 251)')
    expect([...errors, ...hotelErrors.filter(error => !error.includes('favicon'))]).toEqual([])
  })

  it('serves the sample as the service would', async () => {
    const sample = await get('/embed/api/public/PartnerItinerary/details/sample')
    expect(sample.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { content, ...envelope } = (await sample.json()) as { content: unknown }
    expect(envelope).toEqual({ errors: [], message: '', success: true })
    expect(Itinerary.unwrap().strict().safeParse(content).error).toBeUndefined()
  })
})
