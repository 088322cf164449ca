import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { installedBrowser } from './chromium.ts'
import { pictureMoments } from './screenshots/moments.ts'
import { serveShowroom } from './screenshots/showroom.ts'

/*
 * Screenshots of the guest's page, a hotel's page and the page for hotels, and of guest's pages of other hotels: three widths;
 * light, dark, right-to-left, print, and the address for the driver:
 *
 *   npm run screenshots                                        of the demo stay, without a service
 *   npm run screenshots -- --guest URL --hotel URL             of running pages, such as those of `npm start`
 *
 * `--out` is the folder. `--only` selects by parts of the file names, separated by commas. `--glance` takes only the top of a
 * page, to fit into a document. `--docs` takes the pictures of the documentation. `--moments` takes moments of a stay.
 */

/** The pictures of the documentation. */
const DOCS = 'guest-360-light,guest-360-rtl,guest-360-driver,hotel-1280-light,embed-1280-light'

const { values } = parseArgs({
  options: {
    guest: { type: 'string' },
    hotel: { type: 'string' },
    out: { type: 'string', default: 'dist/screenshots' },
    only: { type: 'string', default: '' },
    glance: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
    moments: { type: 'boolean', default: false },
  },
})
if (values.docs) Object.assign(values, { out: 'docs/pictures', only: DOCS, glance: true })
const wanted = values.only.split(',')

/** The origin of the page for hotels, so that its lines have the address that the documentation uses. */
const DOCS_ORIGIN = 'https://innlet.example'

/** Widths, and the height of a `--glance` picture in each. */
const SIZES = [
  [360, 1500],
  [768, 1800],
  [1280, 2100],
] as const

/** The height of a screen, which the address for the driver fills. */
const SCREEN_HEIGHT = 760

const LOOKS = {
  light: { colorScheme: 'light', locale: 'en-GB' },
  dark: { colorScheme: 'dark', locale: 'en-GB' },
  rtl: { colorScheme: 'light', locale: 'ar' },
  print: { colorScheme: 'light', locale: 'en-GB' },
  driver: { colorScheme: 'light', locale: 'en-GB' },
} as const

const showroom = values.guest && values.hotel ? undefined : await serveShowroom()
const pages = {
  guest: values.guest ?? `${showroom?.origin}/itinerary/lindqvist`,
  hotel: values.hotel ?? `${showroom?.origin}/demo/hotel?itinerary=lindqvist`,
  ...(showroom && {
    embed: `${DOCS_ORIGIN}/embed`,
    'other-hotel': `${showroom.origin}/itinerary/other`,
    'two-hotels': `${showroom.origin}/itinerary/two`,
    'look-clay': `${showroom.origin}/itinerary/clay`,
    'look-hill': `${showroom.origin}/itinerary/hill`,
    ryokan: `${showroom.origin}/itinerary/ryokan`,
    'address-only': `${showroom.origin}/itinerary/guesthouse`,
  }),
}
const browser = await chromium.launch(await installedBrowser())
try {
  await mkdir(values.out, { recursive: true })
  const isWanted = (file: string) => wanted.some(part => (values.docs ? file === `${part}.png` : file.includes(part)))
  if (values.moments && showroom) await pictureMoments(browser, showroom.origin, values.out, isWanted)
  for (const [name, address] of values.moments ? [] : Object.entries(pages)) {
    for (const [width, height] of SIZES) {
      for (const look of Object.keys(LOOKS) as (keyof typeof LOOKS)[]) {
        const file = `${name}-${width}-${look}.png`
        // The preview of the page for hotels cannot be pressed.
        if (isWanted(file) && !(name === 'embed' && look === 'driver'))
          await picture(address, [width, height], look, join(values.out, file))
      }
    }
  }
} finally {
  await browser.close()
  showroom?.close()
}

/** Reloads the page first: with `font-display: optional`, fonts may appear only on the second visit. */
async function picture(
  address: string,
  [width, height]: readonly [number, number],
  look: keyof typeof LOOKS,
  path: string,
) {
  const isScreen = look === 'driver'
  const page = await browser.newPage({
    viewport: { width, height: values.glance && !isScreen ? height : SCREEN_HEIGHT },
    ...LOOKS[look],
    deviceScaleFactor: 1.5,
  })
  try {
    await page.route(`${DOCS_ORIGIN}/**`, async route => {
      const url = route
        .request()
        .url()
        .replace(DOCS_ORIGIN, showroom?.origin ?? '')
      await route.fulfill({ response: await route.fetch({ url }) })
    })
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await page.reload()
    await page.locator('guest-itinerary [part~=schedule]').first().waitFor()
    await page.waitForLoadState('networkidle')
    if (look === 'print') await page.emulateMedia({ media: 'print' })
    if (isScreen) {
      await page.locator('guest-itinerary [part~=driver]').first().click()
      await page.locator('guest-itinerary [part~=driver-view]').waitFor()
    }
    const end = Math.ceil(await page.evaluate(() => document.body.getBoundingClientRect().bottom))
    const glance = { clip: { x: 0, y: 0, width, height: Math.min(isScreen ? SCREEN_HEIGHT : height, end) } }
    await page.screenshot({
      path,
      animations: 'disabled',
      ...(values.glance ? glance : { fullPage: !isScreen }),
    })
    console.log(path)
  } finally {
    await page.close()
  }
}
