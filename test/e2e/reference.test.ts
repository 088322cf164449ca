import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ApiDocument, type Endpoint, endpointsOf, resolve } from '../../scripts/site/reference/document.ts'
import { addressOfOperation as pageOf } from '../../scripts/site/reference/groups.ts'
import { BOOKING } from '../promises/booking.ts'
import { repetitions } from '../support/repetitions.ts'
import { violationsOf } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { leaveNewShapes } from './support/page-shapes.ts'
import { ADMIN_TOKEN, newServiceFolder, type Run, start } from './support/run.ts'

/* The API reference, as `npm start` serves it. */

/** Limits that are no defaults. */
const SETTINGS = `ADMIN_TOKEN='${ADMIN_TOKEN}'\nPAGE_SIZE='37'\n`

let run: Run
let browser: Browser
let openApi: ApiDocument
let endpoints: Endpoint[]
let pages: string[]

beforeAll(async () => {
  run = await start(newServiceFolder(SETTINGS))
  browser = await launchBrowser()
  openApi = (await run.service.requestOk('GET', '/openapi.json')).json as ApiDocument
  endpoints = endpointsOf(openApi)
  pages = await linkedPages()
})

const groupOf = (endpoint: Endpoint) => pageOf(endpoint).replace(/\/\w+$/, '')
const addressOf = (path: string) => run.service.origin + path

async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage(options)
  onTestFinished(() => page.close())
  await page.goto(addressOf(path), { waitUntil: 'load' })
  return page
}

/** Every page below `/docs` that a link reaches from the first one. */
async function linkedPages(): Promise<string[]> {
  const found = new Set(['/docs'])
  for (const path of found) {
    const html = await readHtml(path)
    for (const [, linked = ''] of html.matchAll(/href="(\/docs\/[\w/-]+)[#"]/g)) found.add(linked)
  }
  return [...found]
}

/** What is made of each page once, for several tests. */
function once<T>(make: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return path => {
    const value = made.get(path) ?? make(path)
    made.set(path, value)
    return value
  }
}

/** What a browser complains of in the pages that are read, and their requests to other origins. */
const complaints: string[] = []
const headersOf = new Map<string, Record<string, string>>()

/** A page that several tests read. Opening one takes most of the time of a test. */
const readPage = once(async path => {
  const page = await browser.newPage()
  page.on('console', message => complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(error.message))
  page.on('request', request => {
    if (!request.url().startsWith(`${run.service.origin}/`)) complaints.push(request.url())
  })
  const response = await page.goto(addressOf(path), { waitUntil: 'load' })
  headersOf.set(path, response?.headers() ?? {})
  return page
})
const readHtml = once(async path => (await fetch(addressOf(path))).text())

const operation = (page: Page, id: string) => page.locator(`section[id="${id}"]`)

