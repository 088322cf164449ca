import type { Browser } from 'playwright-core'
import { takeTurns } from '../turns.ts'
import { servePages } from './pages.ts'

const ROUNDS = 25

/** The default mobile conditions of Lighthouse: a processor four times slower, and "slow 4G". Latency in ms, bytes a second. */
const CPU = 4
const SLOW_4G = { latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (1.6 * 1024 * 1024) / 8 }

/** The widget's time in ms from the start of the navigation until the stay is painted, and its ratio to that of plain HTML. */
export async function timesToPaint(browser: Browser, site: string): Promise<{ widget: number; ratio: number }> {
  const { origin, close } = await servePages(site)
  try {
    const measured = await takeTurns(
      { widget: () => timeToPaint(browser, `${origin}/widget`), plain: () => timeToPaint(browser, `${origin}/plain`) },
      ROUNDS,
    )
    return { widget: measured.of('widget'), ratio: measured.ratio('widget', 'plain') }
  } finally {
    close()
  }
}

/** A first visit: the browser has no cache. */
async function timeToPaint(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU })
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G })
    const message = page.waitForEvent('console')
    await page.goto(address, { waitUntil: 'commit' })
    return Number((await message).text())
  } finally {
    await context.close()
  }
}
