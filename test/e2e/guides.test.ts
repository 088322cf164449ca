import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import MiniSearch from 'minisearch'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readGuides } from '../../site/guides/guides.ts'
import { type ApiDocument, endpointsOf } from '../../site/reference/document.ts'
import { addressOfOperation } from '../../site/reference/groups.ts'
import { find } from '../../site/search/find.ts'
import { SEARCH_OPTIONS, type SearchEntry } from '../../site/search/search-options.ts'
import { launchBrowser } from './support/browser.ts'
import { freePort } from './support/programs.ts'
import { QUESTIONS } from './support/questions.ts'
import { newServiceFolder, type Run, start } from './support/run.ts'

/* The guides, the pages as Markdown, and the search, as `npm start` serves them. test/e2e/reference.test.ts follows their links. */

let run: Run
let browser: Browser

beforeAll(async () => {
  run = await start(newServiceFolder())
  browser = await launchBrowser()
})

const guides = readGuides()
const fetchPage = (path: string) => fetch(run.service.origin + path)
const textOf = async (path: string) => (await fetchPage(path)).text()

async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage(options)
  onTestFinished(() => page.close())
  await page.goto(run.service.origin + path)
  return page
}

describe('the guides', () => {
  it('are the pages for integrators and hotels, the quick start first', async () => {
    const page = await open('/docs')
    const links = await page.locator('.columns nav a').evaluateAll(all => all.map(each => each.getAttribute('href')))
    expect(links[1]).toBe('/docs/guides/quick-start')
    expect(links.filter(link => link?.startsWith('/docs/guides/'))).toEqual(
      guides.map(({ name }) => `/docs/guides/${name}`),
    )
    expect(guides.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['administration', 'embedding', 'guest-page']),
    )
    expect(guides.map(({ name }) => name)).not.toContain('deploy')
  })

  it('have every block of code of their Markdown, with the address of the service', async () => {
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    for (const { name, text } of guides) {
      const html = await textOf(`/docs/guides/${name}`)
      const shown = await page.evaluate(content => {
        const found = new DOMParser().parseFromString(content, 'text/html').querySelectorAll('.code code')
        return found.length
      }, html)
      const blocks = [...text.matchAll(/^( *)```.*\n([\s\S]*?)^\1```$/gm)].map(([, indent = '', code = '']) =>
        code.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd(),
      )
      expect(shown, name).toBe(blocks.length)
      expect(html, name).not.toMatch(/localhost:8787|innlet\.example/)
    }
  })

  it('have the ids of the demo on this machine: blocks copied from the pages book, cancel, and verify a webhook', async () => {
    const page = await open('/docs/guides/quick-start')
    await page
      .locator('.code')
      .filter({ hasText: run.of('client_secret') })
      .first()
      .waitFor()
    const blockWith = async (text: string) =>
      (await page.locator('.code code').filter({ hasText: text }).first().textContent()) ?? ''
    const copied = [await blockWith('CLIENT_ID='), await blockWith('idempotency-key: cancel-')]
    await page.goto(`${run.service.origin}/docs/guides/webhooks`)
    // Another file runs the same block at the port of the page.
    copied.push((await blockWith('receiver.mjs')).replaceAll('41900', String(await freePort())))
    const folder = mkdtempSync(join(tmpdir(), 'innlet-guides-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const script = copied.join('\n').replaceAll('41900', String(await freePort()))
    const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', script], { cwd: folder })
    expect(stdout.match(/^HTTP\/1.1 200/gm)).toHaveLength(2)
    expect(stdout.match(/^x-reservation-number: /gm)).toHaveLength(2)
    expect(stdout).toMatch(/^verified \{.*"type":"reservation\.modified"/m)
  })

  it('have a page for each release, which the changelog lists', async () => {
    const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
    const [, ...releases] = changelog.split(/^## /m)
    const page = await open('/docs/guides/changelog')
    const links = page.locator('main li a')
    expect(await links.allTextContents()).toEqual(releases.map(text => text.split('\n')[0]))
    for (const [index, text] of releases.entries()) {
      await page.goto(`${run.service.origin}/docs/guides/changelog`)
      await links.nth(index).click()
      await page
        .locator('nav a[aria-current=page]')
        .filter({ hasText: /^[\w.]+$/ })
        .waitFor()
      expect(await page.locator('main li').count()).toBe(text.match(/^- /gm)?.length ?? 0)
    }
  })

  it('have their sections beside them on a wide screen, and end with the next guide', async () => {
    const page = await open('/docs/guides/retries', { viewport: { width: 1024, height: 800 } })
    const headings = await page.locator('main h2').evaluateAll(all => all.map(({ id }) => `#${id}`))
    const sections = page.getByRole('navigation', { name: 'On this page' }).locator('a')
    expect(await sections.evaluateAll(all => all.map(link => link.getAttribute('href')))).toEqual(headings)
    const left = (await page.locator('main').boundingBox())?.x ?? 0
    expect((await sections.first().boundingBox())?.x).toBeGreaterThan(left + 300)
    await page.getByRole('link', { name: /^Next: / }).click()
    await page.waitForURL('**/docs/guides/bookings')
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await page.getByRole('navigation', { name: 'On this page' }).isVisible()).toBe(false)
  })

  it('respond to an unknown name with 404', async () => {
    for (const path of ['/docs/guides/deploy', '/docs/guides/nothing', '/docs/guides/nothing.md', '/docs/guides/a/b']) {
      expect((await fetchPage(path)).status, path).toBe(404)
    }
  })
})

describe('the errors', () => {
  it('each have a meaning and what to do', async () => {
    const page = await open('/docs/errors')
    const items = await page.locator('main li').allTextContents()
    expect(items.length).toBeGreaterThan(30)
    expect(items.filter(item => !item.includes('What to do: '))).toEqual([])
    expect(await page.locator('#ROOM_NOT_AVAILABLE').textContent()).toContain('offer another room')
  })
})

describe('the pages as Markdown', () => {
  it('are there for every guide and every operation, and the page names its own', async () => {
    const document = (await run.service.requestOk('GET', '/openapi.json')).json as ApiDocument
    const pages = [
      ...guides.flatMap(guide => [guide, ...guide.inner]).map(({ name }) => `/docs/guides/${name}`),
      ...endpointsOf(document).map(addressOfOperation),
    ]
    for (const path of pages) {
      const response = await fetchPage(`${path}.md`)
      expect([response.status, response.headers.get('content-type')], path).toEqual([
        200,
        'text/markdown; charset=utf-8',
      ])
      const text = await response.text()
      expect(text, path).toMatch(/^# /m)
      expect(text.replaceAll(/[$]\{[A-Z_]+\}/g, ''), path).not.toMatch(/\{[A-Z_]+\}|localhost:8787/)
      const html = await textOf(path)
      expect(html, path).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md">`)
    }
  })

  it('have the fields and errors of an operation, in any letter case of its id', async () => {
    const text = await textOf('/docs/booking/PostBooking.md')
    expect(text).toContain('POST `/api/Booking/PostBooking`')
    expect(text).toMatch(/- +`arrivalDate` /)
    expect(text).toMatch(/^\| Field \| `new` \| `modify` \| `cancel` \|\n(\| --- ){4}\|\n\| `action` \|/m)
    expect(text).toContain('ROOM_NOT_AVAILABLE')
    expect(text).toContain(`export API=${run.service.origin}`)
  })

  it('are listed in /llms.txt, and every link leads to a page', async () => {
    const response = await fetchPage('/llms.txt')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const text = await response.text()
    expect(text).toMatch(/^# Innlet\n\n> /)
    const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link = '']) => link)
    for (const { name } of guides) expect(links).toContain(`${run.service.origin}/docs/guides/${name}.md`)
    const followed = new Set(links)
    for (const link of followed) {
      const page = await fetch(link)
      expect(page.status, link).toBe(200)
      if (!link.endsWith('.md')) continue
      for (const [, next = ''] of (await page.text()).matchAll(/\]\((\S+?)(?:#\S*)?\)/g))
        if (next.startsWith(`${run.service.origin}/`)) followed.add(next)
    }
    expect(followed.size).toBeGreaterThan(80)
  })
})

describe('the search', () => {
  let index: MiniSearch<SearchEntry>
  beforeAll(async () => {
    index = MiniSearch.loadJSON(await textOf('/docs/search.json'), SEARCH_OPTIONS)
  })

  it('shows titles and contexts without marks of Markdown', async () => {
    const { storedFields } = JSON.parse(await textOf('/docs/search.json')) as {
      storedFields: Record<string, SearchEntry>
    }
    const shown = Object.values(storedFields).flatMap(({ title, context }) => [title, context])
    expect(shown.length).toBeGreaterThan(500)
    expect(shown.filter(text => /`|\]\(/.test(text))).toEqual([])
  })

  it('has 40 questions of integrators', () => {
    expect(Object.keys(QUESTIONS).length).toBeGreaterThanOrEqual(40)
  })

  it.each(Object.entries(QUESTIONS))('has the right page among the first three: %s', (question, pages) => {
    const first = find(question, index).slice(0, 3)
    const found = first.map(({ address }) => address)
    const isRight = found.some(address => pages.includes(address) || pages.includes(address.split('#')[0] ?? ''))
    expect(isRight, `${question}: ${found.join(', ')}`).toBe(true)
  })

  it('is loaded when the field gets the focus, and leads to a section [VERSION-5]', async () => {
    const page = await open('/docs', { viewport: { width: 360, height: 800 } })
    const requests: string[] = []
    page.on('request', request => requests.push(new URL(request.url()).pathname))
    expect(requests).not.toContain('/docs/search.json')
    await page.getByLabel('Search').fill('cancel a booking')
    const result = page.locator('.results a[href="/docs/guides/bookings#cancel-a-booking"]')
    await result.waitFor()
    expect(requests).toContain('/docs/search.json')
    expect(await page.locator('search [role=status]').textContent()).toMatch(/^\d+ results?/)
    await result.press('Enter')
    await page.waitForURL('**/docs/guides/bookings#cancel-a-booking')
    expect(await page.locator('#cancel-a-booking').isVisible()).toBe(true)
  })

  it('works by keyboard: arrows move through the results, Enter opens one, Escape and leaving close them', async () => {
    const page = await open('/docs')
    const [field, results] = [page.getByLabel('Search'), page.locator('.results')]
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.id)
    const search = async () => {
      await field.fill('cancel a booking')
      await results.locator('a').nth(1).waitFor()
    }
    await search()
    const first = await results.locator('a').first().getAttribute('href')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(first)
    await page.keyboard.press('ArrowUp')
    expect(await focused()).toBe('search')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await results.waitFor({ state: 'hidden' })
    expect([await focused(), await field.inputValue()]).toEqual(['search', ''])
    await search()
    await results.locator('a').last().press('Tab')
    await results.waitFor({ state: 'hidden' })
    await search()
    await field.press('Enter')
    await page.waitForURL(`**${first}`)
  })

  it('gets the focus with `/`, and a slash that is typed into a field stays one', async () => {
    const page = await open('/docs')
    const field = page.getByLabel('Search')
    await page.keyboard.press('/')
    await field.pressSequentially('a/b')
    expect(await field.inputValue()).toBe('a/b')
  })

  it('opens the folded part that has a field', async () => {
    const page = await open('/docs', { viewport: { width: 360, height: 800 } })
    await page.getByLabel('Search').fill('paymentExtID')
    await page.locator('.results a').first().press('Enter')
    await page.waitForURL('**/docs/booking/postBooking#schema-Payment')
    expect(await page.locator('#schema-Payment').getByText('paymentExtID').first().isVisible()).toBe(true)
  })

  it('says that nothing is found', async () => {
    const page = await open('/docs')
    await page.getByLabel('Search').fill('zzzzzz')
    const said = page.getByText('No results')
    await said.waitFor()
    expect((await said.boundingBox())?.height).toBeGreaterThan(16)
    expect(await page.locator('.results').isVisible()).toBe(false)
  })
})
