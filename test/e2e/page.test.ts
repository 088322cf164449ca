import axe, { type AxeResults } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { installedBrowser } from '../../scripts/chromium.ts'
import { newServiceFolder, type Run, start } from './support/innlet.ts'
import { booking, createStay } from './support/stay.ts'

/** What the stay has to show. */
const SHOWN = ['Anna Lindqvist', 'Quinta do Mar', 'Gull', 'Double', 'Surf lesson', 'Inês Duarte', 'Beach hut', 'towel']

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path d="M0 0h400v300H0z"/></svg>'

const [room] = booking.roomsBooked
const [plan] = booking.activitiesBooked
const USUAL = {
  identity: 'usual',
  arrivalDate: '2031-07-10',
  departureDate: '2031-07-13',
  roomsBooked: [101, 103, 201].map(roomID => ({ ...room, roomID })),
  activitiesBooked: ['2031-07-10', '2031-07-11', '2031-07-12'].flatMap(activityDate =>
    ['10:30', '15:00'].map(activityStartTime => ({
      ...plan,
      activityDate,
      activityStartTime,
      activityEndTime: '16:00',
    })),
  ),
}

let run: Run
let browser: Browser
let url: string
/** A stay of three rooms with two plans a day. */
let usual: string

beforeAll(async () => {
  run = await start(newServiceFolder(), '--no-demo')
  browser = await chromium.launch(await installedBrowser())
  const { book, issue, reservationId } = await createStay(run)
  url = await issue(reservationId)
  usual = await issue(await book(USUAL))
})
afterAll(async () => {
  await browser?.close()
  await run?.end('SIGTERM')
})

/** A guest's browser of its own, which keeps no service worker unless told to. */
async function guest(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block', ...options })
  await context.route('https://hotel.test/**', route => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }))
  onTestFinished(() => context.close())
  return context.newPage()
}

const seen = (text: string, page: Page) => page.getByText(text).first().waitFor({ state: 'visible', timeout: 10_000 })

const sheet = (page: Page) => page.locator('guest-itinerary article')

/** The element's tree, without what is of the moment: who waits for a script, and what lit notes for itself. */
const treeOf = async (page: Page) => {
  const tree = await sheet(page).evaluate(root => {
    const written = (node: Node): string => {
      if (node instanceof Text) return node.data
      if (!(node instanceof Element)) return ''
      const attributes = [...node.attributes].filter(({ name }) => name !== 'disabled')
      const tag = [node.localName, ...attributes.map(({ name, value }) => `${name}=${value}`).sort()].join(' ')
      return `\n<${tag}>${[...node.childNodes].map(written).join('')}</>`
    }
    return written(root)
  })
  return tree.replace(/ +/g, ' ').split('\n')
}

