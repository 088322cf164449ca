import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { someOf } from '../support/repetitions.ts'
import { colourTransitions, violationsInSchemes } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { recordShifts, shiftsOf } from './support/layout-shifts.ts'
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
  '/docs/guides/retries',
  '/docs/booking',
  '/docs/booking/postBooking',
  '/embed',
  '/status',
  '/no/such/page',
  'receiver',
] as const
const SCHEMES = ['light', 'dark'] as const

async function newPage(options: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(options)
  onTestFinished(() => page.close())
  return page
}

/** Opens a page, and waits for the sample stay that `/` and `/embed` show. */
async function show(page: Page, path: (typeof PAGES)[number]) {
  await page.goto(path === 'receiver' ? run.of('Webhooks') : run.service.origin + path, { waitUntil: 'load' })
  if (path === '/' || path === '/embed') await page.locator('guest-itinerary [part~=schedule]').first().waitFor()
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

/** What a page shows. Each is opened once for each width, because opening it takes most of the time of a test. */
interface Shown {
  looks: unknown[]
  links: unknown
  shifts: Record<number, string[]>
  width: number
  violations: unknown[]
  smallTargets: string[]
}

const shown = new Map<(typeof PAGES)[number], Shown>()

async function seeAll(): Promise<void> {
  const [wide, phone] = [
    await browser.newPage({ viewport: { width: 1280, height: 900 } }),
    await browser.newPage({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }),
  ]
  for (const page of [wide, phone]) await recordShifts(page)
  for (const path of PAGES) {
    const shifts: Record<number, string[]> = {}
    for (const page of [wide, phone]) {
      await page.emulateMedia({ colorScheme: 'light' })
      await show(page, path)
      if (path === 'receiver') continue
      await page.waitForLoadState('networkidle')
      shifts[page.viewportSize()?.width ?? 0] = await shiftsOf(page)
    }
    const links = await wide
      .locator('.site-header > a, .site-header nav a')
      .evaluateAll(all => all.map(link => [link.textContent, (link as HTMLAnchorElement).href]))
    const looks: unknown[] = []
    for (const colorScheme of SCHEMES) {
      await wide.emulateMedia({ colorScheme })
      await colourTransitions(wide)
      looks.push(await lookOf(wide))
    }
    const width = await phone.evaluate(() => document.documentElement.scrollWidth)
    const violations = await violationsInSchemes(phone)
    await phone.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    shown.set(path, { looks, links, shifts, width, violations, smallTargets: await phone.evaluate(smallTargets) })
  }
  await Promise.all([wide.close(), phone.close()])
}

describe('the pages of the service', () => {
  beforeAll(seeAll)

  const each = (read: (page: Shown) => unknown) =>
    Object.fromEntries([...shown].map(([path, page]) => [path, read(page)]))
  const ofAll = (value: unknown) => Object.fromEntries(PAGES.map(path => [path, value]))

  it.each(SCHEMES)('have the same fonts, radii and colours, and the same header, in %s [SITE-4]', colorScheme => {
    const [first] = shown.values()
    const index = SCHEMES.indexOf(colorScheme)
    expect(each(({ looks }) => looks[index])).toEqual(ofAll(first?.looks[index]))
    expect(first?.looks[0]).not.toEqual(first?.looks[1])
  })

  it('have links in the header to home, the documentation, /embed and the status [SITE-4]', () => {
    const { origin } = run.service
    expect(each(({ links }) => links)).toEqual(
      ofAll([
        ['Innlet', `${origin}/`],
        ['Docs', `${origin}/docs`],
        ['Embed', `${origin}/embed`],
        ['Status', `${origin}/status`],
      ]),
    )
  })

  it('have nothing that axe finds, in light and in dark, and fit 360 pixels', () => {
    expect(each(({ width }) => width)).toEqual(ofAll(360))
    expect(each(({ violations }) => violations)).toEqual(ofAll([]))
  })

  it('load without a layout shift, 360 and 1280 pixels wide [SITE-77]', () => {
    const none = { 360: [], 1280: [] }
    expect(each(({ shifts }) => shifts)).toEqual({ ...ofAll(none), receiver: {} })
  })

  it('have targets for a finger of at least 44 pixels in width and height [SITE-5]', () => {
    expect(each(({ smallTargets }) => smallTargets)).toEqual(ofAll([]))
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
  const isAnchor = (link: HTMLElement) => link.closest('h1, h2, h3, h4') !== null && link.matches('a[href^="#"]')
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

describe('an address that nothing serves', () => {
  const UNKNOWN = ['/nothing', '/docs/nothing', '/docs/guides/nothing', '/docs/404', '/embed/nothing', '/docs/a/b/c']
  const PROGRAMS = ['/api/nothing', '/api', '/admin/nothing', '/oauth/nothing', '/.well-known/nothing']
  const request = (path: string, accept: string) =>
    fetch(run.service.origin + path, { headers: { accept }, redirect: 'manual' })
  const NOT_FOUND = { errors: [{ code: 'NOT_FOUND', description: 'there is no such path' }] }

  it.each(UNKNOWN)('is a page with status 404 for a browser, and JSON for others: %s [SITE-7]', async path => {
    const page = await request(path, 'text/html,*/*;q=0.8')
    expect([page.status, page.headers.get('content-type'), page.headers.get('vary')]).toEqual([
      404,
      'text/html; charset=utf-8',
      'Accept',
    ])
    const json = await request(path, '*/*')
    expect([json.status, await json.json()]).toEqual([404, NOT_FOUND])
  })

  it.each(PROGRAMS)('is JSON for a browser too below the addresses of programs: %s [SITE-7]', async path => {
    const response = await request(path, 'text/html')
    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining(NOT_FOUND)])
  })

  it('has the search, and links to the quick start, the documentation and the status [SITE-7]', async () => {
    const page = await newPage({})
    await page.goto(`${run.service.origin}/no/such/page`)
    const links = page.locator('main a')
    expect(await links.evaluateAll(all => all.map(link => link.getAttribute('href')))).toEqual([
      '/docs/guides/quick-start',
      '/docs',
      '/status',
    ])
    await page.getByLabel('Search').fill('webhooks')
    await page.locator('.results a').first().waitFor()
  })

  it.each([
    ['/docs/guides/', '/docs/guides'],
    ['/docs/guides/retries/?a=b', '/docs/guides/retries?a=b'],
    ['/docs/booking/postBooking//', '/docs/booking/postBooking'],
  ])('%s redirects to the page without the last slash, for every client [SITE-8]', async (path, to) => {
    for (const accept of ['text/html', '*/*']) {
      const response = await request(path, accept)
      expect([response.status, response.headers.get('location')]).toEqual([308, to])
    }
  })
})

describe('the home page', () => {
  it('shows a sample stay without a script, and requests nothing of another origin [SITE-6]', async () => {
    const page = await newPage({ viewport: { width: 1280, height: 900 } })
    const requests: Request[] = []
    page.on('request', request => requests.push(request))
    await show(page, '/')
    await page.waitForLoadState('networkidle')
    expect(requests.filter(each => !each.url().startsWith(run.service.origin))).toEqual([])
    expect(requests.filter(each => each.resourceType() === 'script')).toEqual([])
    expect(requests.filter(each => each.resourceType() === 'image').length).toBeGreaterThan(1)
  })

  it('has commands that work as they are copied [SITE-6]', async () => {
    const page = await newPage({})
    await show(page, '/')
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
    const page = await newPage({})
    await show(page, '/')
    expect(await page.locator('main p').first().textContent()).toMatch(/^Looking for your stay\?/)
  })
})

describe('the page of the demo hotel', () => {
  it('shows the stay on the first screen of a phone [SITE-71]', async () => {
    const page = await newPage({ viewport: { width: 360, height: 780 } })
    await page.goto(run.of("Hotel's page"))
    await page.locator('guest-itinerary [part~=schedule]').waitFor()
    expect((await page.locator('.welcome').boundingBox())?.height).toBeLessThanOrEqual(160)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await violationsInSchemes(page)).toEqual([])
    const transfer = page.locator('guest-itinerary [part~=item]').filter({ hasText: 'Airport transfer' })
    expect(await transfer.textContent()).toContain('Lisbon airport')
  })

  it('says how to call the hotel where there is no stay to show [SITE-71]', async () => {
    const page = await newPage({ viewport: { width: 360, height: 780 } })
    await page.goto(`${run.service.origin}/demo/hotel?itinerary=of-another-year`)
    await page.locator('guest-itinerary [part~=failure]').waitFor()
    const call = page.locator('guest-itinerary > [slot=failure] a')
    expect(await call.isVisible()).toBe(true)
    expect(await call.getAttribute('href')).toBe('tel:+351283000140')
    expect(await violationsInSchemes(page)).toEqual([])
  })
})

describe('the page for hotels', () => {
  it('has nothing that axe finds at each moment of the stay, in light and in dark [SITE-75]', async () => {
    const page = await newPage({ viewport: { width: 360, height: 780 } })
    await show(page, '/embed')
    await page.locator('#phone').evaluate(frame => frame.toggleAttribute('inert'))
    const moments = page.locator('[name=moment]')
    for (const moment of someOf(await moments.all(), 2, 2)) {
      await moment.check({ force: true })
      await page.locator('guest-itinerary [part~=stay]').waitFor()
      expect([await moment.getAttribute('value'), await violationsInSchemes(page)]).toEqual([expect.any(String), []])
    }
    expect(await moments.count()).toBe(7)
  })

  it('has nothing that axe finds in the steps for each kind of site, in light and in dark', async () => {
    const page = await newPage({ viewport: { width: 360, height: 780 } })
    await show(page, '/embed')
    for (const site of someOf(await page.locator('[name=site]').all(), 3, 0)) {
      await site.check({ force: true })
      const violations = await violationsInSchemes(page, '.take')
      expect([await site.getAttribute('value'), violations]).toEqual([expect.any(String), []])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    }
  })
})

// A click of a script handles the whole event before anything else; one of a person lets each listener's promises go on before the next.
it('a part that a person adds at /embed is scrolled to [SITE-76]', async () => {
  const page = await newPage({ viewport: { width: 1280, height: 1500 }, reducedMotion: 'reduce' })
  await show(page, '/embed')
  const part = page.locator('[name=part][value=good-to-know]')
  const tops = () => page.evaluate(() => [...document.querySelectorAll('.screen')].map(screen => screen.scrollTop))
  await part.uncheck({ force: true })
  await expect.poll(async () => Math.min(...(await tops()))).toBeGreaterThan(0)
  await page.evaluate(() => {
    for (const screen of document.querySelectorAll('.screen')) screen.scrollTo({ top: 0, behavior: 'instant' })
  })
  await part.check({ force: true })
  await expect.poll(async () => Math.min(...(await tops()))).toBeGreaterThan(0)
})
