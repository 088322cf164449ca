import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { installedBrowser } from '../../scripts/chromium.ts'
import { buildSite } from '../../tooling/builds/build.ts'
import { atMost, type Figure, figureWithoutLimit } from './report.ts'
import { timesToPaint } from './widget/painting.ts'

/** What the widget costs a hotel's page. Takes two minutes, and a browser. */
export async function benchWidget(): Promise<Figure[]> {
  const site = await buildSite()
  const browser = await chromium.launch(await installedBrowser())
  try {
    const { widget, ratio } = await timesToPaint(browser, site)
    return [
      ...sizes(site),
      figureWithoutLimit('3 rooms and 20 items painted, CPU 4× slower, slow 4G: the widget', widget, 'ms'),
      atMost('… against plain HTML and one fetch, the same styles', ratio, '×', 1.3),
    ]
  } finally {
    await browser.close()
  }
}

function sizes(site: string): Figure[] {
  const packed = (...path: string[]) => brotliCompressSync(readFileSync(join(site, 'widget', ...path))).length
  const largest = (kind: string) => Math.max(...readdirSync(join(site, 'widget', kind)).map(file => packed(kind, file)))
  return [
    atMost('widget: script for one language, brotli', packed('guest-itinerary.js'), 'B', 24_000),
    figureWithoutLimit('widget: the largest other language, loaded on demand', largest('locales'), 'B'),
    figureWithoutLimit('widget: the largest menu, loaded on demand', largest('actions'), 'B'),
  ]
}
