import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'

const START = join(import.meta.dirname, '../../../scripts/start.ts')

/** The service with the demo hotel, as `npm start` runs it: its site, and the URL of a guest's page. */
export interface Demo {
  site: string
  guestPage: string
  close(): Promise<void>
}

/** `folder` is used by this service only. */
export async function startDemo(folder: string): Promise<Demo> {
  const flags = ['--port', '0', '--state', join(folder, 'state'), '--vars', join(folder, 'vars')]
  const service = spawn(process.execPath, [START, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  const close = async () => {
    if (service.exitCode !== null) return
    service.kill('SIGTERM')
    await once(service, 'close')
  }
  try {
    const guestPage = await printedAddress(service)
    return { site: join(folder, 'state/build/site'), guestPage, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function printedAddress({ stdout }: ChildProcess): Promise<string> {
  let output = ''
  for await (const text of stdout ?? []) {
    output += text
    if (/^Ready on /m.test(output)) return /http\S+\/itinerary\/\S+/.exec(output)?.[0] ?? ''
  }
  throw new Error(`the service ended before it was ready: ${output}`)
}

/** The number of responses until the stay is visible. Only navigation requests get a response. */
export async function responsesUntilVisible(browser: Browser, address: string): Promise<number> {
  return visit(browser, async page => {
    let answers = 0
    await page.route('**', route => {
      if (!route.request().isNavigationRequest()) return
      answers++
      return route.continue()
    })
    await page.goto(address, { waitUntil: 'commit' })
    await page.getByText('Surf lesson').first().waitFor({ state: 'visible', timeout: 10_000 })
    return answers
  })
}

/** The number of requests to other origins, and the layout shift until the widget is active and the network is idle. */
export async function measurePageLoad(
  browser: Browser,
  address: string,
): Promise<{ elsewhere: number; shift: number }> {
  return visit(browser, async page => {
    const { origin } = new URL(address)
    let elsewhere = 0
    page.on('request', request => {
      if (new URL(request.url()).origin !== origin) elsewhere++
    })
    await page.addInitScript(() => {
      Object.assign(window, { moved: 0 })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) moved += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(address)
    await page.locator('guest-itinerary [part~=share]:enabled').waitFor()
    await page.waitForLoadState('networkidle')
    return { elsewhere, shift: await page.evaluate(() => moved) }
  })
}

declare let moved: number

async function visit<T>(browser: Browser, what: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' })
  try {
    return await what(await context.newPage())
  } finally {
    await context.close()
  }
}
