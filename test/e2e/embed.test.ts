import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Itinerary } from '../../schema/wire/itinerary.ts'
import { installedBrowser } from '../../scripts/chromium.ts'
import type { PinnedScript } from '../../widget/embed/snippet.ts'
import { newServiceFolder, type Run, start } from './support/innlet.ts'

/* What hotels take from us, as it is really served. */

describe('the script and the page for hotels', () => {
  let run: Run
  let browser: Browser
  let hotel: Server
  let latest: PinnedScript
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
    latest = (await (await get('/widget/latest.json')).json()) as PinnedScript
  })
  afterAll(async () => {
    await browser?.close()
    hotel?.close()
    await run?.end('SIGTERM')
  })

  /** A page that notes what goes wrong on it. */
  async function visit(address: string, permissions: string[] = []) {
    const context = await browser.newContext({ locale: 'en-GB', permissions })
    const page = await context.newPage()
    const wrongs: string[] = []
    page.on('pageerror', error => wrongs.push(error.message))
    page.on('console', message => message.type() === 'error' && wrongs.push(message.text()))
    page.on('request', request => {
      if (!/^http:\/\/(localhost|127\.0\.0\.1):/.test(request.url())) wrongs.push(request.url())
    })
    await page.goto(address)
    return { page, wrongs }
  }

  it('serves the pinned script for a year and for everybody, and it is what its integrity value says', async () => {
    const [pinned, stable] = [await get(latest.script), await get('/widget/guest-itinerary.js')]
    expect(Object.fromEntries(pinned.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/^text\/javascript/),
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    const code = await pinned.text()
    expect(latest.integrity).toBe(`sha384-${createHash('sha384').update(code).digest('base64')}`)
    expect(code).toBe(await stable.text())
    expect(stable.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400')
  })

  it('says which version that is, to any site, and not for long', async () => {
    const { headers } = await get('/widget/latest.json')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toContain('max-age=300')
    expect(latest).toEqual({
      script: expect.stringMatching(/^\/widget\/guest-itinerary\.[\da-f]{16}\.js$/),
      integrity: expect.stringMatching(/^sha384-/),
      version: (await get('/openapi.json')).headers.get('x-api-version'),
    })
  })

  it('shows the page for hotels under a strict policy, which has nothing to object to', async () => {
    const { headers } = await get('/embed')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*require-trusted-types-for 'script'/)
    const { page, wrongs } = await visit(`${run.service.origin}/embed`)
    await page.locator('guest-itinerary [part~=today]').first().waitFor()
    expect(await page.locator('guest-itinerary [part~=title]').allInnerTexts()).toEqual(
      Array(2).fill('Your stay at Quinta do Mar'),
    )
    expect(wrongs).toEqual([])
  })

  it('gives lines that work as they are copied, on a site of another origin', async () => {
    const { page, wrongs } = await visit(`${run.service.origin}/embed`, ['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Wine', exact: true }).click()
    await page.getByText('This version, and no other').click()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Copied.').waitFor()
    snippet = await page.evaluate(() => navigator.clipboard.readText())
    expect(snippet).toContain(`integrity="${latest.integrity}"`)

    const { port } = hotel.address() as AddressInfo
    const { page: theirs, wrongs: theirWrongs } = await visit(`http://127.0.0.1:${port}/`)
    await theirs.getByText('Your stay appears here.').waitFor()
    const sheet = theirs.locator('guest-itinerary .sheet')
    expect(await sheet.evaluate(each => getComputedStyle(each).backgroundColor)).toBe('rgb(255, 250, 251)')
    expect([...wrongs, ...theirWrongs.filter(wrong => !wrong.includes('favicon'))]).toEqual([])
  })

  it('serves the sample as the service would', async () => {
    const sample = await get('/embed/api/public/PartnerItinerary/details/sample')
    expect(sample.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { content, ...envelope } = (await sample.json()) as { content: unknown }
    expect(envelope).toEqual({ errors: [], message: '', success: true })
    expect(Itinerary.unwrap().strict().safeParse(content).error).toBeUndefined()
  })
})