describe('the pages', () => {
  it('have every operation of the OpenAPI document, with its samples and a form [VERSION-4]', async () => {
    expect(endpoints.length).toBeGreaterThan(30)
    for (const endpoint of endpoints) {
      const page = await readPage(pageOf(endpoint))
      const sections = await page.locator('section.operation').evaluateAll(all =>
        all.map(section => ({
          id: section.id,
          address: section.querySelector('.about .address')?.textContent,
          samples: section.querySelectorAll('.code[data-sample]').length,
          forms: [...section.querySelectorAll('form')].map(form => form.getAttribute('data-path')),
        })),
      )
      const { operationId, method, path } = endpoint
      const address = expect.stringContaining(`${method} ${path}`)
      expect(sections).toEqual([{ id: operationId, address, samples: expect.any(Number), forms: [path] }])
      expect(sections[0]?.samples, operationId).toBeGreaterThan(1)
    }
  })

  it('of a group have a link to each operation, at the anchor that had the operation before', async () => {
    for (const endpoint of endpoints) {
      const html = await readHtml(groupOf(endpoint))
      const [, summary = ''] = html.split(`id="${endpoint.operationId}"`)
      expect(summary, endpoint.operationId).toContain(`href="${pageOf(endpoint)}"`)
    }
  })

  it('are at most 12,000 pixels tall, 1280 pixels wide', async () => {
    for (const path of ['/', '/embed', ...pages]) {
      const page = await readPage(path)
      await page.setViewportSize({ width: 1280, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThan(12_000)
    }
  })

  it('have every error code that an operation responds with', async () => {
    for (const endpoint of endpoints) {
      const html = await readHtml(pageOf(endpoint))
      const descriptions = Object.values(endpoint.responses).map(each => resolve(each, openApi).description)
      const codes = descriptions.join().match(/(?<=`)[A-Z_]{5,}(?=`: )/g) ?? []
      if (endpoint.path.startsWith('/api/Booking')) expect(codes.length).toBeGreaterThan(10)
      for (const code of codes) expect(html, endpoint.operationId).toContain(`<code class="name">${code}</code>`)
    }
  })

  it('list every operation on the first page, with a link to it', async () => {
    const page = await readPage('/docs')
    const links = await page
      .locator('main .operations a')
      .evaluateAll(all => all.map(each => each.getAttribute('href')))
    expect(links.sort()).toEqual(endpoints.map(pageOf).sort())
  })

  it('show the promises, and what every operation costs', async () => {
    const promises = await readPage('/docs/promises')
    const [id, sentence] = Object.entries(BOOKING)[0] as [string, string]
    expect(await promises.locator(`[id="${id}"]`).textContent()).toContain(sentence.split('`')[0])
    expect(await promises.locator('main li').count()).toBeGreaterThan(300)
    const counts = (await (await readPage('/docs/counts')).locator('main').textContent()) ?? ''
    for (const { method, path } of endpoints) expect(counts).toContain(`${method} ${path}`)
  })

  it('have no link that leads nowhere, and no id twice', async () => {
    const ids = new Map<string, Set<string>>()
    const links: [from: string, to: string][] = []
    for (const path of pages) {
      const page = await readPage(path)
      const all = await page.locator('[id]').evaluateAll(elements => elements.map(({ id }) => id))
      ids.set(path, new Set(all))
      expect(ids.get(path)?.size, path).toBe(all.length)
      const hrefs = await page.locator('a').evaluateAll(all => all.map(each => (each as HTMLAnchorElement).href))
      links.push(...hrefs.map((href): [string, string] => [path, href]))
    }
    // The home page is served to clients that prefer HTML.
    const statusOf = once(async to => (await fetch(to, { headers: { accept: 'text/html' } })).status)
    for (const [from, to] of links) {
      const { origin, pathname, hash } = new URL(to)
      // Guides link to standards.
      if (from.startsWith('/docs/guides/') && origin !== run.service.origin) continue
      expect(origin, `${from} → ${to}`).toBe(run.service.origin)
      if (ids.has(pathname)) {
        if (hash) expect(ids.get(pathname)?.has(hash.slice(1)), `${from} → ${to}`).toBe(true)
      } else {
        expect(await statusOf(to), `${from} → ${to}`).toBe(200)
      }
    }
  })

  it('show the limits, the address and the permissions of the installation', async () => {
    for (const path of pages) {
      const html = await readHtml(path)
      expect(html.match(/(?<!\$)\{[A-Z_]+\}/g), path).toBe(null)
    }
    const overview = await (await readPage('/docs')).locator('main').textContent()
    expect(overview).toContain('Lists have pages of 37 ')
    expect(overview).toContain(`at ${run.service.origin}`)
    expect(overview).toContain('reservations:read, reservations:write')
    const booking = await (await readPage('/docs/booking/postBooking')).locator('main').textContent()
    expect(booking).toMatch(/roomsBooked array of .*at most 100 items/)
    expect(booking).toContain(`'${run.service.origin}/api/Booking/PostBooking'`)
  })

  it('load everything from their own origin, under a strict policy without a violation [VERSION-4]', async () => {
    const search = async (page: Page) => {
      await page.getByLabel('Search').fill('booking')
      await page
        .getByRole('status')
        .filter({ hasText: /result/ })
        .waitFor({ state: 'attached' })
      await page.getByLabel('Search').fill('')
      await page.waitForLoadState('networkidle')
    }
    const visit = async (path: string) => {
      await readPage(path)
      const { 'content-security-policy': policy = '', ...headers } = headersOf.get(path) ?? {}
      expect(policy, path).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; /,
      )
      for (const rule of ["form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"]) {
        expect(policy, path).toContain(rule)
      }
      expect(policy, path).not.toContain('unsafe')
      expect(headers, path).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
      expect(headers['x-request-id'], path).toMatch(/./)
    }
    for (const path of pages) await visit(path)
    for (const path of ['/docs', '/docs/guides/quick-start', '/docs/booking/postBooking'])
      await search(await readPage(path))
    expect(complaints).toEqual([])
  })

  it('respond to the name of no group and no operation with 404', async () => {
    for (const path of [
      '/docs/nothing',
      '/docs/Booking',
      '/docs/booking/nothing',
      '/docs/..%2Fcontracts',
      '/docs/overview.txt',
    ]) {
      const response = await fetch(addressOf(path))
      expect(response.status, path).toBe(404)
      expect(((await response.json()) as { errors: { code: string }[] }).errors[0]?.code).toBe('NOT_FOUND')
    }
  })

  it('are found with a slash after their first address, as in release 1.0.0', async () => {
    const response = await fetch(addressOf('/docs/'), { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([307, '/docs'])
  })

  it('of an operation is found in any letter case', async () => {
    expect((await fetch(addressOf('/docs/booking/PostBooking'))).status).toBe(200)
  })

  it('are readable without JavaScript, with the schemas behind links that open them [VERSION-5]', async () => {
    const page = await open('/docs/booking/postBooking', { javaScriptEnabled: false })
    const section = operation(page, 'postBooking')
    expect(await section.locator('.code[data-sample]:visible').count()).toBe(8)
    expect(await page.locator('.scripted:visible').count()).toBe(0)
    const lastName = page.locator('#schema-GuestDetails').getByText('lastName', { exact: true })
    expect(await lastName.isVisible()).toBe(false)
    await section.getByRole('link', { name: 'GuestDetails' }).click()
    expect(await lastName.isVisible()).toBe(true)
    const errorBody = section.locator('.about details').filter({ hasText: 'Body of an error' })
    await errorBody.locator('summary').first().click()
    expect(await errorBody.getByText('success', { exact: true }).isVisible()).toBe(true)
  })
})

describe('accessibility', () => {
  // Axe takes seconds for a long page, and all pages have the same parts and styles. In npm test, the two schemes of a phone share
  // the pages, and the wide layout is tested on one of them. Sections whose parts were all tested before are left out.
  it.each([
    [360, 'light', (index: number) => index % 2 === 0],
    [360, 'dark', (index: number) => index % 2 === 1],
    [1280, 'light', (index: number) => index === 1],
    [1280, 'dark', (index: number) => index === 2],
  ] as const)(
    'axe finds nothing on a page, %i pixels wide (%s)',
    { timeout: 400_000 },
    async (width, colorScheme, isTested) => {
      const page = await open('/docs', { viewport: { width, height: 900 }, colorScheme })
      const all = repetitions(0, 1) === 1
      const shapes = new Set<string>()
      for (const path of pages.filter((_, index) => all || isTested(index))) {
        await page.goto(addressOf(path))
        if (all || (await leaveNewShapes(page, shapes))) expect(await violationsOf(page), path).toEqual([])
      }
    },
  )

  it.each([360, 768, 1280])('no page is wider than %i pixels, with all its details open', async width => {
    for (const path of pages) {
      const page = await readPage(path)
      await page.setViewportSize({ width, height: 900 })
      await page.locator('details').evaluateAll(all => all.map(each => each.setAttribute('open', '')))
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
    }
  })
})
