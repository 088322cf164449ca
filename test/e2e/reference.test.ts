import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ApiDocument, type Endpoint, endpointsOf, resolve } from '../../site/reference/document.ts'
import { addressOfOperation as pageOf } from '../../site/reference/groups.ts'
import { BOOKING } from '../promises/booking.ts'
import { repetitions } from '../support/repetitions.ts'
import { violationsInSchemes } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { leaveNewShapes } from './support/page-shapes.ts'
import { ADMIN_TOKEN, newServiceFolder, type Run, start } from './support/run.ts'

/* The API reference, as `npm start` serves it. */

const ALL = repetitions(0, 1) === 1
/** In npm test, the two widths that have a layout of their own. */
const WIDTHS = ALL ? [1280, 768, 360] : [1280, 360]
/** In npm test, the pages that axe tests in the wide layout: the first one, a guide and an operation. */
const WIDE = ['/docs', '/docs/guides/quick-start', '/docs/booking/postBooking']

/** Limits that are no defaults. */
const SETTINGS = `ADMIN_TOKEN='${ADMIN_TOKEN}'\nPAGE_SIZE='37'\n`

let run: Run
let browser: Browser
let openApi: ApiDocument
let endpoints: Endpoint[]
let pages: string[]

beforeAll(
  async () => {
    run = await start(newServiceFolder(SETTINGS))
    browser = await launchBrowser()
    openApi = (await run.service.requestOk('GET', '/openapi.json')).json as ApiDocument
    endpoints = endpointsOf(openApi)
    pages = await linkedPages()
    await showAll()
    const page = await browser.newPage()
    watch(page)
    for (const path of visited) violations.set(path, await visit(page, path))
    await page.close()
  },
  repetitions(300_000, 3_000_000),
)

const groupOf = (endpoint: Endpoint) => pageOf(endpoint).replace(/\/\w+$/, '')
const addressOf = (path: string) => run.service.origin + path

async function open(
  path: string,
  options: Parameters<Browser['newPage']>[0] = {},
  prepare = (_: Page) => {},
): Promise<Page> {
  const page = await browser.newPage(options)
  onTestFinished(() => page.close())
  prepare(page)
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

const read = once(async path => {
  const response = await fetch(addressOf(path))
  return { html: await response.text(), headers: Object.fromEntries(response.headers) }
})
const readHtml = async (path: string) => (await read(path)).html

/** What each page shows, as it is served. */
const seen = new Map<string, Awaited<ReturnType<typeof show>>>()
/** The width of the content of each page at the widths of the window, with all its details open. */
const widths: [path: string, width: number, ofContent: number][] = []
/** The pages that a browser visits: in npm test, those with a part that no page before them has, because visits take minutes. */
const visited = new Set(['/', '/embed', ...WIDE])
/** What axe finds on the visited pages. */
const violations = new Map<string, unknown[]>()
/** What the browser complains of on the visited pages, and requests to other origins. */
const complaints: string[] = []

/** Parts of the pages, and those that axe has tested. */
const [parts, shapes] = [new Set<string>(), new Set<string>()]

/** Shows every page in the place of the first one: all have the same styles. */
async function showAll() {
  const page = await browser.newPage({ bypassCSP: true })
  await page.goto(addressOf('/docs'), { waitUntil: 'load' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of pages) {
      const shown = await show(page, path)
      if (width === 1280) seen.set(path, shown)
      const ofContent = await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
        return document.documentElement.scrollWidth
      })
      widths.push([path, width, ofContent])
      if (width === 360 && (ALL || (await leaveNewShapes(page, parts)))) visited.add(path)
    }
  }
  await page.close()
}

const show = async (page: Page, path: string) =>
  page.evaluate(
    ([path, html]) => {
      history.replaceState(null, '', path)
      document.body.replaceWith(new DOMParser().parseFromString(html, 'text/html').body)
      return {
        operations: [...document.querySelectorAll('section.operation')].map(section => ({
          id: section.id,
          address: section.querySelector('.about .address')?.textContent,
          samples: section.querySelectorAll('.code[data-sample]').length,
          forms: [...section.querySelectorAll('form')].map(form => form.getAttribute('data-path')),
        })),
        text: document.querySelector('main')?.textContent ?? '',
        ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
        links: [...document.querySelectorAll('a')].map(({ href }) => href),
        height: document.documentElement.scrollHeight,
      }
    },
    [path, await readHtml(path)] as const,
  )

/**
 * Whether axe tests a page at a width. It takes seconds for a long page, and all pages have the same parts and styles: in npm test,
 * sections of a narrow page whose parts were all tested before are left out.
 */