/** Adds up the page's layout shifts, and remembers what the first paint of the stay was like. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: unknown[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)

describe('without any script', () => {
  it.each([360, 768, 1280])('the stay is read, %i pixels wide, and nothing of it is cut off', async width => {
    const page = await guest({ javaScriptEnabled: false, viewport: { width, height: 900 } })
    await page.goto(url)
    for (const shown of [...SHOWN, '10 June 2031']) await seen(shown, page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })

  it('it speaks the language of the browser, from right to left where that is so', async () => {
    const page = await guest({ javaScriptEnabled: false, locale: 'he-IL' })
    await page.goto(url)
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    await seen('הגעה', page)
  })

  it('a picture that does not load leaves its place, and no sign that something is broken', async () => {
    const page = await guest({ javaScriptEnabled: false, viewport: { width: 360, height: 900 } })
    await page.route('https://hotel.test/**', route => route.fulfill({ status: 404 }))
    await page.goto(url)
    const picture = page.locator('guest-itinerary [part=picture]')
    expect((await picture.boundingBox())?.height).toBeGreaterThan(200)
    const left = await picture.screenshot()
    await picture.locator('img').evaluate(broken => broken.remove())
    expect(left.equals(await picture.screenshot())).toBe(true)
  })

  it('a dead link says so', async () => {
    const page = await guest({ javaScriptEnabled: false, locale: 'de' })
    expect((await page.goto(`${url}x`))?.status()).toBe(404)
    expect(await page.locator('h1').textContent()).toBe('Der Link ist ungültig oder abgelaufen.')
  })
})

it('one answer is enough to read it: whatever else is asked for may never come', async () => {
  const page = await guest()
  await page.route('**', route => (route.request().isNavigationRequest() ? route.continue() : new Promise(() => {})))
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByText('Surf lesson').waitFor({ state: 'visible' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const font = await page.getByText('Anna Lindqvist').evaluate(element => getComputedStyle(element).fontFamily)
  expect(font).toContain('Figtree')
})

describe('when the widget comes', () => {
  it('it shows what was there already, and asks for nothing again', async () => {
    const quiet = await guest({ javaScriptEnabled: false })
    await quiet.goto(url)
    const page = await guest()
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.goto(url)
    await taken(page)
    expect(await treeOf(page)).toEqual(await treeOf(quiet))
    expect(asked.filter(each => each.includes('/details/'))).toEqual([])
    const origins = new Set(asked.map(each => new URL(each).origin))
    expect([...origins].sort()).toEqual([run.service.origin, 'https://hotel.test'].sort())
  })

  it.each([
    [360, 'en-GB'],
    [768, 'he-IL'],
    [1280, 'ja-JP'],
  ])('nothing moves, %i pixels wide in %s, however late it is', async (width, locale) => {
    const page = await guest({ viewport: { width, height: 800 }, locale })
    await watchShifts(page)
    await page.route('**/widget/**', async route => {
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      await route.continue()
    })
    await page.goto(url)
    await taken(page)
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 300)))
    expect(await shiftsOf(page)).toEqual([])
  })

  it.each([
    ['fail', 360, 'en-GB'],
    ['fail', 1280, 'ar'],
    ['take their time', 360, 'he-IL'],
    ['take their time', 768, 'en-GB'],
  ])('nothing moves where the hotel’s pictures %s, %i pixels wide in %s', async (how, width, locale) => {
    const page = await guest({ viewport: { width, height: 800 }, locale })
    await watchShifts(page)
    await page.route('https://hotel.test/**', async route => {
      if (how === 'fail') return route.fulfill({ status: 404 })
      await taken(page)
      await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
    })
    await page.goto(url, { waitUntil: 'commit' })
    await taken(page)
    await page.waitForLoadState('load')
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 300)))
    expect(await shiftsOf(page)).toEqual([])
  })

  it.each(['en-GB', 'ar', 'dead'])('axe has nothing to say of the page (%s)', async which => {
    const page = await guest({ locale: which === 'dead' ? 'de' : which })
    await page.goto(which === 'dead' ? `${url}x` : url)
    if (which !== 'dead') await taken(page)
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate(
      (tags): Promise<AxeResults> => (window as unknown as { axe: typeof axe }).axe.run({ runOnly: tags }),
      ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    )
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  })

  it('nothing is refused by the page’s own policy', async () => {
    const page = await guest({ serviceWorkers: 'allow' })
    const complaints: string[] = []
    page.on('pageerror', error => complaints.push(error.message))
    page.on('console', message => complaints.push(message.text()))
    await page.goto(url)
    await taken(page)
    await page.waitForLoadState('networkidle')
    expect(complaints).toEqual([])
  })
})

describe('on paper', () => {
  it.each([
    ['with', 'A4', 'en-GB'],
    ['without', 'A4', 'de'],
    ['with', 'Letter', 'ar'],
    ['without', 'Letter', 'en-US'],
  ] as const)(
    'a stay of three rooms and six plans is one page, %s a script, on %s in %s',
    async (script, format, locale) => {
      const page = await guest({ javaScriptEnabled: script === 'with', locale })
      await page.goto(usual)
      if (script === 'with') await taken(page)
      await seen('Heron', page)
      const paper = await page.pdf({ format })
      expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    },
  )

  it.each([true, false])(
    'nothing on it is cut off, and nothing is there to press (script: %s)',
    async javaScriptEnabled => {
      const page = await guest({ javaScriptEnabled, viewport: { width: 688, height: 960 } })
      await page.goto(usual)
      if (javaScriptEnabled) await taken(page)
      await page.emulateMedia({ media: 'print' })
      for (const part of ['logo', 'guest', 'arrival', 'rooms', 'schedule']) {
        const place = await page.locator(`guest-itinerary [part~=${part}]`).boundingBox()
        expect(place?.x).toBeGreaterThanOrEqual(0)
        expect(place?.y).toBeGreaterThanOrEqual(0)
      }
      expect(
        await page.locator('guest-itinerary :is(a, button, [part=picture])').filter({ visible: true }).count(),
      ).toBe(0)
    },
  )
})

/** Resolves once the widget shows the stay: what the guest can do waits for it. */
const taken = (page: Page) => page.locator('guest-itinerary [part~=share]:enabled').waitFor()
