import type { Browser } from 'playwright-core'
import { median } from '../load.ts'
import { PAGES, servePages } from './pages.ts'

const ROUNDS = 25
/** The first rounds are slower because of caches of the machine. */
const WARM_UP = 2

export interface Conditions {
  /** how many times slower the processor is */
  cpu: number
  /** ms from a request to its answer, besides what the machine itself takes */
  latency: number
  /** bytes a second; without a limit if not given */
  throughput?: number
}

/** The default mobile conditions of Lighthouse: a processor four times slower, and "slow 4G". */
export const PHONE: Conditions = { cpu: 4, latency: 150, throughput: (1.6 * 1024 * 1024) / 8 }
export const NO_NETWORK: Conditions = { cpu: 4, latency: 0 }

/** Medians of all rounds. Other work of the machine changes slowly, so the pages of one round are compared with each other. */
export interface PaintTimes {
  /** ms from the start of the navigation until the widget's stay is painted */
  widget: number
  /** that time divided by the time of the same style sheet, and of no style */
  bySameSheet: number
  byNoStyle: number
}

export async function timesToPaint(browser: Browser, site: string, conditions: Conditions): Promise<PaintTimes> {
  const { origin, close } = await servePages(site)
  const rounds: PaintTimes[] = []
  try {
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const took = new Map<string, number>()
      for (const path of round % 2 ? PAGES.toReversed() : PAGES) {
        took.set(path, await timeToPaint(browser, origin + path, conditions))
      }
      const [widget = 0, sameSheet = 0, noStyle = 0] = PAGES.map(path => took.get(path))
      if (round >= WARM_UP) rounds.push({ widget, bySameSheet: widget / sameSheet, byNoStyle: widget / noStyle })
    }
  } finally {
    close()
  }
  const middle = (of: keyof PaintTimes) => median(rounds.map(round => round[of]))
  return { widget: middle('widget'), bySameSheet: middle('bySameSheet'), byNoStyle: middle('byNoStyle') }
}

/** A first visit: the browser has no cache. */
async function timeToPaint(browser: Browser, address: string, conditions: Conditions): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: conditions.cpu })
    if (conditions.latency) {
      const { latency, throughput = -1 } = conditions
      const network = { offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput }
      await devtools.send('Network.emulateNetworkConditions', network)
    }
    const message = page.waitForEvent('console')
    await page.goto(address, { waitUntil: 'commit' })
    return Number((await message).text())
  } finally {
    await context.close()
  }
}