async function isTested(page: Page, path: string, width: number): Promise<boolean> {
  if (!pages.includes(path)) return false
  if (ALL) return width !== 768
  return width === 360 ? leaveNewShapes(page, shapes) : WIDE.includes(path)
}

/** Visits a page, and returns what axe finds on it. */
async function visit(page: Page, path: string): Promise<unknown[]> {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(addressOf(path), { waitUntil: 'load' })
  const found: unknown[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const ofContent = await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
      return document.documentElement.scrollWidth
    })
    widths.push([path, width, ofContent])
    if (await isTested(page, path, width)) found.push(...(await violationsInSchemes(page)))
  }
  return found
}

function watch(page: Page) {
  page.on('console', message => complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(error.message))
  page.on('request', request => {
    if (!request.url().startsWith(`${run.service.origin}/`)) complaints.push(request.url())
  })
}

const seenOf = (path: string) => seen.get(path) ?? expect.fail(path)

const operation = (page: Page, id: string) => page.locator(`section[id="${id}"]`)

describe('the pages', () => {
  it('have every operation of the OpenAPI document, with its samples and a form [VERSION-4]', () => {
    expect(endpoints.length).toBeGreaterThan(30)
    for (const endpoint of endpoints) {
      const { operations } = seenOf(pageOf(endpoint))
      const { operationId, method, path } = endpoint
      const address = expect.stringContaining(`${method} ${path}`)
      expect(operations).toEqual([{ id: operationId, address, samples: expect.any(Number), forms: [path] }])
      expect(operations[0]?.samples, operationId).toBeGreaterThan(1)
    }
  })

  it('of a group have a link to each operation, at the anchor that had the operation before', async () => {
    for (const endpoint of endpoints) {
      const html = await readHtml(groupOf(endpoint))
      const [, summary = ''] = html.split(`id="${endpoint.operationId}"`)
      expect(summary, endpoint.operationId).toContain(`href="${pageOf(endpoint)}"`)
    }
  })

  it('are at most 12,000 pixels tall, 1280 pixels wide', () => {
    for (const [path, { height }] of seen) expect(height, path).toBeLessThan(12_000)
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
    const page = await open('/docs')
    const links = await page
      .locator('main .operations a')
      .evaluateAll(all => all.map(each => each.getAttribute('href')))
    expect(links.sort()).toEqual(endpoints.map(pageOf).sort())
  })

  it('show the promises, and what every operation costs', async () => {
    const promises = await open('/docs/promises')
    const [id, sentence] = Object.entries(BOOKING)[0] as [string, string]
    expect(await promises.locator(`[id="${id}"]`).textContent()).toContain(sentence.split('`')[0])
    expect(await promises.locator('main li').count()).toBeGreaterThan(300)
    const counts = seenOf('/docs/counts').text
    for (const { method, path } of endpoints) expect(counts).toContain(`${method} ${path}`)
  })

  it('have no link that leads nowhere, and no id twice', async () => {
    const ids = new Map<string, Set<string>>()
    const links: [from: string, to: string][] = []
    for (const path of pages) {
      const page = seenOf(path)
      ids.set(path, new Set(page.ids))
      expect(ids.get(path)?.size, path).toBe(page.ids.length)
      links.push(...page.links.map((href): [string, string] => [path, href]))
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
    const overview = seenOf('/docs').text
    expect(overview).toContain('Lists have pages of 37 ')
    expect(overview).toContain(`at ${run.service.origin}`)
    expect(overview).toContain('reservations:read, reservations:write')
    const booking = seenOf('/docs/booking/postBooking').text
    expect(booking).toMatch(/roomsBooked array of .*at most 100 items/)
    expect(booking).toContain(`export API=${run.service.origin}`)
  })

  it('load everything from their own origin, under a strict policy without a violation [VERSION-4]', async () => {
    for (const path of pages) {
      const { 'content-security-policy': policy = '', ...headers } = (await read(path)).headers
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
    for (const path of ['/docs', '/docs/guides/quick-start', '/docs/booking/postBooking']) {
      const page = await open(path, {}, watch)
      await page.getByLabel('Search').fill('booking')
      await page
        .getByRole('status')
        .filter({ hasText: /result/ })
        .waitFor({ state: 'attached' })
      await page.getByLabel('Search').fill('')
      await page.waitForLoadState('networkidle')
    }
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
  it('axe finds nothing on a page, narrow and wide, in light and in dark', () => {
    expect(Object.fromEntries(violations)).toEqual(Object.fromEntries([...visited].map(path => [path, []])))
    expect(shapes.size).toBeGreaterThan(50)
  })

  it('no page is wider than the window, with all its details open', () => {
    for (const [path, width, ofContent] of widths) expect([path, ofContent]).toEqual([path, width])
  })
})
