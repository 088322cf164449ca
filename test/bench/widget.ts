import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { installedBrowser } from '../../scripts/chromium.ts'
import { atMost, type Figure, figureWithoutLimit, print } from './report.ts'
import { measurePageLoad, responsesUntilVisible, startDemo } from './widget/guest-page.ts'
import { NO_NETWORK, type PaintTimes, PHONE, timesToPaint } from './widget/painting.ts'

/*
 * What the widget costs a hotel's page, and what the guest's page costs a guest. To run only this part: `node
 * test/bench/widget.ts`.
 */

const figure = (name: string, measured: number, unit: string, limit?: number): Figure => {
  const value = unit === 'B' ? measured : Math.round(measured * 1000) / 1000
  return limit === undefined ? figureWithoutLimit(name, value, unit) : atMost(name, value, unit, limit)
}

/** Takes about two minutes, and a browser. */
export async function benchWidget(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'innlet-bench-widget-'))
  const browser = await chromium.launch(await installedBrowser())
  try {
    const demo = await startDemo(folder)
    try {
      const answers = await responsesUntilVisible(browser, demo.guestPage)
      const { elsewhere, shift } = await measurePageLoad(browser, demo.guestPage)
      // The service is stopped, so that it does not affect the times.
      await demo.close()
      return [
        ...sizes(demo.site),
        figure('guest’s page: responses until the stay can be read', answers, '', 1),
        figure('guest’s page: requests to another origin', elsewhere, '', 0),
        figure('guest’s page: layout shift', shift, '', 0),
        ...(await speeds(demo.site)),
      ]
    } finally {
      await demo.close()
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }

  async function speeds(site: string): Promise<Figure[]> {
    const phone = await timesToPaint(browser, site, PHONE)
    const machine = await timesToPaint(browser, site, NO_NETWORK)
    const paintedIn = (where: string, { widget, bySameSheet, byNoStyle }: PaintTimes) => [
      figure(`3 rooms and 20 items painted, ${where}: the widget`, widget, 'ms'),
      figure('… against plain HTML and one fetch, the same styles', bySameSheet, '×', 1.3),
      figure('… against plain HTML and one fetch, no styles', byNoStyle, '×'),
    ]
    return [...paintedIn('CPU 4× slower, slow 4G', phone), ...paintedIn('CPU 4× slower, no network', machine)]
  }
}

function sizes(site: string): Figure[] {
  const packed = (...path: string[]) => brotliCompressSync(readFileSync(join(site, 'widget', ...path))).length
  const largest = (kind: string) => Math.max(...readdirSync(join(site, 'widget', kind)).map(file => packed(kind, file)))
  return [
    figure('widget: script for one language, brotli', packed('guest-itinerary.js'), 'B', 24_000),
    figure('widget: the largest other language, loaded on demand', largest('locales'), 'B'),
    figure('widget: the largest menu, loaded on demand', largest('actions'), 'B'),
  ]
}

if (import.meta.main) {
  const figures = await benchWidget()
  print(figures)
  process.exitCode = figures.every(({ holds = true }) => holds) ? 0 : 1
}
