import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { installedBrowser } from './chromium.ts'
import { serveShowroom } from './screenshots/showroom.ts'

/*
 * Pictures of the guest's page, of a hotel's page and of the page for hotels, in three widths, light, dark, from right to left, and on paper:
 *
 *   npm run screenshots                                        of the demo stay, without a service
 *   npm run screenshots -- --guest URL --hotel URL             of pages that run, such as those that `npm start` prints
 *
 * `--out` names the folder, `--only` parts of the pictures' names, with commas between; `--glance` takes only as much of a page as
 * a picture of it has room for in a document. `--docs` takes those of the documentation.
 */

/** What the documentation shows, at a glance. */
const DOCS = 'guest-360-light,guest-360-rtl,hotel-1280-light,embed-1280-light'

const { values } = parseArgs({
  options: {
    guest: { type: 'string' },
    hotel: { type: 'string' },
    out: { type: 'string', default: 'dist/screenshots' },
    only: { type: 'string', default: '' },
    glance: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
  },
})
if (values.docs) Object.assign(values, { out: 'docs/pictures', only: DOCS, glance: true })
const wanted = values.only.split(',')

/** Where the page for hotels seems to be, so that the lines on it are those that the documentation speaks of. */
const ELSEWHERE = 'https://innlet.example'

/** Widths, and how high a glance is in each. */
const SIZES = [
  [360, 1500],
  [768, 1800],
  [1280, 2100],
] as const

const LOOKS = {
  light: { colorScheme: 'light', locale: 'en-GB' },
  dark: { colorScheme: 'dark', locale: 'en-GB' },
  rtl: { colorScheme: 'light', locale: 'ar' },
  print: { colorScheme: 'light', locale: 'en-GB' },
} as const

const showroom = values.guest && values.hotel ? undefined : await serveShowroom()
const pages = {
  guest: values.guest ?? `${showroom?.origin}/itinerary/lindqvist`,
  hotel: values.hotel ?? `${showroom?.origin}/demo/hotel?itinerary=lindqvist`,
  ...(showroom && { embed: `${ELSEWHERE}/embed` }),
}
const browser = await chromium.launch(await installedBrowser())
try {
  await mkdir(values.out, { recursive: true })
  for (const [name, address] of Object.entries(pages)) {
    for (const [width, height] of SIZES) {
      for (const look of Object.keys(LOOKS) as (keyof typeof LOOKS)[]) {
        const file = `${name}-${width}-${look}.png`
        if (wanted.some(part => file.includes(part)))
          await picture(address, [width, height], look, join(values.out, file))
      }
    }
  }
} finally {
  await browser.close()
  showroom?.close()
}

/** The second visit, as it were: fonts that are not there in time wait for it. */
async function picture(
  address: string,
  [width, height]: readonly [number, number],
  look: keyof typeof LOOKS,
  path: string,
) {
  const page = await browser.newPage({
    viewport: { width, height: values.glance ? height : 900 },
    ...LOOKS[look],
    deviceScaleFactor: 1.5,
  })
  try {
    await page.route(`${ELSEWHERE}/**`, async route => {
      const url = route
        .request()
        .url()
        .replace(ELSEWHERE, showroom?.origin ?? '')
      await route.fulfill({ response: await route.fetch({ url }) })
    })
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await page.reload()
    await page.locator('guest-itinerary [part~=schedule]').first().waitFor()
    await page.waitForLoadState('networkidle')
    if (look === 'print') await page.emulateMedia({ media: 'print' })
    const end = Math.ceil(await page.evaluate(() => document.body.getBoundingClientRect().bottom))
    const glance = { clip: { x: 0, y: 0, width, height: Math.min(height, end) } }
    await page.screenshot({ path, animations: 'disabled', ...(values.glance ? glance : { fullPage: true }) })
    console.log(path)
  } finally {
    await page.close()
  }
}
