import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium, type Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { installedBrowser } from '../../scripts/chromium.ts'
import { atMost, type Figure, figureWithoutLimit } from './report.ts'
import { median } from './turns.ts'

const ROUNDS = 15
const FRAMES = 60
const SLOWER = 4

interface ChartPage {
  show(): Promise<number>
  scroll(frames: number): Promise<void>
}

/** What the chart of rooms costs a reception's PC: 500 rooms, 60 nights, 6,000 bookings. Takes half a minute, and a browser. */
export async function benchRooms(): Promise<Figure[]> {
  const browser = await chromium.launch(await installedBrowser())
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.setContent(await pageWithChart())
    const devtools = await page.context().newCDPSession(page)
    // The CPU time of the thread: other work of the machine does not count.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    /** Milliseconds in which the main thread works while something is done. */
    const busy = async (act: () => Promise<unknown>) => {
      const spent = async () => {
        const { metrics } = await devtools.send('Performance.getMetrics')
        return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
      }
      const before = await spent()
      await act()
      return (await spent()) - before
    }
    const { shown, scrolled, drawn } = await measure(page, busy)
    return [
      atMost('chart of 500 rooms, 60 nights, 6,000 bookings, CPU 4× slower: data to paint', shown, 'ms', 150),
      atMost('… a frame while it scrolls', scrolled, 'ms', 20),
      figureWithoutLimit('… bars in the page', drawn, ''),
      atMost(
        'chart of rooms with Lit, brotli',
        brotliCompressSync(await bundleOf('../../console/rooms/chart.ts')).length,
        'B',
        20_000,
      ),
    ]
  } finally {
    await browser.close()
  }
}

async function measure(page: Page, busy: (act: () => Promise<unknown>) => Promise<number>) {
  const shows: number[] = []
  const frames: number[] = []
  let drawn = 0
  for (let round = 0; round <= ROUNDS; round++) {
    const shown = await busy(async () => {
      drawn = await page.evaluate(() => (window as unknown as ChartPage).show())
    })
    const scrolled = await busy(() => page.evaluate(count => (window as unknown as ChartPage).scroll(count), FRAMES))
    if (!round) continue
    shows.push(shown)
    frames.push(scrolled / FRAMES)
  }
  return { shown: median(shows), scrolled: median(frames), drawn }
}

const CONSOLE = join(import.meta.dirname, '../../console')

async function pageWithChart(): Promise<string> {
  const base = join(import.meta.dirname, '../../widget/public/site/base.css')
  const styles = readdirSync(join(CONSOLE, 'styles'))
    .sort()
    .map(name => join(CONSOLE, 'styles', name))
  const css = [base, ...styles].map(path => readFileSync(path, 'utf8')).join('\n')
  const script = await bundleOf('rooms/page.ts')
  return `<!doctype html><html lang="en"><style>${css} rooms-chart { display: block; block-size: 700px }</style><body><script type="module">${script}</script>`
}

/** A script for browsers, minified. `entry` is relative to this folder. */
async function bundleOf(entry: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['production', 'browser', 'module'] },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(import.meta.dirname, entry), formats: ['es'] },
      rolldownOptions: { output: { minify: true } },
    },
  })) as Rolldown.RolldownOutput[]
  return built[0]?.output[0].code ?? ''
}
