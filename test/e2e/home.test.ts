import axe, { type AxeResults } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { installedBrowser } from '../../scripts/chromium.ts'
import { newServiceFolder, type Run, start } from './support/innlet.ts'

let run: Run
let browser: Browser

beforeAll(async () => {
  run = await start(newServiceFolder(), '--no-demo')
  browser = await chromium.launch(await installedBrowser())
})
afterAll(async () => {
  await browser?.close()
  await run?.end('SIGTERM')
})

async function open(options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage(options)
  onTestFinished(() => page.close())
  await page.goto(run.service.origin)
  return page
}

describe('the address that the start prints, opened in a browser', () => {
  it('is a page, and every link on it works [WIDGET-6]', async () => {
    const page = await open()
    expect(await page.locator('h1').count()).toBe(1)
    const links = await page.locator('a').evaluateAll(all => all.map(link => (link as HTMLAnchorElement).href))
    expect(links.length).toBeGreaterThan(4)
    for (const link of links) expect((await fetch(link)).status, link).toBe(200)
  })

  it.each([
    [360, 'light'],
    [360, 'dark'],
    [768, 'light'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('fits %i pixels, and axe finds nothing (%s) [WIDGET-6]', async (width, colorScheme) => {
    const page = await open({ viewport: { width, height: 900 }, colorScheme })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate(
      (tags): Promise<AxeResults> => (window as unknown as { axe: typeof axe }).axe.run({ runOnly: tags }),
      ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    )
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  })

  it('nothing violates its Content-Security-Policy', async () => {
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    const complaints: string[] = []
    page.on('console', message => complaints.push(message.text()))
    await page.goto(run.service.origin, { waitUntil: 'networkidle' })
    expect(complaints).toEqual([])
  })
})
