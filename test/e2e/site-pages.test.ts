import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { newServiceFolder, type Run, start } from './support/run.ts'

/* The pages of the service beside each other, as `npm start` serves them. */

const place = newServiceFolder()
let run: Run
let browser: Browser

beforeAll(async () => {
  run = await start(place)
  browser = await launchBrowser()
})

const PAGES = [
  '/',
  '/docs',
  '/docs/guides/quick-start',
  '/docs/booking',
  '/docs/booking/postBooking',
  '/embed',
  '/status',
  'receiver',
] as const
const SCHEMES = ['light', 'dark'] as const
const CASES = SCHEMES.flatMap(scheme => PAGES.map(path => [path, scheme] as const))

async function open(path: (typeof PAGES)[number], options: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(options)
  onTestFinished(() => page.close())
  await page.goto(path === 'receiver' ? run.of('Webhooks') : run.service.origin + path, { waitUntil: 'networkidle' })
  return page
}

/** What a browser makes of the tokens: the same on every page. A button is added where a page has no plain one. */
const lookOf = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main') as HTMLElement
    const add = (tag: string, className = '') => {
      const element = main.appendChild(document.createElement(tag))
      element.className = className
      if (element instanceof HTMLAnchorElement) element.href = '/'
      return element
    }
    const seen = (element: Element, ...names: string[]) => {
      const style = getComputedStyle(element)
      return Object.fromEntries(names.map(name => [name, style.getPropertyValue(name)]))
    }
    const FONT = ['font-family', 'font-weight']
    const COLOURS = ['color', 'background-color']
    const find = (selector: string) => document.querySelector(selector) as HTMLElement
    return {
      body: seen(document.body, ...FONT, ...COLOURS, 'font-size', 'line-height'),
      heading: seen(find('h1'), ...FONT, 'color', 'font-size'),
      header: seen(find('.site-header'), ...COLOURS, 'border-bottom-color', 'block-size', 'padding-inline'),
      name: seen(find('.site-header > a'), ...FONT, 'color', 'font-size', 'block-size'),
      links: seen(find('.site-header nav a:not([aria-current])'), ...FONT, 'color', 'font-size', 'block-size'),
      link: seen(add('a'), 'color', 'text-underline-offset'),
      code: seen(add('code'), 'font-family', 'font-size'),
      button: seen(add('button'), ...FONT, ...COLOURS, 'border-radius', 'border-color', 'min-block-size'),
      plain: seen(add('button', 'plain'), ...COLOURS, 'border-radius', 'border-color'),
    }
  })

describe('the pages of the service', () => {
  it.each(SCHEMES)('have the same fonts, radii and colours, and the same header, in %s [SITE-4]', async colorScheme => {
    const looks = new Map<string, unknown>()
    for (const path of PAGES) {
      const page = await open(path, { colorScheme, viewport: { width: 1280, height: 900 } })
      looks.set(path, await lookOf(page))
    }
    const [first] = looks.values()
    for (const [path, look] of looks) expect(look, path).toEqual(first)
  })

  it('have links in the header to home, the documentation, /embed and the status [SITE-4]', async () => {
    for (const path of PAGES) {
      const page = await open(path, {})
      const links = await page
        .locator('.site-header > a, .site-header nav a')
        .evaluateAll(all => all.map(link => [link.textContent, (link as HTMLAnchorElement).href]))
      const { origin } = run.service
      expect(links, path).toEqual([
        ['Innlet', `${origin}/`],
        ['Docs', `${origin}/docs`],
        ['Embed', `${origin}/embed`],
        ['Status', `${origin}/status`],
      ])
    }
  })

  it.each(CASES)('axe finds nothing on %s in %s, and it fits 360 pixels', async (path, colorScheme) => {
    const page = await open(path, { colorScheme, viewport: { width: 360, height: 780 } })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await violationsOf(page)).toEqual([])
  })

  it.each(PAGES)('what a finger touches on %s is at least 44 pixels wide and tall [SITE-5]', async path => {
    const page = await open(path, { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    expect(await page.evaluate(smallTargets)).toEqual([])
  })
})

/**
 * Targets that a finger misses 21 pixels beside their middle. A link within a sentence and the anchor of a heading are no targets
 * of their own (WCAG 2.5.5).
 */
function smallTargets(): string[] {
  const REACH = 21
  const controls = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')
  const isInline = (element: Element) => getComputedStyle(element).display === 'inline'
  const isInSentence = (link: HTMLElement): boolean => {
    let block: HTMLElement | null = link
    while (block && isInline(block)) block = block.parentElement
    return block !== link && block?.textContent?.trim() !== link.textContent?.trim()
  }
  const isAnchor = (link: HTMLElement) => link.closest('h1, h2, h3, h4') !== null && link.matches('a')
  const targetOf = (control: HTMLElement) =>
    (control.matches('[type=checkbox], [type=radio]') && control.closest('label')) || control
  const found: string[] = []
  for (const control of controls) {
    const target = targetOf(control)
    if (!target.checkVisibility() || control.closest('[inert]') || isAnchor(control)) continue
    if (control.matches('a') && isInSentence(control)) continue
    target.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = target.getBoundingClientRect()
    if (!width || left + width < 0 || top + height < 0) continue
    const [x, y] = [left + width / 2, top + height / 2]
    const isHit = ([dx = 0, dy = 0]: number[]) => {
      const hit = document.elementFromPoint(x + dx, y + dy)
      return hit !== null && (target.contains(hit) || hit.closest('label')?.control === control)
    }
    const around = [
      [REACH, 0],
      [-REACH, 0],
      [0, REACH],
      [0, -REACH],
    ]
    if (!around.every(isHit))
      found.push(`${Math.round(width)} × ${Math.round(height)}: ${target.outerHTML.slice(0, 120)}`)
  }
  return found
}

describe('the home page', () => {
  it('shows a sample stay from a script of the same origin [SITE-6]', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    onTestFinished(() => page.close())
    const others: string[] = []
    page.on('request', request => {
      if (!request.url().startsWith(run.service.origin)) others.push(request.url())
    })
    await page.goto(run.service.origin, { waitUntil: 'networkidle' })
    await page.locator('guest-itinerary [part~=schedule]').first().waitFor()
    expect(others).toEqual([])
  })

  it('has commands that work as they are copied [SITE-6]', async () => {
    const page = await open('/', {})
    const commands = ((await page.locator('pre').textContent()) ?? '').trim()
    expect(commands.split('\n')).toHaveLength(3)
    for (const command of commands.split('\n')) {
      const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --fail --silent -w '%{http_code}'`], {
        cwd: place.folder,
      })
      expect(stdout, command).toMatch(/200$/)
    }
  })

  it('says to a guest first what to do [SITE-6]', async () => {
    const page = await open('/', {})
    expect(await page.locator('main p').first().textContent()).toMatch(/^Looking for your stay\?/)
  })
})
